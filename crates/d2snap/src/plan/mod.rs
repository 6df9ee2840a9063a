//! What a snapshot at (k, l, m) keeps.

mod kept;
mod merge;
mod ranks;

use crate::document::{Columns, Document, Presence};
use crate::params::{Params, round};
pub(crate) use kept::{Kept, Piece};
pub(crate) use merge::{ContainerPlan, MergePlan};
pub(crate) use ranks::Ranks;

/// Every decision that depends on (k, l, m).
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) merge: MergePlan,
    /// The index of the lowest rating that is kept.
    least_rating: usize,
    /// Of the attributes before this one, those rated next lower are kept too.
    filled_until: u32,
    keeps_address: bool,
    l: f64,
    ranks: Ranks,
    /// What an elision keeps; all where there is none.
    pub(crate) kept: Option<Kept>,
}

impl Plan {
    pub(crate) fn new(document: &Document, params: Params) -> Plan {
        let columns: &Columns = &document.columns;
        Plan {
            merge: MergePlan::new(document, params.k()),
            least_rating: columns.ratings.partition_point(|rating| *rating < params.m()),
            filled_until: 0,
            keeps_address: params.m() <= columns.address_rating,
            l: params.l(),
            ranks: Ranks::default(),
            kept: None,
        }
    }

    /// The same with sentences ranked otherwise.
    pub(crate) fn with_ranks(mut self, ranks: &Ranks) -> Plan {
        self.ranks = ranks.clone();
        self
    }

    /// The same with attributes of the next lower rating, so far as they stand before `until`.
    pub(crate) fn with_fill(mut self, until: u32) -> Plan {
        self.filled_until = until;
        self
    }

    /// The highest rating that is not kept.
    pub(crate) fn next_rating(&self) -> Option<u16> {
        self.least_rating.checked_sub(1).map(|rating| rating as u16)
    }

    /// Full reduction of attributes; of the rest what `kept` says.
    pub(crate) fn elided(kept: Kept) -> Plan {
        Plan {
            merge: MergePlan::Ranked { dissolved: 0 },
            least_rating: usize::MAX,
            filled_until: 0,
            keeps_address: false,
            l: 0.0,
            ranks: Ranks::default(),
            kept: Some(kept),
        }
    }

    /// Whether the attribute of a number is kept.
    pub(crate) fn keeps_attribute(&self, number: u32, presence: Presence) -> bool {
        let least = self.least_rating - usize::from(number < self.filled_until);
        match presence {
            Presence::Always => true,
            Presence::Rated(rating) => usize::from(rating) >= least,
            Presence::Instead(rating) => usize::from(rating) < least,
        }
    }

    /// Whether images have their address.
    pub(crate) fn keeps_address(&self) -> bool {
        self.keeps_address
    }

    pub(crate) fn keeps_sentence(&self, columns: &Columns, sentence: u32) -> bool {
        let (rank, of) = self.ranks.of(columns, sentence);
        rank < kept_of(of, self.l)
    }
}

/// How many of `n` sentences are kept.
pub(crate) fn kept_of(n: u32, l: f64) -> u32 {
    (round(f64::from(n) * (1.0 - l)) as u32).max(1)
}
