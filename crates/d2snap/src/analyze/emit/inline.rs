//! Inline content that is more than its text: images, labels, code, raised digits.

use super::close::Closing;
use super::{Emitter, Index};
use crate::analyze::compose::Kind;
use crate::analyze::run::longest_run;
use crate::analyze::target::visible_text;
use crate::analyze::text::{collapse, is_space};
use crate::document::{Marks, Span};
use crate::render::escape::{self, Follows};
use crate::semantics::{Class, Tag};

impl Emitter<'_, '_> {
    pub(super) fn image(&mut self, index: Index) {
        let node = &self.facts.composed.nodes[index];
        let alt = collapse(node.attribute("alt").unwrap_or_default());
        if self.inside_element() {
            let said = if alt.is_empty() { self.name_of_lone_image(index) } else { Some(alt) };
            self.run.space();
            if let Some(said) = said {
                let written = self.escaped(&said);
                self.run.literal(written, said, self.marks);
                self.run.space();
            }
            return;
        }
        if alt.is_empty() {
            self.run.space();
            return;
        }
        let address = self.attributes.address(self.facts.options, node.attribute("src").unwrap_or_default());
        let start = self.columns.text.len() as u32;
        self.columns.text.push_str("![");
        escape::text(&bracketed(&alt), Follows::Nothing, self.in_cell > 0, &mut self.columns.text);
        self.columns.text.push(']');
        let start = Span { start, end: self.columns.text.len() as u32 };
        let address = if address.is_empty() {
            Span::default()
        } else {
            let mut written = String::from("(");
            escape::text(&markdown_address(&address), Follows::Nothing, self.in_cell > 0, &mut written);
            written.push(')');
            self.text_span(&written)
        };
        self.run.image(start, address, alt);
        self.run.end_mark();
    }

    /// Whether the current place is inside an element that is written in its line.
    fn inside_element(&self) -> bool {
        self.open.iter().any(|(_, closing)| matches!(closing, Closing::Piece { .. }))
            || self.open.iter().rev().find_map(|(_, closing)| match closing {
                Closing::Block(element) => Some(self.columns.elements[*element as usize].uid > 0),
                _ => None,
            }) == Some(true)
    }

