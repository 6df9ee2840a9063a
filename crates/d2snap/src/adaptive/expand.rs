//! An elided part of a page under a budget of its own.

use std::fmt::Write;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::Budget;
use super::part::{Selection, part};
use crate::document::{AtomKind, Columns, Document, Op};
use crate::error::Error;
use crate::snapshot::Snapshot;

/// What [`Document::expand`] gives: the targets of some numbers, as markers such as
/// `… 37 more links (uid 120–156)` name them, with all that stands between them.
///
/// It reads from text too: numbers and ranges, parted by commas, also as a marker has them.
///
/// ```
/// use d2snap::Expand;
/// assert_eq!("120-156,7".parse::<Expand>()?, Expand::uids(7..=7).and(120..=156));
/// assert_eq!("(uid 120–156)".parse::<Expand>()?, Expand::uids(120..=156));
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expand {
    /// In order, none touching the next.
    ranges: Vec<RangeInclusive<u32>>,
}

impl Expand {
    /// The targets from one number to another: in a session, whose numbers follow no order, those that stand from the
    /// one to the other in the page.
    pub fn uids(uids: RangeInclusive<u32>) -> Self {
        Expand { ranges: vec![uids] }
    }

    /// And those.
    #[must_use]
    pub fn and(mut self, uids: RangeInclusive<u32>) -> Self {
        self.ranges.push(uids);
        self.ranges.sort_by_key(|range| (*range.start(), *range.end()));
        self.ranges.dedup_by(|next, before| {
            let touches = !before.is_empty() && !next.is_empty() && *next.start() <= before.end().saturating_add(1);
            if touches {
                *before = *before.start()..=*before.end().max(next.end());
            }
            touches
        });
        self
    }

    /// The ranges, ascending; those that touch are one.
    pub fn ranges(&self) -> &[RangeInclusive<u32>] {
        &self.ranges
    }
}

impl FromStr for Expand {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|uid| *uid > 0);
        let range = |text: &str| match text.split_once(['-', '–', '…']) {
            // In a session either may be the greater.
            Some((first, last)) if text.contains('…') => Some(number(first)?..=number(last)?),
            Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
            None => number(text).map(|uid| uid..=uid),
        };
        let bare = text.trim().trim_start_matches('(').trim_end_matches(')');
        let bare = bare.strip_prefix("uid").map_or(bare, |rest| rest.trim_start_matches(['s', ' ', '=']));
        let mut ranges = bare.split(',').map(range);
        let first = ranges.next().flatten().map(Expand::uids);
        let all = ranges.fold(first, |all, range| Some(all?.and(range?)));
        all.ok_or_else(|| Error::Parameter { name: "uids", value: text.to_owned(), domain: "numbers and ranges as in `7,120-156`" })
    }
}

pub(crate) fn expand<'d>(document: &'d Document, what: &Expand, budget: &Budget) -> Result<Snapshot<'d>, Error> {
    let selection = select(&document.columns, what)?;
    let part = part(document, &selection);
    Ok(super::adaptive(&part, budget)?.of(document))
}

/// Where a target is written.
struct Place {
    /// Its first op and its last.
    ops: (usize, usize),
    /// The atoms of the line that it is on.
    atoms: Range<usize>,
}

/// What is to be written for these targets: for each range the lines from the first that holds one
/// of them to the last, with the tags that stand around nothing else.
fn select(columns: &Columns, what: &Expand) -> Result<Selection, Error> {
    let pairs = pairs(columns);
    let places = places(columns, &pairs);
    let mut selection = Selection { ops: vec![false; columns.ops.len()], atoms: vec![false; columns.atoms.len()] };
    let mut unknown = String::new();
    for range in what.ranges() {
        match hull(columns, &places, range) {
            Ok((ops, atoms)) => mark(columns, &pairs, ops, &atoms, &mut selection),
            Err(uids) => {
                let parted = if unknown.is_empty() { "" } else { ", " };
                // Writing to a string never fails.
                let _ = match uids.start() == uids.end() {
                    true => write!(unknown, "{parted}{}", uids.start()),
                    false => write!(unknown, "{parted}{}–{}", uids.start(), uids.end()),
                };
            }
        }
    }
    if !unknown.is_empty() {
        return Err(Error::NoTarget { uids: unknown, count: columns.targets.len(), in_session: columns.numbering.is_session() });
    }
    // What only says how lines are written goes with the lines.
    let mut written = vec![0u32; columns.ops.len() + 1];
    for at in 0..columns.ops.len() {
        written[at + 1] = written[at] + u32::from(selection.ops[at] && columns.ops[at].is_written());
    }
    for (start, end) in pairs {
        if !columns.ops[start].is_written() {
            let says = written[end] > written[start];
            (selection.ops[start], selection.ops[end]) = (says, says);
        }
    }
    Ok(selection)
}

/// From the first line of these targets to the last; else the numbers of which none is there.
#[expect(clippy::type_complexity)]
fn hull(
    columns: &Columns,
    places: &FxHashMap<u32, Place>,
    uids: &RangeInclusive<u32>,
) -> Result<((usize, usize), Range<usize>), RangeInclusive<u32>> {
    let between = between(columns, uids)?;
    let mut found = between.filter_map(|uid| places.get(&uid));
    let first = found.next().ok_or_else(|| uids.clone())?;
    let hull = found.fold((first.ops, first.atoms.clone()), |((from, to), atoms), place| {
        ((from.min(place.ops.0), to.max(place.ops.1)), atoms.start.min(place.atoms.start)..atoms.end.max(place.atoms.end))
    });
    Ok(hull)
}

