//! Hostile pages: each gives a result or a typed error, in bounded memory.
//!
//! Every page runs in a process of its own, so that its peak of memory is its own. Times are printed
//! and never asserted, but what is quadratic does not end. Unoptimised this takes minutes:
//! `cargo xtask test` runs it optimised.

mod measure;
mod page;

use std::process::Command;

use d2snap::{Budget, Document, Error, Options, Params, TokenCounter};

use page::{CASES, Outcome};

/// The page that the child process is to read.
const VARIABLE: &str = "D2SNAP_LIMITS_CASE";

#[test]
#[cfg_attr(debug_assertions, ignore = "cargo xtask test runs it optimised")]
fn hostile_pages_stay_within_the_limits() {
    let only = std::env::var("D2SNAP_LIMITS_ONLY").unwrap_or_default();
    let mut failed = Vec::new();
    for case in CASES.iter().filter(|case| case.name.contains(&only)) {
        let child = Command::new(std::env::current_exe().expect("the test's own path"))
            .args(["--exact", "one_page", "--ignored", "--nocapture", "--test-threads=1"])
            .env(VARIABLE, case.name)
            .output()
            .expect("the test starts itself");
        let told = String::from_utf8_lossy(&child.stdout);
        let line = told.lines().find_map(|line| line.split_once("page: ")).map_or("died", |(_, line)| line);
        eprintln!("{:<28} {line}", case.name);
        if !child.status.success() {
            eprintln!("{told}{}", String::from_utf8_lossy(&child.stderr));
            failed.push(case.name);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

/// One page, in the child process.
#[test]
#[ignore = "hostile_pages_stay_within_the_limits runs it"]
fn one_page() {
    let name = std::env::var(VARIABLE).expect("the page's name");
    let case = CASES.iter().find(|case| case.name == name).expect("a known page");
    // The vocabulary is loaded once in a process, whatever the page.
    let counter = TokenCounter::o200k_base();
    counter.count("warm");
    let html = (case.page)();
    let memory = measure::Peak::start();
    let clock = measure::Clock::start();
    let mut times = Vec::new();
    let mut last = 0.0;
    let mut lap = |what: &str| {
        times.push(format!("{what} {:.2}", clock.seconds() - last));
        last = clock.seconds();
    };
    let outcome = read(&html, &counter, &mut lap);
    let seconds = clock.seconds();
    let used = memory.used();
    let promised = promised(&html);
    let told = used.map_or_else(|| "?".to_owned(), |used| format!("{:.0}", used as f64 / 1e6));
    println!(
        "page: {:>9} bytes {seconds:>6.2} s ({}) {told} of {:.0} MB: {outcome:?}",
        html.len(),
        times.join(", "),
        promised as f64 / 1e6
    );
    assert_eq!(outcome, case.outcome);
    assert!(used.is_none_or(|used| used <= promised), "more memory than promised");
}

/// What the docs of `Limits` promise for a page under the default limits.
fn promised(html: &[u8]) -> usize {
    let tags = html.iter().filter(|byte| **byte == b'<').count();
    32 * html.len() + 4096 * tags.min(500_000) + (32 << 20)
}

/// Everything that is done with a page.
fn read(html: &[u8], counter: &TokenCounter, lap: &mut dyn FnMut(&str)) -> Outcome {
    let options = Options::default().with_uids(true);
    let document = match Document::parse_bytes(html, &options) {
        Ok(document) => document,
        Err(Error::Limit { name, .. }) => return Outcome::Limit(name),
        Err(error) => panic!("{error}"),
    };
    lap("parse");
    let mut lines = 0;
    for r in [0.0, 0.3] {
        let snapshot = document.snap(Params::new(r, r, r).expect("in the domain"));
        assert_eq!(snapshot.uids().len(), document.target_count(), "every target is printed at {r}");
        if r == 0.0 {
            lines = snapshot.html().lines().count();
        }
        lap("snap");
    }
    match document.adaptive(&Budget::new(2_048).with_counter(counter.clone())) {
        Ok(snapshot) => {
            let tokens = counter.count(snapshot.html());
            assert!(tokens <= 2_048, "{tokens} tokens");
            assert_eq!(snapshot.adaptive().map(|adaptive| adaptive.tokens), Some(tokens));
        }
        Err(Error::BudgetUnreachable { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    lap("adaptive");
    drop(document);
    lap("drop");
    Outcome::Lines(lines)
}
