//! The search over (k, l, m): the plan of highest utility that fits.

use super::budget::Weights;
use super::cost::Costs;
use super::count::Memo;
use super::value::Value;
use crate::document::Document;
use crate::options::MergeSchedule;
use crate::params::{Params, round};
use crate::plan::{Plan, Ranks};

/// A choice of (k, l, m) and what it keeps.
pub(super) struct Choice {
    pub(super) params: Params,
    pub(super) utility: f64,
}

/// So many distinct text reductions are tried on a large page, evenly spread; all on a small one.
const MAX_TEXT_STEPS: usize = 8;
/// A page with no more breakpoints than this is searched through.
const SMALL: usize = 40;
/// So many containers, at most, where every choice is counted as a whole; and so many pieces of text and tags.
const FEW: usize = 40;
const FEW_ATOMS: usize = 5_000;

/// What can be chosen, each with its part of the utility, ascending in k, l and m.
struct Steps {
    k: Vec<(f64, f64)>,
    l: Vec<(f64, f64)>,
    m: Vec<(f64, f64)>,
}

impl Steps {
    fn new(document: &Document, weights: Weights) -> Steps {
        let value = Value::new(document);
        let at = |k| Params::new(k, 0.0, 0.0).unwrap_or_default();
        let k = element_steps(document).into_iter().map(|k| (k, weights.hierarchy * value.hierarchy(document, at(k))));
        let l = text_steps(document).into_iter().map(|l| (l, weights.text * value.text(document, l)));
        let m = attribute_steps(document).into_iter().map(|m| (m, weights.attributes * value.attributes(document, m)));
        Steps { k: k.collect(), l: l.collect(), m: m.collect() }
    }

    fn params(&self, k: usize, l: usize, m: usize) -> Params {
        Params::new(self.k[k].0, self.l[l].0, self.m[m].0).unwrap_or_default()
    }

    fn utility(&self, k: usize, l: usize, m: usize) -> f64 {
        self.k[k].1 + self.l[l].1 + self.m[m].1
    }
}

/// The best (k, l, m) under the budget; none where full reduction exceeds it.
pub(super) fn search(document: &Document, budget: usize, weights: Weights, ranks: &Ranks, memo: &mut Memo<'_>) -> Option<Choice> {
    let full = Params::new(1.0, 1.0, 1.0).unwrap_or_default();
    let least = memo.within(document, &Plan::new(document, full).with_ranks(ranks), budget)?;
    let adds_up = document.options.merge_schedule == MergeSchedule::Ranked && memo.is_additive();
    let is_small = document.columns.containers.len() <= FEW && document.columns.atoms.len() <= FEW_ATOMS;
    if adds_up && !is_small {
        let steps = Steps::new(document, weights);
        return Some(search_by_cost(document, budget, least, &steps, ranks, memo));
    }
    let unreduced = Params::new(0.0, 0.0, 0.0).unwrap_or_default();
    if memo.within(document, &Plan::new(document, unreduced), budget).is_some() {
        return Some(Choice { params: unreduced, utility: 1.0 });
    }
    Some(search_through(document, budget, &Steps::new(document, weights), ranks, memo))
}

/// A choice of m and l, and the least k that its costs allow.
struct Try {
    utility: f64,
    k: usize,
    l: usize,
    m: usize,
    /// It was counted as a whole, and fits.
    fits: bool,
}

/// Chooses by what parts cost, and counts what is chosen as a whole: of all choices whose costs are
/// within the budget and whose count is too, the one of highest utility.
fn search_by_cost(document: &Document, budget: usize, least: usize, steps: &Steps, ranks: &Ranks, memo: &mut Memo<'_>) -> Choice {
    // A page that may fit as it stands is counted as it stands, even where its parts seem too much.
    let room = budget - least;
    let near = room + budget / 32 + 16;
    let values = |steps: &[(f64, f64)]| steps.iter().map(|(step, _)| *step).collect::<Vec<f64>>();
    let last = steps.k.len() - 1;
    let mut costs = Costs::new(document, memo, near);
    let texts = costs.text(&values(&steps.l), ranks);
    let attributes = costs.attributes(&values(&steps.m), document.columns.address_rating);
    let mut may_fit_whole = false;
    let mut tries: Vec<Try> = Vec::new();
    let mut containers: Vec<Vec<usize>> = vec![Vec::new(); steps.m.len()];
    for (m, attributes) in attributes {
        if attributes > near {
            continue;
        }
        containers[m] = costs.containers(steps.m[m].0);
        for (l, text) in &texts {
            if m == 0 && *l == 0 {
                let tags = containers[0].get(last);
                may_fit_whole = tags.is_some_and(|tags| tags + text + attributes <= near);
            }
            let Some(left) = room.checked_sub(attributes + text) else { continue };
            let kept = containers[m].partition_point(|cost| *cost <= left) - 1;
            let k = last - kept;
            tries.push(Try { utility: steps.utility(k, *l, m), k, l: *l, m, fits: false });
        }
    }
    let unreduced = Params::new(0.0, 0.0, 0.0).unwrap_or_default();
    if may_fit_whole && memo.within(document, &Plan::new(document, unreduced), budget).is_some() {
        return Choice { params: unreduced, utility: 1.0 };
    }
    loop {
        // Of equals the one that reduces least; full reduction fits.
        let best = tries
            .iter_mut()
            .max_by(|one, other| one.utility.total_cmp(&other.utility).then((other.l, other.m, other.k).cmp(&(one.l, one.m, one.k))));
        let Some(best) = best.filter(|best| best.utility >= 0.0) else {
            let (l, m) = (steps.l.len() - 1, steps.m.len() - 1);
            return Choice { params: steps.params(last, l, m), utility: steps.utility(last, l, m) };
        };
        let params = steps.params(best.k, best.l, best.m);
        if best.fits {
            return Choice { params, utility: best.utility };
        }
        let count = memo.within(document, &Plan::new(document, params).with_ranks(ranks), budget + budget / 8 + 64);
        best.fits = count.is_some_and(|count| count <= budget);
        if best.fits {
            continue;
        }
        // As many containers fewer as what is too much costs.
        let over = count.map_or(budget / 8, |count| count - budget);
        let kept = last - best.k;
        if kept == 0 {
            best.utility = f64::NEG_INFINITY;
            continue;
        }
        let costs = &containers[best.m];
        let fewer = costs.partition_point(|cost| *cost + over <= costs[kept]).saturating_sub(1).min(kept - 1);
        best.k = last - fewer;
        best.utility = steps.utility(best.k, best.l, best.m);
    }
}

