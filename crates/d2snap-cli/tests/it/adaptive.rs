//! `d2snap adaptive`.

use d2snap::TokenCounter;

use crate::run::{Folder, dataset, keys};

#[test]
fn a_budget_is_met_and_counted_exactly() {
    let page = dataset("shop-listing.html");
    let page = page.to_str().unwrap();
    let folder = Folder::new("adaptive_budget");
    for budget in ["8192", "2048", "300"] {
        let lines = folder.json(&["adaptive", page, "--max-tokens", budget, "--json"]);
        let page = &lines[0];
        let html = page["html"].as_str().unwrap();
        assert_eq!(page["tokens"], TokenCounter::o200k_base().count(html));
        assert!(page["tokens"].as_u64().unwrap() <= budget.parse().unwrap(), "{budget}");
        assert_eq!((page["k"].as_f64(), page["l"].as_f64(), page["m"].as_f64()), (Some(1.0), Some(1.0), Some(1.0)));
        let printed = page["targets"].as_array().unwrap().len() as u64;
        assert_eq!(page["elided"]["targets"].as_u64().unwrap(), page["targets_total"].as_u64().unwrap() - printed);
        assert!(page["elided"]["tokens"].as_u64().unwrap() > 0);
    }
}

#[test]
fn a_page_that_fits_is_not_reduced() {
    let folder = Folder::new("adaptive_fits").file("page.html", "<main><p class=a>One. Two.</p><button data-x=1>Go</button></main>");
    let lines = folder.json(&["adaptive", "page.html", "--json"]);
    let page = &lines[0];
    assert_eq!(page["html"], "<main>\nOne. Two.\n<button data-x=1 uid=1>Go</button>\n</main>\n");
    assert_eq!((page["k"].as_f64(), page["budget"].as_u64(), page["schedule"].as_str()), (Some(0.0), Some(8192), Some("ranked")));
    let last: Vec<&str> = keys(page).into_iter().skip(21).collect();
    assert_eq!(last, ["schedule", "evaluations", "budget", "elided"]);
    assert_eq!(page["elided"].to_string(), r#"{"targets":0,"lines":0,"tokens":0,"runs":[]}"#);
}

#[test]
fn overflow_can_be_an_error() {
    let page = dataset("shop-listing.html");
    let page = page.to_str().unwrap();
    let folder = Folder::new("adaptive_overflow");
    let run = folder.run(&["adaptive", page, "--max-tokens", "500", "--on-overflow", "error"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("no snapshot fits 500 tokens: the smallest has "), "{}", run.stderr);
    let tiny = folder.run(&["adaptive", page, "--max-tokens", "1"]);
    assert_eq!(tiny.code, Some(1));
}

#[test]
fn a_budget_holds_for_the_pretty_layout() {
    let page = dataset("shop-listing.html");
    let page = page.to_str().unwrap();
    let folder = Folder::new("adaptive_pretty");
    let counter = d2snap::TokenCounter::o200k_base();
    for budget in [1000, 8192] {
        let max_tokens = budget.to_string();
        let pretty = &folder.json(&["adaptive", page, "--max-tokens", &max_tokens, "--format", "pretty", "--json"])[0];
        let html = pretty["html"].as_str().unwrap();
        assert!(html.lines().any(|line| line.starts_with("  <")), "{html}");
        let tokens = counter.count(html);
        assert!(pretty["tokens"] == tokens && tokens <= budget && tokens > budget * 9 / 10, "{tokens} of {budget}");
    }
    let part = &folder.json(&["expand", page, "--uids", "1-40", "--max-tokens", "600", "--format", "pretty", "--json"])[0];
    let html = part["html"].as_str().unwrap();
    assert!(html.lines().any(|line| line.starts_with("  ")) && counter.count(html) <= 600, "{html}");
}
