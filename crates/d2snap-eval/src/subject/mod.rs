//! What turns the page of a state into a text for a model.

mod convert;
mod cut;
mod list;
mod name;
mod raw;
mod recorded;
mod snap;

use std::time::Duration;

pub(crate) use cut::cut;
pub use name::{Choice, subjects};
pub use recorded::Recording;

use crate::case::Case;
use crate::reading::Reading;

/// A way to turn a page into a text.
pub trait Subject: Send + Sync {
    /// Its name, as the command line has it.
    fn name(&self) -> String;

    /// Whether it takes a budget itself; what does not is cut at the budget.
    fn knows_budgets(&self) -> bool {
        false
    }

    /// Whether its texts are there to be measured, not their sizes alone.
    fn has_texts(&self) -> bool {
        true
    }

    /// What it leaves out by its nature, in words, for reports.
    fn loses(&self) -> &'static str;

    /// The text of a page. `budget`, in tokens, is there for subjects that know budgets.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn take(&self, case: &Case<'_>, budget: Option<usize>) -> Result<Taken, String>;

    /// What a text that it took says, which may have been cut off.
    fn read(&self, case: &Case<'_>, text: &str) -> Reading;
}

/// What a subject made of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    /// The text, or its size alone.
    pub output: Output,
    /// What it lost on this page, in words.
    pub lost: String,
    /// How long it took, parsing included.
    pub time: Duration,
}

/// A text or its size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// A text.
    Text(String),
    /// Tokens of a text that is not there.
    Size(usize),
}
