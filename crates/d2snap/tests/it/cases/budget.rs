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
        let printed: Vec<u32> =
            snapshot.html().split(" uid=").skip(1).map(|rest| rest.split('>').next().unwrap().parse().unwrap()).collect();
        assert_eq!(snapshot.uids(), printed);
        assert_eq!(snapshot.targets().iter().map(|target| target.uid).collect::<Vec<_>>(), printed);
        assert_eq!(snapshot.adaptive().unwrap().elided.targets, 600 - printed.len());
    }
}

/// The snapshot of `html` between much filler, within 120 tokens.
fn crowded(html: &str) -> String {
    let filler = "<p>Words that nobody would miss if they were gone.</p>".repeat(30);
    parse(&format!("{filler}{html}{filler}")).adaptive(&Budget::new(120)).unwrap().into_html()
}

#[test]
fn a_field_keeps_its_label_wherever_that_is() {
    for (page, kept) in [
        (
            "<ul><li><label><input type=checkbox checked> Red (204)</label><li><label><input type=checkbox> Blue</label></ul>",
            "<label><input type=checkbox checked uid=1> Red (204)</label>\n<label><input type=checkbox uid=2> Blue</label>\n",
        ),
        (
            "<label>Sort by <select><option>Name<option selected>Date</select></label>",
            "<label>Sort by <select uid=1><option selected>Date</option>… 1 more choice</select></label>\n",
        ),
        ("<label><input type=radio><div>Express</div><p>Tomorrow.</p></label>", "<label>\n<input type=radio uid=1>\nExpress\n"),
        (
            "<label id=n>Note</label><div role=textbox aria-labelledby=n contenteditable>Ring twice</div>",
            "<label>Note</label>\n<div role=textbox contenteditable uid=1>Ring twice</div>\n",
        ),
        ("<p>One thing. Another.</p><label for=a>Street</label><p><input id=a>", "<label>Street</label>\n<input uid=1>\n"),
    ] {
        let text = crowded(page);
        assert!(text.contains(kept), "{kept} in\n{text}");
    }
}

#[test]
fn a_field_without_a_role_is_a_field() {
    let buttons: String = (1..=60).map(|at| format!("<button>B{at}</button>")).collect();
    for kind in ["password", "date", "time", "month", "week", "datetime-local", "color", "file"] {
        let page = format!("{buttons}<label>The one that matters on this page <input type={kind}></label>");
        let text = parse(&page).adaptive(&Budget::new(60)).unwrap().into_html();
        assert!(text.contains(&format!("<label>The one that matters on this page <input type={kind} uid=61></label>\n")), "{text}");
    }
    let text = parse(&"<input type=date aria-label=Day><br>".repeat(60)).adaptive(&Budget::new(60)).unwrap().into_html();
    assert_eq!(text.lines().last().unwrap(), "… 56 more fields (uid 5–60)", "{text}");
}