/// Counts choices as a whole. For each m and l the least k that fits is found by halving, since size
/// never grows in k; pairs whose utility could not exceed the best so far are passed over.
fn search_through(document: &Document, budget: usize, steps: &Steps, ranks: &Ranks, memo: &mut Memo<'_>) -> Choice {
    let mut known = Known::default();
    let mut fits = |params: Params, memo: &mut Memo<'_>| {
        known.fits(params).unwrap_or_else(|| {
            let fits = memo.within(document, &Plan::new(document, params).with_ranks(ranks), budget).is_some();
            known.note(params, fits);
            fits
        })
    };
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for l in 0..steps.l.len() {
        pairs.extend((0..steps.m.len()).map(|m| (steps.l[l].1 + steps.m[m].1, l, m)));
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let last = (steps.k.len() - 1, steps.l.len() - 1, steps.m.len() - 1);
    let mut best = Choice { params: steps.params(last.0, last.1, last.2), utility: steps.utility(last.0, last.1, last.2) };
    for (kept, l, m) in pairs {
        // The steps of k that would be better than the best.
        let better = steps.k.partition_point(|(_, hierarchy)| hierarchy + kept > best.utility + 1e-12);
        if better == 0 || !fits(steps.params(better - 1, l, m), memo) {
            continue;
        }
        let (mut low, mut high) = (0, better - 1);
        while low < high {
            let middle = (low + high) / 2;
            if fits(steps.params(middle, l, m), memo) { high = middle } else { low = middle + 1 }
        }
        best = Choice { params: steps.params(high, l, m), utility: steps.k[high].1 + kept };
    }
    best
}

/// What is known of size: what is reduced more in every way is no larger.
#[derive(Default)]
struct Known {
    fitting: Vec<Params>,
    exceeding: Vec<Params>,
}

impl Known {
    fn fits(&self, params: Params) -> Option<bool> {
        let more = |one: &Params, other: &Params| one.k() >= other.k() && one.l() >= other.l() && one.m() >= other.m();
        if self.fitting.iter().any(|known| more(&params, known)) {
            return Some(true);
        }
        self.exceeding.iter().any(|known| more(known, &params)).then_some(false)
    }

    fn note(&mut self, params: Params, fits: bool) {
        if fits { self.fitting.push(params) } else { self.exceeding.push(params) }
    }
}

/// Every k at which a further container goes, ascending.
fn element_steps(document: &Document) -> Vec<f64> {
    let count = document.columns.containers.len();
    match document.options.merge_schedule {
        MergeSchedule::Ranked => (0..=count).map(|gone| if count == 0 { 0.0 } else { gone as f64 / count as f64 }).collect(),
        _ => {
            // One k for each number of merge levels.
            let height = document.columns.height.max(1);
            let mut steps: Vec<f64> = (0..=height).map(|level| f64::from(level) / f64::from(height)).collect();
            steps.dedup_by_key(|k| round(f64::from(height) * *k).max(1));
            steps
        }
    }
}

/// Every l at which a further sentence goes, ascending; on a large page some of them.
fn text_steps(document: &Document) -> Vec<f64> {
    let mut sizes: Vec<u32> = document.columns.sentences.iter().map(|sentence| sentence.of).collect();
    sizes.sort_unstable();
    sizes.dedup();
    // A segment of n sentences loses one where n · (1 − l) falls below a half.
    let mut breaks = vec![0.0, 1.0];
    for size in sizes {
        breaks.extend((1..size).map(|kept| 1.0 - (f64::from(kept) + 0.5) / f64::from(size)));
    }
    breaks.sort_by(f64::total_cmp);
    breaks.dedup_by(|one, other| (*one - *other).abs() < 1e-9);
    let mut steps = vec![0.0];
    steps.extend(breaks.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).skip(1));
    steps.push(1.0);
    if steps.len() <= SMALL {
        return steps;
    }
    (0..=MAX_TEXT_STEPS).map(|at| steps[at * (steps.len() - 1) / MAX_TEXT_STEPS]).collect()
}

/// Every m at which further attributes go, ascending.
fn attribute_steps(document: &Document) -> Vec<f64> {
    let mut steps = vec![0.0];
    steps.extend(document.columns.ratings.iter().copied().filter(|rating| *rating > 0.0));
    if steps.last().is_some_and(|last| *last < 1.0) {
        steps.push(1.0);
    }
    steps
}
