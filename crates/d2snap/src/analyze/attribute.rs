//! Attributes as they will be written: cleaned, cut, escaped, with the m up to which they stay.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use super::compose::Node;
use super::name::{Named, ShownBy};
use super::text::{clean, collapse_into};
use crate::document::{Attribute, Columns, Presence, Span};
use crate::options::{Hrefs, Options};
use crate::parse::LocalName;
use crate::render::escape;
use crate::semantics::{Role, Tag};
use crate::snapshot::Withheld;

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
    /// Disabled by its fieldset.
    pub(super) disabled: bool,
    /// An option that says `selected` and is not.
    pub(super) not_chosen: bool,
    /// Nothing stands inside it.
    pub(super) empty: bool,
    /// A frame: its title and its address stay.
    pub(super) frame: bool,
    pub(super) is_svg: bool,
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
    value: String,
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
        if address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) { String::new() } else { address }
    }

    /// Writes an element's attributes into the columns.
    pub(super) fn write(&mut self, columns: &mut Columns, options: &Options, node: &Node<'_>, says: &Says<'_>) -> Span {
        let start = columns.attributes.len() as u32;
        let mut seen = Seen::default();
        if let Some(element) = node.element() {
            let secret = is_secret(node);
            for (name, value) in element.attributes() {
                let name: &LocalName = name;
                if **name == *options.uid_attribute {
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
                self.write_one(columns, options, node, says, name, value, secret, &mut seen);
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
        if options.uids && says.uid > 0 {
            let uid = says.uid.to_string();
            let name = options.uid_attribute.clone();
            add(self, columns, &name, &uid);
        }
        Span { start, end: columns.attributes.len() as u32 }
    }

    #[allow(clippy::too_many_arguments)]
    fn write_one(
        &mut self,
        columns: &mut Columns,
        options: &Options,
        node: &Node<'_>,
        says: &Says<'_>,
        name: &LocalName,
        value: &str,
        secret: bool,
        seen: &mut Seen,
    ) {
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
            "tabindex" if node.facts.focusable => seen.behaviour = seen.behaviour.max(Some(rating)),
            "style" if node.facts.pointer => seen.behaviour = seen.behaviour.max(Some(rating)),
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
        if options.affordances && (says.interactive || says.marked_hidden) && is_affordance(node.tag, name, &value, says) {
            presence = Presence::Always;
        }
        let value = self.clean_value(name, &value, options);
        self.push(columns, options, name, &value, presence, says.in_cell);
        self.value = value;
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
    fn clean_value(&mut self, name: &str, raw: &str, options: &Options) -> String {
        let mut value = std::mem::take(&mut self.value);
        value.clear();
        self.removed += if name == "value" { clean(raw, |c| value.push(c)) } else { collapse_into(raw, &mut value) };
        if let Some(short) = without_payload(&value, is_url(name)) {
            value = short;
        }
        let max = options.max_attribute_chars;
        if value.len() > max && value.chars().count() > max {
            self.cut += 1;
            let whole = if is_url(name) { value.split(['?', '#']).next().unwrap_or_default() } else { &value };
            let shorter = whole.len() < value.len() && whole.chars().count() < max;
            value = if shorter { format!("{whole}…") } else { cut_text(whole, max) };
        }
        value
    }
}

#[derive(Debug, Default)]
struct Seen {
    disabled: bool,
    onclick: bool,
    href: bool,
    /// The rating of an attribute that tells of behaviour.
    behaviour: Option<u16>,
}

/// Whether a tokenizer would read this name back as it stands.
fn is_writable(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && clean(name, |_| {}) == 0
        && !name.contains(|c: char| matches!(c, '"' | '\'' | '<' | '=' | '>' | '/' | '`' | '|') || c.is_whitespace() || c.is_control())
}

/// Whether an attribute shows what an interactive element is, and so stays at every m.
fn is_affordance(tag: Tag, name: &str, value: &str, says: &Says<'_>) -> bool {
    if matches!(says.named, Some(Named { shown_by: ShownBy::Attribute(shown), .. }) if *shown == name) {
        return true;
    }
    match name {
        "type" => tag == Tag::Input,
        "role" => says.explicit_role.is_some() && says.explicit_role != says.implicit_role,
        "value" if tag == Tag::Option => says.empty,
        "value" => tag == Tag::Input && !matches!(says.implicit_role, Some("checkbox" | "radio")),
        "contenteditable" => !value.trim().eq_ignore_ascii_case("false"),
        "checked" | "selected" | "disabled" | "open" | "required" | "readonly" => true,
        "aria-checked" | "aria-selected" | "aria-expanded" | "aria-pressed" | "aria-valuenow" | "aria-valuetext" => true,
        "aria-disabled" | "aria-required" | "aria-readonly" | "aria-haspopup" | "aria-invalid" | "aria-current" => {
            !matches!(value.trim(), "" | "false")
        }
        "label" => matches!(tag, Tag::Option | Tag::Optgroup),
        "alt" => says.marked_hidden,
        _ => false,
    }
}

/// Whether a field's value must never be shown.
pub(super) fn is_secret(node: &Node<'_>) -> bool {
    if !matches!(node.tag, Tag::Input | Tag::Textarea | Tag::Select) {
        return false;
    }
    node.attribute("type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("password"))
        || node.attribute("autocomplete").is_some_and(|tokens| {
            tokens.split_ascii_whitespace().any(|token| {
                let token = token.to_ascii_lowercase();
                matches!(token.as_str(), "current-password" | "new-password" | "one-time-code") || token.starts_with("cc-")
            })
        })
}

fn is_url(name: &str) -> bool {
    matches!(name, "href" | "src" | "action" | "formaction" | "poster" | "data" | "cite" | "background" | "longdesc" | "ping")
}

/// A value whose `data:` URLs are cut to their media type; none where it has none.
fn without_payload(value: &str, is_url: bool) -> Option<String> {
    let lower = value.to_ascii_lowercase();
    let first = lower.find("data:")?;
    if is_url && first == 0 {
        let end = value.find([',', ';']).unwrap_or(value.len());
        return Some(value[..end].to_owned());
    }
    let mut out = String::new();
    let mut from = 0;
    let mut search = first;
    loop {
        let media = search + 5;
        let media_end = media
            + value[media..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'+' | b'-')).count();
        let is_payload = value[media..media_end].contains('/') && value[media_end..].starts_with([',', ';']);
        if is_payload {
            // It ends with the quotation mark that it began with, else at white space or a bracket.
            let rest = &value[media_end..];
            let end = match value[..search].chars().next_back() {
                Some(quote @ ('"' | '\'')) => rest.find(quote),
                _ => rest.find([' ', '"', '\'', ')']),
            };
            let end = end.map_or(value.len(), |at| media_end + at);
            out.push_str(&value[from..media_end]);
            from = end;
        }
        let resume = media_end.max(from);
        match lower[resume..].find("data:") {
            Some(next) => search = resume + next,
            None => break,
        }
    }
    if from == 0 {
        return None;
    }
    out.push_str(&value[from..]);
    Some(out)
}

/// Cuts a text at a grapheme boundary so that with `…` it has at most `max` characters.
fn cut_text(text: &str, max: usize) -> String {
    if text.len() <= max || text.chars().count() <= max {
        return text.to_owned();
    }
    let room = max.saturating_sub(1);
    let mut chars = 0;
    let mut end = 0;
    for grapheme in text.graphemes(true) {
        chars += grapheme.chars().count();
        if chars > room {
            break;
        }
        end += grapheme.len();
    }
    format!("{}…", text[..end].trim_end())
}

/// An href without query and fragment, and without its site where that is the page's own.
fn path_of(href: &str, base: Option<&str>) -> String {
    let trimmed = href.trim();
    if trimmed.starts_with('#') {
        return trimmed.to_owned();
    }
    let scheme = trimmed.split(':').next().unwrap_or_default();
    let is_special = trimmed.contains(':') && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    if is_special && !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return trimmed.to_owned();
    }
    let whole = trimmed.split(['?', '#']).next().unwrap_or_default();
    if whole.is_empty() {
        return trimmed.to_owned();
    }
    let Some(base) = base.and_then(|base| url::Url::parse(base).ok()) else {
        return whole.to_owned();
    };
    match base.join(whole) {
        Ok(url) if is_special && url.origin() == base.origin() => url.path().to_owned(),
        _ => whole.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_are_cut_to_their_media_type() {
        assert_eq!(without_payload("data:text/html;base64,QUJD", true).as_deref(), Some("data:text/html"));
        assert_eq!(without_payload("DATA:text/html,<h1>a b", true).as_deref(), Some("DATA:text/html"));
        assert_eq!(without_payload("data:image/png;base64,AA== 1x, b.png 2x", false).as_deref(), Some("data:image/png 1x, b.png 2x"));
        assert_eq!(
            without_payload("background:url('data:image/gif;base64,R0') no", false).as_deref(),
            Some("background:url('data:image/gif') no")
        );
        assert_eq!(without_payload("the data: three, four", false), None);
    }

    #[test]
    fn texts_are_cut_between_graphemes() {
        assert_eq!(cut_text("abcdef", 4), "abc…");
        assert_eq!(cut_text("abcd", 4), "abcd");
        assert_eq!(cut_text("ab👨‍👩‍👧‍👦cd", 6), "ab…");
    }

    #[test]
    fn paths_lose_their_own_site_and_query() {
        let base = Some("https://shop.test/a/b");
        assert_eq!(path_of("https://shop.test/c?x=1#y", base), "/c");
        assert_eq!(path_of("https://other.test/c?x=1", base), "https://other.test/c");
        assert_eq!(path_of("../c?x", base), "../c");
        assert_eq!(path_of("mailto:a@b.c?subject=x", base), "mailto:a@b.c?subject=x");
        assert_eq!(path_of("#top", base), "#top");
    }
}
