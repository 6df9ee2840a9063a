//! Named tuples as dicts.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyTuple};

/// A dict of these members, with all named tuples in it as dicts and all tuples as lists.
pub(crate) fn of<'py>(py: Python<'py>, members: &[(&str, Bound<'py, PyAny>)]) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    for (name, value) in members {
        dict.set_item(name, plain(value)?)?;
    }
    Ok(dict.into_any())
}

fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    if let Ok(tuple) = value.cast::<PyTuple>() {
        if let Ok(members) = value.call_method0("_asdict") {
            let plain = PyDict::new(py);
            for (name, value) in members.cast::<PyDict>()? {
                plain.set_item(name, self::plain(&value)?)?;
            }
            return Ok(plain.into_any());
        }
        return list(tuple.iter(), py);
    }
    if let Ok(values) = value.cast::<PyList>() {
        return list(values.iter(), py);
    }
    match value.cast::<PyFloat>() {
        // JSON has no infinity.
        Ok(number) if number.value().is_infinite() => Ok("inf".into_pyobject(py)?.into_any()),
        _ => Ok(value.clone()),
    }
}

fn list<'py>(values: impl Iterator<Item = Bound<'py, PyAny>>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyList::new(py, values.map(|value| plain(&value)).collect::<PyResult<Vec<_>>>()?)?.into_any())
}
