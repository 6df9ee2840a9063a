//! Why a run can not go on.

use std::fmt;
use std::path::PathBuf;

/// Why a run can not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunError {
    /// A file can not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The folder has results of a run with other settings or of another version.
    Other {
        /// The folder's `run.json`.
        path: PathBuf,
        /// What differs: its name, what it is there, what it is here.
        difference: (String, String, String),
    },
    /// Two states have this id, so results could not tell them apart.
    Twice(String),
    /// Threads can not be had.
    Threads(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::File { path, reason } => write!(f, "{}: {reason}", path.display()),
            RunError::Other { path, difference: (name, there, here) } => {
                write!(f, "{} is of another run: its {name} is {there}, not {here}; choose another folder", path.display())
            }
            RunError::Twice(id) => write!(f, "two states are called `{id}`"),
            RunError::Threads(reason) => write!(f, "no threads: {reason}"),
        }
    }
}

impl std::error::Error for RunError {}
