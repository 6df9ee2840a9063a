//! The texts that names are made of, and those that a reader of the snapshot sees.

use std::sync::{Arc, PoisonError};

use super::Names;
use crate::analyze::compose::{Index, Kind, Node};
use crate::analyze::text::{clip, collapse, collapse_into};
use crate::semantics::{Class, Tag};

/// Names are cut at so many characters, which also bounds the work on elements in one another.
const MAX_NAME_CHARS: usize = 1000;

/// So many nodes are read for one.
const MAX_NAME_NODES: usize = 4000;

/// So many bytes are read for one: characters have up to four.
const MAX_NAME_BYTES: usize = 4 * MAX_NAME_CHARS;

impl Names<'_, '_> {
    /// The text of the `label` elements of a control.
    pub(super) fn label_text(&self, index: Index, only_visible: bool) -> Option<String> {
        let node = &self.composed.nodes[index];
        let mut text = String::new();
        let mut add = |label: Index| {
            if text.len() < MAX_NAME_BYTES && !(only_visible && self.composed.nodes[label].gone) {
                text.push_str(&self.known_text(label, !only_visible));
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
        name_of(&text)
    }

    pub(super) fn referenced_text(&self, scope: u32, ids: &str) -> Option<String> {
        let mut text = String::new();
        for id in ids.split_ascii_whitespace() {
            if text.len() > MAX_NAME_BYTES {
                break;
            }
            if let Some(index) = self.composed.ids.get(&(scope, id)) {
                let node = &self.composed.nodes[*index];
                match text_of(node, "aria-label") {
                    Some(label) => text.push_str(&label),
                    None => text.push_str(&self.known_text(*index, node.gone)),
                }
                text.push(' ');
            }
        }
        name_of(&text)
    }

    /// What [`push_text`](Self::push_text) gives, which is computed once.
    fn known_text(&self, index: Index, with_gone: bool) -> Arc<str> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = texts.entry((index, with_gone)).or_insert_with(|| {
            let mut text = String::new();
            self.push_text(index, with_gone, &mut text);
            text.into()
        });
        Arc::clone(known)
    }

    /// The text that the snapshot prints inside an element at l = 0.
    pub(super) fn printed_text(&self, index: Index) -> String {
        let mut text = String::new();
        let mut at = index + 1;
        let end = (self.composed.nodes[index].end as usize).min(at + MAX_NAME_NODES);
        if let Some(label) = self.labels.get(index) {
            text.push_str(clip(label, MAX_NAME_BYTES));
        }
        while at < end && text.len() < MAX_NAME_BYTES {
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
    pub(super) fn push_text(&self, index: Index, with_gone: bool, out: &mut String) -> bool {
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
            text.push_str(clip(label, MAX_NAME_BYTES));
        }
        while at < end && text.len() < MAX_NAME_BYTES {
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
        cut(out, start);
        unprinted
    }

    fn push_own_text(&self, index: Index, node: &Node<'_>, out: &mut String) {
        match node.kind {
            Kind::Text(text) => {
                let words = text.trim_ascii_start();
                if words.len() < text.len() {
                    out.push(' ');
                }
                out.push_str(clip(words, MAX_NAME_BYTES));
            }
            Kind::Element(element) => {
                if let Some(label) = self.labels.get(index) {
                    out.push(' ');
                    out.push_str(clip(label, MAX_NAME_BYTES));
                    out.push(' ');
                } else if node.tag == Tag::Img {
                    if let Some(alt) = element.attribute("alt") {
                        out.push(' ');
                        out.push_str(clip(alt, MAX_NAME_BYTES));
                        out.push(' ');
                    }
                } else if !matches!(node.class, Class::Inline) || node.tag == Tag::Br {
                    out.push(' ');
                }
            }
        }
    }
}

/// An attribute's collapsed value, where it is not empty.
pub(super) fn text_of(node: &Node<'_>, attribute: &str) -> Option<String> {
    name_of(node.attribute(attribute)?)
}

/// A text as a name, where it is not empty.
fn name_of(text: &str) -> Option<String> {
    let mut name = collapse(clip(text.trim_ascii_start(), MAX_NAME_BYTES));
    cut(&mut name, 0);
    (!name.is_empty()).then_some(name)
}

/// Ends what begins at `start` where a name ends.
fn cut(out: &mut String, start: usize) {
    if let Some((end, _)) = out[start..].char_indices().nth(MAX_NAME_CHARS) {
        out.truncate(start + end);
        out.push('…');
    }
}

/// Whether `text` holds the words of `name` in a row, letter case and punctuation aside.
pub(super) fn contains_words(text: &str, name: &str) -> bool {
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
    if text.is_empty() {
        return name.is_empty();
    }
    let wanted = words(name);
    if wanted == " " { text.contains(name) } else { words(text).contains(&wanted) }
}