#[test]
fn a_folded_list_shows_what_it_has_chosen_marked_or_not() {
    let months: String = (1..=40).map(|at| format!("<option>Month {at}</option>")).collect();
    for (page, kept) in [
        (format!("<select>{months}</select>"), "<option>Month 1</option>"),
        (format!("<select><option disabled>Choose</option>{months}</select>"), "<option>Month 1</option>"),
        (
            format!("<select><optgroup label=A>{months}</optgroup><optgroup label=B><option selected>Last</optgroup></select>"),
            "<optgroup label=B><option selected>Last</option></optgroup>",
        ),
    ] {
        let text = parse(&page).adaptive(&Budget::new(40)).unwrap().into_html();
        assert!(text.contains(kept), "{kept} in\n{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.ends_with(" more choices</select>\n"), "{text}");
    }
}

#[test]
fn a_row_keeps_what_tells_its_targets_from_those_of_others() {
    let row = |at: u32| format!("<tr><th>Room {at}<td>Words that nobody would miss if they were gone.<td><button>Book</button>");
    let text = crowded(&format!("<table>{}</table>", (1..=3).map(row).collect::<String>()));
    assert!(text.contains("| Room 1 | | <button uid=1>Book</button> |\n| Room 2 | | <button uid=2>Book</button> |\n"), "{text}");
    let message =
        |at: u32| format!("<tr onclick=f()><td><div role=checkbox></div><td>From {at}<td>Words that nobody would miss if they were gone.");
    let text = crowded(&format!("<table>{}</table>", (1..=2).map(message).collect::<String>()));
    assert!(text.contains("<tr onclick uid=1>| <div role=checkbox uid=2></div> | From 1 | |</tr>\n"), "{text}");
    let text = crowded("<table><tr><td>1 <a href=/1>○</a><td>2 ×<td>3 <a href=/3>△</a><tr><td>4<td>5<td>6</table>");
    assert!(text.contains("| 1 <a uid=1>○</a> | | 3 <a uid=2>△</a> |\n"), "{text}");
}

#[test]
fn the_checked_one_of_a_group_goes_no_earlier_than_the_others() {
    let radio = |at: u32| format!("<input type=radio{}>", if at == 3 { " checked" } else { "" });
    let page = format!("<p>x</p>{}", (1..=40).map(radio).collect::<Vec<_>>().join("<br>"));
    let snapshot = parse(&page).adaptive(&Budget::new(100)).unwrap().into_html();
    assert!(snapshot.contains("<input type=radio checked uid=3>") && !snapshot.contains("uid=20>"), "{snapshot}");
}

#[test]
fn a_live_region_is_an_alert_unless_it_is_a_part_of_the_page() {
    let text = crowded("<div aria-live=polite>Now €64.00</div><div aria-live=polite></div><p aria-live=assertive>Three left.</p>");
    assert!(text.contains("Now €64.00\n") && text.contains("Three left.\n"), "{text}");
    let filler = "<p>Words that nobody would miss if they were gone.</p>".repeat(60);
    let page = format!("<div aria-live=polite>{filler}</div><label>Name <input></label>");
    let text = parse(&page).adaptive(&Budget::new(60)).unwrap().into_html();
    assert!(text.contains("<label>Name <input uid=1></label>\n"), "{text}");
}

#[test]
fn many_short_links_fill_their_budget() {
    let page: String = (0..400).map(|at| format!("<a href=/{at}>Page {at}</a> ")).collect();
    let document = parse(&page);
    let snapshot = document.adaptive(&Budget::new(500)).unwrap();
    let tokens = snapshot.adaptive().unwrap().tokens;
    assert!((470..=500).contains(&tokens), "{tokens}");
    assert!(snapshot.html().starts_with("<a uid=1>Page 0</a>\n<a uid=2>Page 1</a>\n"));
    let first = snapshot.uids().len() + 1;
    assert_eq!(snapshot.html().lines().last().unwrap(), format!("… {} more links (uid {first}–400)", 401 - first));
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
fn a_folded_list_that_shows_no_choice_has_no_more_of_them() {
    let options: String = (1..=63).map(|at| format!("<option>Size {at}</option>")).collect();
    let document = parse(&format!("<select multiple aria-label=Sizes>{options}</select>"));
    let text = document.adaptive(&Budget::new(24)).unwrap().into_html();
    assert_eq!(text, "<select aria-label=Sizes uid=1>… 63 choices</select>\n");
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

#[test]
fn no_field_stands_without_its_label_where_the_budget_ends() {
    let page: String = (1..=40).map(|at| format!("<label><input type=checkbox> Kind {at}</label><br>")).collect();
    let document = parse(&page);
    for budget in 40..140 {
        let text = document.adaptive(&Budget::new(budget)).unwrap().into_html();
        assert!(text.contains("Kind 1</label>") && !text.contains("></label>"), "{budget}: {text}");
    }
}

#[test]
fn a_button_that_is_all_of_a_label_stays_with_the_field() {
    let facet = |at: usize| format!("<li><label><input type=checkbox><button aria-label='Only kind {at}'></button></label></li>");
    let document = parse(&format!("<ul>{}</ul>", (1..=60).map(facet).collect::<String>()));
    for budget in [60, 100, 101, 105, 110, 150, 300] {
        let text = document.adaptive(&Budget::new(budget)).unwrap().into_html();
        assert!(text.contains("Only kind 1\" uid=2></button></label>"), "{budget}: {text}");
        assert_eq!(text.matches("<input").count(), text.matches("<button").count(), "{budget}: {text}");
    }
}
