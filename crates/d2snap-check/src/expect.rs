//! The words that SPEC §§2–3 neither remove nor replace.

use crate::page::{Element, Page, Space};
use crate::visible::{Reading, Sight, is_interactive_tag};
use crate::word::{Expected, Words, parts_words};

/// How the content of an element counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Shown,
    /// Whether it is written is not said.
    Maybe,
    Skipped,
    /// Inside an svg: texts and links.
    Svg,
    /// Inside an svg that its label replaces: links.
    SvgLinks,
    /// Inside a text or link of an svg.
    SvgText,
    Math,
}

/// How an element's edge parts words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    None,
    /// A mark stands there, unless it would break a word.
    Mark,
    Soft,
    Hard,
}

/// The words of a page that a snapshot at l = 0 holds.
pub(crate) fn expected(page: &Page, reading: Reading) -> Vec<Expected> {
    let sight = Sight::of(page, reading);
    let mut words = Words::default();
    let mut modes: Vec<Mode> = Vec::with_capacity(page.nodes.len());
    let mut open: Vec<(usize, Edge)> = Vec::new();
    for at in 0..page.nodes.len() {
        while let Some((end, edge)) = open.last().copied()
            && end <= at
        {
            part(&mut words, edge);
            open.pop();
        }
        let outer = page.nodes[at].parent.map_or(Mode::Shown, |parent| modes[parent]);
        let Some(element) = page.element(at) else {
            modes.push(outer);
            if !sight.hidden[at] {
                match outer {
                    Mode::Shown | Mode::SvgText | Mode::Math => words.text(page.text(at).unwrap_or_default(), false),
                    Mode::Maybe => words.text(page.text(at).unwrap_or_default(), true),
                    Mode::Skipped | Mode::Svg | Mode::SvgLinks => {}
                }
            }
            continue;
        };
        let (mode, edge) = if outer == Mode::Skipped {
            (Mode::Skipped, Edge::None)
        } else {
            (mode_of(page, at, element, outer, sight.interactive[at]), edge_of(page, at, element, &sight, reading))
        };
        // Where something was dropped its neighbours may stand together or apart.
        let is_weak = sight.hidden[at]
            || (sight.marked[at] && edge != Edge::Hard)
            || (!reading.has_markdown && matches!(edge, Edge::None | Edge::Mark));
        let edge = if is_weak { Edge::Soft } else { edge };
        part(&mut words, edge);
        modes.push(mode);
        if outer != Mode::Skipped && !sight.hidden[at] {
            label(page, at, element, &mut words);
        }
        open.push((page.nodes[at].end, edge));
    }
    words.hard();
    words.words
}

fn part(words: &mut Words, edge: Edge) {
    match edge {
        Edge::None => {}
        Edge::Mark => words.mark(),
        Edge::Soft => words.soft(),
        Edge::Hard => words.hard(),
    }
}

fn mode_of(page: &Page, at: usize, element: &Element, outer: Mode, interactive: bool) -> Mode {
    let name = element.name.as_str();
    match outer {
        Mode::Skipped => return Mode::Skipped,
        Mode::Svg | Mode::SvgLinks | Mode::SvgText => {
            return match (name, outer) {
                ("a", Mode::SvgLinks) => {
                    if element.attribute("href").is_some() {
                        Mode::SvgText
                    } else {
                        Mode::SvgLinks
                    }
                }
                ("a", _) | ("text", Mode::Svg) | ("tspan" | "textPath", Mode::SvgText) => Mode::SvgText,
                ("text" | "g", Mode::SvgText) => Mode::SvgText,
                ("g" | "svg" | "switch", _) => outer,
                _ => Mode::Skipped,
            };
        }
        Mode::Math => return if name.starts_with("annotation") { Mode::Skipped } else { Mode::Math },
        Mode::Shown | Mode::Maybe => {}
    }
    if element.is_html() && is_unwritten(name) {
        return Mode::Skipped;
    }
    if element.space == Space::Svg && name != "svg" {
        return outer;
    }
    let labelled = label_of(page, at, element).is_some();
    let inner = match (element.space, name) {
        (Space::Svg, _) => {
            if labelled {
                Mode::SvgLinks
            } else {
                Mode::Svg
            }
        }
        (Space::Math, _) => {
            if labelled {
                Mode::Skipped
            } else {
                Mode::Math
            }
        }
        (Space::Html, "object") => {
            if labelled {
                Mode::Skipped
            } else {
                Mode::Shown
            }
        }
        (Space::Html, "canvas" | "video" | "audio" | "embed" | "meter" | "progress") => Mode::Skipped,
        (Space::Html, "picture") if !page.children(Some(at)).any(|child| page.element(child).is_some_and(|it| it.name == "img")) => {
            Mode::Skipped
        }
        (Space::Html, "textarea") if is_secret(element) => return Mode::Skipped,
        // A picture by role may be replaced by its label.
        (Space::Html, _) if element.attribute("role") == Some("img") => return Mode::Maybe,
        _ => return outer,
    };
    if interactive { Mode::Maybe } else { inner }
}

