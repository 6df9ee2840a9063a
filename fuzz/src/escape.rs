//! Texts of a page in known places.

use d2snap::{Document, Options, Params};
use d2snap_check::{Page, tags, targets};

use crate::input::Choices;

/// Where texts stand: each `{}` is one, in a text or in a quoted attribute.
const PAGE: &str = "<main title=\"{}\"><h2>{}</h2><p>{} <b>{}</b>{}<a href=\"{}\">{}</a>{}</p><ul><li>{}<li>{}<ul><li>{}</ul></ul>\
<blockquote>{}</blockquote><table><tr><th>{}<th>{}<tr><td>{}<td><button title=\"{}\">{}</button>{}</table><dl><dt>{}<dd>{}</dl>\
<p>{}<code>{}</code><p><img alt=\"{}\" src=\"{}\"><div class=\"{}\" aria-label=\"{}\">{}<input name=\"{}\" placeholder=\"{}\" value=\"{}\"></div>\
<label>{} <select><option value=\"{}\">{}<option>{}</select></label><textarea>{}</textarea><button aria-label=\"{}\"></button>\
<svg aria-label=\"{}\"></svg><details><summary>{}</summary>{}</details><p><span>{}</span>{}<em>{}</em>{}</p><pre>{}</pre></main>";

/// What a reader does not see.
fn blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200C}'..='\u{200F}')
}

/// No text and no attribute of a page yields a tag, a line, a number or a marker.
pub fn escape(data: &[u8]) {
    let mut choices = Choices(data);
    let (params, markdown) = (choices.params(), choices.bool());
    let rest = String::from_utf8_lossy(choices.0).into_owned();
    // The texts in turn; a text may be empty.
    let texts: Vec<&str> = rest.split('\u{1}').collect();
    let mut turns = texts.iter().cycle();
    let page = fill(|| escaped(turns.next().unwrap_or(&"")));
    // The same page with plain texts, and nothing where the text may say nothing: a run without text is laid out otherwise.
    let mut turns = texts.iter().cycle();
    let says = |text: &str| text.contains(|c: char| c.is_alphanumeric() || c.is_ascii_punctuation() || c == '…');
    let plain = fill(|| turns.next().map_or(String::new(), |text| if says(text) { "x".to_owned() } else { escaped(text) }));
    let options = Options::default().with_uids(true).with_markdown(markdown);
    let (document, like) = (parse(&page, &options), parse(&plain, &options));
    assert_eq!(document.target_count(), like.target_count(), "targets of\n{page}");
    let source = Page::read(&page);
    for params in [Params::default(), Params::new(0.0, 0.0, 0.0).unwrap_or_default(), params] {
        let snapshot = document.snap(params);
        let html = snapshot.html();
        let mut breaches = tags::check(html, &source, tags::Order::Source, false);
        breaches.extend(targets::check(&document, &snapshot));
        assert!(breaches.is_empty(), "{}\n--- page\n{page}\n--- snapshot\n{html}", breaches[0]);
        for line in html.lines() {
            let is_marker =
                line.trim_start_matches(blank).strip_prefix("… ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            assert!(!is_marker, "a marker: {line:?}\n--- page\n{page}");
        }
    }
    // Sentences that are dropped may take a line with them; none may add one.
    let lines = |document: &Document| document.snap(Params::new(0.0, 0.0, 0.0).unwrap_or_default()).html().lines().count();
    assert!(lines(&document) <= lines(&like), "{} lines, not {}\n--- page\n{page}", lines(&document), lines(&like));
}

fn parse(html: &str, options: &Options) -> Document {
    Document::parse(html, options).expect("any text gives a document")
}

/// The page with these texts.
fn fill(mut text: impl FnMut() -> String) -> String {
    let mut parts = PAGE.split("{}");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        page.push_str(&text());
        page.push_str(part);
    }
    page
}

/// A text as it stands in HTML; on one line, since code has lines of its own.
fn escaped(text: &str) -> String {
    let text = text.replace(['\r', '\n', '\u{C}', '\u{2028}', '\u{2029}'], " ");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
