//! Any bytes as a page.

use d2snap::{Budget, Document, Error, OnOverflow, TokenCounter};
use d2snap_check::{Page, tags};

use crate::input::Choices;

/// Any bytes, at any parameters and options, give a snapshot whose tags balance, the same one twice.
pub fn snap(data: &[u8]) {
    let mut choices = Choices(data);
    let (params, options) = (choices.params(), choices.options());
    let document = Document::parse_bytes(choices.0, &options).expect("any bytes give a document");
    let snapshot = document.snap(params);
    balanced(snapshot.html(), snapshot.html().starts_with("<!-- "));
    assert_eq!(document.snap(params).html(), snapshot.html());
    assert!(snapshot.uids().iter().zip(snapshot.uids().iter().skip(1)).all(|(one, next)| one < next), "{:?}", snapshot.uids());
    let again = Document::parse_bytes(choices.0, &options).expect("any bytes give a document");
    assert_eq!(again.snap(params).html(), snapshot.html());
}

/// A budget is met, and counted exactly, or the error says that it can not be.
pub fn adaptive(data: &[u8]) {
    let mut choices = Choices(data);
    let options = choices.options();
    let max_tokens = usize::from(choices.byte()) * (1 + usize::from(choices.byte() % 4) * 8);
    let counter = match choices.byte() % 4 {
        0 => TokenCounter::o200k_base(),
        1 => TokenCounter::cl100k_base(),
        2 => TokenCounter::chars4(),
        _ => TokenCounter::custom("words", |text| text.split_whitespace().count()),
    };
    let mut budget = Budget::new(max_tokens).with_counter(counter.clone());
    if choices.bool() {
        budget = budget.with_on_overflow(OnOverflow::Error);
    }
    if choices.bool() {
        budget = budget.with_task("find the price and buy it");
    }
    let document = Document::parse_bytes(choices.0, &options).expect("any bytes give a document");
    let snapshot = match document.adaptive(&budget) {
        Ok(snapshot) => snapshot,
        Err(Error::BudgetUnreachable { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    let tokens = counter.count(snapshot.html());
    assert!(tokens <= max_tokens, "{tokens} tokens of {max_tokens}\n{}", snapshot.html());
    assert_eq!(snapshot.adaptive().map(|adaptive| adaptive.tokens), Some(tokens), "\n{}", snapshot.html());
    balanced(snapshot.html(), snapshot.html().starts_with("<!-- "));
}

/// Tags balance, and nothing is a comment or a doctype.
pub(crate) fn balanced(snapshot: &str, header: bool) {
    // Held against itself, a snapshot has no tag too many.
    for breach in tags::check(snapshot, &Page::read(""), tags::Order::Any, header) {
        let is_of_page = breach.detail.starts_with("there are more <") || breach.detail.contains("is no element that follows");
        assert!(is_of_page, "{breach}\n--- snapshot\n{snapshot}");
    }
}
