//! What an elided snapshot can keep or leave out, in the one order in which it is admitted.
//!
//! A candidate is a target with its label, a heading, a sentence, a container's tags, a choice of a
//! list. Its [`Tier`] says how late it is given up; within a tier the first of many alike come
//! before the rest, and of equals the earlier. The order does not depend on the budget, so what is
//! kept under a smaller budget is kept under a larger one.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::document::{Columns, Op};
use crate::plan::Piece;

/// How late a candidate is given up; the first is given up last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    /// What the task names.
    Task,
    Heading,
    Alert,
    /// What takes text or a choice from many.
    Field,
    /// Buttons and their kin.
    Control,
    Link,
    /// The rest of a label.
    Label,
    /// Containers that are landmarks or named.
    Landmark,
    /// Containers that hold a card, a row, a menu: what tells targets of one name apart.
    Group,
    /// The most central sentence of a block.
    FirstSentence,
    /// A choice that is not chosen.
    Choice,
    Sentence,
    /// What is left: long labels, images, code, wrappers, rules.
    Rest,
}

/// No group.
pub(super) const NO_GROUP: u32 = u32::MAX;

#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) tier: Tier,
    /// Its place among those alike: a group of eight is given up before the one before it.
    pub(super) bucket: u32,
    pub(super) atoms: Vec<(u32, Piece)>,
    pub(super) ops: Vec<u32>,
    pub(super) uid: u32,
    /// The target that a label goes with.
    pub(super) goes_with: u32,
    /// What it is worth.
    pub(super) value: f64,
    /// The op that begins the item, row or group that it stands in.
    pub(super) group: u32,
}

/// The candidates of a document, and what the program needs so that tags stay balanced.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) all: Vec<Candidate>,
    /// In the order of admission.
    pub(super) order: Vec<u32>,
    /// Ops that are written where something between them is: start and end.
    pub(super) pairs: Vec<(u32, u32)>,
    /// The op of each target.
    pub(super) place: FxHashMap<u32, u32>,
    /// The place of each target in the order.
    pub(super) ranks: FxHashMap<u32, u32>,
}

/// The atoms of an op.
pub(super) fn atoms_of(columns: &Columns, op: Op) -> impl Iterator<Item = Range<usize>> + '_ {
    let (own, cells) = match op {
        Op::Run(run, _) => (Some(run.atoms.range()), 0..0),
        Op::Fence { atoms, .. } => (Some(atoms.range()), 0..0),
        Op::Row { cells, .. } => (None, cells.range()),
        _ => (None, 0..0),
    };
    own.into_iter().chain(cells.map(|cell| columns.cells[cell].atoms.range()))
}
