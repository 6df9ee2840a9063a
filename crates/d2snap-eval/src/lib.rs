//! Data sets of web tasks, and measures of what a snapshot keeps for an agent, without a model.
//!
//! A [`State`] is a page in the middle of a task, with what the task needs of it. Loaders read states from the public data
//! sets; a [`Subject`] turns the page of a state into a text for a model; [`Measures`] say what of the truth that text still has.
//! A [`Run`] measures many subjects on many states, a [`Report`] tells what came out.

mod case;
pub mod load;
mod metric;
mod page;
mod reading;
mod report;
mod run;
mod state;
mod statistic;
mod subject;
mod truth;

pub use case::Case;
pub use load::{Format, LoadError, Loader, Mode, States, load};
pub use metric::{Fate, Measures};
pub use page::Page;
pub use reading::Reading;
pub use report::Report;
pub use run::{Done, Half, Needed, Record, Run, RunError, Settings};
pub use state::{Need, State, Trajectory};
pub use statistic::Estimate;
pub use subject::{Choice, Output, Recording, Subject, Taken, subjects};
pub use truth::Bearer;
