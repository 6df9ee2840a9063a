//! Fenced code, whose lines and white space stay as they are.

use super::{PieceKind, RunBuilder};
use crate::analyze::text::clean;
use crate::document::{Atom, AtomKind, Columns, Marks, NO_SENTENCE, Span};
use crate::render::escape::{self, Follows};

impl RunBuilder {
    /// Appends text of fenced code, as it is; returns how many characters were removed.
    pub(crate) fn preformatted(&mut self, text: &str) -> usize {
        let index = self.begin(PieceKind::Text, Marks::default());
        let piece = &mut self.pieces[index];
        let segment = &mut self.segments[piece.segment as usize].text;
        let mut after_return = false;
        let removed = clean(text, |c| {
            match c {
                // A line to some readers.
                '\r' | '\u{2028}' | '\u{2029}' => segment.push('\n'),
                '\u{C}' => segment.push(' '),
                '\n' if after_return => {}
                _ => segment.push(c),
            }
            after_return = c == '\r';
        });
        piece.place.end = segment.len() as u32;
        removed
    }

    /// Ends a line of fenced code, unless it has just begun.
    pub(crate) fn line_break(&mut self) {
        let is_open = self.pieces.iter().rev().find_map(|piece| match piece.kind {
            PieceKind::Text if piece.place.range().is_empty() => None,
            PieceKind::Text => Some(!self.text_of(piece).ends_with('\n')),
            _ => Some(true),
        });
        if is_open == Some(true) {
            self.preformatted("\n");
        }
    }

    /// Ends fenced code: its atoms, and how many backticks its fence has.
    pub(crate) fn finish_fence(&mut self, columns: &mut Columns) -> Option<(Span, u32)> {
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
                // All but the end of a target can be left out, and a mark of ours is text.
                let follows = match kind {
                    None => Follows::Nothing,
                    Some(AtomKind::Close(element)) if columns.elements[element as usize].uid > 0 => Follows::Nothing,
                    Some(_) => Follows::Unknown,
                };
                if depth > 0 {
                    escape::control_text(written, follows, false, &mut columns.text);
                } else {
                    escape::text(written, follows, false, &mut columns.text);
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
}

/// The longest run of a character.
pub(crate) fn longest_run(text: &str, of: char) -> u32 {
    let mut longest = 0;
    let mut current = 0;
    for c in text.chars() {
        current = if c == of { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    longest
}
