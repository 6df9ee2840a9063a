//! Writes the document's program of lines from the composed tree.

use rustc_hash::FxHashSet;

use super::attribute::{AttributeWriter, Says};
use super::compose::{Composed, Index, Kind, Node};
use super::label::Labels;
use super::mark::mark_of;
use super::name::{Named, Names};
use super::outline::Outline;
use super::run::{RunBuilder, longest_run};
use super::table::{Grid, shape};
use super::target::{disabled_by_fieldset, first_char, raw_text, record, tag_role, visible_text};
use super::text::{collapse, is_space};
use super::text_rank::TextRanker;
use super::visibility::{BY_EDITABLE, BY_ROLE, BY_TAG, Visibility};
use super::worth::Groups;
use crate::document::{Columns, Element, Marks, Op, Run, Span};
use crate::options::Options;
use crate::render::escape::{self, Follows};
use crate::semantics::{Class, InteractiveRole, Tag};

/// Everything that the emitter reads.
pub(super) struct Facts<'a, 't> {
    pub(super) composed: &'a Composed<'t>,
    pub(super) visibility: &'a Visibility,
    pub(super) labels: &'a Labels,
    pub(super) names: &'a Names<'a, 't>,
    pub(super) outlines: &'a [Outline],
    pub(super) uids: &'a [u32],
    /// Names of the targets, in order of their numbers.
    pub(super) named: &'a [Named],
    /// Written with `hidden`.
    pub(super) marked: &'a [bool],
    /// Text formatting that stays HTML.
    pub(super) as_html: &'a [bool],
    /// Options that say `selected` and are not chosen.
    pub(super) not_chosen: &'a FxHashSet<Index>,
    pub(super) options: &'a Options,
}

/// What has to be done where an open element ends.
#[derive(Debug)]
enum Closing {
    /// A run ends, nothing is written.
    Boundary,
    /// Marks go back to these.
    Inline {
        marks: Marks,
        spaced: bool,
    },
    Quotation(Marks),
    Container(Option<u32>),
    /// An element on lines of its own.
    Block(u32),
    /// An element inside a line; whether white space parts it from its neighbours, and whether its
    /// line ends with it.
    Piece {
        element: u32,
        spaced: bool,
        ends_run: bool,
    },
    Select,
    Heading(u8),
    /// A list, and whether it is indented under an item that it does not stand in.
    List {
        nested: bool,
    },
    Item {
        of_list: bool,
    },
    Blockquote,
    Table,
    Section,
    Row(Index),
    Cell(Index),
    Fence,
}

pub(super) struct Emitter<'a, 't> {
    facts: Facts<'a, 't>,
    pub(super) columns: Columns,
    pub(super) ranker: TextRanker,
    pub(super) attributes: AttributeWriter,
    pub(super) groups: Groups,
    pub(super) run: RunBuilder,
    open: Vec<(u32, Closing)>,
    /// Inside a heading, a cell or a one-line element: block boundaries are white space.
    flat: usize,
    /// Inside fenced code: block boundaries are line breaks.
    fence: usize,
    selects: usize,
    in_cell: usize,
    marks: Marks,
    /// Inline content that encloses the current place, up to the next container that is written.
    inline: Vec<usize>,
    tables: Vec<Grid>,
    /// Next numbers of the open lists.
    lists: Vec<Numbering>,
    /// The depth of the root.
    base_depth: u32,
    /// The target that an image without alt has named.
    spoken_for: Option<Index>,
    /// The language of the run.
    lang: &'t str,
    pub(super) removed: usize,
}

#[derive(Debug)]
struct Numbering {
    ordered: bool,
    next: i64,
    step: i64,
    /// The width of the last marker.
    width: usize,
    open_items: usize,
}

impl<'a, 't> Emitter<'a, 't> {
    pub(super) fn new(facts: Facts<'a, 't>, ranker: TextRanker) -> Self {
        let mut columns = Columns::default();
        let attributes = AttributeWriter::new(&mut columns, facts.options);
        let run = RunBuilder::new(facts.options);
        Emitter {
            facts,
            columns,
            ranker,
            attributes,
            groups: Groups::default(),
            run,
            open: Vec::new(),
            flat: 0,
            fence: 0,
            selects: 0,
            in_cell: 0,
            marks: Marks::default(),
            inline: vec![0],
            tables: Vec::new(),
            lists: Vec::new(),
            base_depth: 0,
            spoken_for: None,
            lang: "",
            removed: 0,
        }
    }

