//! All checks of one page.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use d2snap::{Document, Limits, Options, Params};
use d2snap_check::tags::Order;
use d2snap_check::{Page, Reading, grid, locate, tags, targets, text};

/// (k, l, m) in the agent profile.
pub(crate) const SETTINGS: [(f64, f64, f64); 5] =
    [(0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (0.6, 0.9, 0.3), (1.0, 1.0, 1.0), (f64::INFINITY, 0.0, 1.0)];
/// (k, l, m) in the paper's.
const PAPER: (f64, f64, f64) = (0.3, 0.3, 0.3);
/// What a page may take, parse and the slowest snapshot.
const PATIENCE: Duration = Duration::from_secs(5);
/// Levels that pages of the corpus do not reach.
const DEEP: usize = 4000;
/// Pages up to this size are checked over the grid.
const GRID_BYTES: usize = 200_000;

/// What was found of a page.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) bytes: usize,
    pub(crate) targets: usize,
    /// At each of [`SETTINGS`], then the paper's.
    pub(crate) sizes: Vec<usize>,
    pub(crate) parse: Duration,
    /// The slowest of the snapshots.
    pub(crate) snap: Duration,
    pub(crate) breaches: Vec<String>,
    /// What was checked of the selectors.
    pub(crate) located: locate::Tally,
}

/// Runs the engine and all checks on a page.
pub(crate) fn check(path: &Path) -> Outcome {
    let mut outcome = Outcome { name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), ..Outcome::default() };
    match std::fs::read(path) {
        Ok(bytes) => {
            outcome.bytes = bytes.len();
            let unwound = catch_unwind(AssertUnwindSafe(|| {
                if let Err(error) = examine(&bytes, &mut outcome) {
                    outcome.breaches.push(format!("error: {error}"));
                }
            }));
            if let Err(panic) = unwound {
                let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
                outcome.breaches.push(format!("panic: {}", text.unwrap_or("without a message")));
            }
        }
        Err(error) => outcome.breaches.push(format!("error: {error}")),
    }
    outcome
}

fn examine(bytes: &[u8], outcome: &mut Outcome) -> Result<(), d2snap::Error> {
    let options = Options::default().with_uids(true);
    let html = d2snap_check::decode(bytes);
    let start = Instant::now();
    let document = Document::parse(&html, &options)?;
    outcome.parse = start.elapsed();
    outcome.targets = document.target_count();
    let again = Document::parse(&html, &options)?;
    let page = Page::read(&html);
    for (k, l, m) in SETTINGS {
        let params = Params::new(k, l, m)?;
        let start = Instant::now();
        let snapshot = document.snap(params);
        outcome.snap = outcome.snap.max(start.elapsed());
        outcome.sizes.push(snapshot.html().len());
        let mut found = tags::check(snapshot.html(), &page, Order::Source, false);
        found.extend(targets::check(&document, &snapshot));
        if l == 0.0 {
            found.extend(text::check(snapshot.html(), &page, Reading::AGENT));
        }
        outcome.breaches.extend(found.into_iter().map(|breach| format!("({k}, {l}, {m}) {breach}")));
        if again.snap(params).html() != snapshot.html() {
            outcome.breaches.push(format!("({k}, {l}, {m}) determinism: a second parse gives other bytes"));
        }
    }
    let is_cut = document.snap(Params::new(1.0, 1.0, 1.0)?).stats().depth_cut > 0;
    // What the engine flattens is not so in the tree that selectors are checked in.
    let deep = is_cut.then(|| Document::parse(&html, &options.clone().with_limits(Limits::default().with_max_depth(DEEP)))).transpose()?;
    let (found, located) = locate::check(deep.as_ref().unwrap_or(&document), &page);
    outcome.breaches.extend(found.into_iter().map(|breach| breach.to_string()));
    outcome.located = located;
    paper(&html, &page, outcome)?;
    if bytes.len() <= GRID_BYTES {
        outcome.breaches.extend(grid::check(&document).into_iter().map(|breach| breach.to_string()));
    }
    if outcome.parse + outcome.snap > PATIENCE {
        outcome.breaches.push(format!("time: {:.1} s", (outcome.parse + outcome.snap).as_secs_f64()));
    }
    Ok(())
}

fn paper(html: &str, page: &Page, outcome: &mut Outcome) -> Result<(), d2snap::Error> {
    let document = Document::parse(html, &Options::paper())?;
    let (k, l, m) = PAPER;
    let params = Params::new(k, l, m)?;
    let snapshot = document.snap(params);
    outcome.sizes.push(snapshot.html().len());
    let mut found = tags::check(snapshot.html(), page, Order::Any, false);
    found.extend(text::check(document.snap(Params::new(0.0, 0.0, 0.0)?).html(), page, Reading::PAPER));
    outcome.breaches.extend(found.into_iter().map(|breach| format!("paper {breach}")));
    if Document::parse(html, &Options::paper())?.snap(params).html() != snapshot.html() {
        outcome.breaches.push("paper determinism: a second parse gives other bytes".to_owned());
    }
    Ok(())
}
