//! A line of results.

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::metric::Measures;
use crate::subject::Subject;
use crate::truth::Bearer;

/// What tells a record from all others: state, subject, budget.
pub(super) type Key = (String, String, Option<usize>);

/// What a subject came to on a state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The state's id.
    pub state: String,
    /// The subject's name.
    pub subject: String,
    /// The budget in tokens; none for the whole text of a subject that does not know budgets.
    pub budget: Option<usize>,
    /// Tokens of the text; none where there is none.
    pub tokens: Option<usize>,
    /// Tokens of the raw page.
    pub raw_tokens: usize,
    /// How long the subject took, parsing included.
    pub milliseconds: f64,
    /// The state's tags.
    pub tags: Vec<String>,
    /// The needed elements, each once, in document order.
    pub needs: Vec<Needed>,
    /// The measures of the text; none where its size alone is known.
    pub measures: Option<Measures>,
    /// What the subject lost on this page, in words.
    pub lost: String,
    /// Why there is no text.
    pub error: Option<String>,
}

/// A needed element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needed {
    /// How the data set names it.
    pub label: String,
    /// Through which element it counts.
    pub by: Bearer,
}

impl Record {
    /// That of a subject that has not done anything yet.
    pub(super) fn new(case: &Case<'_>, subject: &dyn Subject, budget: Option<usize>) -> Record {
        Record {
            state: case.state.id.clone(),
            subject: subject.name(),
            budget,
            tokens: None,
            raw_tokens: case.raw_tokens,
            milliseconds: 0.0,
            tags: case.state.tags.clone(),
            needs: case.truth.wanted.iter().map(|wanted| Needed { label: wanted.label.clone(), by: wanted.by }).collect(),
            measures: None,
            lost: String::new(),
            error: None,
        }
    }

    pub(super) fn key(&self) -> Key {
        (self.state.clone(), self.subject.clone(), self.budget)
    }
}
