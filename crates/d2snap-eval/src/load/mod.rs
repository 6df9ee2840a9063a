//! Loaders of the public data sets: a stream of [`State`]s, one record at a time, so that a set of any size is read in
//! constant memory.

mod error;
mod format;

use std::path::{Path, PathBuf};

pub use error::{LoadError, Place};
pub use format::Format;

use crate::State;

/// What becomes of a record that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// It is an error, and the last item.
    #[default]
    Strict,
    /// It is an error that can be passed over: the states after it follow. What a page lacks of an alternative only costs
    /// that alternative.
    Lenient,
}

/// Reads a data set; see [`Loader`] for more choice.
///
/// # Errors
/// Where nothing can be read at all: no such file, no known format.
pub fn load(path: &Path, format: Option<Format>, mode: Mode) -> Result<States, LoadError> {
    Loader { format, mode, pages: None }.load(path)
}

/// How a data set is read.
#[derive(Debug, Clone, Default)]
pub struct Loader {
    /// The format; found from what is there where it is `None`.
    pub format: Option<Format>,
    /// What becomes of broken records.
    pub mode: Mode,
    /// Where the pages of a folder or of Online-Mind2Web lie, if not where their tasks are.
    pub pages: Option<PathBuf>,
}

impl Loader {
    /// Opens the data set at `path`, a file or a folder as its format has it.
    ///
    /// # Errors
    /// Where nothing can be read at all: no such file, no known format.
    pub fn load(&self, path: &Path) -> Result<States, LoadError> {
        Err(LoadError::file(path, "not there yet"))
    }
}

impl Format {
    /// The format of what lies at `path`.
    ///
    /// # Errors
    /// Where it is none of them.
    pub fn detect(path: &Path) -> Result<Format, LoadError> {
        Err(LoadError::file(path, "not there yet"))
    }
}

/// The states of a data set, in its order, read as they are asked for.
pub struct States {
    items: Box<dyn Iterator<Item = Result<State, LoadError>>>,
    mode: Mode,
    over: bool,
}

impl Iterator for States {
    type Item = Result<State, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let item = self.items.next();
        self.over = match &item {
            None => true,
            Some(Err(_)) => self.mode == Mode::Strict,
            Some(Ok(_)) => false,
        };
        item
    }
}