fn is_secret(element: &Element) -> bool {
    let fill = element.attribute("autocomplete").unwrap_or_default().to_ascii_lowercase();
    fill.split_ascii_whitespace().any(|token| token.ends_with("password") || token == "one-time-code" || token.starts_with("cc-"))
}

fn edge_of(page: &Page, at: usize, element: &Element, sight: &Sight, reading: Reading) -> Edge {
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
    let is_text = |at: usize| page.text(at).is_some_and(|text| !text.trim().is_empty());
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

/// Adds the words of a picture's label, which may be written in its place.
fn label(page: &Page, at: usize, element: &Element, words: &mut Words) {
    let label = match (element.space, element.name.as_str()) {
        (Space::Html, "img") => {
            // An image that alone names a target may be written as its file.
            let file = element.attribute("src").and_then(|src| src.split(['?', '#']).next()?.rsplit('/').find(|name| !name.is_empty()));
            let names = ["alt", "aria-label", "title"].map(|name| element.attribute(name));
            names.into_iter().chain([file]).flatten().find(|name| !name.trim().is_empty()).map(str::to_owned)
        }
        // Its name may stand for an element without text.
        _ => label_of(page, at, element).or_else(|| element.attribute("aria-label").map(str::to_owned)),
    };
    if let Some(label) = label {
        words.soft();
        for word in label.split(parts_words) {
            words.text(word, true);
            words.soft();
        }
    }
}

fn label_of(page: &Page, at: usize, element: &Element) -> Option<String> {
    let name = element.name.as_str();
    let is_picture = match element.space {
        Space::Html => matches!(name, "canvas" | "video" | "audio" | "object" | "embed" | "picture" | "meter" | "progress"),
        Space::Svg => name == "svg",
        Space::Math => name == "math",
    };
    if !is_picture {
        return None;
    }
    let text_of = |node: usize| {
        let mut text = String::new();
        for inner in node..page.nodes[node].end {
            text.push_str(page.text(inner).unwrap_or(" "));
        }
        text
    };
    // A child of the picture's own before another of that id.
    let inside = at..page.nodes[at].end;
    let by_id =
        |id: &str| inside.clone().chain(0..page.nodes.len()).find(|at| page.element(*at).is_some_and(|it| it.attribute("id") == Some(id)));
    let labelledby = element
        .attribute("aria-labelledby")
        .map(|ids| ids.split_ascii_whitespace().filter_map(by_id).map(text_of).collect::<Vec<String>>().join(" "));
    let attributes = ["aria-label", "title", "alt"].map(|name| element.attribute(name).map(str::to_owned));
    let children = ["title", "desc"].map(|name| {
        page.children(Some(at))
            .filter(|child| page.element(*child).is_some_and(|it| it.name == name))
            .map(text_of)
            .find(|text| !text.trim().is_empty())
    });
    let value = if matches!(name, "meter" | "progress") { element.attribute("value").map(str::to_owned) } else { None };
    let blank = |c: char| c.is_whitespace() || crate::word::is_removed(c);
    std::iter::once(labelledby)
        .chain(attributes)
        .chain(children)
        .chain([value])
        .flatten()
        .find(|label| !label.trim_matches(blank).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(html: &str) -> String {
        let words = expected(&Page::read(html), Reading::AGENT);
        let show = |word: &Expected| {
            let parts: Vec<String> =
                word.parts.iter().map(|part| format!("{}{}", part.text, if part.optional { "?" } else { "" })).collect();
            parts.join("+")
        };
        words.iter().map(show).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn words_are_parted_as_the_page_parts_them() {
        assert_eq!(words("<p>a<b>b</b>c<p>d<br>e<wbr>f<a href=x>g</a>h<hr>i<sup>2</sup>"), "abc d ef g h i+2");
        assert_eq!(words("<x-a>a</x-a><x-a>b</x-a>c<x-a>d</x-a>"), "a b+c+d");
        assert_eq!(words("<span><div>a</div>b</span>"), "a b");
    }

    #[test]
    fn what_is_removed_or_replaced_is_not_expected() {
        assert_eq!(words("<svg><title>t</title><text>x</text><a href=l><text>y</text></a></svg>"), "t? y");
        assert_eq!(words("<svg><text>x</text><g><desc>z</desc></g></svg><noscript>n</noscript><title>t</title><video>v</video>"), "x");
        assert_eq!(words("a<img alt='b c'>d <span hidden>e</span>f<object>o</object><meter value=3>m</meter>"), "a+b?+c?+d f+o+3?");
        assert_eq!(words("<textarea autocomplete=one-time-code>1</textarea><textarea>2</textarea>"), "2");
    }
}
