//! `Snapshot`: a downsampled page.

use std::sync::{Arc, OnceLock};

use d2snap::{Adaptive, Detached, Expand, Params, Stats, Target, TokenCounter};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::{Deserialize, Serialize};

use crate::budget::TokenBudget;
use crate::dictionary;
use crate::document::Document;
use crate::error::Failure;
use crate::value;

/// A downsampled page: lines of HTML and Markdown, with what was kept and the targets that it prints.
///
/// It can be pickled: the copy has the text, all numbers and all targets, and no document, so it is small however large the
/// page is. Two are equal where all of that is.
#[pyclass(frozen, module = "d2snap")]
pub(crate) struct Snapshot {
    held: Held,
    /// Chosen by the caller or by a search.
    params: Params,
    tokens: OnceLock<usize>,
}

enum Held {
    /// With its document.
    Whole(Box<d2snap::Snapshot<'static>>, Arc<d2snap::Document>),
    /// As plain data: one that was pickled.
    Detached(Box<Detached>),
}

/// What a pickled snapshot is.
#[derive(Serialize, Deserialize)]
struct Pickled {
    snapshot: Detached,
    params: Params,
    /// None where nobody counted yet: o200k_base counts then.
    tokens: Option<usize>,
}

impl Snapshot {
    /// The snapshot at parameters of the caller's.
    pub(crate) fn at(document: &Arc<d2snap::Document>, params: Params) -> Result<Self, Failure> {
        let snapshot = d2snap::Snapshot::owning(document, |document| Ok(document.snap(params)))?;
        let held = Held::Whole(snapshot.into(), Arc::clone(document));
        Ok(Snapshot { held, params, tokens: OnceLock::new() })
    }

    /// The best snapshot within a budget.
    pub(crate) fn within(document: &Arc<d2snap::Document>, budget: &TokenBudget) -> Result<Self, Failure> {
        let snapshot = budget.spend(|budget| d2snap::Snapshot::owning(document, |document| document.adaptive(budget)))?;
        Ok(Self::chosen(document, snapshot))
    }

    /// A part within a budget.
    pub(crate) fn part(document: &Arc<d2snap::Document>, what: &Expand, budget: &TokenBudget) -> Result<Self, Failure> {
        let snapshot = budget.spend(|budget| d2snap::Snapshot::owning(document, |document| document.expand(what, budget)))?;
        Ok(Self::chosen(document, snapshot))
    }

    fn chosen(document: &Arc<d2snap::Document>, snapshot: d2snap::Snapshot<'static>) -> Self {
        let params = snapshot.params().unwrap_or_default();
        let tokens = snapshot.adaptive().map(|adaptive| adaptive.tokens.into()).unwrap_or_default();
        Snapshot { held: Held::Whole(snapshot.into(), Arc::clone(document)), params, tokens }
    }

    pub(crate) fn text(&self) -> &str {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.html(),
            Held::Detached(snapshot) => &snapshot.html,
        }
    }

    pub(crate) fn search(&self) -> Option<&Adaptive> {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.adaptive(),
            Held::Detached(snapshot) => snapshot.adaptive.as_ref(),
        }
    }

    /// How many targets it prints.
    pub(crate) fn printed(&self) -> usize {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.uids().len(),
            Held::Detached(snapshot) => snapshot.targets.len(),
        }
    }

    fn kept(&self) -> &Stats {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.stats(),
            Held::Detached(snapshot) => &snapshot.stats,
        }
    }

    fn found(&self) -> Vec<Target> {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.targets(),
            Held::Detached(snapshot) => snapshot.targets.clone(),
        }
    }

    fn detached(&self) -> Detached {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.detach(),
            Held::Detached(snapshot) => Detached::clone(snapshot),
        }
    }

    fn compare(&self, previous: &Snapshot) -> d2snap::Diff {
        match (&self.held, &previous.held) {
            (Held::Whole(current, _), Held::Whole(previous, _)) => current.diff(previous),
            _ => self.detached().diff(&previous.detached()),
        }
    }
}

#[pymethods]
impl Snapshot {
    /// The snapshot's text: lines of HTML and Markdown, each with its line break. The same as `str(snapshot)`.
    #[getter]
    fn html(&self) -> &str {
        self.text()
    }

    /// The exact number of tokens of `html`: by the budget's tokenizer where there was a budget, else by o200k_base, counted
    /// when first asked for.
    #[getter]
    fn tokens(&self, py: Python<'_>) -> usize {
        // What a search chose was counted by it.
        py.detach(|| *self.tokens.get_or_init(|| TokenCounter::default().count(self.text())))
    }

