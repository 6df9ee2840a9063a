//! What tells an element from all others of its tree.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::generated::looks_generated;
use super::walk::{Bone, Grove};
use crate::locate::ATTRIBUTES;
use crate::parse::{AnyOf, LocalName, SourceElement};

/// Longer values tell no better.
const MAX_VALUE_BYTES: usize = 64;

/// What it costs to begin at the top of a tree; a step of a path costs 1, one that counts siblings 2.
pub(super) const ROOT: u32 = 6;
const GENERATED: u32 = 5;
const NAME: u32 = 2;

/// Elements of which a document often has one; custom elements too.
const FOUND_BY_NAME: [&str; 13] =
    ["html", "body", "main", "nav", "header", "footer", "aside", "form", "table", "dialog", "search", "h1", "frameset"];

/// `id` and [`ATTRIBUTES`].
const READ: AnyOf = AnyOf::new(&ATTRIBUTES).or(AnyOf::new(&["id"]));

/// What a path begins with.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor<'t> {
    /// Its parent.
    None,
    Id(&'t str),
    /// One of [`ATTRIBUTES`].
    Attribute(u8, &'t str),
    /// The element's name.
    Name,
}

/// What of it can tell an element from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    Id,
    Attribute(u8),
    Name,
}

/// What was seen in all trees, once or more often. Of two things with one hash neither counts as
/// unique, which costs a longer path at worst.
#[derive(Debug)]
pub(super) struct Seen {
    once: FxHashMap<u64, bool>,
    max_value_bytes: usize,
    /// `id`, then [`ATTRIBUTES`]; interned names are compared at once.
    attributes: Vec<LocalName>,
    /// [`FOUND_BY_NAME`].
    names: Vec<LocalName>,
}

impl Seen {
    /// Attributes of up to so many bytes are whole; there are about so many targets.
    pub(super) fn new(max_attribute_bytes: usize, targets: usize) -> Self {
        Seen {
            once: FxHashMap::with_capacity_and_hasher(2 * targets, Default::default()),
            // One that was cut is up to three bytes shorter than the limit.
            max_value_bytes: MAX_VALUE_BYTES.min(max_attribute_bytes.saturating_sub(4)),
            attributes: std::iter::once("id").chain(ATTRIBUTES).map(LocalName::from).collect(),
            names: FOUND_BY_NAME.into_iter().map(LocalName::from).collect(),
        }
    }

    /// Counts what an element could be found by; it is the `nth` of its name among its siblings.
    pub(super) fn add(&mut self, tree: u32, in_shadow: bool, element: &SourceElement, nth: u32) {
        if element.may_have(READ) {
            for (name, value) in element.plain_attributes() {
                if let Some(mark) = self.mark(element, name, value) {
                    self.note(key(tree, mark, element, value));
                }
            }
        }
        // A third is known not to be the only one.
        if nth <= 2 && (in_shadow || self.is_found_by_name(element)) {
            self.note(key(tree, Mark::Name, element, ""));
        }
    }

    /// What can be found by an attribute, its uniqueness aside. Of elements of one name and values
    /// that are the same either all or none are.
    fn mark(&self, element: &SourceElement, name: &LocalName, value: &str) -> Option<Mark> {
        let at = self.attributes.iter().position(|known| known == name)?;
        if value.is_empty() || value.len() > self.max_value_bytes {
            return None;
        }
        match at.checked_sub(1) {
            None => Some(Mark::Id),
            Some(at) => is_fit(element.local(), ATTRIBUTES[at], value).then_some(Mark::Attribute(at as u8)),
        }
    }

    fn is_found_by_name(&self, element: &SourceElement) -> bool {
        self.names.contains(element.local()) || element.local().contains('-')
    }

    fn note(&mut self, key: u64) {
        self.once.entry(key).and_modify(|once| *once = false).or_insert(true);
    }

    fn is_unique(&self, key: u64) -> bool {
        self.once.get(&key) == Some(&true)
    }
}

