//! `Snapshot`: a downsampled page.

use std::sync::{Arc, OnceLock};

use d2snap::{Expand, Params};
use pyo3::prelude::*;

use crate::budget::TokenBudget;
use crate::document::Document;
use crate::error::Failure;
use crate::tokens::Tokenizer;
use crate::value;

/// A downsampled page.
#[pyclass(frozen, module = "d2snap")]
pub(crate) struct Snapshot {
    snapshot: d2snap::Snapshot<'static>,
    document: Arc<d2snap::Document>,
    params: Params,
    tokenizer: Tokenizer,
    tokens: OnceLock<usize>,
}

impl Snapshot {
    /// The snapshot at parameters of the caller's.
    pub(crate) fn at(document: &Arc<d2snap::Document>, params: Params) -> Result<Self, Failure> {
        let snapshot = d2snap::Snapshot::owning(document, |document| Ok(document.snap(params)))?;
        Ok(Snapshot { snapshot, document: Arc::clone(document), params, tokenizer: Tokenizer::default(), tokens: OnceLock::new() })
    }

    /// The best snapshot within a budget.
    pub(crate) fn within(document: &Arc<d2snap::Document>, budget: &TokenBudget) -> Result<Self, Failure> {
        let snapshot = budget.spend(|budget| d2snap::Snapshot::owning(document, |document| document.adaptive(budget)))?;
        Ok(Self::chosen(document, snapshot, budget))
    }

    /// A part within a budget.
    pub(crate) fn part(document: &Arc<d2snap::Document>, what: &Expand, budget: &TokenBudget) -> Result<Self, Failure> {
        let snapshot = budget.spend(|budget| d2snap::Snapshot::owning(document, |document| document.expand(what, budget)))?;
        Ok(Self::chosen(document, snapshot, budget))
    }

    fn chosen(document: &Arc<d2snap::Document>, snapshot: d2snap::Snapshot<'static>, budget: &TokenBudget) -> Self {
        let params = snapshot.params().unwrap_or_default();
        let tokens = snapshot.adaptive().map(|adaptive| adaptive.tokens.into()).unwrap_or_default();
        Snapshot { snapshot, document: Arc::clone(document), params, tokenizer: budget.tokenizer().share(), tokens }
    }
}

#[pymethods]
impl Snapshot {
    /// The snapshot's text.
    #[getter]
    fn html(&self) -> &str {
        self.snapshot.html()
    }

    /// The exact number of tokens.
    #[getter]
    fn tokens(&self, py: Python<'_>) -> PyResult<usize> {
        if let Some(tokens) = self.tokens.get() {
            return Ok(*tokens);
        }
        let (counter, raised) = self.tokenizer.counter();
        let tokens = py.detach(|| self.snapshot.tokens(&counter));
        raised.check()?;
        Ok(*self.tokens.get_or_init(|| tokens))
    }

    /// The parameters.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::params(py, self.params)
    }

    /// What was kept.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::stats(py, self.snapshot.stats())
    }

    /// What a search came to.
    #[getter]
    fn adaptive<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.snapshot.adaptive().map(|adaptive| value::adaptive(py, adaptive)).transpose()
    }

    /// The targets printed.
    #[getter]
    fn targets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        value::targets(py, &py.detach(|| self.snapshot.targets()))
    }

    /// Their numbers.
    #[getter]
    fn uids(&self) -> Vec<u32> {
        self.snapshot.uids().to_vec()
    }

    /// The page.
    #[getter]
    fn document(&self) -> Document {
        Document::of(Arc::clone(&self.document))
    }

    /// What changed.
    fn diff<'py>(&self, py: Python<'py>, previous: &Bound<'py, Snapshot>) -> PyResult<Bound<'py, PyAny>> {
        let previous = previous.get();
        value::diff(py, &py.detach(|| self.snapshot.diff(&previous.snapshot)))
    }

    fn __str__(&self) -> &str {
        self.snapshot.html()
    }
}
