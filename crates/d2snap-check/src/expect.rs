//! The words that SPEC §§2–3 neither remove nor replace.

use crate::edge::{Edge, edge_of, is_unwritten};
use crate::label::{is_named_picture, label, label_of};
use crate::page::{Element, Page, Space};
use crate::visible::{Reading, Sight, is_interactive_tag};
use crate::word::{Expected, Words};

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
            // The option that is chosen is shown even where the list hides it.
            let is_option = |at: usize| page.element(at).is_some_and(|it| it.is_html() && it.name == "option");
            if sight.hidden[at] && outer == Mode::Shown && page.nodes[at].parent.is_some_and(is_option) {
                words.text(page.text(at).unwrap_or_default(), true);
            } else if !sight.hidden[at] {
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
            (mode_of(page, at, element, outer, sight.interactive[at], reading), edge_of(page, at, element, &sight, reading))
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

fn mode_of(page: &Page, at: usize, element: &Element, outer: Mode, interactive: bool, reading: Reading) -> Mode {
    let name = element.name.as_str();
    match outer {
        Mode::Skipped => return Mode::Skipped,
        Mode::Svg | Mode::SvgLinks | Mode::SvgText => {
            return match (name, outer) {
                ("a", Mode::SvgLinks) => {
                    if interactive {
                        Mode::SvgText
                    } else {
                        Mode::SvgLinks
                    }
                }
                ("a", _) | ("text", Mode::Svg) | ("tspan" | "textPath", Mode::SvgText) => Mode::SvgText,
                ("text" | "g", Mode::SvgText) => Mode::SvgText,
                // Links in a text stay, too.
                ("text", Mode::SvgLinks) | ("g" | "svg" | "switch" | "tspan" | "textPath", _) => outer,
                _ => Mode::Skipped,
            };
        }
        Mode::Math => return if name.starts_with("annotation") { Mode::Skipped } else { Mode::Math },
        Mode::Shown | Mode::Maybe => {}
    }
    if element.is_html() && is_unwritten(name) {
        return Mode::Skipped;
    }
    if (element.space == Space::Svg && name != "svg") || (element.space == Space::Math && name != "math") {
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
        // A picture by ARIA is replaced by its name.
        (Space::Html, _) if reading.has_behaviours && is_named_picture(element) && !is_interactive_tag(element, reading) => {
            return Mode::Skipped;
        }
        _ => return outer,
    };
    if interactive { Mode::Maybe } else { inner }
}

fn is_secret(element: &Element) -> bool {
    let fill = element.attribute("autocomplete").unwrap_or_default().to_ascii_lowercase();
    fill.split_ascii_whitespace().any(|token| token.ends_with("password") || token == "one-time-code" || token.starts_with("cc-"))
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
        assert_eq!(words("<svg aria-label=t><text>x<a href=l>y</a></text></svg>"), "t? y");
        assert_eq!(words("<div role=img aria-label=t>x<svg><a href=l><text>y</text></a></svg></div>"), "t?");
        assert_eq!(words("<svg><text>x</text><g><desc>z</desc></g></svg><noscript>n</noscript><title>t</title><video>v</video>"), "x");
        assert_eq!(words("a<img alt='b c'>d <span hidden>e</span>f<object>o</object><meter value=3>m</meter>"), "a+b?+c?+d f+o+3?");
        assert_eq!(words("<textarea autocomplete=one-time-code>1</textarea><textarea>2</textarea>"), "2");
    }
}
