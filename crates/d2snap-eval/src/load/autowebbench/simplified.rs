//! A simplified page, turned into HTML.
//!
//! `<tag[ID]| text; label <child| …> >` is an element, `< … >` a group. An id stands where an element can be acted on. What
//! the simplification dropped is made up only so far that an element is what it was:
//!
//! * a group is a `div`;
//! * an `a` with an id has `href="#"`, other elements with one that are no controls have `onclick`;
//! * the text of a field is its `placeholder` (`true` and `false`: a check box), that of an image its `alt`, of a frame its
//!   `title`;
//! * parts of tables, and of the document, are `div`: around them is nothing that an HTML parser needs to take them.

use std::sync::LazyLock;

use regex::Regex;

use super::super::markup::{Piece, Start, is_void};

/// The attribute that holds an element's id until the truth has been read.
pub(crate) const ID: &str = "data-simplified-id";

/// An opening, at the start of the text: `<`, perhaps a tag and an id with `|`.
static OPEN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^<(?:([A-Za-z][\w:-]*)?(?:\[([A-Z]+)\])?\|| |$)").ok());

/// The pieces of the page.
pub(crate) fn pieces(page: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut open: Vec<Element> = Vec::new();
    let mut text = String::new();
    let mut rest = page;
    while let Some(letter) = rest.chars().next() {
        if let Some(found) = OPEN.as_ref().and_then(|open| open.captures(rest)) {
            add_text(&mut out, &mut open, &mut text);
            let part = |at: usize| found.get(at).map(|part| part.as_str());
            open.push(Element::new(part(1), part(2), &mut out));
            rest = &rest[found.get(0).map_or(1, |all| all.end())..];
            continue;
        }
        // A `>` closes where a word ends; `>` is never followed by another character there.
        let closes = letter == '>' && rest[1..].chars().next().is_none_or(char::is_whitespace) && !open.is_empty();
        rest = &rest[letter.len_utf8()..];
        if closes {
            add_text(&mut out, &mut open, &mut text);
            out.extend(open.pop().and_then(|element| element.end));
        } else {
            text.push(letter);
        }
    }
    add_text(&mut out, &mut open, &mut text);
    out.extend(open.into_iter().rev().filter_map(|element| element.end));
    out
}

/// An open element.
struct Element {
    /// Where its start is among the pieces.
    at: usize,
    /// Which attribute its text is, if its text can not be content.
    text_is: Option<&'static str>,
    end: Option<Piece>,
}

impl Element {
    fn new(tag: Option<&str>, id: Option<&str>, out: &mut Vec<Piece>) -> Element {
        let name = name(tag.unwrap_or("div"));
        let mut start = Start { name: name.clone(), ..Start::default() };
        if let Some(id) = id {
            start.set(ID, id);
            match name.as_str() {
                "a" => start.set("href", "#"),
                "button" | "input" | "select" | "textarea" | "option" | "summary" | "label" => {}
                _ => start.set("onclick", ""),
            }
        }
        let text_is = match name.as_str() {
            "input" | "textarea" => Some("placeholder"),
            "iframe" => Some("title"),
            _ if is_void(&name) => Some("alt"),
            _ => None,
        };
        let at = out.len();
        out.push(Piece::Start(start));
        // Elements whose content the parser takes as text are closed at once; what is inside follows them.
        if matches!(name.as_str(), "textarea" | "iframe") {
            out.push(Piece::End(name.clone()));
        }
        let end = (text_is.is_none()).then_some(Piece::End(name));
        Element { at, text_is, end }
    }
}

/// The element that stands for a tag.
fn name(tag: &str) -> String {
    let tag = tag.to_lowercase();
    let needs_others = matches!(
        tag.as_str(),
        "html"
            | "head"
            | "body"
            | "frameset"
            | "frame"
            | "table"
            | "caption"
            | "colgroup"
            | "col"
            | "thead"
            | "tbody"
            | "tfoot"
            | "tr"
            | "td"
            | "th"
    );
    let takes_text_only =
        matches!(tag.as_str(), "script" | "style" | "title" | "xmp" | "noscript" | "noembed" | "noframes" | "plaintext" | "template");
    if needs_others || takes_text_only || tag.contains(':') { "div".to_owned() } else { tag }
}

fn add_text(out: &mut Vec<Piece>, open: &mut [Element], text: &mut String) {
    let found = std::mem::take(text);
    let words = found.trim();
    if words.is_empty() {
        return;
    }
    let attribute = open.last().and_then(|element| Some((element.at, element.text_is?)));
    match attribute.and_then(|(at, name)| Some((out.get_mut(at)?, name))) {
        Some((Piece::Start(start), name)) => {
            if start.name == "input" && matches!(words, "true" | "false") {
                start.set("type", "checkbox");
                if words == "true" {
                    start.set("checked", "");
                }
            } else {
                start.set(name, words);
            }
        }
        _ => out.push(Piece::Text(words.to_owned() + " ")),
    }
}
