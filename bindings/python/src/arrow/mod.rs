//! Batches of pages through the Arrow C interface: no Python object for a page.

mod column;
mod work;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use d2snap::Params;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, ArrayReader, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;

use crate::budget::{BudgetArguments, TokenBudget};
use crate::error::exception;
use crate::many::BatchArguments;
use crate::options::options;
use work::{Job, Work};

/// The snapshots of a batch of pages: an Arrow record batch.
///
/// `pyarrow.record_batch(batch)` takes it, as every library that knows the Arrow PyCapsule interface.
#[pyclass(frozen, module = "d2snap")]
pub(crate) struct SnapshotBatch {
    batch: RecordBatch,
}

impl SnapshotBatch {
    fn field(&self) -> FieldRef {
        struct_field(&self.batch.schema())
    }

    fn array(&self) -> StructArray {
        self.batch.clone().into()
    }
}

/// A record batch is a struct, whose metadata is that of the schema.
fn struct_field(schema: &Schema) -> FieldRef {
    Arc::new(Field::new("", DataType::Struct(schema.fields().clone()), false).with_metadata(schema.metadata().clone()))
}

#[pymethods]
impl SnapshotBatch {
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let schema = self.batch.schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        format!("<d2snap.SnapshotBatch of {} rows: {}>", self.batch.num_rows(), names.join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field().as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        to_array_pycapsules(py, self.field(), &self.array(), requested_schema)
    }
}

/// The snapshots of a stream of pages: a stream of Arrow record batches, each made when it is asked for.
///
/// It can be read once: `pyarrow.RecordBatchReader.from_stream(stream)` or `pyarrow.table(stream)` takes it, as every library
/// that knows the Arrow PyCapsule interface. Such a stream has no exceptions: what is raised while it is read, an interrupt too,
/// comes as the reader's own error, with the text of it.
#[pyclass(frozen, module = "d2snap")]
pub(crate) struct SnapshotStream {
    reader: Mutex<Option<Box<dyn ArrayReader + Send>>>,
}

#[pymethods]
impl SnapshotStream {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        let reader = reader.ok_or_else(|| PyValueError::new_err("the stream of snapshots was read already"))?;
        to_stream_pycapsule(py, reader, requested_schema)
    }
}

/// What `work` makes of an array, a record batch or a stream of them.
fn apply<'py>(py: Python<'py>, pages: &Bound<'py, PyAny>, work: Work) -> PyResult<Bound<'py, PyAny>> {
    if !pages.hasattr("__arrow_c_array__")? && !pages.hasattr("__arrow_c_stream__")? {
        return Err(PyTypeError::new_err(format!("pages: an Arrow array, record batch or stream, not {}", pages.get_type().qualname()?)));
    }
    // The reader of the interface panics at data that was released already, or is none of its type.
    let read = catch_unwind(AssertUnwindSafe(|| pages.extract()));
    match read.unwrap_or_else(|_| Err(PyValueError::new_err("pages: the Arrow data is not valid, or was released already")))? {
        AnyArray::Array(array) => {
            let (array, field) = array.into_inner();
            let batch = py.detach(|| work.batch(&field, &array))?;
            Ok(Bound::new(py, SnapshotBatch { batch })?.into_any())
        }
        AnyArray::Stream(stream) => {
            let reader = stream.into_reader()?;
            let field = reader.field();
            let written = struct_field(&work.schema(&field)?);
            let next = move |array: Result<ArrayRef, ArrowError>| -> Result<ArrayRef, ArrowError> {
                let array = array?;
                // A panic may not go through C, where the stream is read.
                let done = catch_unwind(AssertUnwindSafe(|| work.batch(&field, &array)));
                match done {
                    Ok(Ok(batch)) => Ok(Arc::new(StructArray::from(batch))),
                    // A stream of C has messages alone.
                    Ok(Err(failure)) => Err(ArrowError::ExternalError(PyErr::from(failure).to_string().into())),
                    Err(_) => Err(ArrowError::ExternalError("the Arrow data of the batch is not valid".into())),
                }
            };
            let reader: Box<dyn ArrayReader + Send> = Box::new(ArrayIterator::new(reader.map(next), written));
            Ok(Bound::new(py, SnapshotStream { reader: Mutex::new(Some(reader)) })?.into_any())
        }
    }
}

/// The snapshots of a batch of pages in Arrow's memory, at (k, l, m), on several threads: no Python object is made for a page.
///
/// An array or a record batch (what has `__arrow_c_array__`) gives a `SnapshotBatch`; a table, a reader, a chunked array (what
/// has `__arrow_c_stream__`) a `SnapshotStream`. The columns are those of the batch without the pages, then `snapshot`
/// (a string, as large as that of the pages; null where the page is null or failed), `targets` (int32, how many the snapshot
/// prints) and `error` (a string; null where there is none).
///
/// Args:
///     pages: An array of strings or of bytes, or a record batch with a column of them.
///     k: Element reduction, as in `Document.snap`.
///     l: Text reduction.
///     m: Attribute reduction.
///     column: The column of the pages; None is the only column of strings or bytes.
///     workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
///     on_error: What happens where a page fails: "raise" raises, "return" gives the message in the column `error`.
///     **options: Those of `Document`.
#[pyfunction]
#[pyo3(signature = (pages, k = 0.3, l = 0.3, m = 0.3, *, column = None, workers = None, on_error = "raise", **options))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn snap_arrow<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyAny>,
    k: f64,
    l: f64,
    m: f64,
    column: Option<String>,
    workers: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::Snap(Params::new(k, l, m).map_err(exception)?);
    apply(py, pages, Work::new(job, self::options(options, false)?, column, &BatchArguments { workers, on_error })?)
}

/// The best snapshots of a batch of pages in Arrow's memory within a token budget for each, on several threads.
///
/// As `snap_arrow`, with a further column `tokens` (int32, the exact count of the snapshot) behind `snapshot`. Targets carry
/// their numbers unless `uids=False` says otherwise.
///
/// Args:
///     pages: An array of strings or of bytes, or a record batch with a column of them.
///     max_tokens: The most tokens of a snapshot, as in `Document.adaptive`.
///     task: What the agent is to do.
///     tokenizer: How tokens are counted.
///     margin: The share of the budget that stays unused.
///     on_overflow: What happens where even full reduction exceeds the budget.
///     weights: How much hierarchy, text and attributes count.
///     column: The column of the pages; None is the only column of strings or bytes.
///     workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
///     on_error: What happens where a page fails: "raise" raises, "return" gives the message in the column `error`.
///     **options: Those of `Document`.
#[pyfunction]
#[pyo3(signature = (pages, max_tokens = None, *, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None, column = None, workers = None, on_error = "raise", **options),
 text_signature = "(pages, max_tokens=8192, *, task=None, tokenizer='o200k_base', margin=0.0, on_overflow='elide', weights=(0.5, 0.3, 0.2), column=None, workers=None, on_error='raise', **options)")]
#[allow(clippy::too_many_arguments)]
pub(crate) fn adaptive_arrow<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyAny>,
    max_tokens: Option<&Bound<'_, PyAny>>,
    task: Option<&Bound<'_, PyAny>>,
    tokenizer: Option<&Bound<'_, PyAny>>,
    margin: Option<&Bound<'_, PyAny>>,
    on_overflow: Option<&Bound<'_, PyAny>>,
    weights: Option<&Bound<'_, PyAny>>,
    column: Option<String>,
    workers: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::Adaptive(TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?);
    apply(py, pages, Work::new(job, self::options(options, true)?, column, &BatchArguments { workers, on_error })?)
}
