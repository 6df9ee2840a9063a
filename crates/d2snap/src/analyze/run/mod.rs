//! Builds one run of inline content: atoms, their marks, their sentences.

mod fence;
mod segment;

use super::text::plain;
use crate::document::{Columns, Marks, Span};
use crate::options::{Options, SegmentScope};

pub(super) use fence::longest_run;

/// A piece of a run before its sentences are known.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) space: bool,
    pub(super) marks: Marks,
    /// The segment it is part of, and its place in that segment's text.
    segment: u32,
    place: Span,
}

// A page can be one run.
const _: () = assert!(size_of::<Piece>() <= 40);

#[derive(Debug)]
pub(super) enum PieceKind {
    Text,
    /// Written as it stands, with the words it stands for, in [`RunBuilder::words`].
    Literal {
        written: Span,
        words: u32,
    },
    Image {
        start: Span,
        address: Span,
        words: u32,
    },
    /// The element's start tag, with the segment of its own text.
    Open {
        element: u32,
        inner: u32,
    },
    Close {
        element: u32,
    },
}

/// A text that is split into sentences: a run's own, or that of an element in it.
#[derive(Debug, Default)]
struct Segment {
    text: String,
    pieces: Vec<u32>,
    /// It holds text, not only elements.
    has_text: bool,
}

/// Collects a run.
#[derive(Debug)]
pub(super) struct RunBuilder {
    pieces: Vec<Piece>,
    segments: Vec<Segment>,
    /// What pieces say that are no text.
    words: Vec<String>,
    /// The segments of the open elements, innermost last.
    open: Vec<u32>,
    space: bool,
    /// `![label]` was written last: a bracket right behind it would read as its address.
    after_mark: bool,
    /// The next white space is left out.
    glue: bool,
    scope: SegmentScope,
    split_clauses: bool,
    pub(super) removed: usize,
    scratch: String,
}

/// A finished run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Built {
    pub(super) atoms: Span,
    /// Nothing stands outside its elements.
    pub(super) only_elements: bool,
}

/// Room for more pieces than this is not kept from one run to the next.
const MANY: usize = 1024;

