//! The Python module `d2snap._d2snap`: conversions between Python and the engine, nothing else.
//!
//! The package `d2snap` (`python/d2snap`) gives its names their places and its stub their types. Where
//! the engine works, Python is let go (`Python::detach`), so that other threads run.

mod arrow;
mod budget;
mod command;
mod dictionary;
mod document;
mod error;
mod exit;
mod many;
mod number;
mod options;
mod page;
mod snapshot;
mod tokens;
mod value;

use pyo3::prelude::*;

/// The engine of d2snap; import from `d2snap`.
#[pymodule(gil_used = false)]
mod _d2snap {
    #[pymodule_export]
    use crate::arrow::{SnapshotBatch, SnapshotStream, adaptive_arrow, snap_arrow};
    #[pymodule_export]
    use crate::command::main;
    #[pymodule_export]
    use crate::document::{Document, adaptive, snap};
    #[pymodule_export]
    use crate::error::{BudgetUnreachable, Error, LimitExceeded, NoMatch, NoTarget};
    #[pymodule_export]
    use crate::exit::_end;
    #[pymodule_export]
    use crate::many::{Snapshots, adaptive_many, snap_many};
    #[pymodule_export]
    use crate::snapshot::Snapshot;
    #[pymodule_export]
    use crate::tokens::count_tokens;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
