//! What a text still has of what its state needs.

mod hierarchy;
mod identify;
mod rank;
mod recall;

use serde::{Deserialize, Serialize};

pub(crate) use hierarchy::hierarchy;
pub(crate) use identify::is_identifiable;
pub(crate) use rank::ranks;
pub(crate) use recall::recall;

use crate::page::Page;
use crate::reading::Reading;
use crate::truth::Truth;

/// What became of a needed element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// The text does not show it.
    Lost,
    /// The text shows it, but does not tell it from others.
    Shown,
    /// The text shows it and tells it from all others.
    Told,
}

/// The measures of one text. Those of the truth are none where a state has none, those of the task where it has none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// The share of the needed elements that the text shows, in [0, 1].
    pub kept: Option<f64>,
    /// The share of the needed elements that the text shows and tells from others, in [0, 1].
    pub identifiable: Option<f64>,
    /// 1 where all elements of at least one alternative are identifiable, else 0.
    pub coverage: Option<f64>,
    /// Targets that the text shows.
    pub targets: usize,
    /// Visible targets of the page.
    pub targets_total: usize,
    /// The share of the page's visible words that the text has, each as often as it stands there, in [0, 1].
    pub recall: f64,
    /// The rank correlation of the distances between targets in the page's tree and in the text's groups, in [-1, 1]; 0 for a
    /// flat text.
    pub hierarchy: Option<f64>,
    /// The mean reciprocal rank of the needed elements' lines for the task as a BM25 query, in [0, 1].
    pub mrr: Option<f64>,
    /// The share of the needed elements whose line is among the first 1, 5 and 20, in [0, 1].
    pub recall_at: Option<[f64; 3]>,
    /// What became of each needed element, in document order.
    pub fates: Vec<Fate>,
}

impl Measures {
    /// Those of a subject that has no text: nothing is kept.
    pub(crate) fn nothing(page: &Page, truth: &Truth, task: Option<&str>) -> Measures {
        Measures::of(&Reading::default(), page, truth, task, 0)
    }

    pub(crate) fn of(reading: &Reading, page: &Page, truth: &Truth, task: Option<&str>, seed: u64) -> Measures {
        let places: Vec<Option<usize>> =
            truth.wanted.iter().map(|wanted| reading.place(wanted.element).or_else(|| reading.place(wanted.bearer?))).collect();
        let fate = |(at, place): (usize, &Option<usize>)| match place {
            None => Fate::Lost,
            Some(place) if is_identifiable(reading, page, *place, &truth.equals(at)) => Fate::Told,
            Some(_) => Fate::Shown,
        };
        let fates: Vec<Fate> = places.iter().enumerate().map(fate).collect();
        let known = !truth.trajectories.is_empty();
        let share = |count: usize| (known && !places.is_empty()).then(|| count as f64 / places.len() as f64);
        let covered = truth.trajectories.iter().any(|needs| needs.iter().all(|need| fates[*need] == Fate::Told));
        let ranks = task.filter(|_| known).map(|task| ranks(reading, task, &places));
        let within = |ranks: &[Option<usize>], limit: usize| mean(ranks, |rank| if rank <= limit { 1.0 } else { 0.0 });
        let mut shown: Vec<usize> = reading
            .printed
            .iter()
            .map(|printed| printed.element)
            .filter(|at| page.elements.get(*at).is_some_and(|it| it.target && !it.hidden))
            .collect();
        shown.sort_unstable();
        shown.dedup();
        Measures {
            kept: share(places.iter().flatten().count()),
            identifiable: share(fates.iter().filter(|fate| **fate == Fate::Told).count()),
            coverage: known.then(|| f64::from(u8::from(covered))),
            targets: shown.len(),
            targets_total: page.targets().count(),
            recall: recall(reading, page),
            hierarchy: hierarchy(reading, page, seed),
            fates,
            mrr: ranks.as_deref().map(|ranks| mean(ranks, |rank| 1.0 / rank as f64)),
            recall_at: ranks.as_deref().map(|ranks| [1, 5, 20].map(|limit| within(ranks, limit))),
        }
    }
}

/// The mean of what ranks are worth; one that was not found is worth nothing.
fn mean(ranks: &[Option<usize>], worth: impl Fn(usize) -> f64) -> f64 {
    ranks.iter().flatten().map(|rank| worth(*rank)).sum::<f64>() / ranks.len().max(1) as f64
}
