//! The order in which candidates are admitted, and what a task makes of it.

use rustc_hash::FxHashMap;

use super::candidate::{Candidate, Candidates, NO_GROUP, Tier, atoms_of};
use super::task::Task;
use crate::document::{AtomKind, Columns, Op, Presence};
use crate::plan::Piece;

impl Candidates {
    /// Puts what a task names first: the candidates whose words match it best.
    pub(super) fn favour(&mut self, columns: &Columns, task: &Task) {
        let texts: Vec<String> = self.all.iter().map(|candidate| words(columns, candidate)).collect();
        let scores = task.scores(texts.iter().map(String::as_str));
        let best = scores.iter().copied().fold(0.0, f64::max);
        // What stands with it in a card or a row is what can be done with it.
        let mut groups: FxHashMap<u32, (f64, usize)> = FxHashMap::default();
        for (candidate, score) in self.all.iter().zip(&scores).filter(|(candidate, _)| candidate.group != NO_GROUP) {
            let (most, targets) = groups.entry(candidate.group).or_default();
            *most = most.max(*score);
            *targets += usize::from(candidate.uid > 0);
        }
        let beside = |candidate: &Candidate| {
            let group = groups.get(&candidate.group).filter(|(_, targets)| candidate.uid > 0 && *targets <= CARD);
            group.map_or(0.0, |(most, _)| most * BESIDE)
        };
        let scores: Vec<f64> = self.all.iter().zip(&scores).map(|(candidate, score)| score.max(beside(candidate))).collect();
        for (candidate, score) in self.all.iter_mut().zip(scores) {
            if score > 0.0 && score >= best / 8.0 {
                candidate.tier = Tier::Task;
                // Ten steps from the best match to the least that counts.
                candidate.bucket = ((best - score) / best * 20.0) as u32;
                candidate.value *= 3.0;
            }
        }
    }

    /// Settles the order of admission.
    pub(super) fn settle(&mut self, columns: &Columns) {
        let all = &self.all;
        let targets: FxHashMap<u32, usize> = all.iter().enumerate().filter(|(_, it)| it.uid > 0).map(|(at, it)| (it.uid, at)).collect();
        // A label comes and goes with its target, right behind it.
        let place = |at: u32| targets.get(&all[at as usize].goes_with).map_or(at as usize, |target| *target);
        let own = |at: u32| &all[place(at)];
        let mut order: Vec<u32> = (0..all.len() as u32).collect();
        order.sort_by_cached_key(|at| {
            let candidate = own(*at);
            // Of targets the short ones first: more of them fit.
            let is_target = candidate.uid > 0 && matches!(candidate.tier, Tier::Link | Tier::Control | Tier::Field);
            let late =
                if is_target { size(columns, candidate) / 4 + (candidate.bucket as usize).min(ALIKE) } else { candidate.bucket as usize };
            // The fourth button of one name and more say nothing without the links that tell them apart.
            let tier = if candidate.tier == Tier::Control && candidate.bucket > REPEATED { Tier::Link } else { candidate.tier };
            (tier, late, place(*at), all[*at as usize].goes_with > 0, *at)
        });
        let first = order.partition_point(|at| own(*at).tier < Tier::Heading);
        let second = order.partition_point(|at| own(*at).tier <= Tier::Heading);
        let cost = |at: u32| size(columns, &all[at as usize]) / 4 + if all[at as usize].uid > 0 { TAG_TOKENS } else { 2 };
        self.order = order[..first].to_vec();
        // Headings that are targets come first of all.
        let (targets, texts): (Vec<u32>, Vec<u32>) = order[first..second].iter().partition(|at| all[**at as usize].uid > 0);
        self.order.extend(shared(&texts, &[&targets, &order[second..]].concat(), cost));
        if let Some(behind) = columns.behind {
            // What a dialog makes inert can not be acted on before the dialog is gone.
            let atoms = columns.ops[behind as usize..].iter().flat_map(|op| atoms_of(columns, *op)).next();
            let first = atoms.map_or(usize::MAX, |atoms| atoms.start);
            let is_behind = |candidate: &Candidate| {
                candidate.ops.iter().any(|op| *op >= behind) || candidate.atoms.iter().any(|(atom, _)| *atom as usize >= first)
            };
            self.order.sort_by_cached_key(|at| is_behind(&all[*at as usize]));
        }
        let uids =
            self.order.iter().enumerate().filter_map(|(rank, at)| Some((all[*at as usize].uid, rank as u32)).filter(|(uid, _)| *uid > 0));
        self.ranks = uids.collect();
    }
}

