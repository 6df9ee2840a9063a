//! What changed between two snapshots.

use d2snap::{Budget, Document, Line, Options, Params};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::generate::page;

fn parse(html: &str) -> Document {
    Document::parse(html, &Options::default().with_uids(true)).expect("any text gives a document")
}

fn diff(before: &str, after: &str) -> String {
    let (before, after) = (parse(before), parse(after));
    after.snap(Params::default()).diff(&before.snap(Params::default())).to_string()
}

#[test]
fn lines_and_targets_are_told_once() {
    for (before, after, expected) in [
        ("<p>a</p>", "<p>a</p>", ""),
        ("", "", ""),
        ("<p>a</p><p>b</p>", "<p>a</p><p>c</p><p>b</p>", "+ c\n"),
        ("<p>a</p>", "<p>a</p><button>Pay</button>", "+ <button uid=1>Pay</button>\n"),
        ("<p>a</p><button>Pay</button>", "<p>a</p>", "- <button uid=1>Pay</button>\n"),
        ("<input type=checkbox>", "<input type=checkbox checked>", "~ uid=1 checked: false → true\n"),
        (
            "<p>T <input value=a> x</p>",
            "<p>T <input value='b c' aria-invalid=true> x</p>",
            "~ uid=1 invalid: none → true, value: a → \"b c\"\n",
        ),
        ("<a href=/a>A</a>", "<a href=/b>A</a>", "~ uid=1 href: \"/a\" → \"/b\"\n"),
        // The new line shows the name.
        ("<button>Pay</button>", "<button>Paid</button>", "- <button uid=1>Pay</button>\n+ <button uid=1>Paid</button>\n"),
        // No fact tells that.
        ("<input min=1 value=2>", "<input min=2 value=3>", "- <input min=1 value=2 uid=1>\n+ <input min=2 value=3 uid=1>\n"),
        ("<textarea>a</textarea>", "<textarea>b\n<x></textarea>", "~ uid=1 value: a → \"b\\n&lt;x>\"\n"),
        (
            "<select><option selected>One<option>Two</select>",
            "<select><option>One<option selected>Two</select>",
            "~ uid=1 value: One → Two\n",
        ),
    ] {
        assert_eq!(diff(before, after), expected, "\nbefore: {before}\nafter: {after}");
    }
    // The target's own line is the same.
    let disabled = diff("<fieldset><button>A</button></fieldset>", "<fieldset disabled><button>A</button></fieldset>");
    assert!(disabled.ends_with("\n~ uid=1 disabled: none → true\n"), "{disabled}");
}

#[test]
fn facts_are_there_to_use() {
    let before = parse("<p>x</p><a href=/1>One</a><input type=checkbox>");
    let after = parse("<p>y</p><a href=/1>One</a><input type=checkbox checked><button>New</button>");
    let diff = after.snap(Params::default()).diff(&before.snap(Params::default()));
    assert_eq!(diff.added.iter().map(|target| target.uid).collect::<Vec<_>>(), [3]);
    assert!(diff.removed.is_empty() && !diff.is_empty());
    assert_eq!((diff.changed.len(), diff.changed[0].uid, diff.changed[0].fact), (1, 2, "checked"));
    assert_eq!(diff.lines[..2], [Line::Removed("x".to_owned()), Line::Added("y".to_owned())]);
}

#[test]
fn without_numbers_in_the_text_targets_are_told_by_themselves() {
    let plain = |html: &str| Document::parse(html, &Options::default()).unwrap();
    let (before, after) = (plain("<input type=checkbox>"), plain("<input type=checkbox checked>"));
    let diff = after.snap(Params::default()).diff(&before.snap(Params::default())).to_string();
    assert!(diff.ends_with("\n~ uid=1 checked: false → true\n") && diff.starts_with("- <input"), "{diff}");
}

#[test]
fn a_small_change_costs_little() {
    let rows: String = (1..=500).map(|at| format!("<tr><td>Row {at}<td><input type=checkbox><button>Edit</button>")).collect();
    let html = format!("<table>{rows}</table>");
    let (before, after) = (parse(&html), parse(&html.replacen("checkbox", "checkbox checked", 3).replace("Row 77<", "Row 77 b<")));
    let snapshot = after.adaptive(&Budget::new(100_000)).unwrap();
    let diff = snapshot.diff(&before.adaptive(&Budget::new(100_000)).unwrap());
    let row = |text: &str| format!("| {text} | <input type=checkbox uid=153><button uid=154>Edit</button> |\n");
    let told: String = [1, 3, 5].map(|uid| format!("~ uid={uid} checked: false → true\n")).concat();
    assert_eq!(diff.to_string(), format!("{told}- {}+ {}", row("Row 77"), row("Row 77 b")));
    assert_eq!(diff.lines.len(), 8);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(11), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_rebuild_one_from_the_other_and_equal_is_empty(one in page(), other in page()) {
        let (one, other) = (parse(&one), parse(&other));
        let (before, after) = (one.snap(Params::default()), other.snap(Params::default()));
        let same = before.diff(&before);
        prop_assert!(same.is_empty() && same.to_string().is_empty());
        let diff = after.diff(&before);
        // What is left of both is the same, in the same order.
        let left = |html: &str, gone: Vec<&String>| {
            let mut gone = gone.into_iter().peekable();
            let kept = html.lines().filter(|line| gone.next_if(|next| next == line).is_none()).count();
            (kept, gone.next().is_none())
        };
        let removed = diff.lines.iter().filter_map(|line| match line { Line::Removed(line) => Some(line), _ => None }).collect();
        let added = diff.lines.iter().filter_map(|line| match line { Line::Added(line) => Some(line), _ => None }).collect();
        let (kept, all) = left(before.html(), removed);
        prop_assert!(all);
        prop_assert_eq!((kept, true), left(after.html(), added));
        prop_assert!(diff.to_string().lines().all(|line| line.starts_with(['+', '-', '~'])), "{}", diff);
    }
}
