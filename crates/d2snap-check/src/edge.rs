//! How the edges of elements part words.

use crate::page::{Element, Page, Space};
use crate::visible::{Reading, Sight, is_interactive_tag};
use crate::word::is_blank;

/// How an element's edge parts words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    None,
    /// A mark stands there, unless it would break a word.
    Mark,
    Soft,
    Hard,
}

pub(crate) fn edge_of(page: &Page, at: usize, element: &Element, sight: &Sight, reading: Reading) -> Edge {
    let name = element.name.as_str();
    if is_interactive_tag(element, reading) {
        return Edge::Hard;
    }
    if element.space != Space::Html || sight.interactive[at] {
        return Edge::Soft;
    }
    match name {
        "b" | "strong" | "em" | "i" | "s" | "del" | "strike" => Edge::Mark,
        "script" | "style" | "link" | "meta" | "template" | "base" | "wbr" | "cite" | "dfn" | "ins" | "mark" | "small" | "span"
        | "time" | "u" | "var" | "abbr" | "acronym" | "bdi" | "bdo" | "big" | "data" | "font" | "nobr" | "a" | "slot" => Edge::None,
        "code" | "kbd" | "samp" | "tt" | "q" | "sub" | "sup" | "ruby" | "rt" | "rp" | "output" | "picture" | "map" | "img" | "noscript"
        | "noframes" | "noembed" | "head" | "title" | "bgsound" | "col" | "colgroup" | "source" | "track" | "param" | "canvas"
        | "video" | "audio" | "object" | "embed" | "meter" | "progress" => Edge::Soft,
        _ if is_block(name) => Edge::Hard,
        _ if name.contains('-') && is_preformatted(page, at) => {
            if holds_block(page, at) {
                Edge::Soft
            } else {
                Edge::None
            }
        }
        _ if name.contains('-') && !text_adjoins(page, at) && !is_inside_inline(page, at) => Edge::Hard,
        _ => Edge::Soft,
    }
}

/// Known blocks and containers.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "br"
            | "caption"
            | "center"
            | "dd"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "iframe"
            | "frame"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "plaintext"
            | "pre"
            | "search"
            | "section"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}

fn holds_block(page: &Page, at: usize) -> bool {
    (at + 1..page.nodes[at].end).any(|inner| page.element(inner).is_some_and(|it| is_block(&it.name)))
}

/// Whether an element stands in code that keeps its lines, where nothing but a block parts.
fn is_preformatted(page: &Page, at: usize) -> bool {
    let mut up = page.nodes[at].parent;
    while let Some(parent) = up {
        if page.element(parent).is_some_and(|it| matches!(it.name.as_str(), "pre" | "listing")) {
            return true;
        }
        up = page.nodes[parent].parent;
    }
    false
}

/// Whether a text stands beside an element, nothing that is written between.
fn text_adjoins(page: &Page, at: usize) -> bool {
    let siblings: Vec<usize> = page.children(page.nodes[at].parent).collect();
    let Some(place) = siblings.iter().position(|sibling| *sibling == at) else { return true };
    let is_text = |at: usize| page.text(at).is_some_and(|text| !is_blank(text));
    let is_written = |at: usize| page.element(at).is_none_or(|it| !it.is_html() || !is_unwritten(&it.name));
    let beside = |next: Option<&usize>| next.is_some_and(|next| is_text(*next));
    beside(siblings[..place].iter().rev().find(|at| is_written(**at))) || beside(siblings[place + 1..].iter().find(|at| is_written(**at)))
}

/// Elements of which nothing is written.
pub(crate) fn is_unwritten(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "link"
            | "meta"
            | "noscript"
            | "noframes"
            | "noembed"
            | "head"
            | "title"
            | "template"
            | "base"
            | "bgsound"
            | "wbr"
            | "col"
            | "colgroup"
            | "source"
            | "track"
            | "param"
    )
}

/// Whether an element stands in something other than a block or a container.
fn is_inside_inline(page: &Page, at: usize) -> bool {
    page.nodes[at]
        .parent
        .and_then(|parent| page.element(parent))
        .is_some_and(|parent| !is_block(&parent.name) && !parent.name.contains('-'))
}
