//! Attributes as they will be written: cleaned, cut, escaped, with the m up to which they stay.

mod kind;
mod value;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::compose::Node;
use super::name::{Named, ShownBy};
use super::text::{clean, collapse_into, is_collapsed};
use crate::document::{Attribute, Columns, Presence, Span};
use crate::options::{Hrefs, Options};
use crate::parse::LocalName;
use crate::render::escape;
use crate::semantics::Role;
use crate::snapshot::Withheld;
use kind::{is_affordance, is_url, is_writable};
pub(super) use value::cut_text;
use value::{path_of, without_payload};

pub(super) use kind::is_secret;

/// What an element that is written has to say besides its own attributes.
#[derive(Debug, Default)]
pub(super) struct Says<'s> {
    pub(super) interactive: bool,
    /// Nothing but behaviour tells that it is interactive.
    pub(super) only_behaviour: bool,
    pub(super) explicit_role: Option<Role>,
    pub(super) implicit_role: Option<Role>,
    pub(super) named: Option<&'s Named>,
    pub(super) uid: u32,
    pub(super) in_cell: bool,
    /// Written with `hidden`.
    pub(super) marked_hidden: bool,
    /// Written with `inert`.
    pub(super) marked_inert: bool,
    /// Disabled by its fieldset.
    pub(super) disabled: bool,
    /// An option that says `selected` and is not.
    pub(super) not_chosen: bool,
    /// Nothing stands inside it.
    pub(super) empty: bool,
    /// A frame: its title and its address stay.
    pub(super) frame: bool,
    pub(super) is_svg: bool,
    /// Whether something lies over it, where that is known.
    pub(super) covered: Option<bool>,
}

/// Writes attributes; knows names and ratings.
#[derive(Debug, Default)]
pub(super) struct AttributeWriter {
    names: FxHashMap<String, u32>,
    ratings: FxHashMap<LocalName, u16>,
    removed: usize,
    cut: usize,
    unwritable: usize,
    secrets: usize,
}

/// The element whose attributes are written.
struct Subject<'e> {
    options: &'e Options,
    node: &'e Node<'e>,
    says: &'e Says<'e>,
    /// Its value must never be shown.
    secret: bool,
}

#[derive(Debug, Default)]
struct Seen {
    disabled: bool,
    onclick: bool,
    href: bool,
    /// The rating of an attribute that tells of behaviour.
    behaviour: Option<u16>,
}

impl AttributeWriter {
    pub(super) fn new(columns: &mut Columns, options: &Options) -> Self {
        columns.ratings = options.ground_truth.attribute_ratings();
        columns.address_rating = options.ground_truth.attribute_rating("src");
        AttributeWriter::default()
    }

    pub(super) fn count_secret(&mut self) {
        self.secrets += 1;
    }

    pub(super) fn count(&self, withheld: &mut Withheld) {
        withheld.add("characters", self.removed);
        withheld.add("attribute-cut", self.cut);
        withheld.add("attribute-name", self.unwritable);
        withheld.add("secret", self.secrets);
    }

    /// The number of a tag or an attribute's name.
    pub(super) fn intern(&mut self, columns: &mut Columns, name: &str) -> u32 {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let number = columns.names.len() as u32;
        columns.names.push(name.into());
        self.names.insert(name.to_owned(), number);
        number
    }

