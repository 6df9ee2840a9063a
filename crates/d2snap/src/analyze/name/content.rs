//! The texts that names are made of, and those that a reader of the snapshot sees.

use std::sync::{Arc, PoisonError};

use super::Names;
use crate::analyze::attribute::is_secret;
use crate::analyze::compose::{Index, Kind, Node};
use crate::analyze::target::value_of;
use crate::analyze::text::{clip, collapse, collapse_into, is_blank};
use crate::semantics::{Class, Tag};

/// Names are cut at so many characters, which also bounds the work on elements in one another.
const MAX_NAME_CHARS: usize = 1000;

/// What is larger is no icon.
const MAX_ICON_NODES: usize = 16;

/// So many nodes are read for one.
const MAX_NAME_NODES: usize = MAX_NAME_CHARS;

/// So many bytes are read for one: characters have up to four.
const MAX_NAME_BYTES: usize = 4 * MAX_NAME_CHARS;

impl Names<'_, '_> {
    /// The text of the `label` elements of a control.
    pub(super) fn label_text(&self, index: Index, only_visible: bool) -> Option<String> {
        let node = &self.composed.nodes[index];
        let mut text = String::new();
        let mut add = |label: Index| {
            if text.len() < MAX_NAME_BYTES && !(only_visible && self.composed.nodes[label].gone) {
                text.push_str(&self.known_text(label, index, !only_visible));
                text.push(' ');
            }
        };
        let pointing = node
            .attribute("id")
            .filter(|id| self.composed.ids.get(&(node.scope, *id)) == Some(&index))
            .and_then(|id| self.label_for.get(&(node.scope, id)))
            .map_or(&[][..], Vec::as_slice);
        pointing.iter().for_each(|label| add(*label));
        let mut at = index;
        while self.composed.nodes[at].parent as usize != at {
            at = self.composed.nodes[at].parent as usize;
            if self.composed.nodes[at].tag == Tag::Label {
                let points_here = |id: &str| node.attribute("id") == Some(id);
                if self.composed.nodes[at].attribute("for").is_none_or(points_here) && !pointing.contains(&at) {
                    add(at);
                }
                break;
            }
        }
        name_of(&text)
    }

    /// The text of the elements that `aria-labelledby` names for `root` (accname step 2B); hidden
    /// ones count, and what they refer to themselves does not.
    pub(super) fn referenced_text(&self, root: Index, scope: u32, ids: &str) -> Option<String> {
        let mut text = String::new();
        for id in ids.split_ascii_whitespace() {
            if text.len() > MAX_NAME_BYTES {
                break;
            }
            if let Some(index) = self.composed.ids.get(&(scope, id)) {
                self.push_alternative(root, *index, &mut text);
                text.push(' ');
            }
        }
        name_of(&text)
    }

    /// What [`push_text`](Self::push_text) gives for `root`. Where that is not among what is read it makes no difference, and
    /// the text is read once.
    fn known_text(&self, index: Index, root: Index, with_gone: bool) -> Arc<str> {
        let read = || {
            let mut text = String::new();
            self.push_text(index, Some(root), with_gone, &mut text);
            Arc::from(text)
        };
        let end = (self.composed.nodes[index].end as usize).min(index + 1 + MAX_NAME_NODES);
        if (index..end).contains(&root) {
            return read();
        }
        let known = |text: Option<Arc<str>>| {
            let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
            match text {
                Some(text) => texts.insert((index, with_gone), text),
                None => texts.get(&(index, with_gone)).cloned(),
            }
        };
        // Reading may ask for other texts.
        known(None).unwrap_or_else(|| {
            let text = read();
            known(Some(text.clone()));
            text
        })
    }

    /// What an element that is referred to says in a name.
    fn push_alternative(&self, root: Index, index: Index, text: &mut String) {
        let node = &self.composed.nodes[index];
        if index != root
            && let Some(value) = self.embedded(index)
        {
            return text.push_str(&value);
        }
        let native = || match node.tag {
            Tag::Img | Tag::Area => alt_of(node),
            Tag::Input if index == root => self.native_text(index),
            _ => self.heading_part(index),
        };
        if let Some(name) = text_of(node, "aria-label").or_else(native) {
            return text.push_str(&name);
        }
        let content = self.known_text(index, root, node.gone);
        text.push_str(&content);
        if is_blank(&content)
            && let Some(title) = text_of(node, "title")
        {
            text.push_str(&title);
        }
    }

    /// The text below an element, hidden ones aside, blocks parted by a space; not cut.
    pub(in crate::analyze) fn text_in_lines(&self, index: Index) -> String {
        let mut text = String::new();
        let mut blocks = Blocks::default();
        for at in index + 1..self.composed.nodes[index].end as usize {
            let node = &self.composed.nodes[at];
            if node.gone {
                continue;
            }
            blocks.enter(at, node, &mut text);
            if let Kind::Text(piece) = node.kind {
                text.push_str(piece);
            }
        }
        collapse(&text)
    }

    /// The legend of a group, the caption of a figure or a table: the first child of that tag.
    pub(super) fn heading_part(&self, index: Index) -> Option<String> {
        let node = &self.composed.nodes[index];
        let wanted = match node.tag {
            Tag::Fieldset => Tag::Legend,
            Tag::Figure => Tag::Figcaption,
            Tag::Table => Tag::Caption,
            _ => return None,
        };
        let mut at = index + 1;
        while at < node.end as usize {
            let child = &self.composed.nodes[at];
            if child.tag == wanted && !child.gone {
                return Some(self.text(at)).filter(|text| !text.is_empty());
            }
            at = child.end as usize;
        }
        None
    }

