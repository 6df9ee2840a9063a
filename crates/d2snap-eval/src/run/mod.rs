//! Runs: every subject on every state, in parallel, resumable.

mod error;
mod file;
mod record;
mod select;

use std::collections::HashSet;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use error::RunError;
pub use record::{Needed, Record};
pub use select::Half;

use crate::case::Case;
use crate::load::LoadError;
use crate::metric::Measures;
use crate::state::State;
use crate::subject::{Output, Subject, Taken, cut};
use file::Results;

/// Some converters recurse as deep as the page is.
const STACK_BYTES: usize = 256 << 20;

/// So many states for each thread are in memory at a time.
const AHEAD: usize = 2;

/// What makes a run what it is. Results of different settings are never mixed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The data set, as the reports name it.
    pub data: String,
    /// Budgets in tokens. Subjects that do not know budgets are cut at them, and measured whole too.
    pub budgets: Vec<usize>,
    /// Only states that have all of these tags; with `!` before it, that do not have it.
    pub tags: Vec<String>,
    /// Only one half of the sites.
    pub half: Option<Half>,
    /// Of what is drawn at random: pairs of targets, bootstraps.
    pub seed: u64,
}

/// A run into a folder.
pub struct Run {
    /// What it is.
    pub settings: Settings,
    /// What is measured.
    pub subjects: Vec<Box<dyn Subject>>,
    /// The folder of results: `run.json`, `results.jsonl`.
    pub out: PathBuf,
    /// Threads; 0 is one for each core.
    pub jobs: usize,
}

/// What a run came to.
#[derive(Debug, Default)]
pub struct Done {
    /// All records of the folder, in the order of the states.
    pub records: Vec<Record>,
    /// States that the settings choose.
    pub states: usize,
    /// Records that were there before.
    pub resumed: usize,
    /// Records of the data set that could not be used.
    pub broken: Vec<LoadError>,
}

impl Run {
    /// Measures what of the states is not measured yet. A line of `results.jsonl` is one state, subject and budget.
    /// `progress` is called after each state with its id. Loader errors are gathered, not fatal: a strict loader ends with its first.
    ///
    /// Cost: for each state a parse of its page by scraper and two by the engine, then what the subjects take.
    ///
    /// # Errors
    /// [`RunError`]: the folder can not be used, has results of another run, or two states have one id.
    pub fn run(&self, states: impl Iterator<Item = Result<State, LoadError>>, progress: &mut dyn FnMut(&str)) -> Result<Done, RunError> {
        let mut results = Results::open(&self.out, &self.settings)?;
        let mut done = Done { resumed: results.known.len(), ..Done::default() };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs).stack_size(STACK_BYTES).build();
        let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
        let mut ids: HashSet<String> = HashSet::new();
        let mut states = states.fuse();
        loop {
            let mut batch: Vec<State> = Vec::new();
            while batch.len() < AHEAD * pool.current_num_threads()
                && let Some(state) = states.next()
            {
                match state {
                    Ok(state) if self.settings.choose(&state) => {
                        if !ids.insert(state.id.clone()) {
                            return Err(RunError::Twice(state.id));
                        }
                        batch.push(state);
                    }
                    Ok(_) => {}
                    Err(error) => done.broken.push(error),
                }
            }
            if batch.is_empty() {
                break;
            }
            let known = &results.known;
            let measured: Vec<Vec<Record>> = pool.install(|| batch.par_iter().map(|state| self.measure(state, known)).collect());
            for (state, records) in batch.iter().zip(measured) {
                done.states += 1;
                results.append(&records)?;
                progress(&state.id);
            }
        }
        done.records = results.finish(&ids)?;
        Ok(done)
    }

    fn measure(&self, state: &State, known: &HashSet<record::Key>) -> Vec<Record> {
        let missing = |subject: &dyn Subject, budget| !known.contains(&(state.id.clone(), subject.name(), budget));
        let wanted = |subject: &dyn Subject| -> Vec<Option<usize>> {
            let whole = (!subject.knows_budgets()).then_some(None);
            let budgets = self.settings.budgets.iter().copied().map(Some).filter(|_| subject.has_texts());
            whole.into_iter().chain(budgets).filter(|budget| missing(subject, *budget)).collect()
        };
        let wanted: Vec<(&dyn Subject, Vec<Option<usize>>)> =
            self.subjects.iter().map(|subject| (&**subject, wanted(&**subject))).filter(|(_, budgets)| !budgets.is_empty()).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let case = Case::new(state);
        wanted.into_iter().flat_map(|(subject, budgets)| self.measure_subject(&case, subject, &budgets)).collect()
    }

    fn measure_subject(&self, case: &Case<'_>, subject: &dyn Subject, budgets: &[Option<usize>]) -> Vec<Record> {
        if subject.knows_budgets() {
            return budgets.iter().map(|budget| self.record(case, subject, *budget, &subject.take(case, *budget), None)).collect();
        }
        let taken = subject.take(case, None);
        let mut whole: Option<Record> = None;
        let mut records = Vec::new();
        for budget in budgets {
            let record = self.record(case, subject, *budget, &taken, whole.as_ref());
            if budget.is_none() {
                whole = Some(record.clone());
            }
            records.push(record);
        }
        records
    }

    /// `whole` is the record of the text uncut, where there is one: that of a budget which it is within.
    fn record(
        &self,
        case: &Case<'_>,
        subject: &dyn Subject,
        budget: Option<usize>,
        taken: &Result<Taken, String>,
        whole: Option<&Record>,
    ) -> Record {
        let record = Record::new(case, subject, budget);
        let nothing = || subject.has_texts().then(|| Measures::nothing(&case.page, &case.truth, case.state.task.as_deref()));
        let taken = match taken {
            Ok(taken) => taken,
            Err(error) => return Record { error: Some(error.clone()), measures: nothing(), ..record },
        };
        let record = Record { lost: taken.lost.clone(), milliseconds: taken.time.as_secs_f64() * 1e3, ..record };
        let text = match &taken.output {
            Output::Size(tokens) => return Record { tokens: Some(*tokens), ..record },
            Output::Text(text) => text,
        };
        if let (Some(budget), Some(whole)) = (budget, whole)
            && whole.tokens.is_some_and(|tokens| tokens <= budget)
        {
            return Record { budget: Some(budget), ..whole.clone() };
        }
        let shown = budget.map_or(text.as_str(), |budget| cut(text, budget, &case.counter));
        let mut lost = record.lost.clone();
        if shown.len() < text.len() {
            lost.push_str(&format!("; the last {:.0} % of the text, cut off", 100.0 * (1.0 - shown.len() as f64 / text.len() as f64)));
        }
        let reading = subject.read(case, shown);
        Record { tokens: Some(case.counter.count(shown)), measures: Some(case.measures(&reading, self.settings.seed)), lost, ..record }
    }
}