    /// Writes the nodes from `start` to `end` as children of the root.
    pub(super) fn emit(&mut self, start: Index, end: Index) {
        if start < end {
            self.base_depth = self.facts.composed.nodes[start].depth - 1;
        }
        let mut at = start;
        while at < end {
            self.close_until(at);
            at = self.node(at);
        }
        self.close_until(end);
        self.boundary();
    }

    fn close_until(&mut self, at: Index) {
        while let Some((end, _)) = self.open.last()
            && *end as usize <= at
        {
            if let Some((_, closing)) = self.open.pop() {
                self.close(closing);
            }
        }
    }

    /// Writes one node's start; gives the next node to look at.
    fn node(&mut self, index: Index) -> Index {
        let node = &self.facts.composed.nodes[index];
        if node.gone {
            // What shows in spite of a hidden ancestor is found below.
            if self.facts.outlines[index].is_empty() {
                // A picture or what only looks decorative parted its neighbours.
                let parts = matches!(node.class, Class::Labelled | Class::Container | Class::Block)
                    || node.tag == Tag::Img
                    || node.facts.aria_hidden;
                if parts && self.selects == 0 && self.fence == 0 {
                    self.run.space();
                }
                return self.skip_gone(index);
            }
            if node.class != Class::Inline {
                self.boundary();
                self.push(index, Closing::Boundary);
            }
            return index + 1;
        }
        let depth = node.depth - self.base_depth;
        let text = match node.kind {
            Kind::Text(text) => text,
            Kind::Element(_) => {
                self.columns.height = self.columns.height.max(depth);
                return self.element(index);
            }
        };
        if self.run.is_empty() {
            self.lang = node.lang;
        }
        if self.fence > 0 {
            self.removed += self.run.preformatted(text);
        } else {
            self.run.text(text, self.marks);
        }
        index + 1
    }

    fn skip_gone(&self, index: Index) -> Index {
        let nodes = &self.facts.composed.nodes;
        let end = nodes[index].end as usize;
        match (index + 1..end).find(|at| !nodes[*at].gone) {
            Some(shown) => shown,
            None => end,
        }
    }

    fn push(&mut self, index: Index, closing: Closing) {
        self.open.push((self.facts.composed.nodes[index].end, closing));
    }

    /// Ends the run, or parts what is flat.
    fn boundary(&mut self) {
        if self.fence > 0 {
            self.run.line_break();
        } else if self.flat > 0 {
            self.run.space();
        } else {
            self.flush(0);
        }
    }

    fn flush(&mut self, heading: u8) {
        if let Some(built) = self.run.finish(&mut self.columns, &mut self.ranker, self.lang, false) {
            self.groups.unit();
            let split = heading == 0 && built.only_elements;
            self.columns.ops.push(Op::Run(Run { atoms: built.atoms, split }, heading));
        }
    }

