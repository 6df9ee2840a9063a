//! A page's text tag by tag, without a tree.

use rustc_hash::FxHashMap;

use super::{Item, Role};
use crate::parse::{end_of_raw_text, lex};

/// The items of a page.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) items: Vec<Item>,
    pub(super) names: Vec<String>,
}

/// Start tags that end an svg, in which they can not stand (HTML standard, 13.2.6.5).
const BREAKS_OUT: [&str; 44] = [
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "i",
    "img",
    "li",
    "listing",
    "menu",
    "meta",
    "nobr",
    "ol",
    "p",
    "pre",
    "ruby",
    "s",
    "small",
    "span",
    "strong",
    "strike",
    "sub",
    "sup",
    "table",
    "tt",
    "u",
    "ul",
    "var",
];

struct Reader<'h> {
    html: &'h str,
    read: Read,
    numbers: FxHashMap<String, u32>,
    /// Open svg elements.
    svgs: usize,
    /// Open elements of an svg that hold HTML.
    foreign: usize,
}

/// Parts a page.
pub(super) fn read(html: &str) -> Read {
    let mut reader = Reader { html, read: Read::default(), numbers: FxHashMap::default(), svgs: 0, foreign: 0 };
    let mut at = 0;
    while at < html.len() {
        at = reader.next(at);
    }
    reader.read
}

impl Reader<'_> {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let name = name.to_ascii_lowercase();
        let names = &mut self.read.names;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            names.push(name.clone());
            names.len() as u32 - 1
        })
    }

    fn push(&mut self, start: usize, class: &'static str, role: Role, counts: bool) {
        self.read.items.push(Item { start, class, role, counts });
    }

    /// Reads one text, comment or tag; gives where it ends.
    fn next(&mut self, at: usize) -> usize {
        let rest = &self.html.as_bytes()[at..];
        let is_tag = |from: usize| rest.get(from).is_some_and(u8::is_ascii_alphabetic);
        match rest {
            [b'<', b'!', b'-', b'-', ..] => {
                self.push(at, "comments", Role::Free, false);
                at + 4 + lex::length_of_comment(&rest[4..])
            }
            [b'<', b'!', b'[', ..] if self.svgs > 0 && rest.starts_with(b"<![CDATA[") => {
                self.inside_svg(at);
                at + after(rest, b"]]>")
            }
            [b'<', b'!' | b'?', ..] => {
                self.push(at, "comments", Role::Free, false);
                at + after(rest, b">")
            }
            [b'<', b'/', ..] if is_tag(2) => self.tag(at, true),
            [b'<', b'/', _, ..] => {
                self.push(at, "comments", Role::Free, false);
                at + after(rest, b">")
            }
            [b'<', ..] if is_tag(1) => self.tag(at, false),
            _ => {
                let mut end = 1;
                loop {
                    end += memchr::memchr(b'<', &rest[end..]).unwrap_or(rest.len() - end);
                    if end + 1 >= rest.len() || lex::opens_markup(rest, end) {
                        break;
                    }
                    end += 1;
                }
                self.text(at, end.min(rest.len()));
                at + end.min(rest.len())
            }
        }
    }

    fn text(&mut self, at: usize, length: usize) {
        let text = &self.html.as_bytes()[at..at + length];
        if self.svgs > 0 {
            self.inside_svg(at);
        } else if text.iter().all(u8::is_ascii_whitespace) {
            self.push(at, "white-space", Role::Free, false);
        } else {
            self.push(at, "text", Role::Free, false);
        }
    }

    fn inside_svg(&mut self, at: usize) {
        let svg = self.number("svg");
        self.push(at, "svg", Role::Content(svg), false);
    }

    fn tag(&mut self, at: usize, is_end: bool) -> usize {
        let bytes = self.html.as_bytes();
        let start = at + 1 + usize::from(is_end);
        let mut end = lex::end_of_name(bytes, start).unwrap_or(bytes.len());
        let name = self.html[start..end].to_ascii_lowercase();
        if self.svgs > 0 && self.foreign == 0 && !is_end && BREAKS_OUT.contains(&name.as_str()) {
            self.svgs = 0;
        }
        let is_svg = name == "svg";
        // The end tag is of the svg that it closes.
        let in_svg = self.svgs > usize::from(is_svg && is_end);
        let class = match name.as_str() {
            _ if in_svg || (is_svg && (self.svgs > 0 || !is_end)) => "svg",
            "script" => "scripts",
            "style" => "styles",
            "noscript" | "noframes" | "noembed" => "noscript",
            _ => "tags",
        };
        let number = self.number(if in_svg { "svg" } else { &name });
        let own = if in_svg { Role::Content(number) } else { Role::Tag(number) };
        self.push(at, class, own, !is_end && !in_svg);
        let mut self_closing = false;
        loop {
            let from = end;
            let name_start =
                from + bytes[from..].iter().position(|byte| !lex::is_space(*byte) && *byte != b'/').unwrap_or(bytes.len() - from);
            match bytes.get(name_start) {
                Some(b'>') => {
                    self_closing = bytes[name_start - 1] == b'/';
                    self.push(from, class, own, false);
                    end = name_start + 1;
                    break;
                }
                None => {
                    end = bytes.len();
                    break;
                }
                Some(_) => {}
            }
            // One that the page ends in goes up to the end.
            let (name, value_end) = lex::attribute(bytes, name_start)
                .map_or_else(|| (name_start..end_of_cut_name(bytes, name_start), bytes.len()), |attribute| (attribute.name, attribute.end));
            let role = match own {
                Role::Tag(tag) => Role::Attribute(tag, self.number(&self.html[name])),
                role => role,
            };
            self.push(from, if class == "tags" { "attributes" } else { class }, role, !in_svg);
            end = value_end;
        }
        self.nest(&name, is_end, self_closing);
        if is_end || self.svgs > 0 {
            return end;
        }
        self.raw_text(&name, end)
    }

    /// Keeps count of open svgs.
    fn nest(&mut self, name: &str, is_end: bool, self_closing: bool) {
        let holds_html = self.svgs > 0 && name == "foreignobject";
        let count = match name {
            "svg" => &mut self.svgs,
            _ if holds_html => &mut self.foreign,
            _ => return,
        };
        match is_end {
            true => *count = count.saturating_sub(1),
            false if !self_closing => *count += 1,
            false => {}
        }
        if self.svgs == 0 {
            self.foreign = 0;
        }
    }

    /// Passes over what an element holds that is no markup.
    fn raw_text(&mut self, name: &str, at: usize) -> usize {
        let class = match name {
            "script" => "scripts",
            "style" => "styles",
            "noscript" | "noframes" | "noembed" => "noscript",
            "textarea" | "title" | "xmp" | "iframe" => "text",
            "plaintext" => {
                self.push(at, "text", Role::Free, false);
                return self.html.len();
            }
            _ => return at,
        };
        let length = end_of_raw_text(&self.html[at..], name);
        if length > 0 {
            let number = self.number(name);
            self.push(at, class, if class == "text" { Role::Free } else { Role::Content(number) }, false);
        }
        at + length
    }
}

