//! What each part of a snapshot is, noted as it is written.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// What a part of a snapshot is. Tags and attributes are numbers of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first line.
    Header,
    /// Line breaks and indentation.
    Layout,
    Markdown,
    Text,
    /// Text inside what can be acted on.
    Name,
    /// A picture's label.
    Label,
    /// A picture's address.
    Address,
    Container {
        tag: u32,
    },
    Element {
        tag: u32,
        is_target: bool,
    },
    Attribute {
        tag: u32,
        name: u32,
    },
}

/// Where a part begins; it ends where the next does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) start: usize,
    pub(crate) part: Part,
    /// It is the start of an element, or an attribute, and not the rest of one.
    pub(crate) counts: bool,
}

/// The parts of a snapshot.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) segments: Vec<Segment>,
    /// Where each op begins to write, and where the last ends.
    pub(crate) ops: Vec<usize>,
    /// Where the elements in lines are.
    pub(crate) elements: FxHashMap<u32, (usize, usize)>,
}

impl Ledger {
    /// From `start` on it is this part.
    pub(super) fn note(&mut self, start: usize, part: Part, counts: bool) {
        if let Some(last) = self.segments.last_mut()
            && last.start == start
        {
            // Nothing was written since.
            *last = Segment { start, part, counts };
        } else {
            self.segments.push(Segment { start, part, counts });
        }
    }

    /// A step begins; parts do not reach over it.
    pub(super) fn op(&mut self, start: usize) {
        self.ops.push(start);
        self.note(start, Part::Layout, false);
    }

    /// The parts of a stretch of what was written elsewhere, and is now written at `at`.
    pub(super) fn append(&mut self, other: &Ledger, stretch: Range<usize>, at: usize) {
        let first = other.segments.partition_point(|segment| segment.start <= stretch.start).saturating_sub(1);
        for segment in other.segments.iter().skip(first).take_while(|segment| segment.start < stretch.end) {
            // Of one that began before the stretch, the rest.
            let counts = segment.counts && segment.start >= stretch.start;
            self.note(at + segment.start.saturating_sub(stretch.start), segment.part, counts);
        }
    }

    /// Makes room for a text before the first part.
    pub(super) fn prepend(&mut self, bytes: usize, part: Part) {
        self.segments.iter_mut().for_each(|segment| segment.start += bytes);
        self.ops.iter_mut().for_each(|start| *start += bytes);
        self.elements.values_mut().for_each(|(start, end)| (*start, *end) = (*start + bytes, *end + bytes));
        self.segments.insert(0, Segment { start: 0, part, counts: false });
    }
}
