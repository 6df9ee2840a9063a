//! Builds one run of inline content: atoms, their marks, their sentences.

use std::ops::Range;

use super::mark::keep_words_whole;
use super::sentence;
use super::text::{clean, is_space};
use super::text_rank::TextRanker;
use crate::document::{Atom, AtomKind, Columns, Marks, NO_SENTENCE, Sentence, Span};
use crate::options::{Options, SegmentScope};
use crate::render::escape::{self, Follows};

/// A piece of a run before its sentences are known.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) space: bool,
    pub(super) marks: Marks,
    /// The segment it is part of, and its place in that segment's text.
    segment: usize,
    range: Range<usize>,
}

#[derive(Debug)]
pub(super) enum PieceKind {
    Text,
    /// Written as it stands, with the words it stands for.
    Literal {
        written: Span,
        words: String,
    },
    Image {
        start: Span,
        address: Span,
        words: String,
    },
    /// The element's start tag, with the segment of its own text.
    Open {
        element: u32,
        inner: usize,
    },
    Close {
        element: u32,
    },
}

/// A text that is split into sentences: a run's own, or that of an element in it.
#[derive(Debug, Default)]
struct Segment {
    text: String,
    pieces: Vec<usize>,
    /// It holds text, not only elements.
    has_text: bool,
}

/// Collects a run.
#[derive(Debug)]
pub(super) struct RunBuilder {
    pieces: Vec<Piece>,
    segments: Vec<Segment>,
    /// The segments of the open elements, innermost last.
    open: Vec<usize>,
    space: bool,
    /// The next white space is left out.
    glue: bool,
    scope: SegmentScope,
    split_clauses: bool,
    pub(super) removed: usize,
}

/// A finished run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Built {
    pub(super) atoms: Span,
    /// Nothing stands outside its elements.
    pub(super) only_elements: bool,
}