/// Where the name of an attribute ends that the page ends in.
fn end_of_cut_name(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start + 1..];
    start + 1 + rest.iter().position(|byte| lex::is_space(*byte) || matches!(byte, b'/' | b'=')).unwrap_or(rest.len())
}

/// The offset behind the first `end`, else the end of all.
fn after(rest: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(rest, end).map_or(rest.len(), |at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_page_is_read_as_browsers_tokenize_it() {
        for (html, expected) in [
            ("", ""),
            (
                "<!DOCTYPE html><!-- a > b --><!--><P>Hi",
                "comments:<!DOCTYPE html>|comments:<!-- a > b -->|comments:<!-->|tags:<P|tags:>|text:Hi",
            ),
            ("<!-- a --!>b</ x><?php ?>", "comments:<!-- a --!>|text:b|comments:</ x>|comments:<?php ?>"),
            (
                "<script src=a.js>if (a<b) {}</script> <br/>",
                "scripts:<script|scripts: src=a.js|scripts:>|scripts:if (a<b) {}|scripts:</script|scripts:>|white-space: |tags:<br|tags:/>",
            ),
            ("<style>p>a{}</style>", "styles:<style|styles:>|styles:p>a{}|styles:</style|styles:>"),
            ("<noscript><img></noscript>", "noscript:<noscript|noscript:>|noscript:<img>|noscript:</noscript|noscript:>"),
            ("<title>a<b</title>", "tags:<title|tags:>|text:a<b|tags:</title|tags:>"),
            ("a < b <3", "text:a < b <3"),
            ("a<", "text:a|text:<"),
            (
                "<a href = 'x y'id=\"a>b\" =z hidden/>é",
                "tags:<a|attributes: href = 'x y'|attributes:id=\"a>b\"|attributes: =z|attributes: hidden|tags:/>|text:é",
            ),
            ("<a href=\"x", "tags:<a|attributes: href=\"x"),
            (
                "<svg viewBox=x><path d=y />t</svg>z",
                "svg:<svg|svg: viewBox=x|svg:>|svg:<path|svg: d=y|svg: />|svg:t|svg:</svg|svg:>|text:z",
            ),
            ("<svg/>z</svg>", "svg:<svg|svg:/>|text:z|tags:</svg|tags:>"),
            ("<svg><svg></svg>a</svg>b", "svg:<svg|svg:>|svg:<svg|svg:>|svg:</svg|svg:>|svg:a|svg:</svg|svg:>|text:b"),
            // A paragraph can not be in a picture, but in what holds HTML there.
            ("<svg><g><p>z", "svg:<svg|svg:>|svg:<g|svg:>|tags:<p|tags:>|text:z"),
            ("<svg><foreignObject><p>z", "svg:<svg|svg:>|svg:<foreignObject|svg:>|svg:<p|svg:>|svg:z"),
            ("<plaintext></p>", "tags:<plaintext|tags:>|text:</p>"),
        ] {
            let items = read(html).items;
            let ends = items.iter().skip(1).map(|item| item.start).chain([html.len()]);
            let said: Vec<String> =
                items.iter().zip(ends).map(|(item, end)| format!("{}:{}", item.class, &html[item.start..end])).collect();
            assert_eq!(said.join("|"), expected, "{html}");
        }
    }
}
