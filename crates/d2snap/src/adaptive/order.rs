//! The order in which candidates are admitted, and what a task makes of it.

use rustc_hash::FxHashMap;

use super::candidate::{Candidate, Candidates, Tier};
use super::task::Task;
use crate::document::{AtomKind, Columns, Op, Presence};
use crate::plan::Piece;

impl Candidates {
    /// Puts what a task names first: the candidates whose words match it best.
    pub(super) fn favour(&mut self, columns: &Columns, task: &Task) {
        let texts: Vec<String> = self.all.iter().map(|candidate| words(columns, candidate)).collect();
        let scores = task.scores(texts.iter().map(String::as_str));
        let best = scores.iter().copied().fold(0.0, f64::max);
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
        self.order = (0..all.len() as u32).collect();
        self.order.sort_by_cached_key(|at| {
            // A label comes and goes with its target, right behind it.
            let own = &all[*at as usize];
            let place = targets.get(&own.goes_with).map_or(*at as usize, |target| *target);
            let candidate = &all[place];
            // Of targets the short ones first: more of them fit.
            let is_target = candidate.uid > 0 && matches!(candidate.tier, Tier::Link | Tier::Control | Tier::Field);
            let late = if is_target { size(columns, candidate) / 8 + candidate.bucket as usize } else { candidate.bucket as usize };
            (candidate.tier, late, place, own.goes_with > 0, *at)
        });
        let uids =
            self.order.iter().enumerate().filter_map(|(rank, at)| Some((all[*at as usize].uid, rank as u32)).filter(|(uid, _)| *uid > 0));
        self.ranks = uids.collect();
    }
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
