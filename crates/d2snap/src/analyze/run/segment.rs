//! Ends a run: splits its segments into sentences, and its pieces into atoms.

use std::ops::Range;

use super::{Built, Piece, PieceKind, RunBuilder, Segment};
use crate::analyze::mark::keep_words_whole;
use crate::analyze::sentence;
use crate::analyze::text_rank::TextRanker;
use crate::document::{Atom, AtomKind, Columns, NO_SENTENCE, Sentence, Span};
use crate::render::escape::{self, Follows};

/// The sentences of a segment: the first, and where they end, in the list of all ends.
#[derive(Debug, Clone, Copy)]
struct Sentences {
    first: Option<u32>,
    ends: Span,
}

impl RunBuilder {
    /// Ends the run: its atoms and sentences go into the columns.
    ///
    /// A run that is `whole` is one sentence, however many it would be.
    pub(crate) fn finish(
        &mut self,
        columns: &mut Columns,
        ranker: &mut TextRanker,
        lang: &str,
        in_cell: bool,
        whole: bool,
    ) -> Option<Built> {
        self.space = false;
        self.glue = false;
        if self.pieces.is_empty() {
            return None;
        }
        keep_words_whole(&mut self.pieces, |piece| piece.place.of(&self.segments[piece.segment as usize].text));
        let (sentences, all_ends) = self.split_segments(columns, ranker, lang, whole);
        let start = columns.atoms.len() as u32;
        let mut depth = 0usize;
        let mut only_elements = true;
        for index in 0..self.pieces.len() {
            let piece = &self.pieces[index];
            let own = sentences[piece.segment as usize];
            let segment_ends = &all_ends[own.ends.range()];
            let sentence_at = |place: usize| match own.first {
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
                    atom.sentence = sentence_at(piece.place.start as usize);
                }
                PieceKind::Image { start, address, .. } => {
                    only_elements &= depth > 0;
                    atom.kind = AtomKind::Image(*start, *address);
                    atom.sentence = sentence_at(piece.place.start as usize);
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

    /// Splits each segment; gives its sentences, and where all sentences end.
    fn split_segments(&self, columns: &mut Columns, ranker: &mut TextRanker, lang: &str, whole: bool) -> (Vec<Sentences>, Vec<u32>) {
        let mut words = String::new();
        let mut all = Vec::with_capacity(self.segments.len());
        let mut all_ends = Vec::new();
        let mut ends = Vec::new();
        for segment in &self.segments {
            if !segment.has_text {
                all.push(Sentences { first: None, ends: Span { start: 0, end: 0 } });
                continue;
            }
            ends.clear();
            if whole {
                ends.push(segment.text.len() as u32);
            } else {
                sentence::split(&segment.text, lang, self.split_clauses, &mut ends);
            }
            let first = columns.sentences.len() as u32;
            let plain = segment.pieces.iter().all(|index| matches!(self.pieces[*index as usize].kind, PieceKind::Text));
            let mut start = 0;
            let mut next = 0;
            for end in &ends {
                let end = *end as usize;
                if plain {
                    ranker.add_sentence(&segment.text[start..end], lang);
                } else {
                    words.clear();
                    while let Some(index) = segment.pieces.get(next) {
                        let piece = &self.pieces[*index as usize];
                        if piece.place.start as usize >= end {
                            break;
                        }
                        self.push_words(segment, piece, start..end, &mut words);
                        if piece.place.end as usize > end {
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
            let start = all_ends.len() as u32;
            all_ends.extend_from_slice(&ends);
            all.push(Sentences { first: Some(first), ends: Span { start, end: all_ends.len() as u32 } });
        }
        (all, all_ends)
    }

    fn push_words(&self, segment: &Segment, piece: &Piece, sentence: Range<usize>, words: &mut String) {
        match &piece.kind {
            PieceKind::Text => {
                let range = (piece.place.start as usize).max(sentence.start)..(piece.place.end as usize).min(sentence.end);
                words.push_str(segment.text.get(range).unwrap_or_default());
            }
            PieceKind::Literal { words: said, .. } | PieceKind::Image { words: said, .. } => {
                words.push(' ');
                words.push_str(&self.words[*said as usize]);
            }
            PieceKind::Open { inner, .. } => {
                for index in &self.segments[*inner as usize].pieces {
                    let inner_piece = &self.pieces[*index as usize];
                    if matches!(inner_piece.kind, PieceKind::Text) {
                        words.push(' ');
                        words.push_str(self.text_of(inner_piece));
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
        let text = &self.segments[piece.segment as usize].text;
        let (mut start, last) = (piece.place.start as usize, piece.place.end as usize);
        let mut space = atom.space;
        while start < last {
            let sentence = sentence_at(start);
            let cut = ends.get(ends.partition_point(|end| (*end as usize) <= start)).map_or(text.len(), |end| *end as usize);
            let end = last.min(cut);
            let whole = &text[start..end];
            let written = whole.trim_matches(' ');
            if whole.starts_with(' ') {
                space = true;
            }
            if !written.is_empty() {
                let from = columns.text.len() as u32;
                let follows = if end == last { self.following(columns, index) } else { Follows::Unknown };
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

    /// What comes right behind a text piece. All that can be left out may make room for anything: tags of what is no target, a
    /// whole target, the white space before another text.
    fn following(&self, columns: &Columns, index: usize) -> Follows {
        match self.pieces.get(index + 1).map(|next| &next.kind) {
            None => Follows::Nothing,
            Some(_) if self.pieces[index + 1].space => Follows::Nothing,
            Some(PieceKind::Close { element }) if columns.elements[*element as usize].uid > 0 => Follows::Nothing,
            Some(_) => Follows::Unknown,
        }
    }
}
