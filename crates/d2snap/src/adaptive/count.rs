//! Counting many like texts: lines are remembered, and counting ends where a budget is passed.

use rustc_hash::FxHashMap;

use crate::document::Document;
use crate::plan::Plan;
use crate::render;
use crate::tokens::{Known, TokenCounter};

/// Counts the snapshots of one search.
pub(super) struct Memo<'c> {
    counter: &'c TokenCounter,
    lines: FxHashMap<Box<str>, usize>,
    known: Known,
    pub(super) evaluations: usize,
}

impl<'c> Memo<'c> {
    pub(super) fn new(counter: &'c TokenCounter) -> Self {
        Memo { counter, lines: FxHashMap::default(), known: Known::default(), evaluations: 0 }
    }

    /// Whether counts of parts add up.
    pub(super) fn is_additive(&self) -> bool {
        self.counter.is_additive()
    }

    /// The exact count of a part that is met once.
    pub(super) fn tokens(&mut self, part: &str) -> usize {
        self.counter.count_known(part, &mut self.known)
    }

    /// The exact count of `text`.
    pub(super) fn count(&mut self, text: &str) -> usize {
        if !self.counter.is_additive() {
            return self.counter.count(text);
        }
        let mut sum = 0;
        let mut start = 0;
        for end in seams(text).chain([text.len()]) {
            sum += self.piece(&text[start..end]);
            start = end;
        }
        sum
    }

    /// The count of a whole text in one piece: what a result is checked by, whatever the seams say.
    pub(super) fn whole(&mut self, text: &str) -> usize {
        self.counter.count_known(text, &mut self.known)
    }

    /// The exact count of a plan's snapshot, if it is at most `limit`; rendering ends once it is
    /// known to exceed it.
    pub(super) fn within(&mut self, document: &Document, plan: &Plan, limit: usize) -> Option<usize> {
        self.evaluations += 1;
        if !self.counter.is_additive() || document.options.header {
            let count = self.counter.count(render::snapshot(document, plan).html());
            return (count <= limit).then_some(count);
        }
        let mut sum = 0;
        let mut told = 0;
        let mut rest = 0;
        render::measure(document, plan, &mut |text| {
            let mut start = told;
            for end in seams(&text[told..]).map(|end| told + end) {
                sum += self.piece_within(&text[start..end], limit.saturating_sub(sum));
                start = end;
                if sum > limit {
                    return false;
                }
            }
            told = start;
            // The last line is whole only at the end, where it is counted.
            rest = self.piece_within(&text[start..], limit.saturating_sub(sum));
            true
        });
        sum.checked_add(rest).filter(|count| *count <= limit)
    }

    fn piece(&mut self, piece: &str) -> usize {
        self.piece_within(piece, usize::MAX)
    }

    /// The exact count of a piece, if it is at most `limit`; else some number above it.
    fn piece_within(&mut self, piece: &str, limit: usize) -> usize {
        if piece.is_empty() {
            return 0;
        }
        if piece.len() > LONG {
            return self.counter.count_within(piece, &mut self.known, limit);
        }
        match self.lines.get(piece) {
            Some(count) => *count,
            None => {
                let count = self.counter.count_known(piece, &mut self.known);
                self.lines.insert(piece.into(), count);
                count
            }
        }
    }
}

/// A piece of more bytes is not remembered.
const LONG: usize = 4096;

/// Where pieces end whose counts add up exactly: after a line break, unless the next line is empty
/// or white space only, or begins with what could join it.
fn seams(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    text.match_indices('\n').map(|(at, _)| at + 1).filter(move |at| {
        let next = bytes[*at..].iter().find(|byte| **byte != b' ');
        let joins = matches!((bytes.get(*at), next), (None | Some(b'/'), _) | (_, None | Some(b'\n' | b'\r' | b'\t')));
        !joins
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_add_up_to_the_whole() {
        let text = "# A\n<div class=x>\n  - b c\n\n| 1 | 2 |\n/x/y\n  \nend <a uid=3>x</a>\n… 37 more links (uid 1–9)\n你好。\n";
        for counter in [TokenCounter::o200k_base(), TokenCounter::cl100k_base(), TokenCounter::chars4()] {
            let mut memo = Memo::new(&counter);
            assert_eq!(memo.count(text), counter.count(text), "{}", counter.name());
            assert_eq!(memo.count(text), counter.count(text), "{}", counter.name());
        }
    }
}
