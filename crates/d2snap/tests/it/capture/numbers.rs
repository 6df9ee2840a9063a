//! A session: elements keep their numbers.

use d2snap::{Budget, Document, Expand, Numbers, OnOverflow, Options, Params, Reference};

use super::{Page, element};

fn options() -> Options {
    Options::default().with_uids(true)
}

/// A list of links with these references.
fn links(references: impl IntoIterator<Item = u32>) -> String {
    let link = |n: u32| element("li").holds([element("a").with("href", &format!("/{n}")).says(&format!("Link {n}")).reference(n)]);
    Page::body([element("ul").holds(references.into_iter().map(link))]).json()
}

fn uids(document: &Document) -> Vec<u32> {
    document.targets().into_iter().map(|target| target.uid).collect()
}

#[test]
fn an_element_keeps_its_number_and_none_is_given_twice() {
    let mut numbers = Numbers::default();
    let mut read = |references: &[u32]| {
        let document = Document::from_capture_numbered(&links(references.iter().copied()), &options(), &mut numbers).unwrap();
        uids(&document)
    };
    assert_eq!(read(&[10, 20, 30]), [1, 2, 3]);
    assert_eq!(read(&[40, 10, 20, 30]), [4, 1, 2, 3]);
    assert_eq!(read(&[30, 10]), [3, 1]);
    // Hidden for a while.
    assert_eq!(read(&[20, 50]), [2, 5]);
    assert_eq!(numbers.last(), 5);
    let reference = serde_json::from_str::<Reference>(r#"{"capturer": "c1", "number": 40}"#).unwrap();
    assert_eq!(numbers.get(&reference), Some(4));
}

#[test]
fn a_page_that_was_loaded_anew_has_new_numbers() {
    let mut numbers = Numbers::default();
    let page = |capturer: &str| Page::body([element("button").says("Go").reference(9)]).set("capturer", capturer).json();
    let mut read = |capturer: &str| uids(&Document::from_capture_numbered(&page(capturer), &options(), &mut numbers).unwrap());
    assert_eq!((read("one"), read("two"), read("one")), (vec![1], vec![2], vec![1]));
}

#[test]
fn all_that_takes_a_number_takes_that_of_the_session() {
    let mut numbers = Numbers::default();
    Document::from_capture_numbered(&links([1, 2, 3]), &options(), &mut numbers).unwrap();
    let document = Document::from_capture_numbered(&links([9, 3, 1]), &options(), &mut numbers).unwrap();
    let snapshot = document.snap(Params::new(0.0, 0.0, 1.0).unwrap());
    assert_eq!(snapshot.html(), "- <a uid=4>Link 9</a>\n- <a uid=3>Link 3</a>\n- <a uid=1>Link 1</a>\n");
    assert_eq!(snapshot.uids(), [4, 3, 1]);
    let names: Vec<_> = snapshot.targets().into_iter().map(|target| (target.uid, target.name.unwrap(), target.selector)).collect();
    let of = |uid, n| (uid, format!("Link {n}"), format!("a[href=\"/{n}\"]"));
    assert_eq!(names, [of(4, 9), of(3, 3), of(1, 1)]);
    assert_eq!(document.target(3).unwrap().href.as_deref(), Some("/3"));
    assert!(document.target(2).is_none() && document.target(0).is_none() && document.target(5).is_none());
}

#[test]
fn markers_and_parts_follow_the_page() {
    let mut numbers = Numbers::default();
    let budget = Budget::new(60);
    Document::from_capture_numbered(&links(1..=100), &options(), &mut numbers).unwrap();
    // The same, but for two that are new in the middle.
    let second: Vec<u32> = (1..=50).chain([300, 301]).chain(51..=100).collect();
    let document = Document::from_capture_numbered(&links(second), &options(), &mut numbers).unwrap();
    let snapshot = document.adaptive(&budget).unwrap();
    let run = &snapshot.adaptive().unwrap().elided.runs[0];
    assert_eq!((run.last, run.count), (100, 102 - snapshot.uids().len()));
    assert!(snapshot.html().contains(&format!("(uid {} … 100)", run.first)), "{}", snapshot.html());
    // From one target to another, in the order of the page.
    let all = Budget::new(4000);
    let part = document.expand(&Expand::uids(49..=102), &all).unwrap();
    assert_eq!(part.uids(), [49, 50, 101, 102]);
    let part = document.expand(&Expand::uids(50..=51), &all).unwrap();
    assert_eq!(part.uids(), [50, 101, 102, 51]);
    let part = document.expand(&"(uid 51 … 101)".parse().unwrap(), &all).unwrap();
    assert_eq!(part.uids(), [101, 102, 51]);
    let part = document.expand(&Expand::uids(102..=102), &all).unwrap();
    assert_eq!(part.html(), "- <a href=\"/301\" uid=102>Link 301</a>\n");
    let error = document.expand(&Expand::uids(500..=501), &all).unwrap_err();
    assert_eq!(error.to_string(), "no target with uid 500 is in scope: the page has 102");
}

#[test]
fn a_run_that_is_in_order_has_a_range() {
    let mut numbers = Numbers::default();
    Document::from_capture_numbered(&links([500]), &options(), &mut numbers).unwrap();
    let document = Document::from_capture_numbered(&links(1..=100), &options(), &mut numbers).unwrap();
    let snapshot = document.adaptive(&Budget::new(60)).unwrap();
    assert!(snapshot.html().contains("–101)"), "{}", snapshot.html());
    let first = snapshot.adaptive().unwrap().elided.runs[0].first;
    assert_eq!(first as usize, 2 + snapshot.uids().len());
    // Marked or counted, no more is left out than there is.
    assert!(document.adaptive(&Budget::new(60).with_on_overflow(OnOverflow::Error)).is_err());
}

#[test]
fn a_difference_is_told_by_element() {
    let mut numbers = Numbers::default();
    let field = |reference: u32, value: &str| element("input").with("name", "q").fact("value", value).reference(reference);
    let mut read = |page: &Page| Document::from_capture_numbered(&page.json(), &options(), &mut numbers).unwrap();
    let before = read(&Page::body([field(5, "a"), element("button").says("Go").reference(6)]));
    let after = read(&Page::body([element("button").says("New").reference(8), field(5, "b"), element("button").says("More").reference(7)]));
    let diff = after.snap(Params::default()).diff(&before.snap(Params::default()));
    assert_eq!(
        diff.to_string(),
        "- <button uid=2>Go</button>\n+ <button uid=3>New</button>\n+ <button uid=4>More</button>\n~ uid=1 value: a → b\n"
    );
    let stored = after.snap(Params::default()).detach().diff(&before.snap(Params::default()).detach());
    for diff in [&diff, &stored] {
        assert_eq!(diff.added.iter().map(|target| target.uid).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(diff.removed.iter().map(|target| target.uid).collect::<Vec<_>>(), [2]);
        assert_eq!((diff.changed[0].uid, diff.changed[0].after.as_deref()), (1, Some("b")));
    }
    assert_eq!(diff.to_string(), stored.to_string());
}
