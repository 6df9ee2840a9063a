//! The program of lines, in plain columns.

use std::ops::Range;

use super::UidNumbering;
use crate::capture::{Reference, Side};
use crate::semantics::Role;

/// A piece of one of the document's text buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An element that is written as HTML.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    /// Its name, in [`Columns::names`].
    pub(crate) tag: u32,
    pub(crate) attributes: Span,
    /// 0 where it is no target.
    pub(crate) uid: u32,
    pub(crate) is_void: bool,
}

/// An attribute as it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attribute {
    pub(crate) name: u32,
    /// ` name=value`, in the text.
    pub(crate) text: Span,
    pub(crate) presence: Presence,
}

/// At which m an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Always,
    /// While the rating of this index in [`Columns::ratings`] is at least m.
    Rated(u16),
    /// Where an attribute of that rating is not.
    Instead(u16),
}

/// A container that can be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Container {
    pub(crate) element: u32,
    pub(crate) depth: u32,
    /// The container that is its parent element.
    pub(crate) parent: Option<u32>,
    pub(crate) rating: f64,
    /// What it is worth to an agent.
    pub(crate) worth: u32,
    /// Its place in the order of worth, 0 for the least.
    pub(crate) rank: u32,
}

/// A piece of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Atom {
    pub(crate) kind: AtomKind,
    /// White space parts it from the atom before.
    pub(crate) space: bool,
    pub(crate) marks: Marks,
    /// The sentence it goes with; [`NO_SENTENCE`] where it stays always.
    pub(crate) sentence: u32,
}

pub(crate) const NO_SENTENCE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(crate) enum AtomKind {
    /// Text as it is written.
    Text(Span),
    /// An image: `![alt](` and `)` around its address, which is the second span.
    Image(Span, Span),
    /// The start tag of an element.
    Open(u32),
    /// The end tag of an element.
    Close(u32),
}

/// Text marks, outermost first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(pub(crate) u8);

impl Marks {
    pub(crate) const STRONG: Marks = Marks(1);
    pub(crate) const EMPHASIS: Marks = Marks(2);
    pub(crate) const DELETED: Marks = Marks(4);
    pub(crate) const ALL: [(Marks, &'static str); 3] = [(Marks::STRONG, "**"), (Marks::EMPHASIS, "_"), (Marks::DELETED, "~~")];

    pub(crate) fn contains(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }
}

/// A sentence's rank in its segment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sentence {
    /// 0 for the most central.
    pub(crate) rank: u32,
    /// Sentences of the segment.
    pub(crate) of: u32,
}

/// A run of inline content: atoms in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) atoms: Span,
    /// It has no text outside its elements, and gives a line for each of them.
    pub(crate) split: bool,
}

/// A cell of a table row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) atoms: Span,
    /// The cell itself, where it is written as HTML.
    pub(crate) element: Option<u32>,
}

/// One step of writing the page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// A container's start; what is written depends on k.
    OpenContainer(u32),
    CloseContainer(u32),
    /// The start tag of an element that holds a block, on a line of its own.
    OpenElement(u32),
    CloseElement(u32),
    /// An element without content, on a line of its own: a frame.
    Stub(u32),
    /// A run, behind this many `#`.
    Run(Run, u8),
    /// A line as it stands.
    Rule,
    OpenList {
        ordered: bool,
    },
    CloseList,
    /// An item: its marker, in the text.
    OpenItem(Span),
    CloseItem,
    OpenQuote,
    CloseQuote,
    OpenTable,
    CloseTable,
    /// A table's row: its cells, and the row itself where it is written as HTML.
    Row {
        cells: Span,
        element: Option<u32>,
    },
    /// A delimiter row of so many columns.
    Delimiter(u32),
    /// Fenced code: its lines are the text of these atoms; the fence has so many backticks.
    Fence {
        atoms: Span,
        ticks: u32,
    },
}

impl Op {
    /// Whether it writes a line, and is not only about how lines are written.
    pub(crate) fn is_written(self) -> bool {
        !matches!(
            self,
            Op::OpenList { .. }
                | Op::CloseList
                | Op::OpenItem(_)
                | Op::CloseItem
                | Op::OpenQuote
                | Op::CloseQuote
                | Op::OpenTable
                | Op::CloseTable
        )
    }
}

/// What is known of a target.
#[derive(Debug, Clone)]
pub(crate) struct TargetRecord {
    pub(crate) tag: u32,
    pub(crate) role: Option<Role>,
    pub(crate) reasons: u8,
    pub(crate) name: Option<Span>,
    pub(crate) value: Option<Span>,
    pub(crate) href: Option<Span>,
    pub(crate) states: Span,
}

/// What a browser says of a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiveRecord {
    /// In [`Columns::capturers`], and the number there; 0 for none.
    pub(crate) capturer: u32,
    pub(crate) reference: u32,
    pub(crate) off_screen: Option<(Side, u32)>,
    pub(crate) covered: bool,
    /// Behind what makes it inert.
    pub(crate) inert: bool,
}

/// Where an element is in the program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Extent {
    /// On lines of its own: these ops.
    Ops(Span),
    /// In a line: an element of this number.
    Element(u32),
}

/// An element of the page, with all it holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subtree {
    /// Its name, in [`Columns::names`].
    pub(crate) tag: u32,
    /// Where it is found, in [`Locations::places`].
    pub(crate) place: u32,
    pub(crate) extent: Extent,
}

/// The columns.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// Texts and attributes as they are written.
    pub(crate) text: String,
    /// Tags and attribute names.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) ratings: Vec<f64>,
    /// The rating of an image's address.
    pub(crate) address_rating: f64,
    pub(crate) elements: Vec<Element>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) containers: Vec<Container>,
    pub(crate) ops: Vec<Op>,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) targets: Vec<TargetRecord>,
    pub(crate) numbering: UidNumbering,
    /// The op that begins what is behind a dialog, to the end.
    pub(crate) behind: Option<u32>,
    /// By target, of a captured page.
    pub(crate) live: Vec<LiveRecord>,
    pub(crate) capturers: Vec<Box<str>>,
    pub(crate) states: Vec<(&'static str, Span)>,
    /// Facts of targets, as they are.
    pub(crate) facts: String,
    pub(crate) height: u32,
    /// Ops of alerts and status lines.
    pub(crate) alerts: Vec<Span>,
    /// Elements that hold others, in document order, where they were asked for.
    pub(crate) subtrees: Vec<Subtree>,
}

impl LiveRecord {
    /// Whether something lies over it, and over the rest of the page nothing does.
    pub(crate) fn is_covered_alone(&self) -> bool {
        self.covered && !self.inert
    }
}

impl Columns {
    /// Which live element a target is.
    pub(crate) fn reference(&self, live: &LiveRecord) -> Option<Reference> {
        let capturer = self.capturers.get(live.capturer as usize)?;
        (live.reference > 0).then(|| Reference { capturer: capturer.to_string(), number: live.reference })
    }
}