/// The places of the targets from one to another; else the numbers of which one is not there.
fn between(columns: &Columns, uids: &RangeInclusive<u32>) -> Result<RangeInclusive<u32>, RangeInclusive<u32>> {
    let count = columns.targets.len() as u32;
    let (first, last) = (*uids.start(), *uids.end());
    let place = |number: u32| columns.numbering.place(number).filter(|place| (1..=count).contains(place));
    match (place(first), place(last)) {
        (Some(first), Some(last)) if columns.numbering.is_session() => Ok(first.min(last)..=first.max(last)),
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ if columns.numbering.is_session() => Err(match place(first) {
            Some(_) => last..=last,
            None => first..=first,
        }),
        _ if uids.is_empty() || first == 0 => Err(first..=last.min(first)),
        _ => Err(first.max(count + 1)..=last),
    }
}

/// Marks what is between two places. Tags of which only one is there go.
fn mark(columns: &Columns, pairs: &[(usize, usize)], (from, to): (usize, usize), atoms: &Range<usize>, selection: &mut Selection) {
    let before: Vec<bool> = selection.ops[from..=to].to_vec();
    selection.ops[from..=to].fill(true);
    for (start, end) in pairs {
        let (starts, ends) = ((from..=to).contains(start), (from..=to).contains(end));
        if starts != ends {
            let at = if starts { *start } else { *end };
            selection.ops[at] = before[at - from];
        }
    }
    for at in from..=to {
        let op = columns.ops[at];
        for mut span in super::candidate::atoms_of(columns, op) {
            // Of a run that gives a line for each element, only the lines between the two places.
            if matches!(op, Op::Run(run, _) if run.split) {
                let bounds = if at == from { atoms.start } else { span.start }..if at == to { atoms.end } else { span.end };
                span = span.start.max(bounds.start)..span.end.min(bounds.end);
            }
            if span.start < span.end {
                selection.atoms[span].fill(true);
            }
        }
    }
}

/// Ops that open something, each with the one that closes it.
fn pairs(columns: &Columns) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (at, op) in columns.ops.iter().enumerate() {
        match op {
            Op::OpenContainer(_) | Op::OpenElement(_) | Op::OpenList { .. } | Op::OpenItem(_) | Op::OpenQuote | Op::OpenTable => {
                open.push(at)
            }
            Op::CloseContainer(_) | Op::CloseElement(_) | Op::CloseList | Op::CloseItem | Op::CloseQuote | Op::CloseTable => {
                pairs.extend(open.pop().map(|start| (start, at)));
            }
            Op::Stub(_) | Op::Run(..) | Op::Rule | Op::Row { .. } | Op::Delimiter(_) | Op::Fence { .. } => {}
        }
    }
    pairs
}

/// Where each target is.
fn places(columns: &Columns, pairs: &[(usize, usize)]) -> FxHashMap<u32, Place> {
    let ends: FxHashMap<usize, usize> = pairs.iter().copied().collect();
    let mut places = FxHashMap::default();
    let mut place = |element: u32, from: usize, to: usize, atoms: Range<usize>| {
        let uid = columns.elements[element as usize].uid;
        if uid > 0 {
            places.insert(uid, Place { ops: (from, to), atoms });
        }
    };
    for (at, op) in columns.ops.iter().enumerate() {
        let all: Vec<Range<usize>> = super::candidate::atoms_of(columns, *op).collect();
        let whole = all.first().map_or(0, |span| span.start)..all.last().map_or(0, |span| span.end);
        match *op {
            // It reaches over what it holds, and the lines of that are whole.
            Op::OpenElement(element) => place(element, at, ends.get(&at).copied().unwrap_or(at), 0..columns.atoms.len()),
            Op::Stub(element) => place(element, at, at, 0..columns.atoms.len()),
            Op::Row { cells, element } => {
                let own = columns.cells[cells.range()].iter().filter_map(|cell| cell.element);
                element.into_iter().chain(own).for_each(|element| place(element, at, at, whole.clone()));
            }
            _ => {}
        }
        let split = matches!(op, Op::Run(run, _) if run.split);
        for span in all {
            for line in lines(columns, span, split) {
                for atom in line.clone() {
                    if let AtomKind::Open(element) = columns.atoms[atom].kind {
                        place(element, at, at, if split { line.clone() } else { whole.clone() });
                    }
                }
            }
        }
    }
    places
}

/// The lines that atoms are written on: one, or one for each outermost element.
fn lines(columns: &Columns, atoms: Range<usize>, split: bool) -> Vec<Range<usize>> {
    if !split {
        return vec![atoms];
    }
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut depth = 0usize;
    for at in atoms {
        let starts = depth == 0;
        match columns.atoms[at].kind {
            AtomKind::Open(_) => depth += 1,
            AtomKind::Close(_) => depth = depth.saturating_sub(1),
            AtomKind::Text(_) | AtomKind::Image(..) => {}
        }
        match lines.last_mut() {
            Some(line) if !starts => line.end = at + 1,
            _ => lines.push(at..at + 1),
        }
    }
    lines
}
