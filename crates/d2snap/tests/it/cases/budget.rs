//! What a budget may and may not take away.

use d2snap::{Budget, Document, Expand, Options, TokenCounter};

fn parse(html: &str) -> Document {
    Document::parse(html, &Options::default().with_uids(true)).expect("any text gives a document")
}

/// A table of `rows` × 9 with one field above.
fn grid(rows: usize) -> String {
    let cells = |row: usize| (0..9).map(|column| format!("<td>r{row}c{column}</td>")).collect::<String>();
    let rows: String = (0..rows).map(|row| format!("<tr>{}</tr>", cells(row))).collect();
    format!("<label>Find <input type=search></label><table>{rows}</table>")
}

#[test]
fn cells_do_not_drown_the_one_field() {
    let document = parse(&grid(20));
    let snapshot = document.adaptive(&Budget::new(60)).unwrap();
    assert!(snapshot.html().starts_with("<label>Find <input type=search uid=1></label>\n| r0c0 |"), "{}", snapshot.html());
    assert!(snapshot.html().lines().last().unwrap().starts_with("… "), "{}", snapshot.html());
    let without = crate::snap(&grid(20), &Options::default().with_exclude("table"), (0.0, 0.0, 1.0));
    assert_eq!(without, "<label>Find <input type=search></label>");
}

#[test]
fn alerts_and_prices_outlast_filler_and_what_went_is_counted() {
    let filler = "<p>Words that nobody would miss if they were gone.</p>".repeat(40);
    let document = parse(&format!("<p>Total $5</p><div role=alert>Card refused</div><button>Pay</button>{filler}"));
    let snapshot = document.adaptive(&Budget::new(40)).unwrap();
    assert!(snapshot.html().contains("Total $5\nCard refused\n<button uid=1>Pay</button>\n"), "{}", snapshot.html());
    let elided = &snapshot.adaptive().unwrap().elided;
    assert!(elided.lines >= 35, "{}", elided.lines);
    assert_eq!(snapshot.html().lines().last().unwrap(), format!("… {} more lines", elided.lines));
}

#[test]
fn the_budget_is_a_cap_and_targets_are_those_printed() {
    let page: String = (1..=600).map(|at| format!("<button>Button {at}</button>")).collect();
    let document = parse(&page);
    for budget in [30, 50, 200, 1000] {
        let snapshot = document.adaptive(&Budget::new(budget)).unwrap();
        assert!(TokenCounter::o200k_base().count(snapshot.html()) <= budget);
        let printed: Vec<u32> = snapshot.html().split(" uid=").skip(1).map(|rest| rest.split('>').next().unwrap().parse().unwrap()).collect();
        assert_eq!(snapshot.uids(), printed);
        assert_eq!(snapshot.targets().iter().map(|target| target.uid).collect::<Vec<_>>(), printed);
        assert_eq!(snapshot.adaptive().unwrap().elided.targets, 600 - printed.len());
    }
}

#[test]
fn many_short_links_fill_their_budget() {
    let page: String = (0..400).map(|at| format!("<a href=/{at}>Page {at}</a> ")).collect();
    let document = parse(&page);
    let snapshot = document.adaptive(&Budget::new(500)).unwrap();
    let tokens = snapshot.adaptive().unwrap().tokens;
    assert!((470..=500).contains(&tokens), "{tokens}");
    assert!(snapshot.html().starts_with("<a uid=1>Page 0</a>\n<a uid=2>Page 1</a>\n"));
}

#[test]
fn every_page_of_the_repository_fits_every_budget_exactly() {
    let counter = TokenCounter::o200k_base();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let document = parse(&std::fs::read_to_string(&path).unwrap());
        for budget in [200, 1000, 4096, 32_768] {
            let snapshot = document.adaptive(&Budget::new(budget)).unwrap();
            let tokens = counter.count(snapshot.html());
            assert!(tokens <= budget, "{} has {tokens} of {budget}", path.display());
            assert_eq!(snapshot.adaptive().unwrap().tokens, tokens, "{}", path.display());
        }
    }
}

#[test]
fn a_folded_list_of_choices_shows_the_chosen_one_and_can_be_asked_for_whole() {
    let options: String = (1..=60).map(|at| format!("<option{}>Size {at}</option>", if at == 41 { " selected" } else { "" })).collect();
    let document = parse(&format!("<select>{options}</select>"));
    let snapshot = document.adaptive(&Budget::new(60)).unwrap();
    assert!(snapshot.html().contains("<option selected>Size 41</option>"), "{}", snapshot.html());
    let kept = snapshot.html().matches("<option").count();
    assert!(snapshot.html().contains(&format!("… {} more choices</select>", 60 - kept)), "{}", snapshot.html());
    let whole = document.expand(&Expand::uids(1..=1), &Budget::new(4000)).unwrap();
    assert_eq!(whole.html().matches("<option").count(), 60);
}

#[test]
fn thousands_of_paragraphs_with_links_are_one_pass() {
    let page: String = (0..3_000).map(|at| format!("<p>Entry {at} has <a href=/{at}>a note</a> here. It says more.</p>")).collect();
    let document = parse(&page);
    let snapshot = document.snap(crate::cases::params((0.3, 0.5, 1.0)));
    assert_eq!(snapshot.html().lines().count(), 3_000);
    assert_eq!(snapshot.uids().len(), 3_000);
    assert_eq!(snapshot.html().lines().nth(7).unwrap(), "Entry 7 has <a uid=8>a note</a> here.");
}