impl RunBuilder {
    pub(super) fn new(options: &Options) -> Self {
        RunBuilder {
            pieces: Vec::new(),
            segments: vec![Segment::default()],
            words: Vec::new(),
            open: vec![0],
            space: false,
            after_mark: false,
            glue: false,
            scope: options.segment_scope,
            split_clauses: options.split_clauses,
            removed: 0,
            scratch: String::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// White space, as at a block boundary that is none here.
    pub(super) fn space(&mut self) {
        self.space = true;
    }

    /// Whether inline code stands right before.
    pub(super) fn ends_with_code(&self, columns: &Columns) -> bool {
        let is_code = |written: &Span| written.of(&columns.text).ends_with('`');
        !self.space && self.pieces.last().is_some_and(|piece| matches!(&piece.kind, PieceKind::Literal { written, .. } if is_code(written)))
    }

    /// Leaves out the white space passed so far.
    pub(super) fn join(&mut self) {
        self.space = false;
    }

    /// Appends a text node.
    pub(super) fn text(&mut self, text: &str, marks: Marks) {
        let mut at: Option<usize> = match self.scope {
            SegmentScope::Block => self.pieces.last().and_then(|last| {
                let continues = matches!(last.kind, PieceKind::Text) && last.marks == marks && last.segment == self.segment();
                continues.then(|| self.pieces.len() - 1)
            }),
            SegmentScope::Node => None,
        };
        let mut scratch = std::mem::take(&mut self.scratch);
        let (plain, removed) = plain(text, &mut scratch);
        let mut rest = plain;
        while !rest.is_empty() {
            let word = rest.trim_ascii_start();
            if word.len() < rest.len() {
                self.space = !self.glue;
            }
            let end = word.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            rest = after;
            let Some(first) = word.chars().next() else { break };
            self.glue = false;
            let index = match at {
                Some(index) => {
                    if self.space {
                        let segment = self.pieces[index].segment;
                        self.segments[segment as usize].text.push(' ');
                    }
                    index
                }
                None => {
                    self.space |= self.after_mark && matches!(first, '(' | '[');
                    let index = self.begin(PieceKind::Text, marks);
                    at = Some(index);
                    index
                }
            };
            self.space = false;
            let piece = &mut self.pieces[index];
            let segment = &mut self.segments[piece.segment as usize];
            segment.text.push_str(word);
            segment.has_text = true;
            piece.place.end = segment.text.len() as u32;
        }
        self.removed += removed;
        self.scratch = scratch;
    }

    /// Appends something written as it stands; `words` is what it says.
    pub(super) fn literal(&mut self, written: Span, words: String, marks: Marks) {
        let first = words.chars().next();
        let words = self.say(words);
        let index = self.begin(PieceKind::Literal { written, words }, marks);
        self.stand_in(index, first);
        let segment = self.segment();
        self.segments[segment as usize].has_text = true;
    }

    pub(super) fn image(&mut self, start: Span, address: Span, words: String) {
        let first = words.chars().next();
        let words = self.say(words);
        let index = self.begin(PieceKind::Image { start, address, words }, Marks::default());
        self.stand_in(index, first);
        let segment = self.segment();
        self.segments[segment as usize].has_text = true;
    }

    /// Opens an element whose first character will be `first`.
    pub(super) fn open(&mut self, element: u32, first: Option<char>, marks: Marks) {
        let inner = self.segments.len() as u32;
        let index = self.begin(PieceKind::Open { element, inner }, marks);
        self.stand_in(index, first.or(Some('x')));
        self.segments.push(Segment::default());
        self.open.push(inner);
    }

    pub(super) fn close(&mut self, element: u32, marks: Marks) {
        if self.open.len() > 1 {
            self.open.pop();
        }
        // White space before an end tag goes behind it.
        let segment = self.segment();
        let end = self.segments[segment as usize].text.len() as u32;
        self.glue = false;
        self.pieces.push(Piece { kind: PieceKind::Close { element }, space: false, marks, segment, place: Span { start: end, end } });
    }

    /// A quotation mark, which holds on to what it encloses.
    pub(super) fn quote(&mut self, opening: bool, marks: Marks) {
        let space = self.space;
        self.space = opening && space;
        self.text("\"", marks);
        if opening {
            self.glue = true;
        } else {
            self.space = space;
        }
    }

    /// Keeps what a piece says.
    fn say(&mut self, words: String) -> u32 {
        self.words.push(words);
        self.words.len() as u32 - 1
    }

    fn segment(&self) -> u32 {
        self.open.last().copied().unwrap_or_default()
    }

    /// Says that what was written last is `![label]`.
    pub(in crate::analyze) fn end_mark(&mut self) {
        self.after_mark = true;
    }

    /// Begins a piece at the end of its segment, taking the white space before it.
    fn begin(&mut self, kind: PieceKind, marks: Marks) -> usize {
        self.glue = false;
        self.after_mark = false;
        let space = std::mem::take(&mut self.space) && self.space_before();
        let segment = if self.scope == SegmentScope::Node && matches!(kind, PieceKind::Text) {
            self.segments.push(Segment::default());
            self.segments.len() as u32 - 1
        } else {
            self.segment()
        };
        let text = &mut self.segments[segment as usize].text;
        if space && !text.is_empty() {
            text.push(' ');
        }
        let start = text.len() as u32;
        let index = self.pieces.len();
        self.segments[segment as usize].pieces.push(index as u32);
        self.pieces.push(Piece { kind, space, marks, segment, place: Span { start, end: start } });
        index
    }

    /// Whether white space stays before the next piece: after a start tag it moves before the tag.
    fn space_before(&mut self) -> bool {
        let opens = self.pieces.iter().rev().take_while(|piece| matches!(piece.kind, PieceKind::Open { .. })).count();
        if opens == 0 {
            return true;
        }
        let first = self.pieces.len() - opens;
        let piece = &mut self.pieces[first];
        if !piece.space {
            piece.space = true;
            let text = &mut self.segments[piece.segment as usize].text;
            if piece.place.start > 0 && piece.place.end as usize == text.len() {
                text.insert(piece.place.start as usize, ' ');
                piece.place = Span { start: piece.place.start + 1, end: piece.place.end + 1 };
            }
        }
        false
    }

    /// Puts one unbreakable character into the segment for a piece that is no text.
    fn stand_in(&mut self, index: usize, first: Option<char>) {
        let piece = &mut self.pieces[index];
        let text = &mut self.segments[piece.segment as usize].text;
        let after_sentence =
            text.chars().next_back().is_some_and(|c| matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | ')' | '"' | '”'));
        text.push(match first {
            // A footnote mark goes with the sentence that it follows.
            _ if after_sentence => ')',
            Some(c) if c.is_lowercase() => 'x',
            Some(c) if c.is_uppercase() => 'X',
            Some(c) if c.is_alphabetic() => 'א',
            Some(_) => '1',
            None => ')',
        });
        piece.place.end = text.len() as u32;
    }

    fn text_of(&self, piece: &Piece) -> &str {
        piece.place.of(&self.segments[piece.segment as usize].text)
    }

    fn clear(&mut self) {
        // A run of thousands of pieces is rare.
        self.pieces.clear();
        self.pieces.shrink_to(MANY);
        self.segments.clear();
        self.segments.shrink_to(MANY);
        self.segments.push(Segment::default());
        self.words.clear();
        self.open.clear();
        self.open.push(0);
    }
}
