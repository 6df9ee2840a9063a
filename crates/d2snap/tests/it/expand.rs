//! A part of a page under a budget of its own.

use d2snap::{Budget, Document, Error, Expand, Options, TokenCounter};
use d2snap_check::{Page, tags};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::all;
use crate::generate::page;

fn parse(html: &str) -> Document {
    Document::parse(html, &Options::default().with_uids(true)).expect("any text gives a document")
}

fn expand(html: &str, uids: &str) -> String {
    let part = parse(html).expand(&uids.parse().unwrap(), &Budget::new(1000)).unwrap().into_html();
    part.trim_end_matches('\n').to_owned()
}

#[test]
fn a_part_is_the_lines_between_its_first_and_last_target() {
    let form = "<main><h1>Pay</h1><section><p>Before.</p><p><a href=/a>A</a> and text.</p><div class=x><p>Middle.</p><hr></div>\
        <button>Go</button></section><p>After.</p><button>No</button></main>";
    all(
        |uids| expand(form, uids),
        &[
            ("1", "<a href=\"/a\" uid=1>A</a> and text."),
            ("1-2", "<a href=\"/a\" uid=1>A</a> and text.\n<div class=x>\nMiddle.\n---\n</div>\n<button uid=2>Go</button>"),
            ("2-3", "<button uid=2>Go</button>\nAfter.\n<button uid=3>No</button>"),
            ("1,3", "<a href=\"/a\" uid=1>A</a> and text.\n<button uid=3>No</button>"),
        ],
    );
}

#[test]
fn of_elements_that_have_a_line_each_only_the_lines_asked_for() {
    let links = "<div><a href=/1>One</a><a href=/2>Two</a><a href=/3>Three</a><a href=/4>Four</a></div>";
    let line = |uid: u32, name: &str| format!("<a href=\"/{uid}\" uid={uid}>{name}</a>");
    assert_eq!(expand(links, "2-3"), [line(2, "Two"), line(3, "Three")].join("\n"));
    assert_eq!(expand(links, "1,4"), [line(1, "One"), line(4, "Four")].join("\n"));
}

#[test]
fn lists_tables_and_quotes_stay_what_they_are() {
    let list = "<ol><li>No<li><a href=/a>A</a><p>More.</p><ul><li><a href=/b>B</a></ul><li>End</ol>";
    assert_eq!(expand(list, "1-2"), "2. <a href=\"/a\" uid=1>A</a>\n   More.\n   - <a href=\"/b\" uid=2>B</a>");
    let table = "<table><tr><th>N<th>X<tr><td>1<td><a href=/a>A</a><tr><td>2<td><a href=/b>B</a><tr><td>3<td>-</table>";
    assert_eq!(expand(table, "1-2"), "| 1 | <a href=\"/a\" uid=1>A</a> |\n| 2 | <a href=\"/b\" uid=2>B</a> |");
    assert_eq!(expand("<blockquote><p>x</p><p><a href=/a>A</a></p></blockquote>", "1"), "> <a href=\"/a\" uid=1>A</a>");
}

#[test]
fn a_target_that_spans_lines_is_whole() {
    let card = "<p>x</p><a href=/c><h3>Card</h3><p>Text.</p></a><button>B</button>";
    assert_eq!(expand(card, "1"), "<a href=\"/c\" uid=1>\n### Card\nText.\n</a>");
    let nested = "<div onclick=f()><p>x</p><button>In</button><p>y</p></div>";
    assert_eq!(expand(nested, "2"), "<button uid=2>In</button>");
    assert!(expand(nested, "1").starts_with("<div onclick"));
}

#[test]
fn a_part_that_does_not_fit_is_reduced_then_elided() {
    let items: String = (1..=300)
        .map(|at| {
            format!(
                "<div class='card c{at}' data-id={at}><p>Some words on it. And some more of them.</p><a href=/{at}>Number {at}</a></div>"
            )
        })
        .collect();
    let document = parse(&format!("<h1>T</h1>{items}"));
    let what = Expand::uids(101..=200);
    let counter = TokenCounter::o200k_base();
    let whole = document.expand(&what, &Budget::new(100_000)).unwrap();
    assert_eq!(whole.adaptive().unwrap().utility, 2.0);
    assert_eq!(whole.uids(), (101..=200).collect::<Vec<u32>>());
    let total = whole.tokens(&counter);
    let reduced = document.expand(&what, &Budget::new(total * 3 / 4)).unwrap();
    let adaptive = reduced.adaptive().unwrap();
    assert!(adaptive.utility > 1.0 && adaptive.tokens * 10 > total * 3 / 4 * 9, "{adaptive:?}");
    assert_eq!(reduced.uids(), whole.uids());
    let elided = document.expand(&what, &Budget::new(300)).unwrap();
    let adaptive = elided.adaptive().unwrap();
    assert!(adaptive.utility < 1.0 && adaptive.tokens <= 300 && adaptive.tokens == elided.tokens(&counter));
    assert_eq!(adaptive.elided.targets, 100 - elided.uids().len());
    assert!(adaptive.elided.runs.iter().all(|run| run.first >= 101 && run.last <= 200));
    assert_eq!(elided.targets()[0].name.as_deref(), Some(format!("Number {}", elided.uids()[0]).as_str()));
}

