//! SPEC §9: a token budget.

use d2snap::{Budget, Document, Error, OnOverflow, Options, Params, TokenCounter, Weights};
use d2snap_check::{Page, tags};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::generate::page;

fn parse(html: &str) -> Document {
    Document::parse(html, &Options::default().with_uids(true)).expect("any text gives a document")
}

fn words() -> TokenCounter {
    TokenCounter::custom("words", |text| text.split_whitespace().count())
}

#[test]
fn a_page_that_fits_is_not_reduced() {
    let document = parse("<main><p class=a>One. Two.</p><button data-x=1>Go</button></main>");
    let snapshot = document.adaptive(&Budget::new(100)).unwrap();
    assert_eq!(snapshot.html(), "<main>\nOne. Two.\n<button data-x=1 uid=1>Go</button>\n</main>\n");
    let adaptive = snapshot.adaptive().unwrap();
    assert_eq!((snapshot.params().unwrap(), adaptive.utility), (Params::new(0.0, 0.0, 0.0).unwrap(), 2.0));
    assert_eq!(adaptive.tokens, snapshot.tokens(&TokenCounter::o200k_base()));
}

#[test]
fn many_links_are_elided_with_a_marker() {
    let links: String = (1..=400).map(|at| format!("<li><a href=/{at}>Link number {at}</a>")).collect();
    let document = parse(&format!("<h1>All</h1><ul>{links}</ul>"));
    let snapshot = document.adaptive(&Budget::new(500)).unwrap();
    let adaptive = snapshot.adaptive().unwrap();
    assert!(adaptive.tokens <= 500 && adaptive.tokens >= 450, "{}", adaptive.tokens);
    assert_eq!(adaptive.elided.targets, 400 - snapshot.uids().len());
    assert!(snapshot.html().starts_with("# All\n<a uid=1>Link number 1</a>\n"));
    let run = adaptive.elided.runs.iter().max_by_key(|run| run.count).unwrap();
    let marker = format!("… {} more links (uid {}–{})\n", run.count, run.first, run.last);
    assert!(snapshot.html().contains(&marker), "{}", snapshot.html());
}

#[test]
fn what_matters_to_an_agent_stays_longest() {
    let prose = "<p>Some words of no great weight that fill the page up. And more of them, again and again.</p>".repeat(60);
    let page = format!(
        "<h1>Title</h1>{prose}<h2>Pay</h2><form><label for=c>Card</label><input id=c><button>Pay now</button></form><p role=alert>Card refused</p>{prose}"
    );
    let document = parse(&page);
    let snapshot = document.adaptive(&Budget::new(120)).unwrap();
    for kept in
        ["# Title", "## Pay", "<label>Card</label>", "<input uid=1>", "<button uid=2>Pay now</button>", "<form>", "</form>", "Card refused"]
    {
        assert!(snapshot.html().contains(kept), "{kept} in\n{}", snapshot.html());
    }
}

#[test]
fn a_long_list_of_choices_is_folded_around_the_chosen_one() {
    let options: String = (1..=200).map(|at| format!("<option{}>Choice {at}", if at == 77 { " selected" } else { "" })).collect();
    let document = parse(&format!("<select>{options}</select>"));
    let snapshot = document.adaptive(&Budget::new(60)).unwrap();
    assert!(snapshot.html().contains("<option selected>Choice 77</option>"), "{}", snapshot.html());
    let printed = snapshot.html().matches("<option").count();
    assert!(snapshot.html().contains(&format!("… {} more choices</select>", 200 - printed)), "{}", snapshot.html());
}

