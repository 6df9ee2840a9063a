//! How much memory pages take: `cargo run --release -p d2snap-benches --bin memory [DIR]`.
//!
//! For each page the most that is allocated while it is parsed and snapped at (.3, .3, .3), and what its document holds,
//! in ratio to the page's bytes. Vocabularies are not loaded.

use std::path::PathBuf;
use std::process::ExitCode;

use d2snap::{Document, Options, Params};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Pages of fewer bytes say little: what is allocated once shows in them.
const SMALL: usize = 20_000;

fn main() -> ExitCode {
    let dir = std::env::args().nth(1).map_or_else(|| PathBuf::from("datasets/pages"), PathBuf::from);
    match measure(&dir) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("memory: {}: {error}", dir.display());
            ExitCode::FAILURE
        }
    }
}

fn measure(dir: &std::path::Path) -> std::io::Result<()> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let options = Options::default().with_uids(true);
    let (mut bytes, mut peaks) = (0, 0);
    let mut pages: Vec<(f64, f64, String)> = Vec::new();
    for path in &paths {
        let html = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
        let before = ALLOCATED.current_usage();
        ALLOCATED.reset_peak_usage();
        let document = Document::parse(&html, &options).map_err(std::io::Error::other)?;
        let held = ALLOCATED.current_usage().saturating_sub(before);
        let snapshot = document.snap(Params::default());
        let peak = ALLOCATED.peak_usage().saturating_sub(before);
        std::hint::black_box(snapshot.html().len());
        (bytes, peaks) = (bytes + html.len(), peaks + peak);
        if html.len() >= SMALL {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            pages.push((peak as f64 / html.len() as f64, held as f64 / html.len() as f64, name));
        }
    }
    pages.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (peak, held, name) in pages.iter().take(10) {
        println!("{name:<32} peak {peak:>5.1} × the page, document {held:>5.1} ×");
    }
    let mut held: Vec<f64> = pages.iter().map(|(_, held, _)| *held).collect();
    held.sort_by(f64::total_cmp);
    println!(
        "{} pages, {} of them of {SMALL} bytes or more: peak {:.1} × at most, {:.1} × over all; document {:.1} × in the median",
        paths.len(),
        pages.len(),
        pages.first().map_or(0.0, |page| page.0),
        peaks as f64 / bytes.max(1) as f64,
        held.get(held.len() / 2).copied().unwrap_or_default(),
    );
    Ok(())
}
