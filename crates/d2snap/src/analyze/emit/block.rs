//! Containers and blocks: headings, lists, quotations, fenced code.

use super::close::Closing;
use super::{Emitter, Index};
use crate::document::{Container, Op};
use crate::semantics::Tag;

#[derive(Debug)]
pub(super) struct Numbering {
    pub(super) ordered: bool,
    pub(super) next: i64,
    pub(super) step: i64,
    /// The width of the last marker.
    pub(super) width: usize,
    pub(super) open_items: usize,
}

impl Emitter<'_, '_> {
    /// Whether code is around a node, in a fence or where there can be none.
    fn is_in_code(&self, index: Index) -> bool {
        let nodes = &self.facts.composed.nodes;
        let mut at = index;
        let is_code = |tag: Tag| tag.is_preformatted() || tag == Tag::Code;
        // Only as far as such elements stand in one another.
        for _ in 0..8 {
            let parent = nodes[at].parent as usize;
            if parent == at || self.fence > 0 {
                break;
            }
            at = parent;
            if is_code(nodes[at].tag) {
                return true;
            }
        }
        self.fence > 0
    }

    pub(super) fn container(&mut self, index: Index) -> Index {
        if self.facts.composed.nodes[index].tag == Tag::Custom && self.is_in_code(index) {
            // Highlighters wrap words of code in elements of their own.
            self.push(index, Closing::Inline { marks: self.marks, spaced: false });
            if let Some(depth) = self.inline.last_mut() {
                *depth += 1;
            }
            return index + 1;
        }
        self.boundary();
        let outline = self.facts.outlines[index];
        let enclosed = self.inline.last().is_some_and(|depth| *depth > 0) && !outline.boundary;
        if self.flat > 0 || self.fence > 0 || enclosed || outline.is_empty() {
            self.push(index, Closing::Boundary);
            return index + 1;
        }
        let node = &self.facts.composed.nodes[index];
        let depth = node.depth - self.base_depth;
        let rating = node.element().map_or(0.0, |element| self.facts.options.ground_truth.container_rating(element.local()));
        let element = self.write_element(index, None, 0, false);
        let is_child = |parent: u32| self.groups.parent_element(parent) == node.parent && node.parent as usize != index;
        let parent = self.groups.innermost().filter(|parent| is_child(*parent));
        let container = Container { element, depth, parent, rating, worth: 0, rank: 0 };
        let container = self.groups.open(self.facts.composed, self.facts.visibility, index, &mut self.columns, container);
        self.columns.ops.push(Op::OpenContainer(container));
        self.inline.push(0);
        self.push(index, Closing::Container(Some(container)));
        index + 1
    }

    pub(super) fn block(&mut self, index: Index) -> Index {
        let node = &self.facts.composed.nodes[index];
        self.boundary();
        if self.flat > 0 || self.fence > 0 {
            // A line of a row that stands in something flat.
            self.push(index, Closing::Boundary);
            return index + 1;
        }
        match node.tag {
            Tag::Hr => {
                self.groups.unit();
                self.columns.ops.push(Op::Rule);
                return node.end as usize;
            }
            tag if tag.is_preformatted() => return self.fenced(index),
            Tag::Table => self.table(index),
            Tag::Thead | Tag::Tbody | Tag::Tfoot if self.in_grid() => self.section(index),
            Tag::Tr if self.in_grid() => self.row(index),
            Tag::Td | Tag::Th if self.in_row() => self.cell(index),
            _ => self.plain_block(index),
        }
        index + 1
    }

    /// The Markdown of a block that is not part of a table.
    fn plain_block(&mut self, index: Index) {
        let node = &self.facts.composed.nodes[index];
        match node.tag {
            tag if tag.heading_level().is_some() => {
                self.groups.heading();
                self.flat += 1;
                self.push(index, Closing::Heading(tag.heading_level().unwrap_or(1)));
            }
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => self.list(index),
            Tag::Li => {
                let marker = self.marker(index);
                self.item(index, &marker);
            }
            Tag::Dd => self.item(index, ": "),
            Tag::Blockquote => {
                self.groups.enter();
                self.columns.ops.push(Op::OpenQuote);
                self.push(index, Closing::Blockquote);
            }
            _ => self.push(index, Closing::Boundary),
        }
    }

    pub(super) fn list(&mut self, index: Index) {
        let node = &self.facts.composed.nodes[index];
        let ordered = node.tag == Tag::Ol;
        let items = || {
            let nodes = &self.facts.composed.nodes;
            let mut count = 0;
            let mut at = index + 1;
            while at < node.end as usize {
                let inner = &nodes[at];
                match inner.tag {
                    // Their items are theirs.
                    Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => at = inner.end as usize,
                    tag => {
                        count += i64::from(tag == Tag::Li && !inner.gone);
                        at += 1;
                    }
                }
            }
            count
        };
        let reversed = node.attribute("reversed").is_some();
        let start = node.attribute("start").and_then(leading_integer);
        let first = start.unwrap_or_else(|| if reversed { items() } else { 1 });
        // A list directly in a list belongs to the item before it.
        let under = self.lists.last().filter(|list| list.open_items == 0 && list.width > 0).map(|list| " ".repeat(list.width));
        if let Some(indent) = &under {
            let indent = self.text_span(indent);
            self.columns.ops.push(Op::OpenItem(indent));
        }
        self.lists.push(Numbering { ordered, next: first, step: if reversed { -1 } else { 1 }, width: 0, open_items: 0 });
        self.groups.unit();
        self.groups.enter();
        self.columns.ops.push(Op::OpenList { ordered });
        self.push(index, Closing::List { nested: under.is_some() });
    }

    pub(super) fn marker(&mut self, index: Index) -> String {
        let value = self.facts.composed.nodes[index].attribute("value").and_then(leading_integer);
        match self.lists.last_mut() {
            Some(numbering) if numbering.ordered => {
                let number = value.unwrap_or(numbering.next);
                numbering.next = number + numbering.step;
                // A number below zero makes no item in Markdown.
                if number < 0 { "- ".to_owned() } else { format!("{number}. ") }
            }
            _ => "- ".to_owned(),
        }
    }

    fn item(&mut self, index: Index, marker: &str) {
        let marker = self.text_span(marker);
        self.groups.unit();
        self.groups.enter();
        self.columns.ops.push(Op::OpenItem(marker));
        let of_list = self.facts.composed.nodes[index].tag == Tag::Li && !self.lists.is_empty();
        if of_list && let Some(list) = self.lists.last_mut() {
            list.open_items += 1;
            list.width = marker.range().len();
        }
        self.push(index, Closing::Item { of_list });
    }

    pub(super) fn fenced(&mut self, index: Index) -> Index {
        if self.facts.outlines[index].is_empty() {
            return self.facts.composed.nodes[index].end as usize;
        }
        self.fence += 1;
        self.flat += 1;
        self.push(index, Closing::Fence);
        index + 1
    }
}

/// HTML's rules for parsing integers: what follows the digits is ignored.
fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim_ascii();
    let digits =
        text.bytes().enumerate().take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && matches!(byte, b'-' | b'+'))).count();
    text[..digits].parse::<i32>().ok().map(i64::from)
}
