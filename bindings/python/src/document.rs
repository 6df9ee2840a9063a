//! `Document`, and the functions that parse and reduce in one.

use std::sync::Arc;

use d2snap::{Expand, Options, Params};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyInt, PyString};

use crate::budget::{BudgetArguments, TokenBudget};
use crate::error::{Failure, exception, parameter};
use crate::number::count;
use crate::options::options;
use crate::page::Page;
use crate::snapshot::Snapshot;
use crate::value;

/// A page, parsed and analysed once. Any number of snapshots can be taken of it, from any number of threads.
///
/// Args:
///     html: The page. Bytes are decoded by byte order mark, then `encoding`, then `meta charset`, then as UTF-8 with
///         replacement characters; lone surrogates of a `str` are U+FFFD. Any text gives a document.
///     profile: The preset that the other options start from: "agent", the best snapshot to act on, or "paper", the published
///         algorithm (arXiv 2508.04412).
///     uids: Whether targets carry their number, as in `<button uid=7>`.
///     uid_attribute: The name of the attribute that carries it: letters, digits, `-` and `_`; None is "uid", in the paper's
///         profile "data-uid".
///     selector: Only the elements that match are written, each with all it holds: a list of CSS selectors, or a path of them
///         joined by ` >>> `, where each step goes on inside the shadow root or the frame of what the one before it matched.
///         Numbers of targets stay those of the whole page.
///     exclude: The elements that match are left out, with all they hold; as for `selector`, but matching nothing is no error.
///     base_url: The page's address: hrefs of targets are resolved against it (and the page's `base` element).
///     encoding: The encoding that the transport named, for bytes. A byte order mark wins over it.
///     hidden: What happens to content that a user cannot see: "drop", "keep"; None is "drop", in the paper's profile "keep".
///     hrefs: How an href is written: "keep" as it stands, "path" without what the page's address tells, "drop" not at all;
///         None is "keep". Targets have it whole.
///     markdown: Whether text formatting becomes Markdown; off, it stays HTML.
///     header: Whether a first line `<!-- title | url | lang | n of N targets -->` is written.
///     format: The layout: "lines", or "pretty" with two spaces a level, for people; None is "lines".
///     affordances: Whether an interactive element shows at every m what it is: type, role, state, value, name; None is on, in
///         the paper's profile off.
///     merge_schedule: How `k` chooses among containers: "ranked" dissolves those of least worth, "modulo" merges by depth;
///         None is "ranked", in the paper's profile "modulo".
///     attribute_inheritance: Which attributes a container that "modulo" merged has: "union", its own and the other's, or "own";
///         None is "union".
///     segment_scope: What one ranking of sentences spans: "block", a run of inline content, or "node", one text node; None is
///         "block", in the paper's profile "node".
///     split_clauses: Whether `:` and `;` before a space end a sentence too; None is off, in the paper's profile on.
///     max_attribute_chars: Characters of an attribute's value, the rest becomes `…`; None is 256, in the paper's profile all.
///     ground_truth: Which class an element is in, and what containers and attributes are worth: a dict or JSON text that is
///         merged over the profile's table. Its members, all optional: `removed`, `unwritten`, `labelled` (lists of tags);
///         `interactive` with `tags`, `roles`, `roles_with_action`, `behaviours`; `content` with `block` and `inline`;
///         `containers` and `attributes` (name to rating from 0 to 1); `custom_element`, `other_element`, `other_attribute`.
///     ground_truth_replace: Whether `ground_truth` is the whole table instead: what it leaves out is in no class and rated 0.
///     text_rank: TextRank's constants, see `TextRank`.
///     limits: What a page may cost, see `Limits`.
///
/// Raises:
///     ValueError: For an argument that is wrong whatever the page is.
///     LimitExceeded: Beyond `limits`.
///     NoMatch: Where `selector` matches nothing.
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

    /// The snapshot at these parameters. Cost: one pass over the document, no parsing.
    ///
    /// Args:
    ///     k: Element reduction: the share of containers that are dissolved, 0 to 1, or infinity, which dissolves every one.
    ///     l: Text reduction: the share of sentences that is dropped, 0 to 1.
    ///     m: Attribute reduction, 0 to 1: attributes rated below it are dropped.
    ///
    /// Raises:
    ///     ValueError: For a parameter outside its domain.
    #[pyo3(signature = (k = 0.3, l = 0.3, m = 0.3))]
    fn snap(&self, py: Python<'_>, k: f64, l: f64, m: f64) -> PyResult<Snapshot> {
        let params = Params::new(k, l, m).map_err(exception)?;
        Ok(py.detach(|| Snapshot::at(&self.document, params))?)
    }

    /// The best snapshot within a token budget: exactly counted, never above it.
    ///
    /// Whether targets carry their numbers says the document's option `uids`. A page that fits as it stands is not reduced. Else the (k, l, m) of highest utility that fits is found; where even full
    /// reduction exceeds the budget, what matters least is left out and markers say so (`… 37 more links (uid 120–156)`).
    ///
    /// Args:
    ///     max_tokens: The most tokens that the snapshot may have.
    ///     task: What the agent is to do: sentences that have to do with it rank higher, and what matches it is given up last.
    ///     tokenizer: How tokens are counted: `o200k_base`, `cl100k_base`, `chars4`, or a function that takes text
    ///         and gives its number of tokens. What the function raises is raised unchanged.
    ///     margin: The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts.
    ///     on_overflow: What happens where even full reduction exceeds the budget: "elide" leaves out what matters
    ///         least, with markers in its place, "error" raises `BudgetUnreachable`.
    ///     weights: How much hierarchy, text and attributes count, brought to a sum of 1.
    ///
    /// Raises:
    ///     ValueError: For an argument that is wrong whatever the page is.
    ///     BudgetUnreachable: Where not even the first heading or target fits, or, with "error", where full reduction does not.
    #[pyo3(signature = (max_tokens = None, *, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None),
 text_signature = "($self, max_tokens=8192, *, task=None, tokenizer='o200k_base', margin=0.0, on_overflow='elide', weights=(0.5, 0.3, 0.2))")]
    #[allow(clippy::too_many_arguments)]
    fn adaptive(
        &self,
        py: Python<'_>,
        max_tokens: Option<&Bound<'_, PyAny>>,
        task: Option<&Bound<'_, PyAny>>,
        tokenizer: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
        on_overflow: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Snapshot> {
        let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
        Ok(py.detach(|| Snapshot::within(&self.document, &budget))?)
    }

    /// A part of the page under a budget of its own, with the same numbers: what an elided snapshot left out and told of in a
    /// marker.
    ///
    /// The part is every line from the first that holds one of these targets to the last that does. It is reduced as `adaptive`
    /// reduces a page, so a part that fits is whole. Numbers that follow each other are a range, with all that stands between.
    ///
    /// Args:
    ///     uids: A number, numbers (`range(120, 157)`), or text as markers have it (`"7,120-156"`, `"(uid 120–156)"`).
    ///     max_tokens: The most tokens that the snapshot may have.
    ///     task: What the agent is to do: sentences that have to do with it rank higher, and what matches it is given up last.
    ///     tokenizer: How tokens are counted: `o200k_base`, `cl100k_base`, `chars4`, or a function that takes text
    ///         and gives its number of tokens. What the function raises is raised unchanged.
    ///     margin: The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts.
    ///     on_overflow: What happens where even full reduction exceeds the budget: "elide" leaves out what matters
    ///         least, with markers in its place, "error" raises `BudgetUnreachable`.
    ///     weights: How much hierarchy, text and attributes count, brought to a sum of 1.
    ///
    /// Raises:
    ///     ValueError: For an argument that is wrong whatever the page is.
    ///     NoTarget: For numbers that no target in scope has.
    ///     BudgetUnreachable: As for `adaptive`.
    #[pyo3(signature = (uids, max_tokens = None, *, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None),
 text_signature = "($self, uids, max_tokens=8192, *, task=None, tokenizer='o200k_base', margin=0.0, on_overflow='elide', weights=(0.5, 0.3, 0.2))")]
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &self,
        py: Python<'_>,
        uids: &Bound<'_, PyAny>,
        max_tokens: Option<&Bound<'_, PyAny>>,
        task: Option<&Bound<'_, PyAny>>,
        tokenizer: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
        on_overflow: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Snapshot> {
        let what = expand(uids)?;
        let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
        Ok(py.detach(|| Snapshot::part(&self.document, &what, &budget))?)
    }

    /// All targets of the page, before `selector` and `exclude`, in document order. Computed at each call; the first reads the
    /// page once more, for selectors.
    #[getter]
    fn targets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        value::targets(py, &py.detach(|| self.document.targets()))
    }

    /// What the page says of itself.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::meta(py, self.document.meta())
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
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
    if uids.is_instance_of::<PyInt>() && !uids.is_instance_of::<PyBool>() {
        let uid = count("uids", uids)?;
        let uid = u32::try_from(uid).ok().filter(|uid| *uid > 0).ok_or_else(wrong)?;
        return Ok(Expand::uids(uid..=uid));
    }
    let is_text = uids.is_instance_of::<PyBytes>() || uids.is_instance_of::<PyByteArray>() || uids.is_instance_of::<PyBool>();
    if is_text || uids.getattr_opt("__iter__")?.is_none() {
        return Err(PyTypeError::new_err("uids: a number, numbers, or text as in `7,120-156`"));
    }
    let mut numbers = Vec::new();
    for number in uids.try_iter()? {
        let number = count("uids", &number?)?;
        numbers.push(u32::try_from(number).ok().filter(|uid| *uid > 0).ok_or_else(wrong)?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    // Numbers that follow each other are a range, with all that stands between them.
    let mut ranges = numbers.chunk_by(|before, next| before + 1 == *next).filter_map(|run| Some(*run.first()?..=*run.last()?));
    let first = ranges.next().map(Expand::uids).ok_or_else(wrong)?;
    Ok(ranges.fold(first, Expand::and))
}

/// The snapshot of a page at (k, l, m): `Document(html, **options).snap(k=k, l=l, m=m)`.
///
/// Args:
///     html: The page, as `Document` takes it.
///     k: Element reduction, as in `Document.snap`.
///     l: Text reduction.
///     m: Attribute reduction.
///     **options: Those of `Document`.
#[pyfunction]
#[pyo3(signature = (html, k = 0.3, l = 0.3, m = 0.3, **options))]
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

/// The best snapshot of a page within a token budget: `Document(html, **options).adaptive(...)`. Targets carry their numbers
/// unless `uids=False` says otherwise.
///
/// Args:
///     html: The page, as `Document` takes it.
///     max_tokens: The most tokens that the snapshot may have.
///     task: What the agent is to do: sentences that have to do with it rank higher, and what matches it is given up last.
///     tokenizer: How tokens are counted: `o200k_base`, `cl100k_base`, `chars4`, or a function that takes text
///         and gives its number of tokens. What the function raises is raised unchanged.
///     margin: The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts.
///     on_overflow: What happens where even full reduction exceeds the budget: "elide" leaves out what matters
///         least, with markers in its place, "error" raises `BudgetUnreachable`.
///     weights: How much hierarchy, text and attributes count, brought to a sum of 1.
///     **options: Those of `Document`.
#[pyfunction]
#[pyo3(signature = (html, max_tokens = None, *, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None, **options),
 text_signature = "(html, max_tokens=8192, *, task=None, tokenizer='o200k_base', margin=0.0, on_overflow='elide', weights=(0.5, 0.3, 0.2), **options)")]
#[allow(clippy::too_many_arguments)]
pub(crate) fn adaptive(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    max_tokens: Option<&Bound<'_, PyAny>>,
    task: Option<&Bound<'_, PyAny>>,
    tokenizer: Option<&Bound<'_, PyAny>>,
    margin: Option<&Bound<'_, PyAny>>,
    on_overflow: Option<&Bound<'_, PyAny>>,
    weights: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Snapshot> {
    let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
    let (options, page) = (self::options(options, true)?, Page::of(html)?);
    Ok(py.detach(|| -> Result<Snapshot, Failure> { Snapshot::within(&Arc::new(page.parse(&options)?), &budget) })?)
}
