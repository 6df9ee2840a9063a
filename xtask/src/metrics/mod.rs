//! `cargo xtask metrics`: how good adaptive snapshots are and what they cost.

mod page;
mod prefix;
pub(crate) mod record;
mod report;
mod text;
mod time;

use std::path::Path;

use d2snap::TokenCounter;
use indicatif::ProgressBar;

use page::Outcome;
use time::Times;

/// Measures every page of `dir` and prints what was found; whether all wanted values but those of
/// time were reached.
pub(crate) fn run(dir: &Path, only: Option<&str>, each: bool, no_time: bool) -> Result<bool, String> {
    let paths = crate::corpus::pages(dir, only)?;
    if paths.is_empty() {
        return Err(format!("{}: no page to measure", dir.display()));
    }
    let counter = TokenCounter::o200k_base();
    // Loads the vocabulary.
    counter.count("d2snap");
    let progress = ProgressBar::new(paths.len() as u64);
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut bytes = 0;
    let mut times = Times::default();
    for path in &paths {
        let content = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        bytes += content.len();
        let html = d2snap_check::decode(&content);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let outcome = page::measure(&name, &html, &counter);
        // What fails has no time; it was counted as an error.
        if !no_time && outcome.measures.iter().all(Result::is_ok) {
            times.add(&html, &counter).map_err(|error| format!("{name}: {error}"))?;
        }
        outcomes.push(outcome);
        progress.inc(1);
    }
    progress.finish_and_clear();
    if each {
        report::each(&outcomes);
    }
    println!("{} pages, {:.1} MB, agent profile with uids, {}\n", paths.len(), bytes as f64 / 1e6, counter.name());
    let reached = report::quality(&outcomes);
    if !no_time {
        report::time(&times);
    }
    Ok(reached)
}
