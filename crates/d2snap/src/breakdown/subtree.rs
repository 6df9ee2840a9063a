//! The heaviest parts of a page in a snapshot.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Subtree;
use crate::document::{Document, Extent};
use crate::locate::NONE;
use crate::render::Ledger;

/// So many are told.
const MOST: usize = 10;

/// An element that takes tokens.
struct Branch {
    /// In the document's columns.
    subtree: usize,
    tokens: usize,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// The heaviest parts; `shares` has the tokens of each segment.
pub(super) fn heaviest(document: &Document, ledger: &Ledger, shares: &[usize]) -> Vec<Subtree> {
    let whole: usize = shares.iter().sum();
    let branches = branches(document, ledger, shares);
    // Each with the least that it may have.
    let mut heap: BinaryHeap<(usize, Reverse<usize>, usize)> = BinaryHeap::new();
    let push = |heap: &mut BinaryHeap<_>, at: usize, least: usize| {
        let tokens = branches[at].tokens;
        if tokens >= least {
            heap.push((tokens, Reverse(at), least));
        }
    };
    (0..branches.len()).filter(|at| branches[*at].parent.is_none()).for_each(|at| push(&mut heap, at, 0));
    let mut listed: Vec<usize> = Vec::new();
    while let Some((tokens, Reverse(at), mut least)) = heap.pop()
        && listed.len() < 2 * MOST
    {
        if !gives_way(&branches, at, whole) {
            listed.push(at);
            // Of many parts like each other none is worth telling.
            least = tokens.div_ceil(10);
        }
        branches[at].children.iter().for_each(|child| push(&mut heap, *child, least));
    }
    for at in &mut listed {
        *at = better_known(document, &branches, *at);
    }
    listed.sort_by_key(|at| (Reverse(branches[*at].tokens), *at));
    // A part that is known by what is around it may have come to hold another.
    let around = |at: usize| above(&branches, at).find(|above| listed.contains(above));
    let is_told = |at: usize| around(at).is_none_or(|around| 10 * branches[at].tokens >= branches[around].tokens);
    let listed: Vec<usize> = listed.iter().copied().filter(|at| is_told(*at)).take(MOST).collect();
    let columns = &document.columns;
    let subtree = |at: usize| {
        let record = columns.subtrees[branches[at].subtree];
        Subtree {
            selector: document.source.located(&document.options).locations.selector_of(record.place),
            tag: columns.names[record.tag as usize].to_string(),
            tokens: branches[at].tokens,
            inside: above(&branches, at).find_map(|above| listed.iter().position(|other| *other == above)),
        }
    };
    listed.iter().map(|at| subtree(*at)).collect()
}

/// Whether what an element holds says more: one child is nearly all of it, or it is most of the page
/// and a few children are most of it.
fn gives_way(branches: &[Branch], at: usize, whole: usize) -> bool {
    let Branch { tokens, children, .. } = &branches[at];
    let most = children.iter().map(|child| branches[*child].tokens).max().unwrap_or_default();
    let all: usize = children.iter().map(|child| branches[*child].tokens).sum();
    3 * most > 2 * tokens || (2 * tokens > whole && 4 * most >= *tokens && 4 * all >= 3 * tokens)
}

fn above(branches: &[Branch], at: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(branches[at].parent, |above| branches[*above].parent)
}

/// The element, or one around it that is hardly more and has a shorter selector.
fn better_known(document: &Document, branches: &[Branch], at: usize) -> usize {
    let length = |at: usize| {
        document.source.located(&document.options).locations.selector_of(document.columns.subtrees[branches[at].subtree].place).len()
    };
    let around = above(branches, at).take_while(|above| 20 * branches[*above].tokens <= 21 * branches[at].tokens).take(16);
    around.chain([at]).min_by_key(|at| length(*at)).unwrap_or(at)
}

/// The elements that take tokens, parents before their children.
fn branches(document: &Document, ledger: &Ledger, shares: &[usize]) -> Vec<Branch> {
    // The tokens before each segment.
    let mut before = Vec::with_capacity(shares.len() + 1);
    before.push(0);
    shares.iter().for_each(|share| before.push(before.last().copied().unwrap_or_default() + share));
    let tokens_before = |offset: usize| before[ledger.segments.partition_point(|segment| segment.start < offset)];
    let mut branches: Vec<Branch> = Vec::new();
    // Open elements, each with where it ends.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (subtree, record) in document.columns.subtrees.iter().enumerate() {
        let extent = match record.extent {
            Extent::Ops(ops) => ledger.ops.get(ops.start as usize).copied().zip(ledger.ops.get(ops.end as usize).copied()),
            Extent::Element(element) => ledger.elements.get(&element).copied(),
        };
        let Some((start, end)) = extent.filter(|(start, end)| start < end && record.place != NONE) else { continue };
        let tokens = tokens_before(end) - tokens_before(start);
        if tokens == 0 {
            continue;
        }
        while open.pop_if(|(_, until)| *until <= start).is_some() {}
        let at = branches.len();
        let parent = open.last().map(|(parent, _)| *parent);
        if let Some(parent) = parent {
            branches[parent].children.push(at);
        }
        branches.push(Branch { subtree, tokens, parent, children: Vec::new() });
        open.push((at, end));
    }
    branches
}
