//! Elision: the longest affordable prefix of the candidates, with markers for what is left out.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bond::is_field;
use super::candidate::{Candidates, Tier, atoms_of};
use super::collect::collect;
use super::count::Memo;
use super::prefix::{self, Sums};
use super::task::Task;
use crate::document::{AtomKind, Columns, Document, Op};
use crate::plan::{Kept, Piece, Plan, Ranks};
use crate::render;
use crate::snapshot::{Elided, ElidedRun};

/// What an elision came to.
pub(super) struct Outcome {
    pub(super) plan: Plan,
    pub(super) html_tokens: usize,
    pub(super) utility: f64,
    pub(super) elided: Elided,
}

/// Elides a document to a budget.
///
/// # Errors
/// The tokens of the first candidate alone, where not even that fits.
pub(super) fn elide(document: &Document, budget: usize, task: Option<&Task>, ranks: &Ranks, memo: &mut Memo<'_>) -> Result<Outcome, usize> {
    let columns = &document.columns;
    let known = if task.is_none() { memo.elision() } else { None };
    let (candidates, mut sums) = known.unwrap_or_else(|| {
        let mut candidates = collect(columns, ranks);
        if let Some(task) = task {
            candidates.favour(columns, task);
        }
        candidates.settle(columns);
        (Arc::new(candidates), Sums::default())
    });
    // Markers live on what the pieces leave over, and on this.
    let reserve = (budget / 32).max(16).min(budget / 4);
    let room = budget - reserve;
    let (longest, content) = prefix::longest(columns, &candidates, room, &mut sums, memo, |count, memo| {
        memo.within(document, &Plan::elided(keep(columns, &candidates, count)), room + room / 4)
    });
    let low = candidates.whole(longest);
    let content = if low < longest {
        memo.within(document, &Plan::elided(keep(columns, &candidates, low)), usize::MAX).unwrap_or(content)
    } else {
        content
    };
    if task.is_none() {
        memo.keep_elision(Arc::clone(&candidates), sums);
    }
    let smallest = |memo: &mut Memo<'_>| {
        let plan = Plan::elided(keep(columns, &candidates, candidates.order.len().min(1)));
        memo.within(document, &plan, usize::MAX).unwrap_or_default()
    };
    if low == 0 {
        return Err(smallest(memo));
    }
    let mut kept = keep(columns, &candidates, low);
    let runs = dropped_runs(document, &candidates, low, &kept);
    let lines = candidates.order[low..].iter().filter(|at| is_text(&candidates, **at)).count();
    let all_targets: usize = runs.iter().map(|run| run.count).sum();
    let mut markers: Vec<(usize, &Dropped)> = runs.iter().map(|run| (memo.count(&format!("{}\n", run.text)), run)).collect();
    markers.sort_by_key(|(_, run)| (std::cmp::Reverse(run.count), run.op));
    let mut total = content;
    let mut placed: Vec<u32> = Vec::new();
    // One line at the end says what no other marker does; its numbers only shrink from here.
    let end = columns.ops.len() as u32;
    let rest = memo.count(&format!("{}\n", closing(all_targets, lines)));
    // Where the runs' own markers say all of it, it is not needed.
    let own: usize = markers.iter().map(|(cost, _)| cost).sum();
    let says_all = lines == 0 && runs.iter().all(|run| run.count >= 2) && total + own <= budget;
    let has_end = !says_all && total + rest <= budget;
    if has_end {
        total += rest;
        placed.push(end);
    }
    let mut marked = 0;
    for (cost, run) in &markers {
        if run.count >= 2 && total + cost <= budget {
            total += cost;
            kept.markers.insert(run.place, run.text.clone());
            placed.push(run.place);
            marked += run.count;
        }
    }
    if has_end && (all_targets > marked || lines > 0) {
        kept.markers.insert(end, closing(all_targets - marked, lines));
    }
    loop {
        let plan = Plan::elided(kept.clone());
        let tokens = memo.count(render::snapshot(document, &plan).html());
        if tokens <= budget {
            let values = |order: &[u32]| order.iter().map(|at| candidates.all[*at as usize].value).sum::<f64>();
            let all = values(&candidates.order);
            let utility = if all > 0.0 { values(&candidates.order[..low]) / all } else { 0.0 };
            let elided = Elided {
                targets: all_targets,
                lines,
                runs: runs
                    .iter()
                    .map(|run| ElidedRun {
                        first: columns.numbering.number(run.first),
                        last: columns.numbering.number(run.last),
                        count: run.count,
                        what: run.what.to_owned(),
                    })
                    .collect(),
            };
            return Ok(Outcome { plan, html_tokens: tokens, utility: utility.min(1.0 - 1e-9), elided });
        }
        // Seams are exact but for what a marker joins; the least of them goes.
        let Some(last) = placed.pop() else { return Err(smallest(memo)) };
        kept.markers.remove(&last);
    }
}

