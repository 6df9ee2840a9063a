//! The tables of `d2snap stats`, for people.

use std::fmt::Write;

use d2snap::{Breakdown, Params};

use super::record::Record;

/// Rows of the tables of tags and attributes.
const ROWS: usize = 12;
/// Columns of a name.
const NAME: usize = 24;

/// The tables.
pub fn text(record: &Record<'_>) -> String {
    let mut out = String::new();
    head(record, &mut out);
    classes("page, by class", record.page, &mut out);
    classes("snapshot, by class", record.snapshot, &mut out);
    let tags = |breakdown: &Breakdown| breakdown.tags.iter().map(|tag| (tag.name.clone(), tag.count, tag.total())).collect();
    compared("by tag, with attributes", &tags(record.page), &tags(record.snapshot), &mut out);
    let attributes =
        |breakdown: &Breakdown| breakdown.attributes.iter().map(|share| (share.name.clone(), share.count, share.tokens)).collect();
    compared("by attribute", &attributes(record.page), &attributes(record.snapshot), &mut out);
    subtrees(record.snapshot, &mut out);
    kept(record, &mut out);
    withheld(record, &mut out);
    out
}

/// Writing to a string never fails.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        let _ = writeln!($out, $($text)*);
    }};
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}

fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A name in one line and `width` columns, with an ellipsis where it is longer.
fn short(name: &str, width: usize) -> String {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if name.chars().count() <= width {
        return name;
    }
    name.chars().take(width - 1).chain(['…']).collect()
}

fn head(record: &Record<'_>, out: &mut String) {
    let params: Params = record.params;
    let Record { page, snapshot, page_bytes, .. } = record;
    put!(
        out,
        "{} at k {} l {} m {}, {} profile, tokens by {}",
        record.file,
        params.k(),
        params.l(),
        params.m(),
        record.profile,
        record.tokenizer
    );
    put!(out, "{:<NAME$} {:>12} {:>12}", "", "bytes", "tokens");
    put!(out, "{:<NAME$} {:>12} {:>12}", "page", number(*page_bytes), number(page.tokens));
    let share = percent(snapshot.tokens, page.tokens);
    put!(out, "{:<NAME$} {:>12} {:>12}   {share} of the page's tokens", "snapshot", number(snapshot.bytes), number(snapshot.tokens));
}

fn classes(title: &str, breakdown: &Breakdown, out: &mut String) {
    put!(out, "\n{title:<NAME$} {:>12} {:>12} {:>8}", "count", "tokens", "share");
    for share in &breakdown.classes {
        let count = if share.count > 0 { number(share.count) } else { String::new() };
        put!(
            out,
            "  {:<width$} {count:>12} {:>12} {:>8}",
            share.name,
            number(share.tokens),
            percent(share.tokens, breakdown.tokens),
            width = NAME - 2
        );
    }
}

type Rows = Vec<(String, usize, usize)>;

/// Names of which the page or the snapshot has most, side by side.
fn compared(title: &str, page: &Rows, snapshot: &Rows, out: &mut String) {
    let find = |rows: &Rows, name: &str| rows.iter().find(|row| row.0 == name).map_or((0, 0), |row| (row.1, row.2));
    // Half of the rows for what a page spends most on, half for what a snapshot does.
    let mut names: Vec<&str> = snapshot.iter().take(ROWS / 2).map(|row| row.0.as_str()).collect();
    for row in page.iter().chain(snapshot) {
        if names.len() < ROWS && !names.contains(&row.0.as_str()) {
            names.push(&row.0);
        }
    }
    if names.is_empty() {
        return;
    }
    let mut rows: Vec<_> = names.into_iter().map(|name| (name, find(page, name), find(snapshot, name))).collect();
    rows.sort_by_key(|(_, page, snapshot)| std::cmp::Reverse((snapshot.1, page.1)));
    put!(out, "\n{title:<NAME$} {:>12} {:>12} {:>12} {:>12}", "in page", "tokens", "in snapshot", "tokens");
    let mut row = |name: &str, page: (usize, usize), snapshot: (usize, usize)| {
        let name = short(name, NAME - 2);
        let width = NAME - 2;
        put!(out, "  {name:<width$} {:>12} {:>12} {:>12} {:>12}", number(page.0), number(page.1), number(snapshot.0), number(snapshot.1));
    };
    let all = |rows: &Rows| rows.iter().fold((0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2));
    let (mut others, mut others_kept) = (all(page), all(snapshot));
    let count = page.iter().chain(snapshot.iter().filter(|row| find(page, &row.0) == (0, 0))).count() - rows.len();
    for (name, in_page, kept) in rows {
        others = (others.0 - in_page.0, others.1 - in_page.1);
        others_kept = (others_kept.0 - kept.0, others_kept.1 - kept.1);
        row(name, in_page, kept);
    }
    if count > 0 {
        row(&format!("{} others", number(count)), others, others_kept);
    }
}

