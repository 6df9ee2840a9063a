//! The labels of picture-like elements.

use rustc_hash::FxHashMap;

use super::compose::{Composed, Index, Kind};
use super::text::{clip, collapse, collapse_into, is_blank};
use crate::semantics::{Class, Tag};
use crate::snapshot::Withheld;

/// So many bytes and nodes of what holds an image are read.
const MAX_TEXT: usize = 4000;
/// So many of what is referred to as a label, of which so many characters are the label.
const MAX_REFERRED: usize = 1000;
const MAX_LABEL_CHARS: usize = 256;
/// So many references of one element are followed.
const MAX_REFERENCES: usize = 100;

/// The label of each picture-like element that has one.
#[derive(Debug, Default)]
pub(super) struct Labels {
    labels: FxHashMap<Index, String>,
}

impl Labels {
    pub(super) fn get(&self, index: Index) -> Option<&str> {
        self.labels.get(&index).map(String::as_str)
    }
}

/// Finds the labels; what a label replaces is gone afterwards, and so is what has none.
pub(super) fn resolve(composed: &mut Composed<'_>, interactive: &[u8], by_role: bool, withheld: &mut Withheld) -> Labels {
    let mut labels = Labels::default();
    drop_repeated_alts(composed, interactive);
    for index in 0..composed.nodes.len() {
        if composed.nodes[index].gone {
            continue;
        }
        // A picture by its role is one where it has a name.
        let is_picture = by_role && is_picture(composed, index);
        if is_picture || (interactive[index] == 0 && is_only_named(composed, index, interactive)) {
            composed.nodes[index].class = Class::Labelled;
        }
        let node = &composed.nodes[index];
        if node.class != Class::Labelled {
            continue;
        }
        let (tag, end) = (node.tag, node.end as usize);
        let label = label_of(composed, index);
        let has_fallback = matches!(tag, Tag::Svg | Tag::Math | Tag::Object) && end > index + 1;
        match label {
            Some(label) => {
                labels.labels.insert(index, label);
                replace_content(composed, index, tag, interactive);
            }
            // Its text, its links or its fallback content stand for it.
            None if has_fallback => {
                composed.nodes[index].class = if tag == Tag::Object { Class::Undecided } else { Class::Inline };
            }
            None => {
                if interactive[index] == 0 {
                    composed.nodes[index].gone = true;
                }
                withheld.add("unlabelled", 1);
            }
        }
    }
    labels
}

/// Whether an element says by its role that it is a picture or a gauge, and has a name.
pub(super) fn is_picture(composed: &Composed<'_>, index: Index) -> bool {
    let node = &composed.nodes[index];
    node.facts.picture_role() && !node.interactive_tag && has_aria_name(composed, index)
}

/// Whether ARIA gives an element a name.
fn has_aria_name(composed: &Composed<'_>, index: Index) -> bool {
    let node = &composed.nodes[index];
    let refers = |ids: &str| ids.split_ascii_whitespace().any(|id| composed.ids.contains_key(&(node.scope, id)));
    node.attribute("aria-label").is_some_and(|label| !is_blank(label)) || node.attribute("aria-labelledby").is_some_and(refers)
}

/// Whether an element that only groups or formats says nothing but its `aria-label`: stars, icons.
fn is_only_named(composed: &Composed<'_>, index: Index, interactive: &[u8]) -> bool {
    let node = &composed.nodes[index];
    let can_be = matches!(node.class, Class::Inline | Class::Undecided)
        || (node.class == Class::Container && matches!(node.tag, Tag::Other | Tag::Custom));
    can_be
        && !matches!(node.tag, Tag::Img | Tag::Br | Tag::Picture)
        && node.attribute("aria-label").is_some_and(|label| !is_blank(label))
        && (index + 1..node.end as usize).all(|at| {
            let inner = &composed.nodes[at];
            let says = match inner.kind {
                Kind::Text(text) => !is_blank(text),
                Kind::Element(element) => {
                    interactive[at] != 0
                        || inner.class == Class::Frame
                        || matches!(inner.tag, Tag::Hr | Tag::Table)
                        || ["alt", "aria-label", "title"].iter().any(|name| element.attribute(name).is_some_and(|value| !is_blank(value)))
                }
            };
            inner.gone || !says
        })
}

