//! Mind2Web's `raw_html`, turned back into HTML.
//!
//! The set wrote browsers' trees as XML. What is done about it:
//!
//! * `<x/>` closes itself for any x, as in XML; an HTML parser would nest what follows in it.
//! * `<text>` around text goes.
//! * Underscores in attribute names were hyphens (`aria_label`), but for leading and trailing ones.
//! * `input_value`, `input_checked`, `option_selected` are the live state of a field: `value`, `checked`, `selected`.
//! * `is_clickable` tells of a link's address or a listener, which the set left out: `href="#"` on a link that has none,
//!   else `onclick`.
//! * `bounding_box_rect` of "-1,-1,-1,-1" is an element that was not rendered. It is `hidden` unless something in it was
//!   rendered (`display:contents`), or it is a part of a select. A target can be hidden so: no exception is made for it.
//! * What a frame holds stands inside its `iframe`, where HTML has only text: such a frame is a `div`, and so are the
//!   `html`, `head` and `body` in it.

use super::super::markup::{Piece, Start, Syntax, is_void, pieces};

/// The id of every element in this set; strings of digits.
pub(crate) const NODE_ID: &str = "backend_node_id";
const RECT: &str = "bounding_box_rect";
const NOT_RENDERED: &str = "-1,-1,-1,-1";

/// Whether the set's own bookkeeping.
pub(crate) fn is_own(name: &str) -> bool {
    name == NODE_ID || name == RECT
}

/// The pieces of the page as HTML; ids, boxes and marks are still there.
pub(crate) fn restore(html: &str) -> Vec<Piece> {
    let found = pieces(html, Syntax::Xml);
    let unseen = unseen(&found);
    let mut writer = Writer::default();
    let mut rest = found.into_iter().enumerate().peekable();
    while let Some((at, piece)) = rest.next() {
        match piece {
            Piece::Start(start) => {
                let is_empty = matches!(rest.peek(), Some((_, Piece::End(name))) if *name == start.name);
                writer.start(start, is_empty, unseen[at]);
            }
            Piece::End(name) => writer.end(&name),
            other => writer.out.push(other),
        }
    }
    writer.out
}

/// Which pieces start an element that was not rendered, and nothing in it either.
fn unseen(found: &[Piece]) -> Vec<bool> {
    let mut unseen = vec![false; found.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, piece) in found.iter().enumerate() {
        match piece {
            Piece::Start(start) => {
                unseen[at] = start.attribute(RECT) == Some(NOT_RENDERED);
                if !unseen[at] {
                    // Ancestors of what shows are never hidden; the nearest that is settled has settled those above it.
                    for (above, _) in open.iter().rev() {
                        if !std::mem::take(&mut unseen[*above]) {
                            break;
                        }
                    }
                }
                if !start.closes_itself && !is_void(&start.name) {
                    open.push((at, &start.name));
                }
            }
            Piece::End(name) => {
                if let Some(depth) = open.iter().rposition(|(_, own)| own == name) {
                    open.truncate(depth);
                }
            }
            _ => {}
        }
    }
    unseen
}

#[derive(Default)]
struct Writer {
    out: Vec<Piece>,
    /// Open elements: their name in the source, and as written (`None` for one that is not), whether hidden.
    open: Vec<(String, Option<String>, bool)>,
    has: Vec<String>,
}