#[test]
fn what_a_task_names_stays() {
    let links: String = (1..=300).map(|at| format!("<li><a href=/{at}>Entry number {at} of the list</a>")).collect();
    let page = format!(
        "<h1>All</h1><ul>{links}<li><a href=/flights>Cheap flights from Hamburg</a></ul><p>Nothing here. Our offices are in Berlin. We fly daily from Hamburg to Rome.</p>"
    );
    let document = parse(&page);
    let budget = Budget::new(120);
    let without = document.adaptive(&budget).unwrap();
    assert!(!without.html().contains("Hamburg"));
    let with = document.adaptive(&budget.with_task("Find a flight from Hamburg")).unwrap();
    assert!(with.html().contains("<a uid=301>Cheap flights from Hamburg</a>"), "{}", with.html());
    assert!(with.html().contains("We fly daily from Hamburg to Rome."), "{}", with.html());
}

#[test]
fn a_budget_that_can_not_be_met_says_so() {
    let document = parse(&"<p>Words and words.</p>".repeat(50));
    let error = document.adaptive(&Budget::new(20).with_on_overflow(OnOverflow::Error)).unwrap_err();
    assert!(matches!(error, Error::BudgetUnreachable { budget: 20, .. }), "{error}");
    assert!(matches!(document.adaptive(&Budget::new(0)).unwrap_err(), Error::BudgetUnreachable { .. }));
}