    /// What an image without alt says where nothing else names the target that it is in: its title,
    /// else the name of its file.
    fn name_of_lone_image(&mut self, index: Index) -> Option<String> {
        let nodes = &self.facts.composed.nodes;
        let mut at = index;
        let target = loop {
            let parent = nodes[at].parent as usize;
            if parent == at {
                return None;
            }
            if self.facts.visibility.reasons[parent] != 0 {
                break parent;
            }
            at = parent;
        };
        let uid = self.facts.uids[target] as usize;
        if uid == 0 || self.facts.named.get(uid - 1).is_none_or(|named| named.name.is_some()) {
            return None;
        }
        // The first image of the target speaks for all of them.
        if self.spoken_for == Some(target) {
            return None;
        }
        self.spoken_for = Some(target);
        let node = &nodes[index];
        let title = collapse(node.attribute("title").unwrap_or_default());
        if !title.is_empty() {
            return Some(title);
        }
        let src = node.attribute("src").unwrap_or_default().trim();
        if src.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            return None;
        }
        let path = src.split(['?', '#']).next().unwrap_or_default();
        let file = collapse(path.rsplit('/').next().unwrap_or_default());
        (!file.is_empty() && file.chars().count() <= 80).then_some(file)
    }

    /// Parts plain words from what stands around them; in code by a line.
    fn part(&mut self) {
        if self.fence > 0 { self.run.line_break() } else { self.run.space() }
    }

    pub(super) fn label(&mut self, index: Index) {
        let Some(label) = self.facts.labels.get(index) else {
            return;
        };
        let label = label.to_owned();
        if self.inside_element() {
            let written = self.escaped(&label);
            self.part();
            self.run.literal(written, label, Marks::default());
            self.part();
            return;
        }
        let start = self.columns.text.len() as u32;
        self.columns.text.push_str("![");
        escape::text(&bracketed(&label), Follows::Nothing, self.in_cell > 0, &mut self.columns.text);
        self.columns.text.push(']');
        let written = Span { start, end: self.columns.text.len() as u32 };
        self.run.literal(written, label, Marks::default());
        self.run.end_mark();
    }

    /// Inline code: one unbreakable word in backticks, unless it holds something interactive.
    pub(super) fn code(&mut self, index: Index) -> Index {
        let nodes = &self.facts.composed.nodes;
        let end = nodes[index].end as usize;
        let plain = (index + 1..end).all(|at| {
            self.facts.visibility.reasons[at] == 0
                && !self.facts.marked[at]
                && !matches!(nodes[at].class, Class::Labelled | Class::Frame)
                && nodes[at].tag != Tag::Img
        });
        if self.fence > 0 || !plain || self.facts.outlines[index].boundary {
            self.push(index, Closing::Inline { marks: self.marks, spaced: false });
            if let Some(depth) = self.inline.last_mut() {
                *depth += 1;
            }
            return index + 1;
        }
        let raw: String = nodes[index + 1..end]
            .iter()
            .filter(|node| !node.gone)
            .filter_map(|node| match node.kind {
                Kind::Text(text) => Some(text),
                Kind::Element(_) => (node.tag == Tag::Br).then_some(" "),
            })
            .collect();
        let code = collapse(&raw);
        if code.is_empty() {
            if !raw.is_empty() {
                self.run.space();
            }
            return end;
        }
        if raw.starts_with(is_space) || self.run.ends_with_code(&self.columns) {
            self.run.space();
        }
        let longest = longest_run(&code, '`');
        let fence = "`".repeat(longest as usize + 1);
        let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
        let start = self.columns.text.len() as u32;
        self.columns.text.push_str(&fence);
        self.columns.text.push_str(pad);
        escape::text(&code, Follows::Nothing, self.in_cell > 0, &mut self.columns.text);
        self.columns.text.push_str(pad);
        self.columns.text.push_str(&fence);
        let written = Span { start, end: self.columns.text.len() as u32 };
        self.run.literal(written, code, self.marks);
        if raw.ends_with(is_space) {
            self.run.space();
        }
        end
    }

    /// Digits that are raised get a `^`.
    pub(super) fn superscript(&mut self, index: Index) -> Index {
        let node = &self.facts.composed.nodes[index];
        let end = node.end as usize;
        let digits = visible_text(self.facts.composed, index);
        let plain = !self.facts.outlines[index].boundary && (index + 1..end).all(|at| self.facts.visibility.reasons[at] == 0);
        if self.fence == 0 && plain && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let written = self.text_span(&format!("^{digits}"));
            let raw = |at: Index| match self.facts.composed.nodes[at].kind {
                Kind::Text(text) => text,
                Kind::Element(_) => "",
            };
            let (before, after) = (raw(index + 1).starts_with(is_space), raw(end - 1).ends_with(is_space));
            if before {
                self.run.space();
            }
            self.run.literal(written, digits, self.marks);
            if after {
                self.run.space();
            }
            return end;
        }
        self.push(index, Closing::Inline { marks: self.marks, spaced: false });
        if let Some(depth) = self.inline.last_mut() {
            *depth += 1;
        }
        index + 1
    }

    pub(super) fn escaped(&mut self, text: &str) -> Span {
        let start = self.columns.text.len() as u32;
        escape::text(text, Follows::Unknown, self.in_cell > 0, &mut self.columns.text);
        Span { start, end: self.columns.text.len() as u32 }
    }

    pub(super) fn text_span(&mut self, text: &str) -> Span {
        let start = self.columns.text.len() as u32;
        self.columns.text.push_str(text);
        Span { start, end: self.columns.text.len() as u32 }
    }
}

/// An address as it stands in `![alt](address)`: without spaces, brackets balanced or coded.
fn markdown_address(address: &str) -> String {
    let mut depth = 0i32;
    let balanced = address.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    }) && depth == 0;
    let address = address.replace(' ', "%20");
    if balanced { address } else { address.replace('(', "%28").replace(')', "%29") }
}

/// Text that stands in brackets.
fn bracketed(text: &str) -> String {
    text.replace('[', "\\[").replace(']', "\\]")
}