    /// An image's address as it will be read; empty where it is a payload.
    pub(super) fn address(&mut self, options: &Options, src: &str) -> String {
        let address = self.clean_value("src", src, options);
        if address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) { String::new() } else { address.into_owned() }
    }

    /// Writes an element's attributes into the columns.
    pub(super) fn write(&mut self, columns: &mut Columns, options: &Options, node: &Node<'_>, says: &Says<'_>) -> Span {
        let start = columns.attributes.len() as u32;
        let mut seen = Seen::default();
        if let Some(element) = node.element() {
            let subject = Subject { options, node, says, secret: is_secret(node) };
            for (name, value) in element.attributes() {
                let name: &LocalName = name;
                if **name == *options.uid_attribute {
                    continue;
                }
                if says.covered.is_some() && &**name == "covered" {
                    continue;
                }
                if says.not_chosen && &**name == "selected" {
                    continue;
                }
                if says.frame && !matches!(&**name, "title" | "src") {
                    continue;
                }
                if !is_writable(name) {
                    self.unwritable += 1;
                    continue;
                }
                // The second of an SVG's `href` and `xlink:href`.
                if says.is_svg && &**name == "href" && std::mem::replace(&mut seen.href, true) {
                    continue;
                }
                self.write_one(columns, &subject, name, value, &mut seen);
            }
        }
        let add = |writer: &mut Self, columns: &mut Columns, name: &str, value: &str| {
            writer.push(columns, options, name, value, Presence::Always, says.in_cell);
        };
        if says.disabled && !seen.disabled {
            add(self, columns, "disabled", "");
        }
        if options.affordances && says.interactive {
            if let Some(Named { name: Some(name), shown_by: ShownBy::Computed }) = says.named {
                let name = cut_text(name, options.max_attribute_chars);
                add(self, columns, "aria-label", &name);
            }
            if says.only_behaviour && !seen.onclick {
                // What tells of it while it is written stands in for the name.
                let presence = seen.behaviour.map_or(Presence::Always, Presence::Instead);
                self.push(columns, options, "onclick", "", presence, says.in_cell);
            }
        }
        if says.marked_hidden {
            add(self, columns, "hidden", "");
        }
        if says.covered == Some(true) {
            add(self, columns, "covered", "");
        }
        if options.uids && says.uid > 0 {
            let uid = says.uid.to_string();
            let name = options.uid_attribute.clone();
            add(self, columns, &name, &uid);
        }
        Span { start, end: columns.attributes.len() as u32 }
    }

    fn write_one(&mut self, columns: &mut Columns, subject: &Subject<'_>, name: &LocalName, value: &str, seen: &mut Seen) {
        let Subject { options, node, says, secret } = *subject;
        let rating = self.rating(columns, options, name);
        let mut presence = Presence::Rated(rating);
        let mut value = Cow::Borrowed(value);
        match &**name {
            "disabled" => seen.disabled = true,
            // Written behind all others.
            "hidden" if says.marked_hidden => return,
            "value" if secret => {
                if value.is_empty() {
                    return;
                }
                self.secrets += 1;
                value = Cow::Borrowed("(filled)");
            }
            "href" => {
                match options.hrefs {
                    Hrefs::Keep => {}
                    Hrefs::Path => value = Cow::Owned(path_of(&value, options.base_url.as_deref())),
                    Hrefs::Drop => return,
                }
                if options.affordances && says.interactive && !options.uids {
                    presence = Presence::Always;
                }
            }
            "tabindex" if node.facts.focusable() => seen.behaviour = seen.behaviour.max(Some(rating)),
            "style" if node.facts.pointer() => seen.behaviour = seen.behaviour.max(Some(rating)),
            "title" | "src" if says.frame => presence = Presence::Always,
            "aria-label" if options.affordances && matches!(says.named, Some(Named { shown_by: ShownBy::Computed, .. })) => {
                return;
            }
            "onclick" if says.only_behaviour && options.affordances => {
                seen.onclick = true;
                self.push(columns, options, "onclick", "", Presence::Instead(rating), says.in_cell);
            }
            _ => {}
        }
        if options.affordances
            && (says.interactive || says.marked_hidden || says.marked_inert)
            && is_affordance(node.tag, name, &value, says)
        {
            presence = Presence::Always;
        }
        let value = self.clean_value(name, &value, options);
        self.push(columns, options, name, &value, presence, says.in_cell);
    }

    fn push(&mut self, columns: &mut Columns, options: &Options, name: &str, value: &str, presence: Presence, in_cell: bool) {
        let start = columns.text.len() as u32;
        escape::attribute(name, value, options.quote_always, in_cell, &mut columns.text);
        let text = Span { start, end: columns.text.len() as u32 };
        let name = self.intern(columns, name);
        columns.attributes.push(Attribute { name, text, presence });
    }

    fn rating(&mut self, columns: &Columns, options: &Options, name: &LocalName) -> u16 {
        if let Some(known) = self.ratings.get(name) {
            return *known;
        }
        let rating = options.ground_truth.attribute_rating(name);
        let index = columns.ratings.partition_point(|known| *known < rating) as u16;
        self.ratings.insert(name.clone(), index);
        index
    }

    /// A value as it will be read: without invisible characters and payloads, cut where too long.
    fn clean_value<'v>(&mut self, name: &str, raw: &'v str, options: &Options) -> Cow<'v, str> {
        let mut value = Cow::Borrowed(raw);
        if name == "value" {
            let mut cleaned = String::new();
            self.removed += clean(raw, |c| cleaned.push(c));
            value = Cow::Owned(cleaned);
        } else if !is_collapsed(raw) {
            let mut collapsed = String::with_capacity(raw.len());
            self.removed += collapse_into(raw, &mut collapsed);
            value = Cow::Owned(collapsed);
        }
        if let Some(short) = without_payload(&value, || is_url(name)) {
            value = Cow::Owned(short);
        }
        let max = options.max_attribute_chars;
        if value.len() > max && value.chars().count() > max {
            self.cut += 1;
            let whole = if is_url(name) { value.split(['?', '#']).next().unwrap_or_default() } else { &value };
            let shorter = whole.len() < value.len() && whole.chars().count() < max;
            value = Cow::Owned(if shorter { format!("{whole}…") } else { cut_text(whole, max) });
        }
        value
    }
}