fn subtrees(snapshot: &Breakdown, out: &mut String) {
    if snapshot.subtrees.is_empty() {
        return;
    }
    put!(out, "\nheaviest parts of the snapshot {:>6} {:>8}", "tokens", "share");
    let mut apart = 0;
    for (at, subtree) in snapshot.subtrees.iter().enumerate() {
        let inside = match subtree.inside {
            Some(around) => format!(" (in {})", around + 1),
            None => {
                apart += subtree.tokens;
                String::new()
            }
        };
        put!(
            out,
            "  {:>2}{inside:<width$} {:>12} {:>8}  {}",
            at + 1,
            number(subtree.tokens),
            percent(subtree.tokens, snapshot.tokens),
            subtree.selector,
            width = NAME - 4
        );
    }
    let rest = snapshot.tokens.saturating_sub(apart);
    put!(out, "  {:<width$} {:>12} {:>8}", "all else", number(rest), percent(rest, snapshot.tokens), width = NAME - 2);
}

fn kept(record: &Record<'_>, out: &mut String) {
    let stats = record.stats;
    put!(out, "\nreduced {:>width$} {:>12}", "there", "kept", width = NAME + 5);
    for (name, all, kept) in [
        ("targets", record.targets, record.targets_kept),
        ("containers", stats.containers, stats.containers_kept),
        ("sentences", stats.sentences, stats.sentences_kept),
        ("attributes", stats.attributes, stats.attributes_kept),
    ] {
        put!(out, "  {name:<width$} {:>12} {:>12}", number(all), number(kept), width = NAME - 2);
    }
}

fn withheld(record: &Record<'_>, out: &mut String) {
    let stats = record.stats;
    let cut = (stats.depth_cut > 0).then_some(("depth-cut", stats.depth_cut));
    let all: Vec<(&str, usize)> = stats.withheld.iter().chain(cut).collect();
    if all.is_empty() {
        return;
    }
    put!(out, "\n{:<NAME$} {:>12}", "withheld", "count");
    for (reason, count) in all {
        put!(out, "  {reason:<width$} {:>12}  {}", number(count), why(reason), width = NAME - 2);
    }
}

/// What is counted, and why it is not there.
fn why(reason: &str) -> &'static str {
    match reason {
        "hidden" => "elements with `hidden`",
        "display-none" => "elements with `display: none` in their style",
        "visibility-hidden" => "elements with `visibility: hidden` in their style",
        "aria-hidden" => "elements with `aria-hidden=true`",
        "inert" => "elements with `inert`",
        "closed-dialog" => "dialogs that are closed",
        "popover" => "popovers that are not shown",
        "input-hidden" => "inputs of type hidden",
        "unlabelled" => "pictures without a label",
        "unslotted" => "children that no slot takes",
        "secret" => "values of password, one-time-code and card fields",
        "characters" => "invisible characters",
        "attribute-cut" => "attribute values that were too long; their beginning is there",
        "attribute-name" => "attributes whose name can not be written",
        "excluded" => "elements that --exclude leaves out",
        "depth-cut" => "elements below --max-depth; what they hold is there",
        _ => "",
    }
}
