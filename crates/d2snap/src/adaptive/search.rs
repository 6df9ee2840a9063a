//! The search over (k, l, m): the plan of highest utility that fits.

use super::budget::Weights;
use super::count::Memo;
use crate::document::{Document, Presence};
use crate::params::{Params, round};
use crate::plan::Plan;

/// A choice of (k, l, m) and what it keeps.
pub(super) struct Choice {
    pub(super) params: Params,
    pub(super) utility: f64,
}

/// So many distinct text reductions are tried on a large page, evenly spread; all on a small one.
const MAX_TEXT_STEPS: usize = 8;
/// A page with no more breakpoints than this is searched through.
const SMALL: usize = 40;

/// The best (k, l, m) under the budget; none where full reduction exceeds it.
///
/// For each m and l the least k that fits is found by halving, since size never grows in k; pairs
/// whose utility could not exceed the best so far are passed over.
pub(super) fn search(document: &Document, budget: usize, weights: Weights, memo: &mut Memo<'_>) -> Option<Choice> {
    let at = |k: f64, l: f64, m: f64| Params::new(k, l, m).unwrap_or_default();
    let mut known = Known::default();
    let mut fits = |params: Params, memo: &mut Memo<'_>| {
        known.fits(params).unwrap_or_else(|| {
            let fits = memo.within(document, &Plan::new(document, params), budget).is_some();
            known.note(params, fits);
            fits
        })
    };
    if !fits(at(1.0, 1.0, 1.0), memo) {
        return None;
    }
    let value = Value::new(document);
    let scale = |weight: f64, steps: Vec<f64>, kept: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        steps.into_iter().map(|step| (step, weight * kept(step))).collect()
    };
    let steps_k = scale(weights.hierarchy, element_steps(document), &|k| value.hierarchy(document, k));
    let steps_l = scale(weights.text, text_steps(document), &|l| value.text(document, l));
    let steps_m = scale(weights.attributes, attribute_steps(document), &|m| value.attributes(document, m));
    let mut pairs: Vec<(f64, f64, f64)> =
        steps_l.iter().flat_map(|(l, text)| steps_m.iter().map(move |(m, attributes)| (text + attributes, *l, *m))).collect();
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.total_cmp(&other.1)).then(one.2.total_cmp(&other.2)));
    let least = |steps: &[(f64, f64)]| steps.last().map_or(0.0, |(_, kept)| *kept);
    let mut best = Choice { params: at(1.0, 1.0, 1.0), utility: least(&steps_k) + least(&steps_l) + least(&steps_m) };
    for (kept, l, m) in pairs {
        // The steps of k that would be better than the best.
        let better = steps_k.partition_point(|(_, hierarchy)| hierarchy + kept > best.utility + 1e-12);
        if better == 0 || !fits(at(steps_k[better - 1].0, l, m), memo) {
            continue;
        }
        let (mut low, mut high) = (0, better - 1);
        while low < high {
            let middle = (low + high) / 2;
            if fits(at(steps_k[middle].0, l, m), memo) { high = middle } else { low = middle + 1 }
        }
        best = Choice { params: at(steps_k[high].0, l, m), utility: steps_k[high].1 + kept };
    }
    Some(best)
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

/// Utility of (k, l, m), in [0, 1].
pub(crate) fn utility(document: &Document, params: Params, weights: Weights) -> f64 {
    let value = Value::new(document);
    weights.hierarchy * value.hierarchy(document, params.k())
        + weights.text * value.text(document, params.l())
        + weights.attributes * value.attributes(document, params.m())
}

/// What hierarchy, text and attributes are worth: containers by their worth, sentences by their
/// rank, attributes by their rating.
struct Value {
    hierarchy: f64,
    text: f64,
    attributes: f64,
}

impl Value {
    fn new(document: &Document) -> Value {
        let mut value = Value { hierarchy: 1.0, text: 1.0, attributes: 1.0 };
        value.hierarchy = value.hierarchy(document, 0.0);
        value.text = value.text(document, 0.0);
        value.attributes = value.attributes(document, 0.0);
        value
    }

    fn hierarchy(&self, document: &Document, k: f64) -> f64 {
        let plan = Plan::new(document, Params::new(k, 0.0, 0.0).unwrap_or_default());
        let containers = document.columns.containers.iter().enumerate();
        let kept = containers.filter(|(at, container)| plan.merge.keeps(*at as u32, container.rank));
        share(kept.map(|(_, container)| 1.0 + f64::from(container.worth)).sum(), self.hierarchy)
    }

    fn text(&self, document: &Document, l: f64) -> f64 {
        let plan = Plan::new(document, Params::new(0.0, l, 0.0).unwrap_or_default());
        let kept = document.columns.sentences.iter().filter(|sentence| plan.keeps_sentence(**sentence));
        share(kept.map(|sentence| 1.0 / f64::from(1 + sentence.rank)).sum(), self.text)
    }

    fn attributes(&self, document: &Document, m: f64) -> f64 {
        let plan = Plan::new(document, Params::new(0.0, 0.0, m).unwrap_or_default());
        let kept = document.columns.attributes.iter().filter(|attribute| plan.keeps_attribute(attribute.presence));
        let rating = |presence| match presence {
            Presence::Rated(rating) => 0.05 + document.columns.ratings[usize::from(rating)],
            Presence::Always => 1.0,
            Presence::Instead(_) => 0.0,
        };
        share(kept.map(|attribute| rating(attribute.presence)).sum(), self.attributes)
    }
}

/// A part of a whole; all of nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 1.0 }
}

/// Every k at which a further container goes, ascending.
fn element_steps(document: &Document) -> Vec<f64> {
    let count = document.columns.containers.len();
    match document.options.merge_schedule {
        crate::MergeSchedule::Ranked => (0..=count).map(|gone| if count == 0 { 0.0 } else { gone as f64 / count as f64 }).collect(),
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
