//! What a choice of (k, l, m) costs, added up from the costs of its parts.
//!
//! Lines add up exactly, and within a line what begins with a space does, so a snapshot costs what full
//! reduction does, and the sentences, attributes and container tags that it keeps beyond that. The
//! sums can be off where a part joins its neighbours (a first word, a quotation mark before `>`), so a
//! choice is counted as a whole before it is made. Parts are counted when they are first asked for, the
//! last to go first, and only until the budget is passed.

use rustc_hash::FxHashMap;

use super::count::Memo;
use crate::document::{AtomKind, Columns, Document, NO_SENTENCE, Op, Presence};
use crate::plan::{Ranks, kept_of};

/// The costs of a document's parts.
pub(super) struct Costs<'d, 'm, 'c> {
    columns: &'d Columns,
    memo: &'m mut Memo<'c>,
    /// By attribute; [`UNKNOWN`] until it is counted.
    attributes: Vec<u32>,
    /// The containers, those of most worth first, each with the cost of its tags without attributes.
    containers: Vec<(u32, u32)>,
    /// What may be spent beyond full reduction.
    room: usize,
}

const UNKNOWN: u32 = u32::MAX;

/// What no choice can spend, whatever goes for it: parts that go while others come are few.
fn too_much(room: usize) -> usize {
    2 * room + 64
}

impl<'d, 'm, 'c> Costs<'d, 'm, 'c> {
    /// Costs up to `room` beyond full reduction.
    pub(super) fn new(document: &'d Document, memo: &'m mut Memo<'c>, room: usize) -> Self {
        let columns = &document.columns;
        let mut costs = Costs { columns, memo, attributes: vec![UNKNOWN; columns.attributes.len()], containers: Vec::new(), room };
        costs.containers = costs.tags();
        costs
    }

    /// For each l, ascending, what its sentences cost; those beyond the room are left out at the front.
    pub(super) fn text(&mut self, steps: &[f64], ranks: &Ranks) -> Vec<(usize, usize)> {
        let columns = self.columns;
        let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
        for (at, atom) in columns.atoms.iter().enumerate() {
            if atom.sentence == NO_SENTENCE {
                continue;
            }
            let (rank, of) = ranks.of(columns, atom.sentence);
            if rank > 0 {
                let kept = steps.partition_point(|l| rank < kept_of(of, *l));
                buckets[kept.saturating_sub(1)].push(at);
            }
        }
        let mut words = String::new();
        self.add_up(&buckets, |costs, at| {
            let atom = costs.columns.atoms[*at];
            words.clear();
            if atom.space {
                words.push(' ');
            }
            if let AtomKind::Text(span) | AtomKind::Image(span, _) = atom.kind {
                words.push_str(span.of(&costs.columns.text));
            }
            costs.tokens(&words) as isize
        })
    }

    /// For each m, ascending, what the attributes of all but containers cost; as for [`text`](Self::text).
    pub(super) fn attributes(&mut self, steps: &[f64], address_rating: f64) -> Vec<(usize, usize)> {
        #[derive(Clone, Copy)]
        enum Part {
            Attribute(u32),
            /// One that goes while another is there.
            Without(u32),
            /// Its quotation mark and what ends the tag are one.
            Joined,
            Address(usize),
        }
        let columns = self.columns;
        let mut is_container = vec![false; columns.elements.len()];
        columns.containers.iter().for_each(|container| is_container[container.element as usize] = true);
        let least: Vec<usize> = steps.iter().map(|m| columns.ratings.partition_point(|rating| rating < m)).collect();
        let bucket_of = |rating: u16| least.partition_point(|least| usize::from(rating) >= *least).saturating_sub(1);
        let mut buckets: Vec<Vec<Part>> = vec![Vec::new(); steps.len()];
        for (element, _) in columns.elements.iter().zip(&is_container).filter(|(_, is_container)| !**is_container) {
            let mut joined: Option<usize> = None;
            for at in element.attributes.start..element.attributes.end {
                let attribute = &columns.attributes[at as usize];
                match attribute.presence {
                    Presence::Always => joined = Some(steps.len()),
                    Presence::Rated(rating) => {
                        let bucket = bucket_of(rating);
                        buckets[bucket].push(Part::Attribute(at));
                        if attribute.text.of(&columns.text).ends_with('"') {
                            joined = joined.max(Some(bucket));
                        }
                    }
                    Presence::Instead(rating) => buckets[bucket_of(rating)].push(Part::Without(at)),
                }
            }
            if element.uid == 0
                && let Some(joined) = joined.and_then(|at| buckets.get_mut(at))
            {
                joined.push(Part::Joined);
            }
        }
        let with_address = steps.partition_point(|m| *m <= address_rating).saturating_sub(1);
        let images = columns.atoms.iter().enumerate().filter(|(_, atom)| matches!(atom.kind, AtomKind::Image(..)));
        buckets[with_address].extend(images.map(|(at, _)| Part::Address(at)));
        self.add_up(&buckets, |costs, part| match *part {
            Part::Attribute(at) => costs.attribute(at) as isize,
            Part::Without(at) => -(costs.attribute(at) as isize),
            Part::Joined => -1,
            Part::Address(at) => match costs.columns.atoms[at].kind {
                AtomKind::Image(_, address) => costs.tokens(address.of(&costs.columns.text)) as isize,
                _ => 0,
            },
        })
    }