impl Writer {
    fn start(&mut self, mut start: Start, is_empty: bool, unseen: bool) {
        let source = start.name.clone();
        let is_hidden_already = self.open.last().is_some_and(|(_, _, hidden)| *hidden);
        let is_unwrapped = source == "text" && !start.foreign;
        let has_content = !start.closes_itself && !is_void(&source);
        if !is_unwrapped {
            if matches!(source.as_str(), "html" | "head" | "body") {
                if self.has.contains(&source) {
                    "div".clone_into(&mut start.name);
                }
                self.has.push(source.clone());
            } else if source == "iframe" && has_content && !is_empty {
                "div".clone_into(&mut start.name);
            }
            restore_attributes(&mut start);
            let can_hide = !matches!(source.as_str(), "html" | "head" | "body" | "option" | "optgroup" | "br" | "wbr");
            if unseen && can_hide && !is_hidden_already && !start.foreign {
                start.set("hidden", "");
            }
        }
        let written = (!is_unwrapped).then(|| start.name.clone());
        if !is_unwrapped {
            self.out.push(Piece::Start(start));
        }
        if has_content {
            self.open.push((source, written, is_hidden_already || unseen));
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(depth) = self.open.iter().rposition(|(own, ..)| own == name) {
            // What was left open inside is the parser's to close, as in the source.
            let written = self.open[depth].1.take();
            self.open.truncate(depth);
            self.out.extend(written.map(Piece::End));
        }
    }
}

fn restore_attributes(start: &mut Start) {
    let mut is_clickable = false;
    let old = std::mem::take(&mut start.attributes);
    for (name, value) in old {
        let is_on = value != "false";
        match name.as_str() {
            NODE_ID | RECT => start.attributes.push((name, value)),
            "input_value" => start.set("value", &value),
            "input_checked" if is_on => start.set("checked", ""),
            "option_selected" if is_on => start.set("selected", ""),
            "input_checked" | "option_selected" => {}
            "is_clickable" => is_clickable = is_on,
            _ => {
                let name = hyphened(&name);
                if start.attribute(&name).is_none() {
                    start.attributes.push((name, value));
                }
            }
        }
    }
    if is_clickable {
        let name = if start.name == "a" { "href" } else { "onclick" };
        if start.attribute(name).is_none() {
            start.set(name, if name == "href" { "#" } else { "" });
        }
    }
}

/// Underscores between other characters are hyphens.
fn hyphened(name: &str) -> String {
    let inner = name.trim_matches('_');
    let Some(from) = name.find(inner).filter(|_| !inner.is_empty()) else { return name.to_owned() };
    format!("{}{}{}", &name[..from], inner.replace('_', "-"), &name[from + inner.len()..])
}

#[cfg(test)]
mod tests {
    use super::super::super::markup::write;
    use super::*;

    fn restored(html: &str) -> String {
        write(&restore(html))
    }

    #[test]
    fn what_closes_itself_is_closed() {
        assert_eq!(restored("<div title=\"a/>b\"/><p>x</p><br/><input/>"), "<div title=\"a/>b\"></div><p>x</p><br><input>");
        assert_eq!(restored("<svg><path/><link/></svg><script/><p/>"), "<svg><path/><link/></svg><script></script><p></p>");
        // An end tag of `br` would be a second one.
        assert_eq!(restored("a<br></br>b<input></input>"), "a<br>b<input>");
    }

    #[test]
    fn text_is_unwrapped_but_not_in_pictures() {
        assert_eq!(restored("<a><text>x &lt; y</text></a><svg><text>z</text></svg>"), "<a>x &lt; y</a><svg><text>z</text></svg>");
    }

    #[test]
    fn names_have_their_hyphens() {
        assert_eq!(
            restored("<b aria_label=\"x\" data_a_b=\"1\" _ng_c=\"\" __x__=\"\"/>"),
            "<b aria-label=\"x\" data-a-b=\"1\" _ng-c __x__></b>"
        );
    }

    #[test]
    fn live_state_is_the_state() {
        assert_eq!(restored("<input value=\"a\" input_value=\"b\" input_checked=\"false\"/>"), "<input value=\"b\">");
        assert_eq!(restored("<option option_selected=\"true\"/>"), "<option selected></option>");
        assert_eq!(restored("<a is_clickable=\"true\"/><a href=\"/\" is_clickable=\"true\"/>"), "<a href=\"#\"></a><a href=\"/\"></a>");
        assert_eq!(restored("<li is_clickable=\"true\"/><li is_clickable=\"false\"/>"), "<li onclick></li><li></li>");
    }

    #[test]
    fn what_was_not_rendered_is_hidden_where_nothing_in_it_was() {
        let html = |inner: &str| format!("<div bounding_box_rect=\"-1,-1,-1,-1\"><p bounding_box_rect=\"{inner}\">x</p></div>");
        let bare = |html: String| html.replace(" bounding_box_rect=\"-1,-1,-1,-1\"", "").replace(" bounding_box_rect=\"0,0,9,9\"", "");
        assert_eq!(bare(restored(&html(NOT_RENDERED))), "<div hidden><p>x</p></div>");
        assert_eq!(bare(restored(&html("0,0,9,9"))), "<div><p>x</p></div>");
        assert_eq!(
            bare(restored("<select bounding_box_rect=\"0,0,9,9\"><option bounding_box_rect=\"-1,-1,-1,-1\"/></select>")),
            "<select><option></option></select>"
        );
    }

    #[test]
    fn a_frame_with_content_is_a_div() {
        let html = "<html><body><iframe src=\"/a\"/><iframe><html><body><p>x</p></body></html></iframe></body></html>";
        assert_eq!(restored(html), "<html><body><iframe src=\"/a\"></iframe><div><div><div><p>x</p></div></div></div></body></html>");
    }
}