/// An image inside an interactive element that says what the element's text says goes: it would be
/// read twice.
fn drop_repeated_alts(composed: &mut Composed<'_>, interactive: &[u8]) {
    let mut known: FxHashMap<Index, String> = FxHashMap::default();
    for index in 0..composed.nodes.len() {
        let node = &composed.nodes[index];
        if node.tag != Tag::Img || node.gone || interactive[index] != 0 {
            continue;
        }
        let alt = collapse(node.attribute("alt").unwrap_or_default());
        if alt.is_empty() {
            continue;
        }
        let mut at = index;
        let around = loop {
            let parent = composed.nodes[at].parent as usize;
            if parent == at {
                break None;
            }
            if interactive[parent] != 0 {
                break Some(parent);
            }
            at = parent;
        };
        let Some(around) = around.filter(|around| matches!(composed.nodes[*around].tag, Tag::A | Tag::Button)) else { continue };
        let text = known.entry(around).or_insert_with(|| {
            let mut text = String::new();
            subtree_text(composed, around, MAX_TEXT, &mut text);
            text
        });
        if text.contains(&alt) {
            composed.nodes[index].gone = true;
        } else if text.len() < MAX_TEXT {
            text.push(' ');
            text.push_str(clip(&alt, MAX_TEXT));
        }
    }
}

/// What is inside a labelled element goes, but for the links of an svg.
fn replace_content(composed: &mut Composed<'_>, index: Index, tag: Tag, interactive: &[u8]) {
    let end = composed.nodes[index].end as usize;
    let mut at = index + 1;
    while at < end {
        if tag == Tag::Svg && composed.nodes[at].tag == Tag::A && interactive[at] != 0 {
            at = composed.nodes[at].end as usize;
        } else {
            composed.nodes[at].gone = true;
            at += 1;
        }
    }
}

fn label_of(composed: &Composed<'_>, index: Index) -> Option<String> {
    let node = &composed.nodes[index];
    let Kind::Element(element) = node.kind else {
        return None;
    };
    if let Some(ids) = element.attribute("aria-labelledby") {
        let mut text = String::new();
        for id in ids.split_ascii_whitespace().take(MAX_REFERENCES) {
            if let Some(label) = composed.ids.get(&(node.scope, id)) {
                subtree_text(composed, *label, MAX_REFERRED, &mut text);
                if text.len() > MAX_REFERRED {
                    break;
                }
            } else if let Some(label) =
                element_child_text(composed, index, |name, its_id| matches!(name, "title" | "desc") && its_id == Some(id))
            {
                text.push_str(&label);
            }
            text.push(' ');
        }
        let mut text = collapse(&text);
        if let Some((end, _)) = text.char_indices().nth(MAX_LABEL_CHARS) {
            text.truncate(end);
            text.push('…');
        }
        if !text.is_empty() {
            return Some(text);
        }
    }
    for attribute in ["aria-label", "title", "alt"] {
        if let Some(value) = element.attribute(attribute) {
            let text = collapse(value);
            if !text.is_empty() {
                return Some(text);
            }
        }
    }
    for wanted in ["title", "desc"] {
        if let Some(text) = element_child_text(composed, index, |name, _| name == wanted) {
            return Some(text);
        }
    }
    if matches!(node.tag, Tag::Meter | Tag::Progress) {
        let text = collapse(element.attribute("value").unwrap_or_default());
        return (!text.is_empty()).then_some(text);
    }
    None
}

/// The text of the first title or description of a picture that `wanted` says yes to, by name and id.
pub(super) fn element_child_text(composed: &Composed<'_>, index: Index, wanted: impl Fn(&str, Option<&str>) -> bool) -> Option<String> {
    let parts = composed.pictures.get(&index)?.iter();
    let texts = parts.filter(|part| wanted(part.element.local(), part.element.attribute("id"))).map(|part| collapse(&part.text.concat()));
    texts.into_iter().find(|text| !text.is_empty())
}

/// The text below an element, of so many nodes and about so many bytes.
fn subtree_text(composed: &Composed<'_>, index: Index, most: usize, out: &mut String) {
    let mut text = String::new();
    let root_gone = composed.nodes[index].gone;
    for node in composed.nodes[index..composed.nodes[index].end as usize].iter().take(most) {
        match node.kind {
            _ if node.gone && !root_gone => {}
            _ if text.len() > most => break,
            Kind::Text(piece) => text.push_str(clip(piece, most)),
            Kind::Element(_) => text.push(' '),
        }
    }
    collapse_into(&text, out);
}
