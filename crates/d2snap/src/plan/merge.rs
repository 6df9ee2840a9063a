//! Which containers are written, and as what (SPEC §4).

use crate::document::{Attribute, Columns, Document};
use crate::options::{AttributeInheritance, MergeSchedule};
use crate::params::round;

/// What becomes of one container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContainerPlan<'p> {
    /// Its children take its place.
    Dissolved,
    /// It is written with its own tag and attributes.
    Own,
    /// It survives merges: another's tag, and attributes brought together.
    Merged { tag: u32, attributes: &'p [u32] },
}

/// What becomes of every container.
#[derive(Debug, Clone)]
pub(crate) enum MergePlan {
    /// Those below this place in the order of worth are dissolved.
    Ranked { dissolved: usize },
    /// The survivors of merges.
    Modulo { states: Vec<State> },
}

#[derive(Debug, Clone)]
pub(crate) enum State {
    Dissolved,
    Own,
    Merged { tag: u32, attributes: Vec<u32> },
}

impl MergePlan {
    pub(super) fn new(document: &Document, k: f64) -> MergePlan {
        let columns = &document.columns;
        let count = columns.containers.len();
        if k.is_infinite() {
            return MergePlan::Ranked { dissolved: count };
        }
        if k == 0.0 {
            return MergePlan::Ranked { dissolved: 0 };
        }
        match document.options.merge_schedule {
            MergeSchedule::Ranked => MergePlan::Ranked { dissolved: round(k * count as f64) },
            MergeSchedule::Modulo => MergePlan::Modulo { states: modulo(columns, k, document.options.attribute_inheritance) },
        }
    }

    /// Whether a container is written.
    pub(crate) fn keeps(&self, container: u32, rank: u32) -> bool {
        self.of(container, rank) != ContainerPlan::Dissolved
    }

    pub(crate) fn of(&self, container: u32, rank: u32) -> ContainerPlan<'_> {
        match self {
            MergePlan::Ranked { dissolved } if (rank as usize) < *dissolved => ContainerPlan::Dissolved,
            MergePlan::Ranked { .. } => ContainerPlan::Own,
            MergePlan::Modulo { states } => match states.get(container as usize) {
                Some(State::Dissolved) => ContainerPlan::Dissolved,
                Some(State::Merged { tag, attributes }) => ContainerPlan::Merged { tag: *tag, attributes },
                Some(State::Own) | None => ContainerPlan::Own,
            },
        }
    }
}

/// The paper's schedule: a container whose parent is one is merged into it, unless its depth is
/// that of a kept level.
fn modulo(columns: &Columns, k: f64, inheritance: AttributeInheritance) -> Vec<State> {
    let levels = round(f64::from(columns.height) * k.min(1.0)).max(1);
    let mut states = vec![State::Own; columns.containers.len()];
    // The container that each has become part of, and the rating of its present tag.
    let mut survivor: Vec<u32> = (0..columns.containers.len() as u32).collect();
    let mut rating: Vec<f64> = columns.containers.iter().map(|container| container.rating).collect();
    for (index, container) in columns.containers.iter().enumerate() {
        let Some(parent) = container.parent else {
            continue;
        };
        if (container.depth as usize - 1).is_multiple_of(levels) {
            continue;
        }
        let into = survivor[parent as usize] as usize;
        survivor[index] = into as u32;
        states[index] = State::Dissolved;
        let (own_tag, own) = written(columns, index as u32);
        let (tag, kept) = match &states[into] {
            State::Merged { tag, attributes } => (*tag, attributes.clone()),
            _ => {
                let (tag, attributes) = written(columns, into as u32);
                (tag, attributes.collect())
            }
        };
        let own: Vec<u32> = own.collect();
        let (tag, first, second) = if rating[into] >= rating[index] {
            (tag, kept, own)
        } else {
            rating[into] = rating[index];
            (own_tag, own, kept)
        };
        let attributes = match inheritance {
            AttributeInheritance::Own => first,
            AttributeInheritance::Union => union(columns, first, &second),
        };
        states[into] = State::Merged { tag, attributes };
    }
    states
}

fn written(columns: &Columns, container: u32) -> (u32, impl Iterator<Item = u32> + use<>) {
    let element = columns.elements[columns.containers[container as usize].element as usize];
    (element.tag, element.attributes.start..element.attributes.end)
}

fn union(columns: &Columns, mut first: Vec<u32>, second: &[u32]) -> Vec<u32> {
    let name = |attribute: u32| -> u32 {
        let attribute: &Attribute = &columns.attributes[attribute as usize];
        attribute.name
    };
    for attribute in second {
        if !first.iter().any(|known| name(*known) == name(*attribute)) {
            first.push(*attribute);
        }
    }
    first
}
