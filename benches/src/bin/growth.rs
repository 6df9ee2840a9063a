//! How time grows from pages to pages of ten times the elements.
//!
//! `cargo run --release -p d2snap-benches --bin growth [ELEMENTS]`, by default 10,000 and 100,000.
//!
//! Medians of three, drop aside, one thread.

use std::process::ExitCode;
use std::time::Duration;

use d2snap::{Budget, Document, Params, TokenCounter};
use d2snap_benches::generate::Shape;
use d2snap_benches::{clock, median, one_thread, options};

fn main() -> ExitCode {
    let elements = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse::<usize>().map_err(|error| error.to_string()));
    match elements.and_then(|elements| one_thread(move || report(elements))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("growth: {error}");
            ExitCode::FAILURE
        }
    }
}

fn report(elements: usize) -> Result<(), String> {
    TokenCounter::o200k_base().count("d2snap");
    println!("from {elements} to {} elements; at most 12 is wanted\n", elements * 10);
    println!("| | scraper | parse + snap | adaptive(8192) |\n| --- | ---: | ---: | ---: |");
    for shape in Shape::ALL {
        let (small, large) = (times(&shape.page(elements)), times(&shape.page(elements * 10)));
        let ratio = |of: usize| large[of].as_secs_f64() / small[of].as_secs_f64();
        println!("| {} | {:.1} | {:.1} | {:.1} |", shape.name(), ratio(0), ratio(1), ratio(2));
    }
    Ok(())
}

/// Of scraper, of parse and snap, of parse and adaptive.
fn times(html: &str) -> [Duration; 3] {
    let budget = Budget::new(8192);
    let parse = || Document::parse(html, &options());
    let scraper = || clock(|| scraper::Html::parse_document(html)).1;
    let snap = || clock(|| parse().map(|document| (document.snap(Params::default()).into_html(), document))).1;
    let adaptive = || clock(|| parse().map(|document| (document.adaptive(&budget).map(|snapshot| snapshot.into_html()), document))).1;
    let works: [&dyn Fn() -> Duration; 3] = [&scraper, &snap, &adaptive];
    works.map(|work| median([work(), work(), work()]))
}