impl RunBuilder {
    pub(super) fn new(options: &Options) -> Self {
        RunBuilder {
            pieces: Vec::new(),
            segments: vec![Segment::default()],
            open: vec![0],
            space: false,
            glue: false,
            scope: options.segment_scope,
            split_clauses: options.split_clauses,
            removed: 0,
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
        let mut space = self.space;
        let mut glue = self.glue;
        let mut removed = 0;
        removed += clean(text, |c| {
            if is_space(c) {
                space = !glue;
                return;
            }
            glue = false;
            let index = match at {
                Some(index) => {
                    if space {
                        let segment = self.pieces[index].segment;
                        self.segments[segment].text.push(' ');
                    }
                    index
                }
                None => {
                    self.space = space;
                    let index = self.begin(PieceKind::Text, marks);
                    at = Some(index);
                    index
                }
            };
            space = false;
            let piece = &mut self.pieces[index];
            let segment = &mut self.segments[piece.segment];
            segment.text.push(c);
            segment.has_text = true;
            piece.range.end = segment.text.len();
        });
        self.space = space;
        self.glue = glue;
        self.removed += removed;
    }

    /// Appends text of fenced code, as it is; returns how many characters were removed.
    pub(super) fn preformatted(&mut self, text: &str) -> usize {
        let index = self.begin(PieceKind::Text, Marks::default());
        let piece = &mut self.pieces[index];
        let segment = &mut self.segments[piece.segment].text;
        let mut after_return = false;
        let removed = clean(text, |c| {
            match c {
                '\r' => segment.push('\n'),
                '\n' if after_return => {}
                _ => segment.push(c),
            }
            after_return = c == '\r';
        });
        piece.range.end = segment.len();
        removed
    }

    /// Ends a line of fenced code, unless it has just begun.
    pub(super) fn line_break(&mut self) {
        let is_open = self.segments[self.segment()].text.chars().next_back().is_some_and(|c| c != '\n');
        if is_open {
            self.preformatted("\n");
        }
    }

    /// Ends fenced code: its atoms, and how many backticks its fence has.
    pub(super) fn finish_fence(&mut self, columns: &mut Columns) -> Option<(Span, u32)> {
        self.space = false;
        let start = columns.atoms.len() as u32;
        let mut depth = 0usize;
        let mut ticks = 3;
        // Neighbouring texts are one, so that what they spell together is escaped.
        let mut text = String::new();
        let count = self.pieces.len();
        for index in 0..=count {
            let kind = match self.pieces.get(index).map(|piece| &piece.kind) {
                Some(PieceKind::Text) => {
                    text.push_str(self.text_of(&self.pieces[index]));
                    continue;
                }
                Some(PieceKind::Literal { written, .. }) => Some(AtomKind::Text(*written)),
                Some(PieceKind::Image { start, address, .. }) => Some(AtomKind::Image(*start, *address)),
                Some(PieceKind::Open { element, .. }) => Some(AtomKind::Open(*element)),
                Some(PieceKind::Close { element }) => Some(AtomKind::Close(*element)),
                None => None,
            };
            let mut written = text.as_str();
            if columns.atoms.len() as u32 == start {
                written = written.trim_start_matches('\n');
            }
            if kind.is_none() {
                written = written.trim_end();
            }
            if !written.is_empty() {
                ticks = ticks.max(longest_run(written, '`') + 1);
                let from = columns.text.len() as u32;
                if depth > 0 {
                    escape::control_text(written, false, &mut columns.text);
                } else {
                    escape::text(written, Follows::Nothing, false, &mut columns.text);
                }
                let span = Span { start: from, end: columns.text.len() as u32 };
                columns.atoms.push(Atom { kind: AtomKind::Text(span), space: false, marks: Marks::default(), sentence: NO_SENTENCE });
            }
            text.clear();
            match kind {
                Some(AtomKind::Open(_)) => depth += 1,
                Some(AtomKind::Close(_)) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if let Some(kind) = kind {
                columns.atoms.push(Atom { kind, space: false, marks: Marks::default(), sentence: NO_SENTENCE });
            }
        }
        self.clear();
        let atoms = Span { start, end: columns.atoms.len() as u32 };
        (atoms.end > atoms.start).then_some((atoms, ticks))
    }

    fn text_of(&self, piece: &Piece) -> &str {
        &self.segments[piece.segment].text[piece.range.clone()]
    }

    fn clear(&mut self) {
        self.pieces.clear();
        self.segments.clear();
        self.segments.push(Segment::default());
        self.open.clear();
        self.open.push(0);
    }

    /// Appends something written as it stands; `words` is what it says.
    pub(super) fn literal(&mut self, written: Span, words: String, marks: Marks) {
        let first = words.chars().next();
        let index = self.begin(PieceKind::Literal { written, words }, marks);
        self.stand_in(index, first);
        let segment = self.segment();
        self.segments[segment].has_text = true;
    }

    pub(super) fn image(&mut self, start: Span, address: Span, words: String) {
        let first = words.chars().next();
        let index = self.begin(PieceKind::Image { start, address, words }, Marks::default());
        self.stand_in(index, first);
        let segment = self.segment();
        self.segments[segment].has_text = true;
    }

    /// Opens an element whose first character will be `first`.
    pub(super) fn open(&mut self, element: u32, first: Option<char>, marks: Marks) {
        let inner = self.segments.len();
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
        let end = self.segments[segment].text.len();
        self.glue = false;
        self.pieces.push(Piece { kind: PieceKind::Close { element }, space: false, marks, segment, range: end..end });
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

    fn segment(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    /// Begins a piece at the end of its segment, taking the white space before it.
    fn begin(&mut self, kind: PieceKind, marks: Marks) -> usize {
        self.glue = false;
        let space = std::mem::take(&mut self.space) && self.space_before();
        let segment = if self.scope == SegmentScope::Node && matches!(kind, PieceKind::Text) {
            self.segments.push(Segment::default());
            self.segments.len() - 1
        } else {
            self.segment()
        };
        let text = &mut self.segments[segment].text;
        if space && !text.is_empty() {
            text.push(' ');
        }
        let start = text.len();
        let index = self.pieces.len();
        self.segments[segment].pieces.push(index);
        self.pieces.push(Piece { kind, space, marks, segment, range: start..start });
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
            let text = &mut self.segments[piece.segment].text;
            if piece.range.start > 0 && piece.range.end == text.len() {
                text.insert(piece.range.start, ' ');
                piece.range = piece.range.start + 1..piece.range.end + 1;
            }
        }
        false
    }

    /// Puts one unbreakable character into the segment for a piece that is no text.
    fn stand_in(&mut self, index: usize, first: Option<char>) {
        let piece = &mut self.pieces[index];
        let text = &mut self.segments[piece.segment].text;
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
        piece.range.end = text.len();
    }

    /// Ends the run: its atoms and sentences go into the columns.
    pub(super) fn finish(&mut self, columns: &mut Columns, ranker: &mut TextRanker, lang: &str, in_cell: bool) -> Option<Built> {
        self.space = false;
        self.glue = false;
        if self.pieces.is_empty() {
            return None;
        }
        keep_words_whole(&mut self.pieces, |piece| &self.segments[piece.segment].text[piece.range.clone()]);
        let ends = self.split_segments(columns, ranker, lang);
        let start = columns.atoms.len() as u32;
        let mut depth = 0usize;
        let mut only_elements = true;
        for index in 0..self.pieces.len() {
            let piece = &self.pieces[index];
            let (first_sentence, segment_ends) = &ends[piece.segment];
            let sentence_at = |place: usize| match first_sentence {
                Some(first) => first + segment_ends.partition_point(|end| (*end as usize) <= place) as u32,
                None => NO_SENTENCE,
            };
            let mut atom = Atom { kind: AtomKind::Close(0), space: piece.space, marks: piece.marks, sentence: NO_SENTENCE };
            match &piece.kind {
                PieceKind::Text => {
                    only_elements &= depth > 0;
                    self.push_text_atoms(columns, index, atom, in_cell, sentence_at, segment_ends);
                    continue;
                }
                PieceKind::Literal { written, .. } => {
                    only_elements &= depth > 0;
                    atom.kind = AtomKind::Text(*written);
                    atom.sentence = sentence_at(piece.range.start);
                }
                PieceKind::Image { start, address, .. } => {
                    only_elements &= depth > 0;
                    atom.kind = AtomKind::Image(*start, *address);
                    atom.sentence = sentence_at(piece.range.start);
                }
                PieceKind::Open { element, .. } => {
                    depth += 1;
                    atom.kind = AtomKind::Open(*element);
                }
                PieceKind::Close { element } => {
                    depth = depth.saturating_sub(1);
                    atom.kind = AtomKind::Close(*element);
                }
            }
            columns.atoms.push(atom);
        }
        self.clear();
        Some(Built { atoms: Span { start, end: columns.atoms.len() as u32 }, only_elements })
    }

    /// Splits each segment; gives its first sentence and the ends of its sentences.
    fn split_segments(&self, columns: &mut Columns, ranker: &mut TextRanker, lang: &str) -> Vec<(Option<u32>, Vec<u32>)> {
        let mut words = String::new();
        let mut all = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            if !segment.has_text {
                all.push((None, Vec::new()));
                continue;
            }
            let mut ends = Vec::new();
            sentence::split(&segment.text, lang, self.split_clauses, &mut ends);
            let first = columns.sentences.len() as u32;
            let plain = segment.pieces.iter().all(|index| matches!(self.pieces[*index].kind, PieceKind::Text));
            let mut start = 0;
            let mut next = 0;
            for end in &ends {
                let end = *end as usize;
                if plain {
                    ranker.add_sentence(&segment.text[start..end], lang);
                } else {
                    words.clear();
                    while let Some(index) = segment.pieces.get(next) {
                        let piece = &self.pieces[*index];
                        if piece.range.start >= end {
                            break;
                        }
                        self.push_words(segment, piece, start..end, &mut words);
                        if piece.range.end > end {
                            break;
                        }
                        next += 1;
                    }
                    ranker.add_sentence(&words, lang);
                }
                start = end;
                columns.sentences.push(Sentence { rank: 0, of: ends.len() as u32 });
            }
            ranker.end_segment();
            all.push((Some(first), ends));
        }
        all
    }

    fn push_words(&self, segment: &Segment, piece: &Piece, sentence: Range<usize>, words: &mut String) {
        match &piece.kind {
            PieceKind::Text => {
                let range = piece.range.start.max(sentence.start)..piece.range.end.min(sentence.end);
                words.push_str(segment.text.get(range).unwrap_or_default());
            }
            PieceKind::Literal { words: said, .. } | PieceKind::Image { words: said, .. } => {
                words.push(' ');
                words.push_str(said);
            }
            PieceKind::Open { inner, .. } => {
                for index in &self.segments[*inner].pieces {
                    let inner_piece = &self.pieces[*index];
                    if matches!(inner_piece.kind, PieceKind::Text) {
                        words.push(' ');
                        words.push_str(&self.segments[inner_piece.segment].text[inner_piece.range.clone()]);
                    }
                }
            }
            PieceKind::Close { .. } => {}
        }
        words.push(' ');
    }

    /// Writes a text piece, an atom for each of its sentences.
    fn push_text_atoms(
        &self,
        columns: &mut Columns,
        index: usize,
        atom: Atom,
        in_cell: bool,
        sentence_at: impl Fn(usize) -> u32,
        ends: &[u32],
    ) {
        let piece = &self.pieces[index];
        let text = &self.segments[piece.segment].text;
        let mut start = piece.range.start;
        let mut space = atom.space;
        while start < piece.range.end {
            let sentence = sentence_at(start);
            let cut = ends.get(ends.partition_point(|end| (*end as usize) <= start)).map_or(text.len(), |end| *end as usize);
            let end = piece.range.end.min(cut);
            let whole = &text[start..end];
            let written = whole.trim_matches(' ');
            if whole.starts_with(' ') {
                space = true;
            }
            if !written.is_empty() {
                let from = columns.text.len() as u32;
                let follows = if end == piece.range.end { self.following(index) } else { Follows::Unknown };
                escape::text(written, follows, in_cell, &mut columns.text);
                let span = Span { start: from, end: columns.text.len() as u32 };
                columns.atoms.push(Atom { kind: AtomKind::Text(span), space, sentence, ..atom });
                space = false;
            }
            if whole.ends_with(' ') {
                space = true;
            }
            start = end;
        }
    }

    /// What comes right behind a text piece.
    fn following(&self, index: usize) -> Follows {
        match self.pieces.get(index + 1) {
            None => Follows::Nothing,
            Some(next) if next.space => Follows::Nothing,
            Some(next) => match next.kind {
                PieceKind::Open { .. } | PieceKind::Close { .. } => Follows::Nothing,
                _ => Follows::Unknown,
            },
        }
    }
}

/// The longest run of a character.
pub(super) fn longest_run(text: &str, of: char) -> u32 {
    let mut longest = 0;
    let mut current = 0;
    for c in text.chars() {
        current = if c == of { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    longest
}