    fn element(&mut self, index: Index) -> Index {
        let facts = &self.facts;
        let node = &facts.composed.nodes[index];
        let (tag, class, next, end) = (node.tag, node.class, index + 1, node.end as usize);
        let says_something = !facts.outlines[index].is_empty() || tag.is_void();
        if facts.visibility.reasons[index] != 0 || facts.marked[index] || (facts.as_html[index] && says_something) {
            return self.written(index);
        }
        match class {
            Class::Container => self.container(index),
            Class::Block => self.block(index),
            Class::Inline if tag == Tag::Br => {
                if self.fence > 0 {
                    self.run.line_break()
                } else if self.flat > 0 {
                    self.run.space()
                } else {
                    self.flush(0)
                }
                next
            }
            Class::Inline if tag == Tag::Img => {
                self.image(index);
                end
            }
            Class::Inline if tag == Tag::Code || tag == Tag::Kbd || tag == Tag::Samp => self.code(index),
            Class::Inline if tag == Tag::Sup => self.superscript(index),
            Class::Inline if tag == Tag::Q && self.fence == 0 && !facts.outlines[index].is_empty() => {
                self.run.quote(true, self.marks);
                self.push(index, Closing::Quotation(self.marks));
                next
            }
            Class::Inline => {
                // Texts of a picture stand apart.
                let spaced = node.element().is_some_and(|element| element.is_svg());
                if spaced {
                    self.run.space();
                }
                self.push(index, Closing::Inline { marks: self.marks, spaced });
                self.marks = self.marks.with(mark_of(tag));
                if let Some(depth) = self.inline.last_mut() {
                    *depth += 1;
                }
                next
            }
            Class::Labelled => {
                self.label(index);
                next
            }
            Class::Frame if node.facts.entered => {
                self.boundary();
                self.push(index, Closing::Boundary);
                next
            }
            Class::Frame => {
                self.boundary();
                let element = self.write_element(index, None, 0, false);
                if self.flat > 0 || self.fence > 0 {
                    self.run.open(element, None, self.marks);
                    self.run.close(element, self.marks);
                    self.run.space();
                } else {
                    self.groups.unit();
                    self.columns.ops.push(Op::Stub(element));
                }
                end
            }
            Class::Unwritten | Class::Removed | Class::Undecided => {
                self.boundary();
                self.push(index, Closing::Boundary);
                next
            }
        }
    }

