//! The engine.

use std::time::Instant;

use d2snap::{Budget, Params, Snapshot};

use super::{Output, Subject, Taken};
use crate::case::{Case, Parsed};
use crate::reading::{Reading, snapshot};

/// A preset of the engine's options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    Agent,
    Paper,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Profile::Agent => "agent",
            Profile::Paper => "paper",
        }
    }

    fn parsed<'c>(self, case: &'c Case<'_>) -> &'c Parsed {
        match self {
            Profile::Agent => case.agent(),
            Profile::Paper => case.paper(),
        }
    }
}

/// D2Snap at (k, l, m), targets numbered.
pub(super) struct Snap {
    pub(super) profile: Profile,
    pub(super) params: Params,
}

impl Subject for Snap {
    fn name(&self) -> String {
        let (k, l, m) = (self.params.k(), self.params.l(), self.params.m());
        format!("{}@{k}/{l}/{m}", self.profile.name())
    }

    fn loses(&self) -> &'static str {
        match self.profile {
            Profile::Agent => "containers by k, sentences by l, attributes by m; hidden content",
            Profile::Paper => "containers by k, sentences by l, attributes by m; targets by role or behaviour alone",
        }
    }

    fn take(&self, case: &Case<'_>, _: Option<usize>) -> Result<Taken, String> {
        let parsed = self.profile.parsed(case);
        let document = parsed.document.as_ref().map_err(Clone::clone)?;
        let start = Instant::now();
        let snapshot = document.snap(self.params);
        let time = parsed.time + start.elapsed();
        Ok(Taken { lost: lost(&snapshot), output: Output::Text(snapshot.into_html()), time })
    }

    fn read(&self, case: &Case<'_>, text: &str) -> Reading {
        snapshot::read(text, &case.page, case.positions(self.profile.parsed(case)))
    }
}

/// D2Snap under a budget, in the agent profile.
pub(super) struct Adaptive {
    pub(super) with_task: bool,
}

impl Subject for Adaptive {
    fn name(&self) -> String {
        if self.with_task { "adaptive+task".to_owned() } else { "adaptive".to_owned() }
    }

    fn knows_budgets(&self) -> bool {
        true
    }

    fn loses(&self) -> &'static str {
        "what the budget leaves no room for, the least worth first; markers say where; hidden content"
    }

    fn take(&self, case: &Case<'_>, budget: Option<usize>) -> Result<Taken, String> {
        let parsed = case.agent();
        let document = parsed.document.as_ref().map_err(Clone::clone)?;
        let mut limit = Budget::new(budget.ok_or("it needs a budget")?);
        if let Some(task) = case.state.task.as_deref().filter(|_| self.with_task) {
            limit = limit.with_task(task);
        }
        let start = Instant::now();
        let snapshot = document.adaptive(&limit).map_err(|error| error.to_string())?;
        let time = parsed.time + start.elapsed();
        Ok(Taken { lost: lost(&snapshot), output: Output::Text(snapshot.into_html()), time })
    }

    fn read(&self, case: &Case<'_>, text: &str) -> Reading {
        snapshot::read(text, &case.page, case.positions(case.agent()))
    }
}

fn lost(snapshot: &Snapshot<'_>) -> String {
    let stats = snapshot.stats();
    let mut lost = format!(
        "{} of {} sentences, {} of {} attributes, {} of {} containers",
        stats.sentences - stats.sentences_kept,
        stats.sentences,
        stats.attributes - stats.attributes_kept,
        stats.attributes,
        stats.containers - stats.containers_kept,
        stats.containers
    );
    if let Some(adaptive) = snapshot.adaptive().filter(|adaptive| adaptive.elided.targets + adaptive.elided.lines > 0) {
        let all = snapshot.document().target_count();
        lost.push_str(&format!(", {} of {all} targets, {} pieces of text", adaptive.elided.targets, adaptive.elided.lines));
    }
    lost
}
