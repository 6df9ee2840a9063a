//! Loaders of the public data sets: a stream of [`State`]s, one record at a time, so that a set of any size is read in
//! constant memory.
//!
//! A loader finds the elements that a task needs, by the set's own ids, marks or selectors, and gives the page as an agent
//! would meet it: marks that reveal the target, and bookkeeping of the set, are gone. Taking them off must not move an
//! element, so both trees are held against each other; a page on which it would is an error.

mod authors;
mod autowebbench;
mod capture;
mod decode;
mod detect;
mod error;
mod folder;
mod format;
mod mark;
mod markup;
mod mhtml;
mod mind2web;
#[cfg(feature = "parquet")]
mod multimodal;
mod online;
mod page;
mod records;
mod selected;
mod source;
mod weblinx;

use std::io::Read;
use std::path::{Path, PathBuf};

pub use error::{LoadError, Place};
pub use format::Format;

use crate::State;

type Item = Result<State, LoadError>;
type Items = Box<dyn Iterator<Item = Item> + Send>;

/// What becomes of a record that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// It is an error, and the last item.
    #[default]
    Strict,
    /// It is an error that can be passed over: the states after it follow, so far as they can be found. An alternative with a
    /// selector that matches nothing is left out, and the others count.
    Lenient,
}

/// Reads a data set; see [`Loader`] for more choice.
///
/// ```no_run
/// # use std::path::Path;
/// for state in d2snap_eval::load(Path::new("data/test_task"), None, d2snap_eval::Mode::Strict)? {
///     println!("{}", state?.id);
/// }
/// # Ok::<(), d2snap_eval::LoadError>(())
/// ```
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
    /// Where the pages of a folder, of the D2Snap authors' set or of Online-Mind2Web lie, if not where the format has them.
    pub pages: Option<PathBuf>,
}

impl Loader {
    /// Opens the data set at `path`: a file, or a folder as its format has it, files in order of their names.
    ///
    /// # Errors
    /// Where nothing can be read at all: no such file, no known format.
    pub fn load(&self, path: &Path) -> Result<States, LoadError> {
        let format = self.format.map_or_else(|| Format::detect(path), Ok)?;
        Ok(self.states(source::open(path, format, self)?))
    }

    /// Reads records of JSON from a stream: Mind2Web, Online-Mind2Web (its pages only from [`pages`](Loader::pages)) or
    /// AutoWebBench. `name` stands for the file in errors and tags. In memory are one record and what it is turned into.
    ///
    /// # Errors
    /// Where the format is none of those.
    pub fn read(&self, reader: impl Read + Send + 'static, name: &Path) -> Result<States, LoadError> {
        Ok(self.states(source::records(reader, name, self)?))
    }

    fn states(&self, items: Items) -> States {
        States { items, mode: self.mode, over: false }
    }
}

impl Format {
    /// The format of what lies at `path`.
    ///
    /// # Errors
    /// Where it is none of them.
    pub fn detect(path: &Path) -> Result<Format, LoadError> {
        detect::format(path)
    }
}

/// The states of a data set, in its order, read as they are asked for.
pub struct States {
    items: Items,
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
