//! Elements that are written as HTML: interactive, or marked as hidden.

use super::close::Closing;
use super::{Emitter, Index};
use crate::analyze::attribute::{Says, is_secret};
use crate::analyze::compose::Node;
use crate::analyze::name::Named;
use crate::analyze::target::{first_char, raw_text, tag_role};
use crate::analyze::visibility::{BY_EDITABLE, BY_ROLE, BY_TAG};
use crate::document::{Element, Marks, Op, Span};
use crate::render::escape::{self, Follows};
use crate::semantics::{Class, InteractiveRole, Tag};

impl Emitter<'_, '_> {
    /// An element that is written as HTML: interactive, or marked as hidden.
    pub(super) fn written(&mut self, index: Index) -> Index {
        let facts = &self.facts;
        let node = &facts.composed.nodes[index];
        let (tag, end) = (node.tag, node.end as usize);
        if self.in_grid() && matches!(tag, Tag::Tr | Tag::Td | Tag::Th) && (tag == Tag::Tr || self.in_row()) {
            self.boundary();
            let element = self.write_interactive(index);
            if let Some(grid) = self.tables.last_mut() {
                if tag == Tag::Tr { grid.row_element = Some(element) } else { grid.cell_element = Some(element) }
            }
            if tag == Tag::Tr {
                self.row(index)
            } else {
                self.cell(index)
            }
            return index + 1;
        }
        if tag == Tag::Li {
            // It has a number, though none is written.
            let _ = self.marker(index);
        }
        let facts = &self.facts;
        let node = &facts.composed.nodes[index];
        let is_block_tag = node.class == Class::Block;
        let always = matches!(tag, Tag::Form | Tag::Dialog | Tag::Details) || node.facts.behind();
        let holds = tag != Tag::Select && (always || facts.outlines[index].holds_block() || (is_block_tag && tag.is_preformatted()))
            || matches!(tag, Tag::Table | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir);
        let is_heading = tag.heading_level().is_some();
        if self.flat == 0 && self.fence == 0 && holds && !is_heading {
            self.boundary();
            let behind = node.facts.behind();
            let element = self.write_interactive(index);
            if behind {
                self.columns.behind = Some(self.columns.ops.len() as u32);
            }
            self.groups.unit();
            self.groups.enter();
            self.columns.ops.push(Op::OpenElement(element));
            self.inline.push(0);
            self.push(index, Closing::Block(element));
            match tag {
                tag if tag.is_preformatted() => return self.fenced(index),
                Tag::Table => self.table(index),
                Tag::Thead | Tag::Tbody | Tag::Tfoot if self.in_grid() => self.section(index),
                Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => self.list(index),
                _ => {}
            }
            return index + 1;
        }
        if is_block_tag && self.flat == 0 && self.fence == 0 {
            self.boundary();
        }
        let in_line = matches!(tag, Tag::Custom | Tag::Label | Tag::Button | Tag::Select | Tag::Textarea | Tag::Option);
        let spaced = is_block_tag || always || (node.class == Class::Container && !in_line);
        let ends_run = is_block_tag && self.flat == 0;
        if spaced {
            if self.fence > 0 { self.run.line_break() } else { self.run.space() }
        }
        if is_heading {
            self.groups.heading();
        }
        let element = self.write_interactive(index);
        if matches!(tag, Tag::Option | Tag::Optgroup) {
            self.run.join();
        }
        self.run.open(element, first_char(self.facts.composed, index), self.marks);
        if self.columns.elements[element as usize].is_void {
            self.run.close(element, self.marks);
            if ends_run {
                self.boundary();
            }
            return end;
        }
        let labelled = self.facts.labels.get(index).map(str::to_owned);
        self.flat += 1;
        self.push(index, Closing::Piece { element, spaced, ends_run });
        if let Some(label) = labelled {
            let written = self.escaped(&label);
            self.run.literal(written, label, Marks::default());
        }
        if tag == Tag::Textarea {
            let mut raw = String::new();
            self.removed += raw_text(self.facts.composed, index, &mut raw);
            let secret = is_secret(&self.facts.composed.nodes[index]);
            if secret && !raw.is_empty() {
                raw = "(filled)".to_owned();
                self.attributes.count_secret();
            }
            if !raw.is_empty() {
                let start = self.columns.text.len() as u32;
                escape::control_text(&raw, Follows::Nothing, self.in_cell > 0, &mut self.columns.text);
                let written = Span { start, end: self.columns.text.len() as u32 };
                self.run.literal(written, String::new(), Marks::default());
            }
            return end;
        }
        if tag == Tag::Select {
            self.selects += 1;
            self.push(index, Closing::Select);
        }
        index + 1
    }

    fn write_interactive(&mut self, index: Index) -> u32 {
        let facts = &self.facts;
        let uid = facts.uids[index];
        let element = if uid > 0 {
            self.write_element(index, facts.named.get(uid as usize - 1), uid, true)
        } else {
            let role = facts.names.role(index).or_else(|| tag_role(&facts.composed.nodes[index]));
            let named = facts.names.name(index, role);
            self.write_element(index, Some(&named), uid, true)
        };
        if uid > 0 {
            self.groups.target();
        }
        element
    }

    pub(super) fn write_element(&mut self, index: Index, named: Option<&Named>, uid: u32, html: bool) -> u32 {
        let facts = &self.facts;
        let node = &facts.composed.nodes[index];
        let reasons = facts.visibility.reasons[index];
        let explicit_role = facts.names.role(index);
        // A row or a cell acts only where something else makes it act.
        let always = |role| facts.options.ground_truth.interactive_role(role) == Some(InteractiveRole::Always);
        let told_by_role = reasons & BY_ROLE != 0 && explicit_role.is_some_and(always);
        let says = Says {
            interactive: reasons != 0,
            only_behaviour: reasons != 0 && reasons & (BY_TAG | BY_EDITABLE) == 0 && !told_by_role,
            not_chosen: facts.not_chosen.contains(&index),
            empty: node.end as usize == index + 1,
            explicit_role,
            implicit_role: tag_role(node),
            named,
            uid: facts.numbering.number(uid),
            in_cell: self.in_cell > 0 || (self.in_grid() && matches!(node.tag, Tag::Tr | Tag::Td | Tag::Th)),
            marked_hidden: facts.marked[index] && !node.facts.behind(),
            marked_inert: node.facts.behind(),
            disabled: html && facts.disabled.by_fieldset(index),
            frame: node.class == Class::Frame,
            covered: facts.composed.live.as_ref().map(|live| uid > 0 && live.record(index).is_covered_alone()),
            is_svg: node.element().is_some_and(|element| element.is_svg()),
        };
        let name: &str = match node.tag {
            Tag::Frame => "iframe",
            // What stands inside a frame's tags is never read as HTML.
            Tag::Iframe if node.facts.entered() => "div",
            tag if tag.is_preformatted() => "pre",
            _ => written_name(node),
        };
        let attributes = self.attributes.write(&mut self.columns, facts.options, node, &says);
        let tag = self.attributes.intern(&mut self.columns, name);
        let number = self.columns.elements.len() as u32;
        self.columns.elements.push(Element { tag, attributes, uid, is_void: node.tag.is_void() && node.tag != Tag::Frame });
        number
    }
}

/// An element's name, where it can not be read as markup; else that of a `div`.
pub(super) fn written_name<'t>(node: &Node<'t>) -> &'t str {
    let name: &str = node.element().map_or("", |element| element.local());
    let is_plain = (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'));
    if is_plain { name } else { "div" }
}
