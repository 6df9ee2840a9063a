//! What is wrong with a data set, and where.

use std::fmt;
use std::path::{Path, PathBuf};

/// A data set that can not be read, or a record of it that can not be used.
///
/// ```
/// use std::path::Path;
/// let error = d2snap_eval::load(Path::new("no/such/set"), None, d2snap_eval::Mode::Strict).err().unwrap();
/// assert!(error.to_string().starts_with("no/such/set: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadError {
    /// The file, or the folder where no file was found.
    pub path: PathBuf,
    /// Where in the file.
    pub place: Place,
    /// What is wrong there, in words.
    pub reason: String,
}

/// Where in a file something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line, from 1.
    Line(usize),
    /// A row of a file that has no lines, from 1.
    Row(usize),
}

impl LoadError {
    pub(crate) fn new(path: &Path, place: Place, reason: impl Into<String>) -> LoadError {
        LoadError { path: path.to_owned(), place, reason: reason.into() }
    }

    /// Of a file as a whole.
    pub(crate) fn file(path: &Path, reason: impl fmt::Display) -> LoadError {
        LoadError::new(path, Place::File, reason.to_string())
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        match self.place {
            Place::File => {}
            Place::Line(line) => write!(f, ", line {line}")?,
            Place::Row(row) => write!(f, ", row {row}")?,
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for LoadError {}
