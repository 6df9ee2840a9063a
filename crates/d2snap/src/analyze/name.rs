//! Accessible names (W3C accname 1.2, the parts that need no layout).

use rustc_hash::FxHashMap;

use super::compose::{Composed, Index, Kind, Node};
use super::label::Labels;
use super::text::{collapse, collapse_into};
use super::visibility::{Reasons, Visibility};
use crate::semantics::{Role, Tag};

/// Names are cut at so many characters, which also bounds the work on elements in one another.
const MAX_NAME_CHARS: usize = 1000;

/// So many nodes are read for one.
const MAX_NAME_NODES: usize = 4000;

/// What is written a second time to complete a name is no longer than this.
const MAX_REPEATED_CHARS: usize = 80;

/// An accessible name, and what an element must carry so that it can be read off the snapshot.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) name: Option<String>,
    pub(super) shown_by: ShownBy,
}

/// Where a reader of the snapshot finds a name.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownBy {
    /// In the content, in a visible label, or there is no name.
    #[default]
    Content,
    /// In this attribute, which is kept as it stands.
    Attribute(&'static str),
    /// Nowhere: it is written as `aria-label`.
    Computed,
}

/// What names are computed from.
pub(super) struct Names<'c, 't> {
    composed: &'c Composed<'t>,
    labels: &'c Labels,
    roles: &'c FxHashMap<Index, Role>,
    reasons: &'c [Reasons],
    /// `label` elements by tree and the id they are for.
    label_for: FxHashMap<(u32, &'t str), Vec<Index>>,
}

impl<'c, 't> Names<'c, 't> {
    pub(super) fn new(composed: &'c Composed<'t>, labels: &'c Labels, visibility: &'c Visibility) -> Self {
        let mut label_for: FxHashMap<(u32, &'t str), Vec<Index>> = FxHashMap::default();
        for (index, node) in composed.nodes.iter().enumerate() {
            if node.tag == Tag::Label
                && let Some(id) = node.attribute("for")
            {
                label_for.entry((node.scope, id)).or_default().push(index);
            }
        }
        Names { composed, labels, roles: &visibility.roles, reasons: &visibility.reasons, label_for }
    }

    /// The name of an interactive element of a role.
    pub(super) fn name(&self, index: Index, role: Option<Role>) -> Named {
        let node = &self.composed.nodes[index];
        if node.element().is_none() {
            return Named::default();
        }
        let from_content = takes_name_from_content(node.tag, role) && !node.facts.editable;
        // What a reader sees of the element anyway; computed where it decides something.
        let told = |name: &str| {
            let printed = self.printed_text(index);
            contains_words(&printed, name) || self.label_text(index, true).is_some_and(|label| contains_words(&label, name))
        };
        if let Some(name) = node.attribute("aria-labelledby").and_then(|ids| self.referenced_text(node.scope, ids)) {
            let shown_by = if told(&name) || self.refers_to_labels(node) { ShownBy::Content } else { ShownBy::Computed };
            return named(name, shown_by);
        }
        if let Some(name) = text_of(node, "aria-label") {
            let shown_by = if told(&name) { ShownBy::Content } else { ShownBy::Attribute("aria-label") };
            return named(name, shown_by);
        }
        if let Some(named) = self.native_name(index, node) {
            return named;
        }
        if from_content {
            let mut name = String::new();
            let unprinted = self.push_text(index, false, &mut name);
            let name = name.trim();
            if !name.is_empty() {
                // What holds other targets is told by what it holds.
                let short = name.chars().count() <= MAX_REPEATED_CHARS;
                let alone = short && self.reasons[index + 1..node.end as usize].iter().all(|reasons| *reasons == 0);
                return named(name.to_owned(), if unprinted && alone { ShownBy::Computed } else { ShownBy::Content });
            }
        }
        for attribute in ["title", "placeholder", "aria-placeholder"] {
            if let Some(name) = text_of(node, attribute) {
                return named(name, ShownBy::Attribute(attribute));
            }
        }
        Named::default()
    }

    /// What HTML itself says names an element of this tag.
    fn native_name(&self, index: Index, node: &Node<'t>) -> Option<Named> {
        let attribute = |attribute: &'static str| text_of(node, attribute).map(|name| named(name, ShownBy::Attribute(attribute)));
        match node.tag {
            Tag::Input => {
                let kind = node.attribute("type").unwrap_or_default().trim().to_ascii_lowercase();
                match kind.as_str() {
                    "submit" | "reset" | "button" => {
                        return attribute("value").or_else(|| match kind.as_str() {
                            "submit" => Some(named("Submit".to_owned(), ShownBy::Attribute("type"))),
                            "reset" => Some(named("Reset".to_owned(), ShownBy::Attribute("type"))),
                            _ => None,
                        });
                    }
                    "image" => return attribute("alt").or_else(|| attribute("value")),
                    _ => {}
                }
                self.labelled(index)
            }
            Tag::Textarea | Tag::Select | Tag::Button | Tag::Meter | Tag::Progress | Tag::Output => self.labelled(index),
            Tag::Area | Tag::Img => attribute("alt"),
            Tag::Option | Tag::Optgroup => attribute("label"),
            _ => None,
        }
    }

    fn labelled(&self, index: Index) -> Option<Named> {
        let (visible, all) = (self.label_text(index, true), self.label_text(index, false));
        match (visible, all) {
            (Some(name), _) => Some(named(name, ShownBy::Content)),
            (None, Some(name)) => Some(named(name, ShownBy::Computed)),
            (None, None) => None,
        }
    }

    /// The text of the `label` elements of a control.
    fn label_text(&self, index: Index, only_visible: bool) -> Option<String> {
        let node = &self.composed.nodes[index];
        let mut text = String::new();
        let mut add = |label: Index| {
            if !(only_visible && self.composed.nodes[label].gone) {
                self.push_text(label, !only_visible, &mut text);
                text.push(' ');
            }
        };
        if let Some(id) = node.attribute("id")
            && self.composed.ids.get(&(node.scope, id)) == Some(&index)
        {
            self.label_for.get(&(node.scope, id)).into_iter().flatten().for_each(|label| add(*label));
        }
        let mut at = index;
        while self.composed.nodes[at].parent as usize != at {
            at = self.composed.nodes[at].parent as usize;
            if self.composed.nodes[at].tag == Tag::Label {
                if self.composed.nodes[at].attribute("for").is_none_or(|id| node.attribute("id") == Some(id)) {
                    add(at);
                }
                break;
            }
        }
        let text = collapse(&text);
        (!text.is_empty()).then_some(text)
    }

    /// Whether `aria-labelledby` names visible `label` elements alone.
    fn refers_to_labels(&self, node: &Node<'_>) -> bool {
        let ids = node.attribute("aria-labelledby").unwrap_or_default();
        ids.split_ascii_whitespace().filter_map(|id| self.composed.ids.get(&(node.scope, id))).all(|index| {
            let label = &self.composed.nodes[*index];
            label.tag == Tag::Label && !label.gone
        })
    }

    fn referenced_text(&self, scope: u32, ids: &str) -> Option<String> {
        let mut text = String::new();
        for id in ids.split_ascii_whitespace() {
            if text.len() > 4 * MAX_NAME_CHARS {
                break;
            }
            if let Some(index) = self.composed.ids.get(&(scope, id)) {
                let node = &self.composed.nodes[*index];
                match text_of(node, "aria-label") {
                    Some(label) => text.push_str(&label),
                    None => {
                        self.push_text(*index, node.gone, &mut text);
                    }
                }
                text.push(' ');
            }
        }
        let text = collapse(&text);
        (!text.is_empty()).then_some(text)
    }

    /// The text that the snapshot prints inside an element at l = 0.
    fn printed_text(&self, index: Index) -> String {
        let mut text = String::new();
        let mut at = index + 1;
        let end = (self.composed.nodes[index].end as usize).min(at + MAX_NAME_NODES);
        if let Some(label) = self.labels.get(index) {
            text.push_str(label);
        }
        while at < end && text.len() < 4 * MAX_NAME_CHARS {
            let node = &self.composed.nodes[at];
            if !node.gone {
                self.push_own_text(at, node, &mut text);
            }
            at += 1;
        }
        collapse(&text)
    }

    /// Appends the text alternative of what an element holds (accname step 2F); true where a part
    /// of it is the label of something that is not written as HTML, and so is not printed.
    fn push_text(&self, index: Index, with_gone: bool, out: &mut String) -> bool {
        let mut unprinted = false;
        // What a field holds is its value.
        if matches!(self.composed.nodes[index].tag, Tag::Select | Tag::Textarea) {
            return false;
        }
        let start = out.len();
        let mut at = index + 1;
        let end = (self.composed.nodes[index].end as usize).min(at + MAX_NAME_NODES);
        let mut text = String::new();
        if let Some(label) = self.labels.get(index) {
            text.push_str(label);
        }
        while at < end && text.len() < 4 * MAX_NAME_CHARS {
            let node = &self.composed.nodes[at];
            if node.gone && !with_gone {
                at += 1;
                continue;
            }
            if node.element().is_some()
                && node.tag != Tag::Label
                && self.labels.get(at).is_none()
                && let Some(label) = text_of(node, "aria-label")
            {
                unprinted |= self.reasons[at] == 0;
                text.push(' ');
                text.push_str(&label);
                text.push(' ');
                at = node.end as usize;
                continue;
            }
            // A list of choices is the value of a control, no part of a name.
            if matches!(node.tag, Tag::Select | Tag::Textarea) {
                at = node.end as usize;
                continue;
            }
            self.push_own_text(at, node, &mut text);
            at += 1;
        }
        collapse_into(&text, out);
        if let Some((cut, _)) = out[start..].char_indices().nth(MAX_NAME_CHARS) {
            out.truncate(start + cut);
            out.push('…');
        }
        unprinted
    }

    fn push_own_text(&self, index: Index, node: &Node<'_>, out: &mut String) {
        match node.kind {
            Kind::Text(text) => out.push_str(text),
            Kind::Element(element) => {
                if let Some(label) = self.labels.get(index) {
                    out.push(' ');
                    out.push_str(label);
                    out.push(' ');
                } else if node.tag == Tag::Img {
                    if let Some(alt) = element.attribute("alt") {
                        out.push(' ');
                        out.push_str(alt);
                        out.push(' ');
                    }
                } else if !matches!(node.class, crate::semantics::Class::Inline) || node.tag == Tag::Br {
                    out.push(' ');
                }
            }
        }
    }

    pub(super) fn role(&self, index: Index) -> Option<Role> {
        self.roles.get(&index).copied()
    }

    /// The collapsed text below an element.
    pub(super) fn text(&self, index: Index) -> String {
        let mut out = String::new();
        self.push_text(index, false, &mut out);
        out
    }
}

fn named(name: String, shown_by: ShownBy) -> Named {
    Named { name: Some(name), shown_by }
}

/// An attribute's collapsed value, where it is not empty.
fn text_of(node: &Node<'_>, attribute: &str) -> Option<String> {
    let text = collapse(node.attribute(attribute)?);
    (!text.is_empty()).then_some(text)
}

fn takes_name_from_content(tag: Tag, role: Option<Role>) -> bool {
    match role {
        Some(role) => !matches!(
            role,
            "textbox"
                | "searchbox"
                | "combobox"
                | "listbox"
                | "slider"
                | "spinbutton"
                | "grid"
                | "table"
                | "tree"
                | "list"
                | "form"
                | "dialog"
        ),
        None => !matches!(tag, Tag::Input | Tag::Textarea | Tag::Select),
    }
}

/// Whether `text` holds the words of `name` in a row, letter case and punctuation aside.
fn contains_words(text: &str, name: &str) -> bool {
    let words = |text: &str| {
        let mut out = String::from(" ");
        for c in text.chars() {
            if c.is_alphanumeric() {
                out.extend(c.to_lowercase());
            } else if !out.ends_with(' ') {
                out.push(' ');
            }
        }
        if !out.ends_with(' ') {
            out.push(' ');
        }
        out
    };
    let wanted = words(name);
    if wanted == " " { text.contains(name) } else { words(text).contains(&wanted) }
}