/// A group of more targets is no card.
const CARD: usize = 12;
/// What a target shares of the score of what stands with it.
const BESIDE: f64 = 0.6;

/// A label stands right behind its target, or so far behind where headings come between.
const BEHIND: usize = 8;

impl Candidates {
    /// The first `count` candidates, less a target whose label would be missing.
    pub(super) fn whole(&self, count: usize) -> usize {
        let behind = self.order[count..].iter().take(BEHIND).map(|at| self.all[*at as usize].goes_with);
        let starts = behind.filter_map(|uid| self.ranks.get(&uid).map(|rank| *rank as usize));
        // A target alone is more than nothing.
        starts.filter(|start| *start < count && count - start <= BEHIND && *start > 0).min().unwrap_or(count)
    }
}

/// So many groups of alike targets before one count against it, at most: what is repeated is still
/// something to act on.
const ALIKE: usize = 4;
/// A target whose bucket is beyond this repeats others.
const REPEATED: u32 = 5;
/// About what a target's tags cost.
const TAG_TOKENS: usize = 10;
/// The share that headings without a target take of what is kept, so long as there are any: more than
/// the quarter of a budget up to which all are to stay.
const HEADINGS: f64 = 0.35;

/// Headings and the rest, each in order, so that headings have their share at every length.
fn shared(headings: &[u32], rest: &[u32], cost: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut order = Vec::with_capacity(headings.len() + rest.len());
    let (mut headings, mut rest) = (headings.iter(), rest.iter());
    let (mut of_headings, mut of_all) = (0, 0);
    loop {
        let due = of_headings as f64 <= HEADINGS * of_all as f64;
        let next = if due { headings.next() } else { None };
        let is_heading = next.is_some();
        let Some(next) = next.or_else(|| rest.next()) else { break };
        let cost = cost(*next);
        of_headings += if is_heading { cost } else { 0 };
        of_all += cost;
        order.push(*next);
    }
    order.extend(headings);
    order
}

/// What a candidate says: its text, and its tag's attributes (name, placeholder, address).
fn words(columns: &Columns, candidate: &Candidate) -> String {
    let mut words = String::new();
    let tag = |element: u32, words: &mut String| {
        for at in columns.elements[element as usize].attributes.range() {
            let attribute = columns.attributes[at];
            if matches!(
                &*columns.names[attribute.name as usize],
                "aria-label" | "placeholder" | "title" | "value" | "alt" | "href" | "name"
            ) {
                let (_, value) = attribute.text.of(&columns.text).split_once('=').unwrap_or_default();
                words.push(' ');
                words.extend(value.chars().map(|c| if c == '_' { ' ' } else { c }));
            }
        }
    };
    for (atom, _) in &candidate.atoms {
        match columns.atoms[*atom as usize].kind {
            AtomKind::Text(span) => {
                words.push(' ');
                words.push_str(span.of(&columns.text));
            }
            AtomKind::Open(element) => tag(element, &mut words),
            AtomKind::Image(start, _) => words.push_str(start.of(&columns.text)),
            AtomKind::Close(_) => {}
        }
    }
    for op in &candidate.ops {
        if let Op::OpenElement(element) = columns.ops[*op as usize] {
            tag(element, &mut words);
        }
    }
    words
}

/// The bytes that a target takes at full reduction; that it is the checked one makes it no longer.
fn size(columns: &Columns, candidate: &Candidate) -> usize {
    let written = |at: usize| {
        let attribute = columns.attributes[at];
        let is_check = *columns.names[attribute.name as usize] == *"checked";
        if attribute.presence == Presence::Always && !is_check { attribute.text.range().len() } else { 0 }
    };
    let bytes = candidate.atoms.iter().map(|(atom, piece)| match (columns.atoms[*atom as usize].kind, piece) {
        (AtomKind::Text(_), Piece::Start(end)) => *end as usize,
        (AtomKind::Text(span), _) => span.range().len(),
        (AtomKind::Open(element), _) => 4 + columns.elements[element as usize].attributes.range().map(written).sum::<usize>(),
        _ => 4,
    });
    bytes.sum()
}
