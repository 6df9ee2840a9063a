//! Accessible names (W3C accname 1.2, the parts that need no layout).

mod content;

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::compose::{Composed, Index, Node};
use super::label::{Labels, element_child_text};
use super::visibility::{Reasons, Visibility};
use crate::semantics::{Role, Tag};
use content::{contains_words, text_of};

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
    /// Texts of what names were made of: many elements can have the same label.
    texts: Mutex<FxHashMap<(Index, bool), Arc<str>>>,
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
        Names { composed, labels, roles: &visibility.roles, reasons: &visibility.reasons, label_for, texts: Mutex::default() }
    }

    /// The name of an interactive element of a role.
    pub(super) fn name(&self, index: Index, role: Option<Role>) -> Named {
        let node = &self.composed.nodes[index];
        if node.element().is_none() {
            return Named::default();
        }
        let from_content = takes_name_from_content(node.tag, role) && !node.facts.editable();
        // What a reader sees of the element anyway; computed where it decides something.
        let told = |name: &str| {
            let printed = self.printed_text(index);
            contains_words(&printed, name) || self.label_text(index, true).is_some_and(|label| contains_words(&label, name))
        };
        if let Some(name) = node.attribute("aria-labelledby").and_then(|ids| self.referenced_text(index, node.scope, ids)) {
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
            let unprinted = self.push_text(index, Some(index), false, &mut name);
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
                            _ => self.labelled(index),
                        });
                    }
                    "image" => {
                        let said = attribute("alt").or_else(|| attribute("value")).or_else(|| attribute("title"));
                        return said.or_else(|| Some(named("Submit".to_owned(), ShownBy::Attribute("type"))));
                    }
                    _ => {}
                }
                self.labelled(index)
            }
            Tag::Textarea | Tag::Select | Tag::Button | Tag::Meter | Tag::Progress | Tag::Output => self.labelled(index),
            Tag::Area | Tag::Img => attribute("alt"),
            Tag::Option | Tag::Optgroup => attribute("label"),
            Tag::Fieldset | Tag::Figure | Tag::Table => self.heading_part(index).map(|name| named(name, ShownBy::Content)),
            Tag::A if node.element().is_some_and(|element| element.is_svg()) => {
                element_child_text(self.composed, index, |name, _| name == "title").map(|name| named(name, ShownBy::Computed))
            }
            _ => None,
        }
    }

    /// What HTML itself has a button say.
    fn native_text(&self, index: Index) -> Option<String> {
        self.native_name(index, &self.composed.nodes[index]).and_then(|named| named.name)
    }

    fn labelled(&self, index: Index) -> Option<Named> {
        let visible = self.label_text(index, true).map(|name| named(name, ShownBy::Content));
        visible.or_else(|| self.label_text(index, false).map(|name| named(name, ShownBy::Computed)))
    }

    /// Whether `aria-labelledby` names visible `label` elements alone.
    fn refers_to_labels(&self, node: &Node<'_>) -> bool {
        let ids = node.attribute("aria-labelledby").unwrap_or_default();
        ids.split_ascii_whitespace().filter_map(|id| self.composed.ids.get(&(node.scope, id))).all(|index| {
            let label = &self.composed.nodes[*index];
            label.tag == Tag::Label && !label.gone
        })
    }

    /// What an element that groups others is called: a legend, a caption, or its name by ARIA.
    pub(super) fn group_name(&self, index: Index) -> Option<String> {
        let node = &self.composed.nodes[index];
        let referred = || node.attribute("aria-labelledby").and_then(|ids| self.referenced_text(index, node.scope, ids));
        referred().or_else(|| text_of(node, "aria-label")).or_else(|| self.heading_part(index))
    }

    pub(super) fn role(&self, index: Index) -> Option<Role> {
        self.roles.get(&index).copied()
    }

    /// The collapsed text below an element.
    pub(super) fn text(&self, index: Index) -> String {
        let mut out = String::new();
        self.push_text(index, None, false, &mut out);
        out
    }
}

fn named(name: String, shown_by: ShownBy) -> Named {
    Named { name: Some(name), shown_by }
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
                | "scrollbar"
                | "progressbar"
                | "meter"
                | "grid"
                | "treegrid"
                | "table"
                | "tree"
                | "list"
                | "form"
                | "dialog"
                | "alertdialog"
                | "application"
                | "document"
                | "feed"
                | "figure"
                | "group"
                | "radiogroup"
                | "region"
                | "rowgroup"
                | "tabpanel"
                | "tablist"
                | "toolbar"
                | "menu"
                | "menubar"
                | "navigation"
                | "main"
                | "search"
                | "banner"
                | "contentinfo"
                | "complementary"
                | "log"
                | "marquee"
                | "timer"
        ),
        None => !matches!(tag, Tag::Input | Tag::Textarea | Tag::Select),
    }
}
