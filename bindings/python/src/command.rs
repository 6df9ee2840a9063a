//! The command line, for `python -m d2snap` and the script `d2snap`.

use pyo3::prelude::*;

/// Carries out the command line `d2snap` with these arguments; gives the exit status.
///
/// Args:
///     arguments: What stands behind the command's name.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| d2snap_cli::run(std::iter::once("d2snap".into()).chain(arguments)))
}