#[test]
fn a_task_says_what_stays_of_a_part() {
    let items: String = (1..=200)
        .map(|at| {
            let place = if at == 150 { "Berlin" } else { "nowhere" };
            format!("<li>Number {at} it is. It goes to {place} today. And back. <a href=/{at}>Item {at}</a>")
        })
        .collect();
    let document = parse(&format!("<ul>{items}</ul>"));
    let part = document.expand(&Expand::uids(101..=200), &Budget::new(300).with_task("a flight to Berlin")).unwrap();
    assert!(part.html().contains("Berlin"), "{}", part.html());
    assert!(!document.expand(&Expand::uids(101..=200), &Budget::new(300)).unwrap().html().contains("Berlin"));
}

#[test]
fn numbers_that_are_not_there_are_named() {
    let options = Options::default().with_uids(true).with_exclude("nav");
    let html = "<a href=/1>1</a><nav><a href=/2>2</a><a href=/3>3</a></nav><a href=/4>4</a>";
    let document = Document::parse(html, &options).unwrap();
    let asked =
        |what: Expand| document.expand(&what, &Budget::new(100)).map(|part| part.uids().to_vec()).map_err(|error| error.to_string());
    assert_eq!(asked(Expand::uids(1..=4)), Ok(vec![1, 4]));
    let error = |uids: &str| Err(format!("no target with uid {uids} is in scope: the page has 4, numbered from 1"));
    assert_eq!(asked(Expand::uids(2..=3)), error("2–3"));
    assert_eq!(asked(Expand::uids(4..=u32::MAX)), error("5–4294967295"));
    assert_eq!(asked(Expand::uids(0..=1)), error("0"));
    assert_eq!(asked(Expand::uids(1..=1).and(3..=3).and(9..=9)), error("3, 9"));
    assert!(matches!(document.expand(&Expand::uids(1..=1), &Budget::new(0)), Err(Error::BudgetUnreachable { .. })));
    assert!("".parse::<Expand>().is_err() && "1-".parse::<Expand>().is_err() && "1,,2".parse::<Expand>().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(10), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_part_has_its_targets_and_balanced_tags(html in page(), first in 1u32..12, more in 0u32..8) {
        let document = parse(&html);
        let count = document.target_count() as u32;
        prop_assume!(count > 0);
        let first = first.min(count);
        let last = (first + more).min(count);
        let page = Page::read(&html);
        let what = Expand::uids(first..=last);
        let whole = document.snap(d2snap::Params::new(0.0, 0.0, 0.0).unwrap());
        for budget in [30, 60, 120, 100_000] {
            let Ok(part) = document.expand(&what, &Budget::new(budget).with_counter(TokenCounter::chars4())) else { continue };
            prop_assert!(part.tokens(&TokenCounter::chars4()) <= budget);
            let told: Vec<String> = tags::check(part.html(), &page, tags::Order::Source, false).iter().map(ToString::to_string).collect();
            prop_assert!(told.is_empty(), "{}\n{}\n{}", told.join("\n"), html, part.html());
            if budget == 100_000 {
                let wanted = whole.uids().iter().filter(|uid| (first..=last).contains(uid));
                prop_assert!(wanted.clone().all(|uid| part.uids().contains(uid)), "{first}-{last}: {:?}\n{html}\n{}", part.uids(), part.html());
                let lines: Vec<&str> = whole.html().lines().map(|line| line.trim_start_matches([' ', '>', '-'])).collect();
                for line in part.html().lines().filter(|line| line.contains(" uid=")) {
                    let line = line.trim_start_matches([' ', '>', '-']);
                    prop_assert!(lines.contains(&line) || line.starts_with(|c: char| c.is_ascii_digit()), "{line}\n{}", whole.html());
                }
            }
        }
    }
}
