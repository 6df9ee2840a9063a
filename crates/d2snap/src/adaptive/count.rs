//! Counting many like texts: lines are remembered, and counting ends where a budget is passed.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::candidate::Candidates;
use super::prefix::Sums;

use crate::document::Document;
use crate::plan::Plan;
use crate::render;
use crate::tokens::{Known, TokenCounter};

/// What counting a document's snapshots has met; the document keeps it for the next budget.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// The counter that it is of.
    counter: String,
    lines: FxHashMap<Box<str>, usize>,
    known: Known,
    /// What can be left out, where no task says otherwise, and what it costs.
    elision: Option<(Arc<Candidates>, Sums)>,
}

/// More lines than this are not kept.
const KEPT: usize = 1 << 15;

/// Counts the snapshots of one search.
pub(super) struct Memo<'c> {
    counter: &'c TokenCounter,
    counts: Counts,
    pub(super) evaluations: usize,
}

impl<'c> Memo<'c> {
    /// With what is known from earlier budgets of the document.
    pub(super) fn new(document: &Document, counter: &'c TokenCounter) -> Self {
        let kept = document.counts.try_lock().ok().and_then(|mut kept| kept.take());
        let counts = kept.filter(|kept| kept.counter == counter.name() && counter.is_additive()).unwrap_or_default();
        Memo { counter, counts, evaluations: 0 }
    }

    /// Leaves what is known to the document.
    pub(super) fn keep(mut self, document: &Document) {
        if self.counter.is_additive()
            && self.counts.lines.len() <= KEPT
            && let Ok(mut kept) = document.counts.try_lock()
        {
            self.counter.name().clone_into(&mut self.counts.counter);
            *kept = Some(self.counts);
        }
    }

    /// What an earlier budget found that can be left out.
    pub(super) fn elision(&mut self) -> Option<(Arc<Candidates>, Sums)> {
        self.counts.elision.take()
    }

    /// Keeps it for the next budget.
    pub(super) fn keep_elision(&mut self, candidates: Arc<Candidates>, sums: Sums) {
        self.counts.elision = Some((candidates, sums));
    }

    /// Whether counts of parts add up.
    pub(super) fn is_additive(&self) -> bool {
        self.counter.is_additive()
    }

    /// The exact count of a part that is met once.
    pub(super) fn tokens(&mut self, part: &str) -> usize {
        self.counter.count_known(part, &mut self.counts.known)
    }

    /// The same, if it is at most `limit`; else some number above it.
    pub(super) fn tokens_within(&mut self, part: &str, limit: usize) -> usize {
        self.counter.count_within(part, &mut self.counts.known, limit)
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
            return self.counter.count_within(piece, &mut self.counts.known, limit);
        }
        match self.counts.lines.get(piece) {
            Some(count) => *count,
            None => {
                let count = self.counter.count_known(piece, &mut self.counts.known);
                self.counts.lines.insert(piece.into(), count);
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
        let document = Document::parse("", &crate::Options::default()).unwrap();
        for counter in [TokenCounter::o200k_base(), TokenCounter::cl100k_base(), TokenCounter::chars4()] {
            let mut memo = Memo::new(&document, &counter);
            assert_eq!(memo.count(text), counter.count(text), "{}", counter.name());
            assert_eq!(memo.count(text), counter.count(text), "{}", counter.name());
        }
    }
}
