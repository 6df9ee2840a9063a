//! The engine's tests, one binary: the specification's examples, its rules section by section,
//! golden pages, properties.

mod adaptive;
mod attributes;
mod breakdown;
mod capture;
mod cases;
mod containers;
mod detached;
mod diff;
mod examples;
mod expand;
mod generate;
mod golden;
mod locate;
mod many;
mod markdown;
mod properties;
mod reading;
mod sentences;
mod targets;

use d2snap::{Document, Options, Params};

/// The snapshot of `html` at (k, l, m), lines joined by line breaks.
fn snap(html: &str, options: &Options, (k, l, m): (f64, f64, f64)) -> String {
    let document = Document::parse(html, options).expect("the page parses");
    let text = document.snap(Params::new(k, l, m).expect("parameters in their domain")).into_html();
    assert!(text.is_empty() || text.ends_with('\n'), "every line has its line break");
    text.strip_suffix('\n').unwrap_or_default().to_owned()
}

/// Agent profile, nothing reduced but attributes below .3 and no uids.
fn plain(html: &str) -> String {
    snap(html, &Options::default(), (0.0, 0.0, 0.3))
}

/// Agent profile with uids, at full reduction of attributes and containers.
fn bare(html: &str) -> String {
    snap(html, &Options::default().with_uids(true), (f64::INFINITY, 0.0, 1.0))
}

/// Each input with its lines under `write`.
#[track_caller]
fn all(write: impl Fn(&str) -> String, cases: &[(&str, &str)]) {
    for (input, expected) in cases {
        assert_eq!(write(input), *expected, "\ninput: {input}");
    }
}
