//! Data sets of web tasks, and measures of what a snapshot keeps for an agent, without a model.
//!
//! A [`State`] is a page in the middle of a task, with what the task needs of it. Loaders read states from the public data
//! sets; a subject turns the page of a state into a text for a model; metrics say what of the truth that text still has.

pub mod load;
mod state;

pub use load::{Format, LoadError, Loader, Mode, States, load};
pub use state::{Need, State, Trajectory};
