//! What is done to a batch of pages.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, LargeStringArray, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use d2snap::{Options, Params, Workers};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

use super::column;
use crate::budget::TokenBudget;
use crate::error::Failure;
use crate::many::BatchArguments;
use crate::snapshot::Snapshot;

/// Which snapshot each page has.
pub(super) enum Job {
    /// That at these parameters.
    Snap(Params),
    /// The best within this budget.
    Adaptive(TokenBudget),
}

/// A job with all that is said about it.
pub(super) struct Work {
    page: Arc<PageWork>,
    column: Option<String>,
    workers: Workers,
    returns_errors: bool,
}

struct PageWork {
    job: Job,
    options: Options,
}

/// A row of what comes out.
struct Row {
    snapshot: String,
    tokens: usize,
    targets: usize,
}

impl PageWork {
    fn row(&self, pages: &column::Pages, row: usize) -> Result<Option<Row>, Failure> {
        let Some(page) = pages.page(row) else { return Ok(None) };
        let document = Arc::new(page.parse(&self.options)?);
        let snapshot = match &self.job {
            Job::Snap(params) => Snapshot::at(&document, *params)?,
            Job::Adaptive(budget) => Snapshot::within(&document, budget)?,
        };
        let tokens = snapshot.search().map_or(0, |search| search.tokens);
        Ok(Some(Row { snapshot: snapshot.text().to_owned(), tokens, targets: snapshot.printed() }))
    }
}

impl Work {
    pub(super) fn new(job: Job, options: Options, column: Option<String>, arguments: &BatchArguments<'_, '_>) -> PyResult<Self> {
        let (workers, returns_errors) = (arguments.workers()?, arguments.returns_errors()?);
        Ok(Work { page: Arc::new(PageWork { job, options }), column, workers, returns_errors })
    }

    /// The columns that come out of a batch of this type.
    pub(super) fn schema(&self, field: &Field) -> PyResult<Schema> {
        let (mut fields, pages) = column::others(field, self.column.as_deref())?;
        let text = if column::is_large(&pages) { DataType::LargeUtf8 } else { DataType::Utf8 };
        let mut add = |name: &str, data_type: DataType| -> PyResult<()> {
            if fields.iter().any(|field| field.name() == name) {
                return Err(PyValueError::new_err(format!(
                    "the column `{name}` would be there twice: give that of the batch another name"
                )));
            }
            fields.push(FieldRef::new(Field::new(name, data_type, true)));
            Ok(())
        };
        add("snapshot", text)?;
        if matches!(self.page.job, Job::Adaptive(_)) {
            add("tokens", DataType::Int32)?;
        }
        add("targets", DataType::Int32)?;
        add("error", DataType::Utf8)?;
        // A record batch is a struct, whose metadata is that of the schema.
        Ok(Schema::new_with_metadata(fields, field.metadata().clone()))
    }

    /// The snapshots of a batch.
    pub(super) fn batch(&self, field: &Field, array: &ArrayRef) -> Result<RecordBatch, Failure> {
        let schema = self.schema(field)?;
        let (pages, mut columns) = column::split(field, array, self.column.as_deref())?;
        let count = array.len();
        let mut rows: Vec<Option<Row>> = Vec::with_capacity(count);
        let mut errors: Vec<Option<String>> = Vec::with_capacity(count);
        let work = Arc::clone(&self.page);
        for result in self.workers.map(0..count, move |row| work.row(&pages, row)) {
            Python::attach(|py| py.check_signals())?;
            let (row, error) = match result {
                Ok(row) => (row, None),
                Err(failure) if self.returns_errors => (None, Some(message(failure)?)),
                Err(failure) => return Err(failure),
            };
            rows.push(row);
            errors.push(error);
        }
        let texts = rows.iter().map(|row| row.as_ref().map(|row| row.snapshot.as_str()));
        let large = schema.field_with_name("snapshot").is_ok_and(|field| *field.data_type() == DataType::LargeUtf8);
        columns.push(if large { Arc::new(texts.collect::<LargeStringArray>()) } else { strings(texts)? });
        let number = |of: fn(&Row) -> usize| -> ArrayRef {
            Arc::new(rows.iter().map(|row| row.as_ref().map(|row| i32::try_from(of(row)).unwrap_or(i32::MAX))).collect::<Int32Array>())
        };
        if matches!(self.page.job, Job::Adaptive(_)) {
            columns.push(number(|row| row.tokens));
        }
        columns.push(number(|row| row.targets));
        columns.push(strings(errors.iter().map(Option::as_deref))?);
        let options = RecordBatchOptions::new().with_row_count(Some(count));
        RecordBatch::try_new_with_options(Arc::new(schema), columns, &options)
            .map_err(|error| Failure::Raised(PyValueError::new_err(error.to_string())))
    }
}

/// What a failure says; an interrupt is none of a page.
fn message(failure: Failure) -> Result<String, Failure> {
    match failure {
        Failure::Engine(error) => Ok(error.to_string()),
        Failure::Raised(exception) => {
            Python::attach(|py| if exception.is_instance_of::<PyException>(py) { Ok(exception.to_string()) } else { Err(exception.into()) })
        }
    }
}

/// An array of strings with offsets of 32 bits.
fn strings<'t>(texts: impl Iterator<Item = Option<&'t str>> + Clone) -> PyResult<ArrayRef> {
    let bytes: usize = texts.clone().map(|text| text.map_or(0, str::len)).sum();
    if i32::try_from(bytes).is_err() {
        return Err(PyValueError::new_err("the snapshots of the batch have more than 2 GiB: give smaller batches, or large_string pages"));
    }
    Ok(Arc::new(texts.collect::<StringArray>()))
}