#[test]
fn a_margin_leaves_room_and_weights_are_checked() {
    let document = parse(&"<div class=a><p>Words and words.</p><a href=/x>link</a></div>".repeat(50));
    let snapshot = document.adaptive(&Budget::new(400).with_margin(0.5)).unwrap();
    assert!(snapshot.adaptive().unwrap().tokens <= 200);
    assert_eq!(
        Weights::new(-1.0, 0.0, 0.0).unwrap_err().to_string(),
        "weights = (-1, 0, 0) is out of range: three numbers, none negative, one above zero"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(9), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_budget_is_met_tags_balance_and_more_room_never_hurts(html in page()) {
        let document = parse(&html);
        let page = Page::read(&html);
        let counter = TokenCounter::chars4();
        let mut before: Option<(f64, Vec<u32>)> = None;
        for budget in [40, 60, 90, 140, 220, 400, 4000] {
            let Ok(snapshot) = document.adaptive(&Budget::new(budget).with_counter(counter.clone())) else { continue };
            let adaptive = snapshot.adaptive().unwrap();
            prop_assert_eq!(adaptive.tokens, counter.count(snapshot.html()));
            prop_assert!(adaptive.tokens <= budget);
            let told: Vec<String> = tags::check(snapshot.html(), &page, tags::Order::Source, false).iter().map(ToString::to_string).collect();
            prop_assert!(told.is_empty(), "{}\n{}\n{}", told.join("\n"), html, snapshot.html());
            if let Some((utility, uids)) = before {
                prop_assert!(adaptive.utility >= utility - 1e-12, "{} then {} at {}\n{}", utility, adaptive.utility, budget, html);
                prop_assert!(uids.iter().all(|uid| snapshot.uids().contains(uid)), "{:?} then {:?} at {}\n{}", uids, snapshot.uids(), budget, html);
            }
            before = Some((adaptive.utility, snapshot.uids().to_vec()));
        }
    }

    #[test]
    fn no_other_reduction_under_the_budget_is_better(html in page()) {
        let document = parse(&html);
        let counter = words();
        let size = |k, l, m| document.snap(Params::new(k, l, m).unwrap()).tokens(&counter);
        let (full, whole) = (size(1.0, 1.0, 1.0), size(0.0, 0.0, 0.0));
        let budget = (full + whole) / 2;
        prop_assume!(budget < whole);
        let snapshot = document.adaptive(&Budget::new(budget).with_counter(counter.clone())).unwrap();
        let best = snapshot.adaptive().unwrap().utility - 1.0;
        let containers = snapshot.stats().containers.max(1);
        for k in (0..=containers).map(|gone| gone as f64 / containers as f64) {
            for l in [0.0, 0.2, 0.34, 0.5, 0.67, 0.8, 1.0] {
                for m in [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0] {
                    let params = Params::new(k, l, m).unwrap();
                    if size(k, l, m) <= budget {
                        let other = document.utility(params, Weights::default());
                        prop_assert!(other <= best + 1e-9, "({k}, {l}, {m}) has {other}, chosen {:?} has {best}\n{html}", snapshot.params());
                    }
                }
            }
        }
    }
}

#[test]
fn a_task_chooses_sentences_where_nothing_is_left_out() {
    let filler = "The valley is quiet in autumn. The valley is green in spring. The valley is white in winter.";
    let page = format!("<article><p>{filler} A ferry leaves at noon. The valley is dry in summer.</p></article>");
    let document = parse(&page);
    let budget = Budget::new(22);
    let without = document.adaptive(&budget).unwrap();
    assert!(without.adaptive().unwrap().utility >= 1.0 && !without.html().contains("ferry"), "{}", without.html());
    let with = document.adaptive(&budget.with_task("When does the ferry leave?")).unwrap();
    assert!(with.adaptive().unwrap().utility >= 1.0 && with.html().contains("A ferry leaves at noon."), "{}", with.html());
}

#[test]
fn headings_leave_room_for_what_can_be_acted_on() {
    let sections: String = (1..=150).map(|at| format!("<h2>Chapter {at} of the long handbook</h2><p><button>Open {at}</button>")).collect();
    let snapshot = parse(&sections).adaptive(&Budget::new(1_000)).unwrap().html().to_owned();
    let headings = snapshot.lines().filter(|line| line.starts_with("## ")).count();
    let buttons = snapshot.matches("<button").count();
    assert!(headings >= 20 && buttons >= 40, "{headings} headings, {buttons} buttons\n{snapshot}");
    // Where all of them cost a quarter at most, all stay.
    let few: String = (1..=20).map(|at| format!("<h2>Chapter {at} of the long handbook</h2>")).collect();
    let page = format!("{few}{}", (1..=300).map(|at| format!("<p><button>Open {at}</button>")).collect::<String>());
    let snapshot = parse(&page).adaptive(&Budget::new(1_000)).unwrap().html().to_owned();
    assert_eq!(snapshot.lines().filter(|line| line.starts_with("## ")).count(), 20, "{snapshot}");
}

#[test]
fn what_one_budget_counted_changes_nothing_for_the_next() {
    for name in ["shop-listing", "forum-thread", "ryokan-ja"] {
        let html = std::fs::read_to_string(format!("{}/../../datasets/pages/{name}.html", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let document = parse(&html);
        for budget in [3_000, 700, 1_500, 3_000] {
            let again = document.adaptive(&Budget::new(budget)).unwrap();
            let fresh = parse(&html);
            let first = fresh.adaptive(&Budget::new(budget)).unwrap();
            assert_eq!(again.html(), first.html(), "{name} at {budget}");
            assert_eq!(again.adaptive().unwrap().tokens, TokenCounter::o200k_base().count(first.html()));
            // Another counter has counts of its own.
            let other = Budget::new(budget).with_counter(TokenCounter::cl100k_base());
            assert_eq!(document.adaptive(&other).unwrap().html(), fresh.adaptive(&other).unwrap().html());
        }
    }
}

#[test]
fn a_budget_without_end_is_no_limit() {
    let cards: String =
        (0..60).map(|at| format!("<div class=a><div><p>Card {at}.</p><a href=/{at}>Go</a></div><p>More.</p></div>")).collect();
    let document = parse(&cards);
    for tokens in [usize::MAX, usize::MAX / 2, usize::MAX / 8 + 1] {
        let snapshot = document.adaptive(&Budget::new(tokens)).unwrap();
        assert_eq!(snapshot.html(), document.snap(Params::new(0.0, 0.0, 0.0).unwrap()).html());
        assert_eq!(snapshot.adaptive().unwrap().utility, 2.0);
    }
}

#[test]
fn what_is_left_of_a_budget_is_filled_with_attributes_from_the_top() {
    let link = |at: usize| format!("<p><a href=/a/rather/long/address/of/the/page/number/{at}>Page {at}</a></p>");
    let document = parse(&(1..=40).map(link).collect::<String>());
    let counter = TokenCounter::o200k_base();
    let size = |m: f64| document.snap(Params::new(0.0, 0.0, m).unwrap()).tokens(&counter);
    let (least, whole) = (size(1.0), size(0.0));
    let budget = (least + whole) / 2;
    let snapshot = document.adaptive(&Budget::new(budget)).unwrap();
    let adaptive = snapshot.adaptive().unwrap();
    let filled = snapshot.html().matches(" href=").count();
    assert_eq!((adaptive.filled, adaptive.tokens), (filled, counter.count(snapshot.html())));
    assert!(adaptive.tokens <= budget && adaptive.tokens * 20 > budget * 19 && filled > 10, "{} of {budget}", adaptive.tokens);
    // The first so many have it, and are as they would be with all of them.
    let all = document.snap(Params::new(0.0, 0.0, 0.0).unwrap());
    let none = document.snap(snapshot.params().unwrap());
    let expected: Vec<&str> = all.html().lines().take(filled).chain(none.html().lines().skip(filled)).collect();
    assert_eq!(snapshot.html().lines().collect::<Vec<_>>(), expected);
    // Where all of them fit, nothing is filled.
    assert_eq!(document.adaptive(&Budget::new(whole)).unwrap().adaptive().unwrap().filled, 0);
}

#[test]
fn what_stands_beside_what_a_task_names_stays() {
    let card = |at: usize| {
        let name = if at == 33 { "Brass kettle".to_owned() } else { format!("Wooden spoon {at}") };
        format!("<li><a href=/{at}>{name}</a> <button>Add to basket</button></li>")
    };
    let document = parse(&format!("<ul>{}</ul>", (1..=60).map(card).collect::<String>()));
    let budget = Budget::new(150);
    let button = "<button uid=66>Add to basket</button>";
    assert!(!document.adaptive(&budget).unwrap().html().contains(button));
    let html = document.adaptive(&budget.with_task("Buy the kettle")).unwrap().into_html();
    assert!(html.contains(&format!("<a uid=65>Brass kettle</a>\n{button}")), "{html}");
}

#[test]
fn cards_outlast_sentences() {
    let card = |at: usize| format!("<div class=card><h3>Item {at}</h3><button>Add</button><button>Save</button></div>");
    let prose: String = (1..=80).map(|at| format!("<p>Paragraph {at} speaks of nothing that matters here.</p>")).collect();
    let page = format!("{}{prose}", (1..=8).map(card).collect::<String>());
    let html = parse(&page).adaptive(&Budget::new(400)).unwrap().into_html();
    assert_eq!(html.matches("<div>\n### Item").count(), 8, "{html}");
    assert!(html.matches("Paragraph").count() < 40, "{html}");
}

#[test]
fn what_is_left_out_of_a_line_completes_no_tag_or_reference() {
    let long = "Further words that make the line long. ".repeat(20);
    for (begins, completes, forged) in
        [("More&lt;", "img src=x>", "<img"), ("R&amp;", "lt;img src=x>", "R&lt;"), ("&lt;", "/a> x", "</a> x"), ("a &lt;", "!-- ", "<!--")]
    {
        let pages = ["<label for=b>Name</label>", " <label for=b>Name</label>", "<i> Name.</i>", " <button>Name</button>", " <img src=x>"]
            .map(|between| {
                format!(
                    "<li>Milk <a href=/milk>{begins}{between}{completes}{long}</a> {long}<p>a {begins}{between}{completes}{long}<p>{long}"
                )
            });
        for (html, max_tokens) in pages.iter().flat_map(|html| (14..120).map(move |max_tokens| (html, max_tokens))) {
            let document = parse(html);
            let Ok(snapshot) = document.adaptive(&Budget::new(max_tokens)) else { continue };
            let text = snapshot.html();
            assert!(!text.contains(forged), "{text}");
            assert_eq!(text.matches("</a>").count(), text.matches("<a ").count(), "{text}");
            assert!(tags::check(text, &Page::read(html), tags::Order::Source, false).is_empty(), "{text}");
        }
    }
}