    /// What a control says inside the label or the content of something else: its value (accname
    /// step 2C); none where it is no such control.
    fn embedded(&self, index: Index) -> Option<String> {
        let node = &self.composed.nodes[index];
        let kind = || node.attribute("type").unwrap_or_default().trim().to_ascii_lowercase();
        let has_value = match node.tag {
            Tag::Input => match kind().as_str() {
                "checkbox" | "radio" | "file" | "hidden" => return Some(String::new()),
                "submit" | "reset" | "button" | "image" => return self.native_text(index),
                _ => true,
            },
            Tag::Select | Tag::Textarea => true,
            _ => matches!(self.role(index), Some("slider" | "spinbutton" | "scrollbar" | "progressbar" | "meter")),
        };
        // Values of controls that hold very many choices are not looked for again and again.
        let is_small = node.end as usize - index <= MAX_NAME_NODES;
        has_value.then(|| if is_secret(node) || !is_small { None } else { value_of(self.composed, self, index) }.unwrap_or_default())
    }

    /// The text that the snapshot prints inside an element at l = 0.
    pub(super) fn printed_text(&self, index: Index) -> String {
        let mut text = String::new();
        let mut at = index + 1;
        let end = (self.composed.nodes[index].end as usize).min(at + MAX_NAME_NODES);
        if let Some(label) = self.labels.get(index) {
            text.push_str(clip(label, MAX_NAME_BYTES));
        }
        let mut blocks = Blocks::default();
        while at < end && text.len() < MAX_NAME_BYTES {
            let node = &self.composed.nodes[at];
            if !node.gone {
                blocks.enter(at, node, &mut text);
                self.push_own_text(at, node, &mut text);
            }
            at += 1;
        }
        collapse(&text)
    }

    /// Appends the text alternative of what an element holds (accname step 2F), for the name of
    /// `root`; true where a part of it is the label of something that is not written as HTML, and so
    /// is not printed.
    pub(super) fn push_text(&self, index: Index, root: Option<Index>, with_gone: bool, out: &mut String) -> bool {
        let mut unprinted = false;
        // What a field holds is its value.
        if matches!(self.composed.nodes[index].tag, Tag::Select | Tag::Textarea) {
            return false;
        }
        let start = out.len();
        let mut at = index + 1;
        let end = (self.composed.nodes[index].end as usize).min(at + MAX_NAME_NODES);
        let mut text = String::new();
        let mut blocks = Blocks::default();
        if let Some(label) = self.labels.get(index) {
            text.push_str(clip(label, MAX_NAME_BYTES));
        }
        while at < end && text.len() < MAX_NAME_BYTES {
            let node = &self.composed.nodes[at];
            if node.gone && !node.heard && !with_gone {
                at += 1;
                continue;
            }
            unprinted |= node.gone && node.heard && matches!(node.kind, Kind::Text(text) if !is_blank(text));
            blocks.enter(at, node, &mut text);
            if node.element().is_some() {
                let is_root = root == Some(at);
                let said = if is_root { Some(String::new()).filter(|_| node.tag.is_field()) } else { self.embedded(at) };
                if let Some(value) = said {
                    text.push(' ');
                    text.push_str(&value);
                    text.push(' ');
                    at = node.end as usize;
                    continue;
                }
                if node.tag != Tag::Label
                    && self.labels.get(at).is_none()
                    && !is_root
                    && let Some(label) = text_of(node, "aria-label").or_else(|| self.only_title(at))
                {
                    unprinted |= self.reasons[at] == 0;
                    text.push(' ');
                    text.push_str(&label);
                    text.push(' ');
                    at = node.end as usize;
                    continue;
                }
            }
            self.push_own_text(at, node, &mut text);
            at += 1;
        }
        collapse_into(&text, out);
        cut(out, start);
        unprinted
    }

    /// The title of an element inside another that says nothing else (accname step 2I): an icon.
    fn only_title(&self, index: Index) -> Option<String> {
        let node = &self.composed.nodes[index];
        let title = text_of(node, "title")?;
        let inside = index + 1..node.end as usize;
        let is_silent = |at: Index| {
            let inner = &self.composed.nodes[at];
            match inner.kind {
                Kind::Text(text) => is_blank(text),
                Kind::Element(element) => {
                    self.labels.get(at).is_none()
                        && !inner.tag.is_field()
                        && ["alt", "aria-label", "title"].iter().all(|name| element.attribute(name).is_none_or(is_blank))
                }
            }
        };
        let is_icon = match node.tag {
            // An empty `alt` says that there is nothing to say.
            Tag::Img => node.attribute("alt").is_none(),
            _ => inside.len() <= MAX_ICON_NODES && inside.into_iter().all(|at| self.composed.nodes[at].gone || is_silent(at)),
        };
        is_icon.then_some(title)
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
                } else if node.tag == Tag::Img
                    && let Some(alt) = element.attribute("alt")
                {
                    out.push(' ');
                    out.push_str(clip(alt, MAX_NAME_BYTES));
                    out.push(' ');
                }
            }
        }
    }
}

/// Parts blocks from what stands around them.
#[derive(Default)]
struct Blocks {
    /// Where the open ones end, the innermost last.
    ends: Vec<u32>,
}

impl Blocks {
    /// Appends a space where a block began or ended before a node's text.
    fn enter(&mut self, at: Index, node: &Node<'_>, text: &mut String) {
        while self.ends.pop_if(|end| *end as usize <= at).is_some() {
            text.push(' ');
        }
        if node.tag == Tag::Br || (node.element().is_some() && node.class != Class::Inline) {
            text.push(' ');
            self.ends.push(node.end);
        }
    }
}

/// What an image says.
pub(super) fn alt_of(node: &Node<'_>) -> Option<String> {
    text_of(node, "alt").or_else(|| if node.attribute("alt").is_some() { None } else { text_of(node, "title") })
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
