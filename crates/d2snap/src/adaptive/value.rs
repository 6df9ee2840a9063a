//! What a choice of (k, l, m) keeps: its utility.

use super::budget::Weights;
use crate::document::{Document, Presence};
use crate::params::Params;
use crate::plan::{MergePlan, Plan, kept_of};

/// Utility of (k, l, m), in [0, 1].
pub(crate) fn utility(document: &Document, params: Params, weights: Weights) -> f64 {
    let value = Value::new(document);
    weights.hierarchy * value.hierarchy(document, params)
        + weights.text * value.text(document, params.l())
        + weights.attributes * value.attributes(document, params.m())
}

/// What hierarchy, text and attributes are worth: containers by their worth, sentences by their
/// rank, attributes by their rating.
pub(super) struct Value {
    /// By how many containers are dissolved, where they go one by one: what is left.
    containers: Vec<f64>,
    text: f64,
    /// By the index of the lowest rating that is kept: what attributes are left.
    attributes: Vec<f64>,
}

impl Value {
    pub(super) fn new(document: &Document) -> Value {
        let columns = &document.columns;
        let mut by_rank = vec![0.0; columns.containers.len()];
        for container in &columns.containers {
            by_rank[container.rank as usize] = worth(container.worth);
        }
        let mut by_rating = vec![0.0; columns.ratings.len() + 1];
        for attribute in &columns.attributes {
            match attribute.presence {
                Presence::Rated(rating) => by_rating[usize::from(rating)] += 0.05 + columns.ratings[usize::from(rating)],
                Presence::Always => by_rating[columns.ratings.len()] += 1.0,
                Presence::Instead(_) => {}
            }
        }
        let mut value = Value { containers: sums_from(by_rank), text: 1.0, attributes: sums_from(by_rating) };
        value.text = value.text(document, 0.0);
        value
    }

    pub(super) fn hierarchy(&self, document: &Document, params: Params) -> f64 {
        let merge = Plan::new(document, params).merge;
        let kept = match &merge {
            MergePlan::Ranked { dissolved } => self.containers[(*dissolved).min(self.containers.len() - 1)],
            MergePlan::Modulo { .. } => {
                let containers = document.columns.containers.iter().enumerate();
                containers.filter(|(at, it)| merge.keeps(*at as u32, it.rank)).map(|(_, it)| worth(it.worth)).sum()
            }
        };
        share(kept, self.containers[0])
    }

    pub(super) fn text(&self, document: &Document, l: f64) -> f64 {
        let kept = document.columns.sentences.iter().filter(|sentence| sentence.rank < kept_of(sentence.of, l));
        share(kept.map(|sentence| 1.0 / f64::from(1 + sentence.rank)).sum(), self.text)
    }

    pub(super) fn attributes(&self, document: &Document, m: f64) -> f64 {
        let least = document.columns.ratings.partition_point(|rating| *rating < m);
        share(self.attributes[least], self.attributes[0])
    }
}

/// A container's part of the hierarchy.
fn worth(worth: u32) -> f64 {
    1.0 + f64::from(worth)
}

/// The sum of what begins at each place, and 0 at the end.
fn sums_from(mut values: Vec<f64>) -> Vec<f64> {
    values.push(0.0);
    for at in (0..values.len() - 1).rev() {
        values[at] += values[at + 1];
    }
    values
}

/// A part of a whole; all of nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 1.0 }
}