/// Whether a candidate is text that no other marker counts, as that in a list counts its choices.
fn is_text(candidates: &Candidates, at: u32) -> bool {
    let candidate = &candidates.all[at as usize];
    candidate.uid == 0 && !candidate.atoms.is_empty() && candidate.tier != Tier::Choice
}

/// The first `count` candidates, and the tags that their places need.
fn keep(columns: &Columns, candidates: &Candidates, count: usize) -> Kept {
    let mut kept = Kept { atoms: vec![Piece::Nothing; columns.atoms.len()], ops: vec![false; columns.ops.len()], ..Kept::default() };
    for at in &candidates.order[..count] {
        let candidate = &candidates.all[*at as usize];
        for (atom, piece) in &candidate.atoms {
            let slot = &mut kept.atoms[*atom as usize];
            *slot = match (*slot, *piece) {
                (Piece::All, _) | (_, Piece::All) => Piece::All,
                (Piece::Start(one), Piece::Start(other)) => Piece::Start(one.max(other)),
                (Piece::Nothing, piece) => piece,
                (slot, Piece::Nothing) => slot,
            };
        }
        for op in &candidate.ops {
            kept.ops[*op as usize] = true;
        }
    }
    for (at, op) in columns.ops.iter().enumerate() {
        let mut says = false;
        for atoms in atoms_of(columns, *op) {
            // Most of a large page goes: nothing is to be balanced there.
            if kept.atoms[atoms.clone()].iter().any(|piece| *piece != Piece::Nothing) {
                says |= balance(columns, atoms, &mut kept);
            }
        }
        match op {
            Op::Run(..) | Op::Fence { .. } => kept.ops[at] = says,
            Op::Row { cells, element } => {
                // A row that is a target, or has a cell that is one, is written where that is kept.
                let uid = |element: u32| columns.elements[element as usize].uid;
                let own = element
                    .iter()
                    .chain(columns.cells[cells.range()].iter().filter_map(|cell| cell.element.as_ref()))
                    .any(|element| uid(*element) > 0 && candidates.kept_uid(uid(*element), count));
                kept.ops[at] = says || own;
            }
            Op::Delimiter(_) => kept.ops[at] = at > 0 && kept.ops[at - 1],
            _ => {}
        }
    }
    // Containers and elements are written around what is kept, or not at all.
    let mut written = vec![0u32; columns.ops.len() + 1];
    for (at, op) in columns.ops.iter().enumerate() {
        let content = matches!(op, Op::Run(..) | Op::Row { .. } | Op::Fence { .. } | Op::Stub(_)) && kept.ops[at];
        let target = matches!(op, Op::OpenElement(element) if columns.elements[*element as usize].uid > 0) && kept.ops[at];
        written[at + 1] = written[at] + u32::from(content || target);
    }
    for (start, end) in &candidates.pairs {
        let says = written[*end as usize] > written[*start as usize];
        kept.ops[*start as usize] = says;
        kept.ops[*end as usize] = says;
    }
    let mut open: Vec<usize> = Vec::new();
    for (at, op) in columns.ops.iter().enumerate() {
        match op {
            Op::OpenContainer(_) => open.push(at),
            Op::CloseContainer(_) => {
                if let Some(start) = open.pop()
                    && written[at] == written[start]
                {
                    kept.ops[start] = false;
                    kept.ops[at] = false;
                }
            }
            _ => {}
        }
    }
    kept
}

impl Candidates {
    fn kept_uid(&self, uid: u32, count: usize) -> bool {
        self.rank_of(uid).is_some_and(|rank| rank < count)
    }

    /// The place of a target in the order of admission.
    fn rank_of(&self, uid: u32) -> Option<usize> {
        self.ranks.get(&uid).map(|rank| *rank as usize)
    }
}

