//! Numbers of Python, which have no bounds, as the engine's.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::parameter;

/// A count, 0 or more. One that no computer can reach is the largest there is.
///
/// # Errors
/// `TypeError` for what is no integer, `ValueError` for a negative one.
pub(crate) fn count(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match value.extract::<usize>() {
        Ok(count) => Ok(count),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            if value.lt(0)? {
                Err(parameter(name, value, "0 or more"))
            } else {
                Ok(usize::MAX)
            }
        }
        Err(error) => Err(named(name, value, error)),
    }
}

/// A number of a range.
///
/// # Errors
/// `TypeError` for what is no number, `ValueError` for one that `is_within` does not take.
pub(crate) fn within(name: &'static str, value: &Bound<'_, PyAny>, domain: &'static str, is_within: impl Fn(f64) -> bool) -> PyResult<f64> {
    let number = value.extract::<f64>().map_err(|error| named(name, value, error))?;
    if is_within(number) { Ok(number) } else { Err(parameter(name, value, domain)) }
}

/// The same error, saying which argument it is of; what else was raised meanwhile stays as it is.
pub(crate) fn named(name: &str, value: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = value.py();
    let kind = error.get_type(py);
    if kind.is(py.get_type::<PyTypeError>()) || kind.is(py.get_type::<PyValueError>()) {
        let message = format!("{name}: {}", error.value(py));
        return PyErr::from_type(kind, message);
    }
    error
}