/// Whether elements of a name can be found by an attribute.
fn is_fit(local: &str, attribute: &str, value: &str) -> bool {
    match attribute {
        "role" => is_landmark(value),
        "href" => matches!(local, "a" | "area") && value != "#",
        "placeholder" => matches!(local, "input" | "textarea"),
        "alt" => matches!(local, "input" | "area"),
        "for" => local == "label",
        "action" => local == "form",
        "value" => matches!(local, "button" | "input"),
        _ => true,
    }
}

/// Roles of which a document often has one.
fn is_landmark(role: &str) -> bool {
    matches!(
        role,
        "main"
            | "search"
            | "navigation"
            | "banner"
            | "contentinfo"
            | "complementary"
            | "form"
            | "dialog"
            | "alertdialog"
            | "menubar"
            | "tablist"
            | "toolbar"
            | "feed"
            | "tree"
            | "grid"
    )
}

fn key(tree: u32, mark: Mark, element: &SourceElement, value: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (tree, mark).hash(&mut hasher);
    match mark {
        // Without a doctype browsers do not tell the letter case of ids.
        Mark::Id if value.bytes().any(|byte| byte.is_ascii_uppercase()) => value.to_ascii_lowercase().hash(&mut hasher),
        Mark::Id => value.hash(&mut hasher),
        Mark::Attribute(_) | Mark::Name => (element.local(), value).hash(&mut hasher),
    }
    hasher.finish()
}

/// The best of what tells a bone from all other elements of its tree, and what it costs.
pub(super) fn anchor_of<'t>(bone: &Bone<'t>, tree: &Grove, seen: &Seen) -> Option<(Anchor<'t>, u32)> {
    let element = bone.element;
    let mut best: Option<(Anchor<'t>, u32, u8)> = None;
    for (name, value) in element.plain_attributes() {
        if let Some(mark) = seen.mark(element, name, value)
            && let Some(cost) = cost(mark, name, value)
            && (**name != *"value" || is_choice(element))
            && seen.is_unique(key(bone.tree, mark, element, value))
        {
            let (anchor, order) = match mark {
                Mark::Attribute(at) => (Anchor::Attribute(at, value), at),
                Mark::Id | Mark::Name => (Anchor::Id(value), 0),
            };
            if best.as_ref().is_none_or(|(_, known, of)| (cost, order) < (*known, *of)) {
                best = Some((anchor, cost, order));
            }
        }
    }
    let by_name = tree.is_shadow || seen.is_found_by_name(element);
    let name_cost = if matches!(&**element.local(), "html" | "body" | "frameset") { ROOT } else { NAME };
    if by_name && best.as_ref().is_none_or(|(_, cost, _)| name_cost < *cost) && seen.is_unique(key(bone.tree, Mark::Name, element, "")) {
        return Some((Anchor::Name, name_cost));
    }
    best.map(|(anchor, cost, _)| (anchor, cost))
}

/// Whether an element's value is the page's alone: never what a user may have typed.
fn is_choice(element: &SourceElement) -> bool {
    let kind = element.attribute("type").unwrap_or_default();
    let is_choice = ["radio", "checkbox", "submit", "button", "reset"].iter().any(|known| kind.eq_ignore_ascii_case(known));
    element.attribute("autocomplete").is_none() && (is_choice || &**element.local() == "button")
}

/// What it costs to rely on a value; none where it is no good.
fn cost(mark: Mark, name: &str, value: &str) -> Option<u32> {
    let is_clean = !value.bytes().any(|byte| byte < b' ' || byte == 0x7f) && value.trim() == value && !value.contains(">>>");
    if !is_clean {
        return None;
    }
    if mark == Mark::Id {
        let is_word = !value.contains(char::is_whitespace);
        return is_word.then(|| if looks_generated(value) { GENERATED } else { 0 });
    }
    let length = value.len() as u32 / 32;
    match name {
        "href" if value.get(..11).is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:")) => None,
        "href" => Some(1 + length + u32::from(value.contains('?'))),
        // What is told to people counts things now and then.
        "aria-label" | "title" | "alt" | "placeholder" => Some(1 + length + 2 * u32::from(value.bytes().any(|byte| byte.is_ascii_digit()))),
        _ if looks_generated(value) => None,
        _ => Some(1 + length),
    }
}
