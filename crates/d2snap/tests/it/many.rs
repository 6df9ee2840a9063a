//! Many pages: the same snapshots as one by one, in order, a few at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use d2snap::{Budget, Document, Error, Options, Params, Snapshot, TokenCounter, Workers, adaptive_many, snap_many};

fn options() -> Options {
    Options::default().with_uids(true)
}

fn datasets() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages")).expect("the folder reads");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("the page reads")).collect()
}

/// All that a snapshot tells, as text.
fn told(snapshot: &Snapshot<'_>) -> String {
    let facts = (snapshot.stats(), snapshot.uids(), snapshot.targets(), snapshot.params(), snapshot.adaptive());
    format!("{}{facts:?}", snapshot.html())
}

#[test]
fn snapshots_are_those_of_each_page_by_itself_in_order() {
    let pages = datasets();
    assert!(pages.len() >= 12);
    let params = Params::new(0.3, 0.3, 0.3).expect("parameters in their domain");
    let (options, budget) = (options(), Budget::new(1000).with_task("find a table for two"));
    let documents: Vec<Document> = pages.iter().map(|page| Document::parse_bytes(page, &options).expect("the page parses")).collect();
    let at_params: Vec<String> = documents.iter().map(|document| told(&document.snap(params))).collect();
    let in_budget: Vec<String> = documents.iter().map(|document| told(&document.adaptive(&budget).expect("it fits"))).collect();
    for workers in [0, 1, 2, 5].map(Workers::new) {
        let snapshots = workers.snap_many(&pages, &options, params);
        assert_eq!(snapshots.map(|snapshot| told(&snapshot.expect("the page parses"))).collect::<Vec<_>>(), at_params);
        let snapshots = workers.adaptive_many(&pages, &options, &budget);
        assert_eq!(snapshots.map(|snapshot| told(&snapshot.expect("it fits"))).collect::<Vec<_>>(), in_budget);
    }
}

#[test]
fn a_snapshot_owns_its_document() {
    let snapshot = {
        let page = String::from("<h1>Shop</h1><p>One. Two.</p>");
        adaptive_many([page.as_str()], &Options::default(), &Budget::new(6)).next().expect("a result").expect("it fits")
    };
    assert_eq!((snapshot.html(), snapshot.clone().html()), ("# Shop\nOne.\n", "# Shop\nOne.\n"));
    assert_eq!(snapshot.document().snap(Params::new(0.0, 0.0, 0.0).expect("in its domain")).html(), "# Shop\nOne. Two.\n");
}

#[test]
fn a_page_that_fails_has_its_error_in_its_place() {
    let options = Options::default().with_encoding("latin1").with_selector("p");
    let pages: [&[u8]; 4] = [b"<p>caf\xE9", b"<b>none", b"", b"<p>last"];
    let results: Vec<Result<String, Error>> =
        snap_many(pages, &options, Params::default()).map(|snapshot| Ok(snapshot?.into_html())).collect();
    assert_eq!(results[0].as_deref(), Ok("café\n"));
    for failed in &results[1..3] {
        assert_eq!(failed.as_ref().unwrap_err().to_string(), "the selector `p` matches no element of the page");
    }
    assert_eq!(results[3].as_deref(), Ok("last\n"));
    let budget = Budget::new(0);
    let results: Vec<_> = adaptive_many(["<h1>Shop</h1>", ""], &Options::default(), &budget).map(|result| result.map(drop)).collect();
    assert!(matches!(results[0], Err(Error::BudgetUnreachable { .. })), "{results:?}");
    assert_eq!(results[1], Ok(()));
}

/// An endless iterator, and how many pages were taken of it.
fn endless() -> (impl Iterator<Item = String>, Arc<AtomicUsize>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&taken);
    let pages = (0..).map(move |number| {
        count.fetch_add(1, Ordering::Relaxed);
        format!("<p>Page {number}")
    });
    (pages, taken)
}

#[test]
fn pages_are_taken_as_results_are_asked_for() {
    let (pages, taken) = endless();
    let mut snapshots = Workers::new(2).snap_many(pages, &Options::default(), Params::default());
    assert_eq!(taken.load(Ordering::Relaxed), 0);
    for number in 0..50 {
        let snapshot = snapshots.next().expect("no end").expect("the page parses");
        assert_eq!(snapshot.html(), format!("Page {number}\n"));
        let ahead = taken.load(Ordering::Relaxed) - number;
        assert!(if cfg!(feature = "parallel") { ahead == 8 } else { ahead == 1 }, "{ahead}");
    }
    drop(snapshots);
    let after = taken.load(Ordering::Relaxed);
    assert_eq!(after, if cfg!(feature = "parallel") { 57 } else { 50 });
}

#[test]
fn the_end_is_the_end() {
    let mut lengths = Workers::new(3).map(["a", "bb"], str::len);
    assert_eq!(lengths.size_hint(), (2, Some(2)));
    assert_eq!([lengths.next(), lengths.next(), lengths.next(), lengths.next()], [Some(1), Some(2), None, None]);
    assert_eq!(snap_many(Vec::<String>::new(), &Options::default(), Params::default()).count(), 0);
}

#[test]
fn a_panic_of_the_caller_is_his_and_the_next_page_follows() {
    let counter = TokenCounter::custom("fails", |text| if text.contains("two") { panic!("at {text:?}") } else { text.len() });
    let budget = Budget::new(100).with_counter(counter);
    let mut snapshots = Workers::new(2).adaptive_many(["one", "two", "three"], &Options::default(), &budget);
    let mut next = || catch_unwind(AssertUnwindSafe(|| snapshots.next().map(|snapshot| snapshot.expect("it fits").into_html())));
    assert_eq!(next().expect("no panic"), Some("one\n".to_owned()));
    assert_eq!(next().expect_err("a panic").downcast_ref::<String>().map(String::as_str), Some("at \"two\\n\""));
    assert_eq!(next().expect("no panic"), Some("three\n".to_owned()));
    assert_eq!(next().expect("no panic"), None);
}

/// Two threads that wait for each other: it would not end on one.
#[cfg(feature = "parallel")]
#[test]
fn pages_are_worked_on_side_by_side() {
    let both = Arc::new(std::sync::Barrier::new(2));
    let results = Workers::new(2).map(0..6, move |number| {
        both.wait();
        number
    });
    assert_eq!(results.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
}

/// A page so long that its analysis is shared out among threads, but not on a worker's.
#[test]
fn a_large_page_is_the_same_on_several_threads_as_on_one() {
    let mut state: u32 = 7;
    let mut word = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        format!("w{}", (state >> 16) % 900)
    };
    let mut page = String::new();
    for _ in 0..2500 {
        let sentences: Vec<String> = (0..6).map(|_| format!("Of {}.", (0..10).map(|_| word()).collect::<Vec<_>>().join(" "))).collect();
        page.push_str(&format!("<p>{}</p>\n", sentences.join(" ")));
    }
    let params = Params::new(0.3, 0.5, 0.3).expect("parameters in their domain");
    let alone = Document::parse(&page, &options()).expect("the page parses");
    assert_eq!(alone.snap(params).stats().sentences_kept, 7500);
    let among_many = snap_many([&page], &options(), params).next().expect("a result").expect("the page parses");
    assert!(alone.snap(params).html() == among_many.html());
}
