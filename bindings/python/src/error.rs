//! The engine's errors as exceptions: `ValueError` where an argument is wrong whatever the page is,
//! subclasses of `d2snap.Error` where the page and what is asked of it do not go together.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(
    d2snap,
    Error,
    PyException,
    "What can go wrong with a page; parsing itself never fails on bad HTML.\n\nAn argument that is wrong whatever the page is raises `ValueError` instead."
);
create_exception!(d2snap, LimitExceeded, Error, "The page exceeds a limit: `name` is `bytes`, `elements` or `names`, `limit` the number.");
create_exception!(d2snap, NoMatch, Error, "The option `selector` matches no element of the page: `selector` is it.");
create_exception!(
    d2snap,
    NoTarget,
    Error,
    "Numbers that no target in scope has: `uids` are they, as in `0, 391–400`, `count` is how many targets the page has."
);
create_exception!(
    d2snap,
    BudgetUnreachable,
    Error,
    "No snapshot of the page fits the budget in the way that was asked for: `budget` is it in tokens, less its margin,\n`smallest` the fewest tokens that were reached."
);

/// Why a page gave nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The engine says so.
    Engine(d2snap::Error),
    /// Python code that was called raised.
    Raised(PyErr),
}

impl From<d2snap::Error> for Failure {
    fn from(error: d2snap::Error) -> Self {
        Failure::Engine(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Failure::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Engine(error) => exception(error),
            Failure::Raised(error) => error,
        }
    }
}

/// The exception of an error, with its numbers as attributes.
pub(crate) fn exception(error: d2snap::Error) -> PyErr {
    let message = error.to_string();
    Python::attach(|py| {
        let with = |exception: PyErr, set: &dyn Fn(&Bound<'_, PyAny>) -> PyResult<()>| match set(exception.value(py)) {
            Ok(()) => exception,
            Err(error) => error,
        };
        match &error {
            d2snap::Error::Limit { name, limit, .. } => with(LimitExceeded::new_err(message), &|value| {
                value.setattr("name", name)?;
                value.setattr("limit", limit)
            }),
            d2snap::Error::NoMatch { selector, .. } => with(NoMatch::new_err(message), &|value| value.setattr("selector", selector)),
            d2snap::Error::NoTarget { uids, count, .. } => with(NoTarget::new_err(message), &|value| {
                value.setattr("uids", uids)?;
                value.setattr("count", count)
            }),
            d2snap::Error::BudgetUnreachable { budget, smallest, .. } => with(BudgetUnreachable::new_err(message), &|value| {
                value.setattr("budget", budget)?;
                value.setattr("smallest", smallest)
            }),
            _ => PyValueError::new_err(message),
        }
    })
}

/// A `ValueError` with the engine's message about a parameter outside its domain.
pub(crate) fn parameter(name: &'static str, value: &Bound<'_, PyAny>, domain: &'static str) -> PyErr {
    let value = value.str().map_or_else(|_| String::new(), |text| text.to_string_lossy().into_owned());
    exception(d2snap::Error::parameter(name, value, domain))
}
