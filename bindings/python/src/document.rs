//! `Document`, and the functions that parse and reduce in one.

use std::sync::Arc;

use d2snap::{Expand, Options, Params};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::budget::{BudgetArguments, TokenBudget};
use crate::error::{Failure, exception, parameter};
use crate::options::options;
use crate::page::Page;
use crate::snapshot::Snapshot;
use crate::value;

/// A page, parsed and analysed once.
#[pyclass(frozen, module = "d2snap")]
pub(crate) struct Document {
    document: Arc<d2snap::Document>,
}

impl Document {
    pub(crate) fn of(document: Arc<d2snap::Document>) -> Self {
        Document { document }
    }

    fn parse(py: Python<'_>, html: &Bound<'_, PyAny>, options: &Options) -> PyResult<Document> {
        let page = Page::of(html)?;
        Ok(Document::of(Arc::new(py.detach(|| page.parse(options))?)))
    }
}

#[pymethods]
impl Document {
    #[new]
    #[pyo3(signature = (html, **options))]
    fn new(py: Python<'_>, html: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Document::parse(py, html, &self::options(options, false)?)
    }

    /// The snapshot at these parameters.
    #[pyo3(signature = (*, k = 0.3, l = 0.3, m = 0.3))]
    fn snap(&self, py: Python<'_>, k: f64, l: f64, m: f64) -> PyResult<Snapshot> {
        let params = Params::new(k, l, m).map_err(exception)?;
        Ok(py.detach(|| Snapshot::at(&self.document, params))?)
    }

    /// The best snapshot within a token budget.
    #[pyo3(signature = (*, max_tokens = None, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None))]
    #[allow(clippy::too_many_arguments)]
    fn adaptive(
        &self,
        py: Python<'_>,
        max_tokens: Option<&Bound<'_, PyAny>>,
        task: Option<&str>,
        tokenizer: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
        on_overflow: Option<&Bound<'_, PyAny>>,
        weights: Option<(f64, f64, f64)>,
    ) -> PyResult<Snapshot> {
        let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
        Ok(py.detach(|| Snapshot::within(&self.document, &budget))?)
    }

    /// A part of the page.
    #[pyo3(signature = (uids, *, max_tokens = None, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None))]
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &self,
        py: Python<'_>,
        uids: &Bound<'_, PyAny>,
        max_tokens: Option<&Bound<'_, PyAny>>,
        task: Option<&str>,
        tokenizer: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
        on_overflow: Option<&Bound<'_, PyAny>>,
        weights: Option<(f64, f64, f64)>,
    ) -> PyResult<Snapshot> {
        let what = expand(uids)?;
        let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
        Ok(py.detach(|| Snapshot::part(&self.document, &what, &budget))?)
    }

    /// All targets of the page.
    #[getter]
    fn targets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        value::targets(py, &py.detach(|| self.document.targets()))
    }

    /// What the page says of itself.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::meta(py, self.document.meta())
    }

    fn __repr__(&self) -> String {
        format!("<d2snap.Document {:?}: {} targets>", self.document.meta().title, self.document.target_count())
    }
}

/// Numbers of targets: as in `7,120-156`, one, or any number of them.
fn expand(uids: &Bound<'_, PyAny>) -> PyResult<Expand> {
    if let Ok(text) = uids.cast::<PyString>() {
        return text.to_string_lossy().parse().map_err(exception);
    }
    let wrong = || parameter("uids", uids, "numbers and ranges as in `7,120-156`");
    let one = |number: &Bound<'_, PyAny>| number.extract::<i64>().and_then(|uid| u32::try_from(uid).map_err(|_| wrong()));
    if let Ok(uid) = one(uids) {
        return Ok(Expand::uids(uid..=uid));
    }
    let numbers = uids.try_iter().map_err(|_| PyTypeError::new_err("uids: a number, numbers, or text as in `7,120-156`"))?;
    let mut numbers = numbers.map(|number| one(&number?)).collect::<PyResult<Vec<u32>>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    // Numbers that follow each other are a range, with all that stands between them.
    let mut ranges = numbers.chunk_by(|before, next| before + 1 == *next).filter_map(|run| Some(*run.first()?..=*run.last()?));
    let first = ranges.next().map(Expand::uids).ok_or_else(wrong)?;
    Ok(ranges.fold(first, Expand::and))
}

/// The snapshot of a page at (k, l, m).
#[pyfunction]
#[pyo3(signature = (html, *, k = 0.3, l = 0.3, m = 0.3, **options))]
pub(crate) fn snap(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    k: f64,
    l: f64,
    m: f64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Snapshot> {
    let params = Params::new(k, l, m).map_err(exception)?;
    let (options, page) = (self::options(options, false)?, Page::of(html)?);
    Ok(py.detach(|| -> Result<Snapshot, Failure> { Snapshot::at(&Arc::new(page.parse(&options)?), params) })?)
}

/// The best snapshot of a page within a token budget.
#[pyfunction]
#[pyo3(signature = (html, *, max_tokens = None, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None, **options))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn adaptive(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    max_tokens: Option<&Bound<'_, PyAny>>,
    task: Option<&str>,
    tokenizer: Option<&Bound<'_, PyAny>>,
    margin: Option<&Bound<'_, PyAny>>,
    on_overflow: Option<&Bound<'_, PyAny>>,
    weights: Option<(f64, f64, f64)>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Snapshot> {
    let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
    let (options, page) = (self::options(options, true)?, Page::of(html)?);
    Ok(py.detach(|| -> Result<Snapshot, Failure> { Snapshot::within(&Arc::new(page.parse(&options)?), &budget) })?)
}