    fn container(&mut self, index: Index) -> Index {
        if self.fence > 0 && self.facts.composed.nodes[index].tag == Tag::Custom {
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
        let container =
            self.groups.open(self.facts.composed, self.facts.visibility, index, &mut self.columns, element, depth, parent, rating);
        self.columns.ops.push(Op::OpenContainer(container));
        self.inline.push(0);
        self.push(index, Closing::Container(Some(container)));
        index + 1
    }

    fn block(&mut self, index: Index) -> Index {
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
            Tag::Thead | Tag::Tbody | Tag::Tfoot if self.in_grid() => {
                if let Some(grid) = self.tables.last_mut() {
                    grid.begin_section();
                }
                self.push(index, Closing::Section);
            }
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

    fn list(&mut self, index: Index) {
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

    fn marker(&mut self, index: Index) -> String {
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

    fn in_grid(&self) -> bool {
        self.flat == 0 && self.tables.last().is_some_and(|grid| !grid.shape.is_layout)
    }

    fn in_row(&self) -> bool {
        self.in_grid()
            && self.open.iter().rev().find_map(|(_, closing)| match closing {
                Closing::Row(_) => Some(true),
                Closing::Table | Closing::Section => Some(false),
                _ => None,
            }) == Some(true)
    }

    fn table(&mut self, index: Index) {
        let shape = shape(self.facts.composed, self.facts.visibility, index);
        let is_layout = shape.is_layout;
        self.tables.push(Grid::new(shape));
        if !is_layout {
            self.groups.unit();
            self.columns.ops.push(Op::OpenTable);
        }
        self.groups.enter();
        self.push(index, Closing::Table);
    }

    fn row(&mut self, index: Index) {
        if let Some(grid) = self.tables.last_mut() {
            grid.begin_row(index);
        }
        self.push(index, Closing::Row(index));
    }

    fn cell(&mut self, index: Index) {
        self.flat += 1;
        self.in_cell += 1;
        self.push(index, Closing::Cell(index));
    }

    fn fenced(&mut self, index: Index) -> Index {
        if self.facts.outlines[index].is_empty() {
            return self.facts.composed.nodes[index].end as usize;
        }
        self.fence += 1;
        self.flat += 1;
        self.push(index, Closing::Fence);
        index + 1
    }

    fn image(&mut self, index: Index) {
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

    fn label(&mut self, index: Index) {
        let Some(label) = self.facts.labels.get(index) else {
            return;
        };
        let label = label.to_owned();
        if self.inside_element() {
            let written = self.escaped(&label);
            self.run.space();
            self.run.literal(written, label, Marks::default());
            self.run.space();
            return;
        }
        let start = self.columns.text.len() as u32;
        self.columns.text.push_str("![");
        escape::text(&bracketed(&label), Follows::Nothing, self.in_cell > 0, &mut self.columns.text);
        self.columns.text.push(']');
        let written = Span { start, end: self.columns.text.len() as u32 };
        self.run.literal(written, label, Marks::default());
    }

    fn escaped(&mut self, text: &str) -> Span {
        let start = self.columns.text.len() as u32;
        escape::text(text, Follows::Unknown, self.in_cell > 0, &mut self.columns.text);
        Span { start, end: self.columns.text.len() as u32 }
    }

    fn text_span(&mut self, text: &str) -> Span {
        let start = self.columns.text.len() as u32;
        self.columns.text.push_str(text);
        Span { start, end: self.columns.text.len() as u32 }
    }

    /// Inline code: one unbreakable word in backticks, unless it holds something interactive.
    fn code(&mut self, index: Index) -> Index {
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
    fn superscript(&mut self, index: Index) -> Index {
        let node = &self.facts.composed.nodes[index];
        let end = node.end as usize;
        let digits = visible_text(self.facts.composed, index);
        let plain = (index + 1..end).all(|at| self.facts.visibility.reasons[at] == 0);
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

    /// An element that is written as HTML: interactive, or marked as hidden.
    fn written(&mut self, index: Index) -> Index {
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
        let always = matches!(tag, Tag::Form | Tag::Dialog | Tag::Details);
        let holds = tag != Tag::Select && (always || facts.outlines[index].holds_block() || (is_block_tag && tag.is_preformatted()))
            || matches!(tag, Tag::Table | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir);
        let is_heading = tag.heading_level().is_some();
        if self.flat == 0 && self.fence == 0 && holds && !is_heading {
            self.boundary();
            let element = self.write_interactive(index);
            self.groups.unit();
            self.groups.enter();
            self.columns.ops.push(Op::OpenElement(element));
            self.inline.push(0);
            self.push(index, Closing::Block(element));
            match tag {
                tag if tag.is_preformatted() => return self.fenced(index),
                Tag::Table => self.table(index),
                Tag::Thead | Tag::Tbody | Tag::Tfoot if self.in_grid() => {
                    if let Some(grid) = self.tables.last_mut() {
                        grid.begin_section();
                    }
                    self.push(index, Closing::Section);
                }
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
            let secret = super::attribute::is_secret(&self.facts.composed.nodes[index]);
            if secret && !raw.is_empty() {
                raw = "(filled)".to_owned();
                self.attributes.count_secret();
            }
            if !raw.is_empty() {
                let start = self.columns.text.len() as u32;
                escape::control_text(&raw, self.in_cell > 0, &mut self.columns.text);
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

    fn write_element(&mut self, index: Index, named: Option<&Named>, uid: u32, html: bool) -> u32 {
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
            uid,
            in_cell: self.in_cell > 0 || (self.in_grid() && matches!(node.tag, Tag::Tr | Tag::Td | Tag::Th)),
            marked_hidden: facts.marked[index],
            disabled: html && disabled_by_fieldset(facts.composed, index),
            frame: node.class == Class::Frame,
            is_svg: node.element().is_some_and(|element| element.is_svg()),
        };
        let name: &str = match node.tag {
            Tag::Frame => "iframe",
            // What stands inside a frame's tags is never read as HTML.
            Tag::Iframe if node.facts.entered => "div",
            tag if tag.is_preformatted() => "pre",
            _ => written_name(node),
        };
        let attributes = self.attributes.write(&mut self.columns, facts.options, node, &says);
        let tag = self.attributes.intern(&mut self.columns, name);
        let number = self.columns.elements.len() as u32;
        self.columns.elements.push(Element { tag, attributes, uid, is_void: node.tag.is_void() && node.tag != Tag::Frame });
        number
    }

    fn close(&mut self, closing: Closing) {
        match closing {
            Closing::Boundary | Closing::Section => self.boundary(),
            Closing::Inline { marks, spaced } => {
                self.marks = marks;
                if spaced {
                    self.run.space();
                }
                if let Some(depth) = self.inline.last_mut() {
                    *depth = depth.saturating_sub(1);
                }
            }
            Closing::Quotation(marks) => self.run.quote(false, marks),
            Closing::Container(container) => {
                self.boundary();
                self.inline.pop();
                if let Some(container) = container {
                    self.groups.close(container);
                    self.columns.ops.push(Op::CloseContainer(container));
                }
            }
            Closing::Block(element) => {
                self.boundary();
                self.inline.pop();
                self.groups.leave();
                self.columns.ops.push(Op::CloseElement(element));
            }
            Closing::Piece { element, spaced, ends_run } => {
                self.flat -= 1;
                self.run.close(element, self.marks);
                if spaced {
                    if self.fence > 0 { self.run.line_break() } else { self.run.space() }
                }
                if ends_run {
                    self.boundary();
                }
            }
            Closing::Select => {
                self.selects -= 1;
                self.run.join();
            }
            Closing::Heading(level) => {
                self.flat -= 1;
                self.flush(level);
            }
            Closing::List { nested } => {
                self.boundary();
                self.lists.pop();
                self.groups.leave();
                self.columns.ops.push(Op::CloseList);
                if nested {
                    self.columns.ops.push(Op::CloseItem);
                }
            }
            Closing::Item { of_list } => {
                self.boundary();
                if of_list && let Some(list) = self.lists.last_mut() {
                    list.open_items = list.open_items.saturating_sub(1);
                }
                self.groups.leave();
                self.columns.ops.push(Op::CloseItem);
            }
            Closing::Blockquote => {
                self.boundary();
                self.groups.leave();
                self.columns.ops.push(Op::CloseQuote);
            }
            Closing::Table => {
                self.boundary();
                self.groups.leave();
                if self.tables.pop().is_some_and(|grid| !grid.shape.is_layout) {
                    self.columns.ops.push(Op::CloseTable);
                }
            }
            Closing::Row(index) => self.close_row(index),
            Closing::Cell(index) => {
                self.flat -= 1;
                self.in_cell -= 1;
                let built = self.run.finish(&mut self.columns, &mut self.ranker, self.lang, true);
                if let Some(grid) = self.tables.last_mut() {
                    grid.place(self.facts.composed, index, built.map(|built| built.atoms).unwrap_or_default());
                }
            }
            Closing::Fence => {
                self.fence -= 1;
                self.flat -= 1;
                if let Some((atoms, ticks)) = self.run.finish_fence(&mut self.columns) {
                    let ticks = if self.facts.options.markdown { ticks } else { 0 };
                    self.groups.unit();
                    self.columns.ops.push(Op::Fence { atoms, ticks });
                }
            }
        }
    }

    fn close_row(&mut self, index: Index) {
        self.boundary();
        let Some(grid) = self.tables.last_mut() else {
            return;
        };
        let is_header = grid.shape.header == Some(index);
        let says = grid.end_row(is_header);
        let element = grid.row_element.take();
        if says {
            let start = self.columns.cells.len() as u32;
            self.columns.cells.append(&mut grid.row);
            let cells = Span { start, end: self.columns.cells.len() as u32 };
            self.columns.ops.push(Op::Row { cells, element });
        }
        if is_header && says {
            let columns = grid.shape.columns as u32;
            self.columns.ops.push(Op::Delimiter(columns));
        }
    }

    /// Records the targets, in order of their numbers; all of the page, whatever the scope.
    pub(super) fn record_targets(&mut self) {
        for index in 0..self.facts.composed.nodes.len() {
            if self.facts.uids[index] == 0 {
                continue;
            }
            let node = &self.facts.composed.nodes[index];
            let Some(named) = self.facts.named.get(self.facts.uids[index] as usize - 1) else {
                continue;
            };
            let tag = self.attributes.intern(&mut self.columns, written_name(node));
            let disabled = disabled_by_fieldset(self.facts.composed, index);
            let reasons = self.facts.visibility.reasons[index];
            let target = record(&mut self.columns, self.facts.composed, self.facts.names, index, tag, named, reasons, disabled);
            self.columns.targets.push(target);
        }
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

/// An element's name, where it can not be read as markup; else that of a `div`.
fn written_name<'t>(node: &Node<'t>) -> &'t str {
    let name: &str = node.element().map_or("", |element| element.local());
    let is_plain = (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'));
    if is_plain { name } else { "div" }
}

/// HTML's rules for parsing integers: what follows the digits is ignored.
fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim_ascii();
    let digits =
        text.bytes().enumerate().take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && matches!(byte, b'-' | b'+'))).count();
    text[..digits].parse::<i32>().ok().map(i64::from)
}
