//! Where a target stands in the page's own trees: selectors and XPath, written when asked for.
//!
//! The page is read again when the first of them is asked for: most snapshots need none.
//! What is kept then is only what a path needs: from a target up to the nearest ancestor that something
//! else tells from all others of its tree, and on from the host or the frame of that tree.

mod escape;

use std::sync::OnceLock;

use crate::analyze;
use crate::document::Span;
use crate::options::Options;
use escape::{css_identifier, css_string, xpath_string};

/// No place.
pub(crate) const NONE: u32 = u32::MAX;

/// The attributes that a place can be found by, most telling first.
pub(crate) const ATTRIBUTES: [&str; 16] = [
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
    "data-automation-id",
    "name",
    "aria-label",
    "for",
    "placeholder",
    "action",
    "title",
    "alt",
    "href",
    "role",
    "value",
];

/// An element on the way to a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Its name, in [`Locations::names`].
    pub(crate) name: u32,
    /// The parent; of a place that begins its tree's path the host or the frame of the tree.
    /// [`NONE`] for those of the page's own tree.
    pub(crate) parent: u32,
    /// Its place among the siblings of its name, from 1; 0 where it is the only one.
    pub(crate) nth: u32,
    pub(crate) start: Start,
}

/// How a place begins the path in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// It does not: the path goes on from its parent.
    No,
    /// It stands at the top of its tree.
    Top(Tree),
    /// No other element of its tree has its id.
    Id(Tree, Span),
    /// No other element of its name has this value of [`ATTRIBUTES`].
    Attribute(Tree, u8, Span),
    /// No other element of its tree has its name.
    Name(Tree),
}

/// What a tree is the tree of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tree {
    Document,
    Shadow,
}

/// An element's name.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) local: Box<str>,
    pub(crate) is_html: bool,
}

/// A page as it was given, for what is read only when it is asked for.
#[derive(Debug)]
pub(crate) struct Source {
    text: Box<str>,
    is_capture: bool,
    located: OnceLock<Located>,
}

/// What a page is read from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Input<'t> {
    Html(&'t str),
    /// The JSON of a capture.
    Capture(&'t str),
}

impl Source {
    pub(crate) fn new(input: Input<'_>) -> Self {
        let (text, is_capture) = match input {
            Input::Html(html) => (html, false),
            Input::Capture(json) => (json, true),
        };
        Source { text: text.into(), is_capture, located: OnceLock::new() }
    }

    /// Where the targets are, by the options that the page was read with. Cost: a parse, once.
    pub(crate) fn located(&self, options: &Options) -> &Located {
        let input = if self.is_capture { Input::Capture(&self.text) } else { Input::Html(&self.text) };
        self.located.get_or_init(|| analyze::locate(input, options))
    }
}

#[cfg(test)]
impl Source {
    pub(crate) fn is_located(&self) -> bool {
        self.located.get().is_some()
    }
}

/// Where the targets of a page are.
#[derive(Debug, Default)]
pub(crate) struct Located {
    pub(crate) locations: Locations,
    /// By number: what tells a target from those of its name.
    pub(crate) contexts: Vec<Option<String>>,
}

/// The places of all targets.
#[derive(Debug, Default)]
pub(crate) struct Locations {
    pub(crate) names: Vec<Name>,
    pub(crate) places: Vec<Place>,
    /// By number: the place of each target.
    pub(crate) targets: Vec<u32>,
    /// Ids and values.
    pub(crate) text: String,
}

impl Locations {
    /// The place of a target.
    fn place(&self, uid: u32) -> u32 {
        uid.checked_sub(1).and_then(|index| self.targets.get(index as usize)).copied().unwrap_or(NONE)
    }

    /// The places from the page down to one.
    fn way(&self, place: u32) -> Vec<Place> {
        let mut way = Vec::new();
        let mut at = place;
        while let Some(place) = self.places.get(at as usize) {
            way.push(*place);
            at = place.parent;
        }
        way.reverse();
        way
    }

    fn name(&self, place: Place) -> (&str, bool) {
        self.names.get(place.name as usize).map_or(("", true), |name| (&name.local, name.is_html))
    }

    /// The CSS selector of a target: one for each tree, joined by ` >>> `.
    pub(crate) fn selector(&self, uid: u32) -> String {
        self.selector_of(self.place(uid))
    }

    /// As [`selector`](Self::selector), of a place.
    pub(crate) fn selector_of(&self, place: u32) -> String {
        let mut out = String::new();
        for place in self.way(place) {
            let (name, _) = self.name(place);
            if place.start != Start::No && !out.is_empty() {
                out.push_str(" >>> ");
            }
            match place.start {
                Start::No => {
                    out.push_str(" > ");
                    css_identifier(name, &mut out);
                    position(place.nth, &mut out);
                }
                Start::Top(Tree::Document) => out.push_str(":root"),
                Start::Top(Tree::Shadow) => {
                    css_identifier(name, &mut out);
                    position(place.nth, &mut out);
                    // No element is its parent.
                    out.push_str(":not(* > *)");
                }
                Start::Id(_, id) => {
                    out.push('#');
                    css_identifier(id.of(&self.text), &mut out);
                }
                Start::Attribute(_, attribute, value) => {
                    css_identifier(name, &mut out);
                    out.push('[');
                    out.push_str(ATTRIBUTES.get(attribute as usize).copied().unwrap_or_default());
                    out.push('=');
                    css_string(value.of(&self.text), &mut out);
                    out.push(']');
                }
                Start::Name(_) => css_identifier(name, &mut out),
            }
        }
        out
    }

    /// The XPath of a target: one for each tree, joined by ` >>> `; none inside a shadow root, which
    /// XPath can not enter.
    pub(crate) fn xpath(&self, uid: u32) -> Option<String> {
        let mut out = String::new();
        for place in self.way(self.place(uid)) {
            let (name, is_html) = self.name(place);
            let name = |out: &mut String| {
                if is_html && is_plain(name) {
                    out.push_str(name);
                } else {
                    out.push_str("*[local-name()=");
                    xpath_string(name, out);
                    out.push(']');
                }
            };
            if place.start != Start::No && !out.is_empty() {
                out.push_str(" >>> ");
            }
            match place.start {
                Start::No => {
                    out.push('/');
                    name(&mut out);
                    if place.nth > 0 {
                        out.push_str(&format!("[{}]", place.nth));
                    }
                }
                Start::Top(Tree::Shadow) | Start::Id(Tree::Shadow, _) | Start::Attribute(Tree::Shadow, ..) | Start::Name(Tree::Shadow) => {
                    return None;
                }
                Start::Top(_) => out.push_str("/*"),
                Start::Id(_, id) => {
                    out.push_str("//*[@id=");
                    xpath_string(id.of(&self.text), &mut out);
                    out.push(']');
                }
                Start::Attribute(_, attribute, value) => {
                    out.push_str("//");
                    name(&mut out);
                    out.push_str("[@");
                    out.push_str(ATTRIBUTES.get(attribute as usize).copied().unwrap_or_default());
                    out.push('=');
                    xpath_string(value.of(&self.text), &mut out);
                    out.push(']');
                }
                Start::Name(_) => {
                    out.push_str("//");
                    name(&mut out);
                }
            }
        }
        Some(out)
    }
}

fn position(nth: u32, out: &mut String) {
    if nth > 0 {
        out.push_str(&format!(":nth-of-type({nth})"));
    }
}

/// Whether a name can stand in an XPath as it is.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