    /// What the containers of most worth cost at m, none of them first, up to the room.
    pub(super) fn containers(&mut self, m: f64) -> Vec<usize> {
        let least = self.columns.ratings.partition_point(|rating| *rating < m);
        let mut sums = vec![0];
        let mut sum = 0;
        for at in 0..self.containers.len() {
            let (container, tags) = self.containers[at];
            let element = &self.columns.elements[self.columns.containers[container as usize].element as usize];
            sum += tags as usize;
            let mut last = None;
            for at in element.attributes.start..element.attributes.end {
                let kept = match self.columns.attributes[at as usize].presence {
                    Presence::Always => true,
                    Presence::Rated(rating) => usize::from(rating) >= least,
                    Presence::Instead(rating) => usize::from(rating) < least,
                };
                if kept {
                    sum += self.attribute(at);
                    last = Some(at);
                }
            }
            let joins = last.is_some_and(|at| self.columns.attributes[at as usize].text.of(&self.columns.text).ends_with('"'));
            sum = sum.saturating_sub(usize::from(joins));
            if sum > self.room {
                break;
            }
            sums.push(sum);
        }
        sums
    }

    /// The cost of a part; a part that alone is too much need not be counted to its end.
    fn tokens(&mut self, part: &str) -> usize {
        self.memo.tokens_within(part, too_much(self.room))
    }

    fn attribute(&mut self, at: u32) -> usize {
        let known = self.attributes[at as usize];
        if known != UNKNOWN {
            return known as usize;
        }
        let count = self.tokens(self.columns.attributes[at as usize].text.of(&self.columns.text));
        self.attributes[at as usize] = count as u32;
        count
    }

    /// Adds up buckets from the last, which is part of full reduction, to the first that the room
    /// holds; gives (step, cost), ascending.
    fn add_up<T>(&mut self, buckets: &[Vec<T>], mut cost: impl FnMut(&mut Self, &T) -> isize) -> Vec<(usize, usize)> {
        let mut sums = vec![(buckets.len() - 1, 0)];
        let mut sum = 0isize;
        'steps: for step in (0..buckets.len() - 1).rev() {
            for part in &buckets[step] {
                sum += cost(self, part);
                if sum >= too_much(self.room) as isize {
                    break 'steps;
                }
            }
            sums.push((step, sum.max(0) as usize));
        }
        sums.reverse();
        sums
    }

    /// The tags of each container, on lines behind what stands before all lines there.
    fn tags(&mut self) -> Vec<(u32, u32)> {
        let columns = self.columns;
        let mut prefix = String::new();
        let mut lengths: Vec<usize> = Vec::new();
        let mut known: FxHashMap<(String, u32), u32> = FxHashMap::default();
        let mut tags: Vec<(u32, u32)> = Vec::with_capacity(columns.containers.len());
        for op in &columns.ops {
            match *op {
                Op::OpenItem(marker) => {
                    lengths.push(prefix.len());
                    prefix.extend(marker.range().map(|_| ' '));
                }
                Op::OpenQuote => {
                    lengths.push(prefix.len());
                    prefix.push_str("> ");
                }
                Op::CloseItem | Op::CloseQuote => prefix.truncate(lengths.pop().unwrap_or_default()),
                Op::OpenContainer(container) => {
                    let tag = columns.elements[columns.containers[container as usize].element as usize].tag;
                    let cost = *known.entry((prefix.clone(), tag)).or_insert_with(|| {
                        let name = &columns.names[tag as usize];
                        (self.memo.tokens(&format!("{prefix}<{name}>\n")) + self.memo.tokens(&format!("{prefix}</{name}>\n"))) as u32
                    });
                    tags.push((container, cost));
                }
                _ => {}
            }
        }
        tags.sort_unstable_by_key(|(container, _)| std::cmp::Reverse(columns.containers[*container as usize].rank));
        tags
    }
}
