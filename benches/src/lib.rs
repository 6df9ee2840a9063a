//! What the benchmarks share: pages, a clock, and what is measured.

pub mod generate;
pub mod peer;
pub mod target;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use d2snap::{Options, Workers};

/// The folder of the repository's own pages.
pub const DATASETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/pages");

/// A page of a folder.
#[derive(Debug, Clone)]
pub struct Page {
    /// The file's name without its extension.
    pub name: String,
    /// Its text.
    pub html: String,
}

/// The `*.html` files of a folder in the order of their names, read as UTF-8.
///
/// # Errors
/// In words, for a folder or a file that does not read and a folder without such files.
pub fn pages(dir: &Path) -> Result<Vec<Page>, String> {
    let fail = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let entries = std::fs::read_dir(dir).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(|error| fail(dir, error))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no *.html in it", dir.display()));
    }
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| fail(path, error))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Page { name, html: d2snap_check::decode(&bytes) })
    };
    paths.iter().map(read).collect()
}

/// The options of every measurement: the agent profile with numbers.
pub fn options() -> Options {
    Options::default().with_uids(true)
}

/// Works where a large page has no further threads to itself.
///
/// # Errors
/// Those of `work`.
pub fn one_thread<T: Send + 'static>(work: impl Fn() -> Result<T, String> + Send + Sync + 'static) -> Result<T, String> {
    Workers::new(1).map([()], move |()| work()).next().unwrap_or_else(|| Err("no thread".to_owned()))
}

/// What `work` gives, and how long it took. Dropping it is not in the time.
pub fn clock<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = black_box(work());
    (done, start.elapsed())
}

/// The median of three.
pub fn median(mut times: [Duration; 3]) -> Duration {
    times.sort_unstable();
    times[1]
}
