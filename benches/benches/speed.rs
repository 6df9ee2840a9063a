//! The steps of the engine beside the parser alone, over a folder of pages.
//!
//! `cargo bench -p d2snap-benches -- [FILTER]`; the environment variable `D2SNAP_PAGES` names a folder
//! other than `datasets/pages`. A time is the sum over all pages, drop aside.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use d2snap::{Budget, Document, Params, TokenCounter, Workers};
use d2snap_benches::generate::Shape;
use d2snap_benches::{DATASETS, Page, clock, options, pages};

type Group<'c> = BenchmarkGroup<'c, criterion::measurement::WallTime>;

fn folder() -> Vec<Page> {
    let dir = std::env::var_os("D2SNAP_PAGES").map_or_else(|| PathBuf::from(DATASETS), PathBuf::from);
    pages(&dir).unwrap_or_else(|error| panic!("{error}"))
}

fn parse(html: &str) -> Document {
    Document::parse(html, &options()).unwrap_or_else(|error| panic!("{error}"))
}

fn adaptive(document: &Document, tokens: usize) -> String {
    document.adaptive(&Budget::new(tokens)).map(|snapshot| snapshot.into_html()).unwrap_or_else(|error| panic!("{error}"))
}

/// Measures `work` on what `prepare` makes of each page; only `work` is in the time.
fn each<P, T>(group: &mut Group<'_>, name: &str, pages: &[Page], prepare: impl Fn(&str) -> P, work: impl Fn(&str, &P) -> T) {
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let round = || -> Duration {
                let time = |page: &Page| {
                    let prepared = prepare(&page.html);
                    clock(|| work(black_box(&page.html), &prepared)).1
                };
                pages.iter().map(time).sum()
            };
            (0..rounds).map(|_| round()).sum()
        });
    });
}

fn steps(criterion: &mut Criterion) {
    let pages = folder();
    let mut group = criterion.benchmark_group("page");
    let params = Params::default();
    let counter = TokenCounter::o200k_base();
    // Loads the vocabulary.
    counter.count("d2snap");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Bytes(pages.iter().map(|page| page.html.len() as u64).sum()));
    each(&mut group, "scraper", &pages, |_| (), |html, ()| scraper::Html::parse_document(html));
    each(&mut group, "parse", &pages, |_| (), |html, ()| parse(html));
    each(&mut group, "first snap", &pages, parse, |_, document| document.snap(params).into_html());
    let snapped = |html: &str| {
        let document = parse(html);
        document.snap(params);
        document
    };
    each(&mut group, "further snap", &pages, snapped, |_, document| document.snap(params).into_html());
    let snapshot = |html: &str| parse(html).snap(params).into_html();
    each(&mut group, "exact count", &pages, snapshot, |_, snapshot| counter.count(snapshot));
    each(&mut group, "adaptive 8192", &pages, parse, |_, document| adaptive(document, 8192));
    let before = |html: &str| {
        let document = parse(html);
        adaptive(&document, 8192);
        document
    };
    each(&mut group, "second budget 4096", &pages, before, |_, document| adaptive(document, 4096));
    group.finish();
}

fn many(criterion: &mut Criterion) {
    let pages = folder();
    let mut group = criterion.benchmark_group("snap_many");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Bytes(pages.iter().map(|page| page.html.len() as u64).sum()));
    for workers in [1, 2] {
        group.bench_function(format!("{workers} workers"), |bencher| {
            bencher.iter(|| {
                let html = pages.iter().map(|page| &page.html);
                let snapshots = Workers::new(workers).snap_many(html, &options(), Params::default());
                snapshots.map(|snapshot| snapshot.map_or(0, |snapshot| snapshot.html().len())).sum::<usize>()
            });
        });
    }
    group.finish();
}

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    for shape in Shape::ALL {
        for elements in [10_000, 100_000] {
            let page = shape.page(elements);
            group.throughput(Throughput::Elements(elements as u64));
            group.bench_function(format!("{} {elements}", shape.name()), |bencher| {
                bencher.iter_with_large_drop(|| {
                    let document = parse(black_box(&page));
                    let html = document.snap(Params::default()).into_html();
                    (document, html)
                });
            });
        }
    }
    group.finish();
}

/// A page that is shared out among threads, and the same on a thread of a pool, where it is not.
fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large page");
    group.sample_size(10);
    let page = Shape::Text.page(100_000);
    group.bench_function("all threads", |bencher| bencher.iter(|| parse(black_box(&page))));
    group.bench_function("one thread", |bencher| {
        bencher.iter(|| Workers::new(1).map([page.clone()], |page| parse(black_box(&page))).next());
    });
    group.finish();
}

criterion_group!(benches, steps, many, growth, large);
criterion_main!(benches);