    /// The (k, l, m) of the snapshot: those that were asked for, or those that a search within a budget chose.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::params(py, self.params)
    }

    /// What was kept and what was not.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::stats(py, self.kept())
    }

    /// What a search within a budget came to; None of a snapshot at (k, l, m) of the caller's.
    #[getter]
    fn adaptive<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.search().map(|adaptive| value::adaptive(py, adaptive)).transpose()
    }

    /// Exactly the targets that are printed, in document order. Computed at each call; the first of a document reads the page
    /// once more, for selectors.
    #[getter]
    fn targets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        value::targets(py, &py.detach(|| self.found()))
    }

    /// The numbers of exactly the targets that are printed, in document order.
    #[getter]
    fn uids(&self) -> Vec<u32> {
        match &self.held {
            Held::Whole(snapshot, _) => snapshot.uids().to_vec(),
            Held::Detached(snapshot) => snapshot.targets.iter().map(|target| target.uid).collect(),
        }
    }

    /// The page that it is of, for further snapshots; None of a snapshot that was pickled.
    #[getter]
    fn document(&self) -> Option<Document> {
        match &self.held {
            Held::Whole(_, document) => Some(Document::of(Arc::clone(document))),
            Held::Detached(_) => None,
        }
    }

    /// What changed since another snapshot: targets and lines.
    ///
    /// Targets correspond by their number, so both must be snapshots of one document (at other parameters, another budget,
    /// another part) or of pages in which an element keeps its number.
    ///
    /// Args:
    ///     previous: The snapshot that was before.
    fn diff<'py>(&self, py: Python<'py>, previous: &Bound<'py, Snapshot>) -> PyResult<Bound<'py, PyAny>> {
        let previous = previous.get();
        value::diff(py, &py.detach(|| self.compare(previous)))
    }

    /// The snapshot as dicts, lists, strings and numbers that `json.dumps` takes: `html`, `tokens`, `params`, `stats`,
    /// `adaptive` and `targets`, each with the members that the attribute has. An infinite `k` is "inf".
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let targets = py.detach(|| self.found());
        dictionary::of(
            py,
            &[
                ("html", self.text().into_pyobject(py)?.into_any()),
                ("tokens", self.tokens(py).into_pyobject(py)?.into_any()),
                ("params", value::params(py, self.params)?),
                ("stats", value::stats(py, self.kept())?),
                ("adaptive", self.adaptive(py)?.into_pyobject(py)?.into_any()),
                ("targets", value::targets(py, &targets)?.into_pyobject(py)?.into_any()),
            ],
        )
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self) -> String {
        let (k, l, m) = (self.params.k(), self.params.l(), self.params.m());
        let tokens = self.tokens.get().map(|tokens| format!("{tokens} tokens, ")).unwrap_or_default();
        format!("<d2snap.Snapshot k={k} l={l} m={m}: {tokens}{} chars, {} targets>", self.text().chars().count(), self.printed())
    }

    /// For notebooks: the text as it is, under a line of its numbers.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let escape = |text: &str| py.import("html")?.call_method1("escape", (text,))?.extract::<String>();
        Ok(format!("<div><code>{}</code><pre>{}</pre></div>", escape(&self.__repr__())?, escape(self.text())?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Snapshot>() else { return false };
        let other = other.get();
        let is_same =
            self.params == other.params && self.text() == other.text() && self.kept() == other.kept() && self.search() == other.search();
        is_same && (std::ptr::eq(self, other) || py.detach(|| self.detached() == other.detached()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pickled = py.detach(|| Pickled { snapshot: self.detached(), params: self.params, tokens: self.tokens.get().copied() });
        let json = serde_json::to_vec(&pickled).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let restore = py.get_type::<Snapshot>().getattr("_restore")?;
        (restore, (PyBytes::new(py, &json),)).into_pyobject(py)
    }

    /// The snapshot that was pickled.
    #[staticmethod]
    fn _restore(data: &[u8]) -> PyResult<Snapshot> {
        let wrong = |error: serde_json::Error| PyValueError::new_err(format!("this is no snapshot that was pickled: {error}"));
        let Pickled { snapshot, params, tokens } = serde_json::from_slice(data).map_err(wrong)?;
        let tokens = tokens.map(OnceLock::from).unwrap_or_default();
        Ok(Snapshot { held: Held::Detached(Box::new(snapshot)), params, tokens })
    }
}
