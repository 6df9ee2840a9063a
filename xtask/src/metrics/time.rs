//! Time on one thread, against the parser alone.

use std::hint::black_box;
use std::time::{Duration, Instant};

use d2snap::{Budget, Document, Error, Params, TokenCounter};

use super::page::options;

/// A page is measured so often; its median counts.
const REPETITIONS: usize = 3;

/// Sums over pages.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Times {
    /// `scraper::Html::parse_document`.
    pub(crate) scraper: Duration,
    /// Parse and a snapshot at (.3, .3, .3).
    pub(crate) first: Duration,
    /// A further snapshot.
    pub(crate) further: Duration,
    /// Parse and an adaptive snapshot of 8,192 tokens.
    pub(crate) adaptive: Duration,
    /// One of 4,096 on the same document.
    pub(crate) second: Duration,
}

impl Times {
    /// Adds the medians of a page.
    pub(crate) fn add(&mut self, html: &str, counter: &TokenCounter) -> Result<(), Error> {
        let repetitions = (0..REPETITIONS).map(|_| repetition(html, counter)).collect::<Result<Vec<Times>, Error>>()?;
        let median = |of: fn(&Times) -> Duration| {
            let mut times: Vec<Duration> = repetitions.iter().map(of).collect();
            times.sort_unstable();
            times[times.len() / 2]
        };
        self.scraper += median(|times| times.scraper);
        self.first += median(|times| times.first);
        self.further += median(|times| times.further);
        self.adaptive += median(|times| times.adaptive);
        self.second += median(|times| times.second);
        Ok(())
    }
}

/// What is made is dropped after the clock was read.
fn clock<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = black_box(work());
    (done, start.elapsed())
}

fn repetition(html: &str, counter: &TokenCounter) -> Result<Times, Error> {
    let params = Params::new(0.3, 0.3, 0.3)?;
    let budget = |tokens| Budget::new(tokens).with_counter(counter.clone());
    let options = options();
    let (tree, scraper) = clock(|| scraper::Html::parse_document(black_box(html)));
    drop(tree);
    let (document, parse) = clock(|| Document::parse(black_box(html), &options));
    let document = document?;
    let (_, snap) = clock(|| document.snap(params));
    let (_, further) = clock(|| document.snap(params));
    drop(document);
    let (document, parse_again) = clock(|| Document::parse(black_box(html), &options));
    let document = document?;
    let (first, adaptive) = clock(|| document.adaptive(&budget(8_192)).map(drop));
    let (second, second_time) = clock(|| document.adaptive(&budget(4_096)).map(drop));
    first.and(second)?;
    Ok(Times { scraper, first: parse + snap, further, adaptive: parse_again + adaptive, second: second_time })
}
