//! How many candidates a budget holds.

use rustc_hash::FxHashMap;

use super::candidate::Candidates;
use super::count::Memo;
use crate::document::{AtomKind, Columns, Op, Presence};
use crate::plan::Piece;

/// The longest prefix whose snapshot fits, and its tokens.
///
/// `measure` counts the snapshot of a prefix as a whole, none where it is far over the room. What
/// candidates cost by themselves says where to look: a prefix that is so much under or over the room is
/// followed by the one that differs by so much.
pub(super) fn longest(
    columns: &Columns,
    candidates: &Candidates,
    room: usize,
    sums: &mut Sums,
    memo: &mut Memo<'_>,
    mut measure: impl FnMut(usize, &mut Memo<'_>) -> Option<usize>,
) -> (usize, usize) {
    let mut costs = Costs { columns, candidates, sums };
    let (mut low, mut tokens) = (0, 0);
    let mut high = candidates.order.len();
    // The costs of the longest prefix known to fit and of the shortest known not to, and their counts.
    let (mut under, mut over) = ((0, 0), None);
    let mut probe = costs.within(room, memo).min(high);
    let mut measured = 0;
    while low < high {
        measured += 1;
        let count = measure(probe, memo);
        let cost = costs.of(probe, memo);
        match count {
            Some(count) if count <= room => {
                (low, tokens) = (probe, count);
                under = (cost, count);
            }
            count => {
                high = probe.saturating_sub(1);
                over = Some((cost, count.unwrap_or(room + room / 4)));
            }
        }
        let next = match over {
            // As much further as what was counted was less than its costs.
            None => cost + (room - tokens) * cost.clamp(tokens, 2 * tokens.max(1)) / tokens.max(1),
            Some((cost, count)) if measured < 3 || count <= under.1 => cost.saturating_sub(count - room),
            // Between the two, as their counts say.
            Some((cost, count)) => under.0 + cost.saturating_sub(under.0) * (room - under.1) / (count - under.1),
        };
        // Where costs mislead, halving ends it.
        let halves = measured > 6 && measured % 2 == 1;
        probe = if halves { (low + high).div_ceil(2) } else { costs.within(next, memo) }.clamp(low + 1, high.max(low + 1));
    }
    (low, tokens)
}

/// What candidates cost, each beyond those before it; counted as far as asked for.
#[derive(Debug)]
pub(super) struct Sums {
    /// The cost of the first candidates, of none first.
    sums: Vec<usize>,
    /// How much of a text was counted.
    written: FxHashMap<u32, u32>,
}

impl Default for Sums {
    fn default() -> Self {
        Sums { sums: vec![0], written: FxHashMap::default() }
    }
}

struct Costs<'d, 'o> {
    columns: &'d Columns,
    candidates: &'o Candidates,
    sums: &'o mut Sums,
}

impl Costs<'_, '_> {
    /// The cost of the first `count` candidates.
    fn of(&mut self, count: usize, memo: &mut Memo<'_>) -> usize {
        while self.sums.sums.len() <= count {
            let next = self.next(memo);
            self.sums.sums.push(next);
        }
        self.sums.sums[count]
    }

    /// The most candidates that cost no more than `tokens`.
    fn within(&mut self, tokens: usize, memo: &mut Memo<'_>) -> usize {
        while self.sums.sums.len() <= self.candidates.order.len() && self.sums.sums.last().is_some_and(|sum| *sum <= tokens) {
            let next = self.next(memo);
            self.sums.sums.push(next);
        }
        self.sums.sums.partition_point(|sum| *sum <= tokens) - 1
    }

    fn next(&mut self, memo: &mut Memo<'_>) -> usize {
        let columns = self.columns;
        let sum = self.sums.sums.last().copied().unwrap_or_default();
        let Some(at) = self.candidates.order.get(self.sums.sums.len() - 1) else { return sum };
        let candidate = &self.candidates.all[*at as usize];
        // A line's break, and the mark or the space before it.
        let mut cost = 1;
        let tag = |element: u32, memo: &mut Memo<'_>| {
            let element = &columns.elements[element as usize];
            let attributes = columns.attributes[element.attributes.range()].iter();
            let always = attributes.filter(|attribute| attribute.presence == Presence::Always);
            2 + always.map(|attribute| memo.tokens(attribute.text.of(&columns.text))).sum::<usize>()
        };
        for (atom, piece) in &candidate.atoms {
            cost += match columns.atoms[*atom as usize].kind {
                AtomKind::Text(span) => {
                    let text = span.of(&columns.text);
                    let start = self.sums.written.get(atom).map_or(0, |start| *start as usize);
                    let end = match piece {
                        Piece::Start(end) => *end as usize,
                        _ => text.len(),
                    };
                    if end > start {
                        self.sums.written.insert(*atom, end as u32);
                    }
                    text.get(start..end).map_or(0, |text| memo.tokens(text))
                }
                AtomKind::Image(start, _) => memo.tokens(start.of(&columns.text)),
                AtomKind::Open(element) => tag(element, memo),
                AtomKind::Close(_) => 3,
            };
        }
        for op in &candidate.ops {
            cost += match columns.ops[*op as usize] {
                Op::OpenContainer(container) => tag(columns.containers[container as usize].element, memo),
                Op::OpenElement(element) | Op::Stub(element) => tag(element, memo),
                _ => 3,
            };
        }
        sum + cost
    }
}