/// Keeps the tags of what is no target around what is kept; true where anything is.
fn balance(columns: &Columns, atoms: Range<usize>, kept: &mut Kept) -> bool {
    /// An element whose end is still to come.
    struct Open {
        atom: usize,
        says: bool,
        /// Choices that are left out, and whether one is not.
        dropped: usize,
        chosen: bool,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut any = false;
    for at in atoms {
        match columns.atoms[at].kind {
            AtomKind::Open(_) => {
                open.push(Open { atom: at, says: kept.atoms[at] != Piece::Nothing, dropped: 0, chosen: false });
            }
            AtomKind::Close(element) => {
                let Some(Open { atom: start, mut says, dropped, chosen }) = open.pop() else { continue };
                if columns.elements[element as usize].uid > 0 {
                    // A target stays or goes by itself.
                    let own = kept.atoms[start] != Piece::Nothing;
                    kept.atoms[at] = if own { Piece::All } else { Piece::Nothing };
                    any |= own;
                    if own && dropped > 0 {
                        let more = if chosen { "more " } else { "" };
                        let choices = if dropped == 1 { "choice" } else { "choices" };
                        kept.folds.insert(at as u32, format!("… {dropped} {more}{choices}"));
                    }
                    says = own || says;
                } else {
                    let piece = if says { Piece::All } else { Piece::Nothing };
                    kept.atoms[start] = piece;
                    kept.atoms[at] = piece;
                    let is_choice = *columns.names[columns.elements[element as usize].tag as usize] == *"option";
                    if let Some(around) = open.last_mut() {
                        around.dropped += dropped + usize::from(is_choice && !says);
                        around.chosen |= chosen || (is_choice && says);
                    }
                }
                if says && let Some(around) = open.last_mut() {
                    let target = match columns.atoms[around.atom].kind {
                        AtomKind::Open(element) => columns.elements[element as usize].uid > 0,
                        _ => false,
                    };
                    around.says |= !target;
                }
                any |= says;
            }
            _ => {
                if kept.atoms[at] != Piece::Nothing {
                    any = true;
                    if let Some(around) = open.last_mut() {
                        around.says = true;
                    }
                }
            }
        }
    }
    any
}

/// The line that says what else was left out.
fn closing(targets: usize, lines: usize) -> String {
    let count = |number: usize, what: &str| format!("{number} more {what}{}", if number == 1 { "" } else { "s" });
    match (targets, lines) {
        (0, lines) => format!("… {}", count(lines, "line")),
        (targets, 0) => format!("… {}", count(targets, "target")),
        (targets, lines) => format!("… {}, {}", count(targets, "target"), count(lines, "line")),
    }
}

struct Dropped {
    op: u32,
    /// The op that its marker stands before.
    place: u32,
    first: u32,
    last: u32,
    count: usize,
    what: &'static str,
    text: String,
}

/// Targets that follow each other and are left out.
fn dropped_runs(document: &Document, candidates: &Candidates, count: usize, kept: &Kept) -> Vec<Dropped> {
    let columns = &document.columns;
    let mut uids: Vec<u32> = candidates.place.keys().copied().collect();
    uids.sort_unstable();
    let what: FxHashMap<u32, &'static str> = uids.iter().map(|uid| (*uid, kind(columns, *uid))).collect();
    // Headings that stay: what is left out belongs to the one before it.
    let is_heading = |at: &usize| matches!(columns.ops[*at], Op::Run(_, level) if level > 0) && kept.ops[*at];
    let headings: Vec<usize> = (0..columns.ops.len()).filter(is_heading).collect();
    let section = |uid: u32| headings.partition_point(|heading| *heading <= candidates.place[&uid] as usize);
    let mut runs: Vec<Dropped> = Vec::new();
    let mut open = false;
    for uid in uids {
        if candidates.kept_uid(uid, count) {
            open = false;
            continue;
        }
        match runs.last_mut() {
            Some(run) if open && section(run.last) == section(uid) => {
                run.last = uid;
                run.count += 1;
                if run.what != what[&uid] {
                    run.what = "targets";
                }
            }
            _ => runs.push(Dropped {
                place: 0,
                op: candidates.place[&uid],
                first: uid,
                last: uid,
                count: 1,
                what: what[&uid],
                text: String::new(),
            }),
        }
        open = true;
    }
    for run in &mut runs {
        // Behind a line of which something stays.
        let is_line = matches!(columns.ops[run.op as usize], Op::Run(..) | Op::Row { .. } | Op::Fence { .. });
        run.place = run.op + u32::from(is_line && kept.ops[run.op as usize]);
        let uids = numbers(columns, run.first, run.last);
        run.text = format!("… {} more {} (uid {uids})", run.count, run.what);
    }
    runs
}

/// The numbers of targets that follow each other. In a session they may be any; the first and the last in the order of the
/// page, between which all others are, stand for them then.
fn numbers(columns: &Columns, first: u32, last: u32) -> String {
    let number = |uid: u32| columns.numbering.number(uid);
    let in_a_row = (first..last).all(|uid| number(uid) + 1 == number(uid + 1));
    match (first == last, in_a_row) {
        (true, _) => number(first).to_string(),
        (_, true) => format!("{}–{}", number(first), number(last)),
        _ => format!("{} … {}", number(first), number(last)),
    }
}

fn kind(columns: &Columns, uid: u32) -> &'static str {
    let Some(record) = columns.targets.get(uid as usize - 1) else { return "targets" };
    match record.role {
        Some("link") => "links",
        Some("button") => "buttons",
        Some("checkbox" | "radio") => "fields",
        _ if is_field(columns, record) => "fields",
        _ => "targets",
    }
}
