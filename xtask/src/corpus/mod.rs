//! `cargo xtask corpus`: the engine over a folder of pages.

mod page;
mod report;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use page::Outcome;

/// Checks every page of `dir`, prints a table unless `quiet`, and each breach; whether all passed.
pub(crate) fn run(dir: &Path, only: Option<&str>, quiet: bool) -> Result<bool, String> {
    let pages = pages(dir, only)?;
    if pages.is_empty() {
        return Err(format!("{}: no page to check", dir.display()));
    }
    let report = report::Report::new(&pages, quiet);
    report.head();
    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new((0..pages.len()).map(|_| None).collect());
    let printed = Mutex::new(0);
    // A panic is reported with its page.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(pages.len()) {
            scope.spawn(|| {
                while let Some(path) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = page::check(path);
                    let at = pages.iter().position(|known| known == path).unwrap_or_default();
                    let mut outcomes = lock(&outcomes);
                    outcomes[at] = Some(outcome);
                    // Rows appear in the order of the pages.
                    let mut printed = lock(&printed);
                    while let Some(Some(outcome)) = outcomes.get(*printed) {
                        report.row(outcome);
                        *printed += 1;
                    }
                }
            });
        }
    });
    std::panic::set_hook(hook);
    let outcomes = lock(&outcomes);
    Ok(report.summary(outcomes.iter().flatten()))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The pages of a folder, by name.
pub(crate) fn pages(dir: &Path, only: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let mut pages: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .filter(|path| only.is_none_or(|only| path.file_name().is_some_and(|name| name.to_string_lossy().contains(only))))
        .collect();
    pages.sort();
    Ok(pages)
}
