//! Writes the document's program of lines from the composed tree.

mod block;
mod close;
mod inline;
mod subtree;
mod table;
mod written;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attribute::AttributeWriter;
use super::compose::{Composed, Index, Kind};
use super::disabled::Disabled;
use super::label::Labels;
use super::mark::mark_of;
use super::name::{Named, Names};
use super::outline::Outline;
use super::run::RunBuilder;
use super::table::Grid;
use super::target::record;
use super::text_rank::TextRanker;
use super::visibility::Visibility;
use super::worth::Groups;
use crate::document::{Columns, Marks, Op, Run, UidNumbering};
use crate::options::{Options, SegmentScope};
use crate::semantics::{Class, Tag, stands_apart};
use block::Numbering;
use close::Closing;
use subtree::OpenSubtree;
use written::written_name;

/// Everything that the emitter reads.
pub(super) struct Facts<'a, 't> {
    pub(super) composed: &'a Composed<'t>,
    pub(super) visibility: &'a Visibility,
    pub(super) labels: &'a Labels,
    pub(super) names: &'a Names<'a, 't>,
    pub(super) outlines: &'a [Outline],
    pub(super) uids: &'a [u32],
    pub(super) numbering: &'a UidNumbering,
    /// Names of the targets, in order of their numbers.
    pub(super) named: &'a [Named],
    /// Written with `hidden`.
    pub(super) marked: &'a [bool],
    /// Text formatting that stays HTML.
    pub(super) as_html: &'a [bool],
    /// Options that say `selected` and are not chosen.
    pub(super) not_chosen: &'a FxHashSet<Index>,
    pub(super) disabled: &'a Disabled,
    /// Where elements are found, where that is asked for.
    pub(super) places: &'a FxHashMap<Index, u32>,
    pub(super) options: &'a Options,
}

/// Lines of a live region that is an alert; a longer one is a part of the page that changes.
const LIVE_LINES: u32 = 8;

/// An open alert.
struct Alert {
    /// The node behind it.
    end: u32,
    /// The op that it begins with.
    start: u32,
    /// The most lines that it may have.
    lines: u32,
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
    alerts: Vec<Alert>,
    subtrees: Vec<OpenSubtree>,
    /// The target that an image without alt has named.
    spoken_for: Option<Index>,
    /// The language of the run.
    lang: &'t str,
    pub(super) removed: usize,
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
            alerts: Vec::new(),
            subtrees: Vec::new(),
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

    /// Writes one node's start; gives the next node to look at.
    fn node(&mut self, index: Index) -> Index {
        let node = &self.facts.composed.nodes[index];
        if node.gone {
            // What shows in spite of a hidden ancestor is found below.
            if self.facts.outlines[index].is_empty() {
                // A picture or what only looks decorative parted its neighbours.
                let parts = matches!(node.class, Class::Labelled | Class::Container | Class::Block)
                    || node.tag == Tag::Img
                    || node.facts.aria_hidden();
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
                let before = self.before();
                let next = self.element(index);
                self.open_subtree(index, before);
                return next;
            }
        };
        if self.run.is_empty() {
            self.lang = self.facts.composed.langs[node.lang as usize];
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
        // A heading is what an agent finds its way by: part of one misleads. The paper's are ranked.
        let whole = heading > 0 && self.facts.options.segment_scope == SegmentScope::Block;
        if let Some(built) = self.run.finish(&mut self.columns, &mut self.ranker, self.lang, false, whole) {
            self.groups.unit();
            let split = heading == 0 && built.only_elements;
            self.columns.ops.push(Op::Run(Run { atoms: built.atoms, split }, heading));
        }
    }

    /// Notes where an alert or a live region begins.
    fn alert(&mut self, index: Index) {
        let node = &self.facts.composed.nodes[index];
        let lines = match self.facts.names.role(index) {
            Some("alert" | "alertdialog" | "status") => u32::MAX,
            _ if node.facts.live() => LIVE_LINES,
            _ => return,
        };
        if matches!(node.class, Class::Block | Class::Container) {
            self.boundary();
        }
        self.alerts.push(Alert { end: node.end, start: self.columns.ops.len() as u32, lines });
    }

    fn element(&mut self, index: Index) -> Index {
        if self.flat == 0 && !self.facts.outlines[index].is_empty() {
            self.alert(index);
        }
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
                // Texts of a picture stand apart, and cells and items that are such by their role alone.
                let spaced = node.element().is_some_and(|element| element.is_svg())
                    || (node.facts.has_role() && facts.names.role(index).is_some_and(stands_apart));
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
            Class::Frame if node.facts.entered() => {
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

    /// Records the targets, in order of their numbers; all of the page, whatever the scope.
    pub(super) fn record_targets(&mut self) {
        self.columns.targets.reserve_exact(self.facts.named.len());
        for index in 0..self.facts.composed.nodes.len() {
            if self.facts.uids[index] == 0 {
                continue;
            }
            let node = &self.facts.composed.nodes[index];
            let Some(named) = self.facts.named.get(self.facts.uids[index] as usize - 1) else {
                continue;
            };
            let tag = self.attributes.intern(&mut self.columns, written_name(node));
            let reasons = self.facts.visibility.reasons[index];
            let disabled = self.facts.disabled.says(index);
            let target = record(&mut self.columns, self.facts.composed, self.facts.names, index, (tag, reasons), named, disabled);
            self.columns.targets.push(target);
            self.columns.live.extend(self.facts.composed.live.as_ref().map(|live| live.record(index)));
        }
    }
}
