//! `snap_many` and `adaptive_many`: pages from a Python iterator, snapshots as one.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use d2snap::{Params, Workers};
use pyo3::exceptions::{PyException, PyRuntimeError, PyTypeError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyGenericAlias, PyIterator, PyMapping, PyString, PyType};

use crate::budget::{BudgetArguments, TokenBudget};
use crate::error::{Failure, exception};
use crate::number::count;
use crate::options::options;
use crate::page::Page;
use crate::snapshot::Snapshot;

/// The snapshots of many pages, in the order of the pages: an iterator.
///
/// Pages are taken as snapshots are asked for, at most four for each worker ahead.
#[pyclass(frozen, module = "d2snap")]
pub(crate) struct Snapshots {
    /// None at the end.
    results: Mutex<Option<Results>>,
    /// What of Python the batch holds.
    held: Mutex<Held>,
    /// Who is waiting for a result.
    waiting: Mutex<Option<ThreadId>>,
    stopped: Stopped,
    returns_errors: bool,
    done: AtomicUsize,
    total: Option<usize>,
    /// Threads are not in another process that was forked.
    process: u32,
}

type Results = Box<dyn Iterator<Item = Result<Snapshot, Failure>> + Send>;

/// Objects of Python, one reference each, for the garbage collector to know of.
#[derive(Default)]
struct Held {
    iterator: Option<Arc<Py<PyAny>>>,
    tokenizer: Option<Arc<Py<PyAny>>>,
    progress: Option<Py<PyAny>>,
    /// What is to be given next: `progress` raised behind it.
    pending: Option<Py<PyAny>>,
}

thread_local! {
    /// The batches whose pages this thread works on.
    static WORKING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Why no more pages come, where their iterator raised.
#[derive(Debug, Clone, Default)]
struct Stopped {
    exception: Arc<Mutex<Option<PyErr>>>,
}

impl Stopped {
    fn set(&self, exception: PyErr) {
        lock(&self.exception).get_or_insert(exception);
    }

    fn take(&self) -> Option<PyErr> {
        lock(&self.exception).take()
    }

    /// Whether it is an interrupt or an exit, which wait for nothing.
    fn is_urgent(&self, py: Python<'_>) -> bool {
        lock(&self.exception).as_ref().is_some_and(|exception| !exception.is_instance_of::<PyException>(py))
    }

    /// What tells this batch from others.
    fn id(&self) -> usize {
        Arc::as_ptr(&self.exception) as usize
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pages of a Python iterator, taken one by one while Python is held; or why one is none.
struct Pages {
    iterator: Arc<Py<PyAny>>,
    stopped: Stopped,
}

impl Iterator for Pages {
    type Item = PyResult<Page<'static>>;

    fn next(&mut self) -> Option<Self::Item> {
        Python::attach(|py| {
            let page = self.iterator.bind(py).cast::<PyIterator>().ok()?.clone().next()?;
            match page {
                Ok(page) => Some(Page::of(&page).map(Page::into_owned)),
                Err(exception) => {
                    self.stopped.set(exception);
                    None
                }
            }
        })
    }
}

/// What all batches take.
pub(crate) struct BatchArguments<'a, 'py> {
    pub(crate) workers: Option<&'a Bound<'py, PyAny>>,
    pub(crate) on_error: &'a str,
}

impl BatchArguments<'_, '_> {
    /// # Errors
    /// `TypeError` and `ValueError` for what is no number of workers.
    pub(crate) fn workers(&self) -> PyResult<Workers> {
        Ok(Workers::new(self.workers.map_or(Ok(0), |workers| count("workers", workers))?))
    }

    /// Whether an error takes the place of its page instead of ending the batch.
    ///
    /// # Errors
    /// `ValueError` for a name that is neither.
    pub(crate) fn returns_errors(&self) -> PyResult<bool> {
        match self.on_error {
            "raise" => Ok(false),
            "return" => Ok(true),
            other => Err(exception(d2snap::Error::parameter("on_error", other, "raise or return"))),
        }
    }
}

impl Snapshots {
    fn of(
        pages: &Bound<'_, PyAny>,
        arguments: &BatchArguments<'_, '_>,
        progress: Option<Py<PyAny>>,
        tokenizer: Option<Arc<Py<PyAny>>>,
        work: impl Fn(Page<'static>) -> Result<Snapshot, Failure> + Send + Sync + 'static,
    ) -> PyResult<Snapshots> {
        let py = pages.py();
        if pages.is_instance_of::<PyString>() || pages.is_instance_of::<PyBytes>() || pages.is_instance_of::<PyByteArray>() {
            return Err(PyTypeError::new_err("pages: an iterable of pages, not one page"));
        }
        if pages.is_instance_of::<PyMapping>() {
            return Err(PyTypeError::new_err("pages: an iterable of pages, not a mapping, of which it would be the keys"));
        }
        let total = match pages.len() {
            Ok(total) => Some(total),
            Err(error) if error.is_instance_of::<PyException>(py) => None,
            Err(error) => return Err(error),
        };
        let stopped = Stopped::default();
        let iterator = Arc::new(pages.try_iter()?.into_any().unbind());
        let taken = Pages { iterator: Arc::clone(&iterator), stopped: stopped.clone() };
        let id = stopped.id();
        let work = move |page: PyResult<Page<'static>>| {
            WORKING.with_borrow_mut(|working| working.push(id));
            let result = page.map_err(Failure::Raised).and_then(&work);
            WORKING.with_borrow_mut(|working| working.pop());
            result
        };
        Ok(Snapshots {
            results: Mutex::new(Some(Box::new(arguments.workers()?.map(taken, work)))),
            held: Mutex::new(Held { iterator: Some(iterator), tokenizer, progress, pending: None }),
            waiting: Mutex::default(),
            stopped,
            returns_errors: arguments.returns_errors()?,
            done: AtomicUsize::new(0),
            total,
            process: std::process::id(),
        })
    }

    /// The next result; none at the end. Python is let go, and taken again for the next page.
    fn take(&self) -> Option<Result<Snapshot, Failure>> {
        let mut results = lock(&self.results);
        self.wait(Some(std::thread::current().id()));
        let result = results.as_mut().and_then(Iterator::next);
        self.wait(None);
        if result.is_none() {
            *results = None;
        }
        result
    }

    fn wait(&self, thread: Option<ThreadId>) {
        *lock(&self.waiting) = thread;
    }

    fn end(&self, py: Python<'_>) {
        py.detach(|| *lock(&self.results) = None);
    }

    /// # Errors
    /// `RuntimeError` where it would wait for itself, or for threads that are in another process.
    fn check_caller(&self) -> PyResult<()> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err("the batch is of the process that was forked: make one in this process"));
        }
        let waits = *lock(&self.waiting) == Some(std::thread::current().id());
        let works = WORKING.with_borrow(|working| working.contains(&self.stopped.id()));
        if waits || works {
            return Err(PyRuntimeError::new_err("a batch is asked for a snapshot by what it is waiting for: its pages or its counter"));
        }
        Ok(())
    }
}

#[pymethods]
impl Snapshots {
    /// For annotations: `Snapshots[Snapshot]`.
    #[classmethod]
    fn __class_getitem__<'py>(cls: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyGenericAlias>> {
        PyGenericAlias::new(cls.py(), cls.as_any(), item)
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Builtins such as `list` look for interrupts no earlier than at their end.
        py.check_signals()?;
        self.check_caller()?;
        if let Some(pending) = lock(&self.held).pending.take() {
            return Ok(Some(pending.into_bound(py)));
        }
        let result = py.detach(|| self.take());
        if self.stopped.is_urgent(py) {
            self.end(py);
            return self.stopped.take().map_or(Ok(None), Err);
        }
        let given = match result {
            None => return self.stopped.take().map_or(Ok(None), Err),
            Some(Ok(snapshot)) => Bound::new(py, snapshot)?.into_any(),
            Some(Err(failure)) => {
                let error = PyErr::from(failure);
                if !self.returns_errors || !error.is_instance_of::<PyException>(py) {
                    self.end(py);
                    return Err(error);
                }
                error.into_value(py).into_bound(py).into_any()
            }
        };
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let progress = lock(&self.held).progress.as_ref().map(|progress| progress.clone_ref(py));
        if let Some(progress) = progress
            && let Err(error) = progress.call1(py, (done, self.total))
        {
            // Nothing is lost: it comes when it is asked for again.
            lock(&self.held).pending = Some(given.unbind());
            return Err(error);
        }
        Ok(Some(given))
    }

    fn __repr__(&self) -> String {
        let total = self.total.map(|total| format!(" of {total}")).unwrap_or_default();
        format!("<d2snap.Snapshots: {}{total} done>", self.done.load(Ordering::Relaxed))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(held) = self.held.try_lock() else { return Ok(()) };
        let shared = [&held.iterator, &held.tokenizer].into_iter().flatten().map(|object| &**object);
        for object in shared.chain(&held.progress).chain(&held.pending) {
            visit.call(object)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let results = self.results.try_lock().ok().and_then(|mut results| results.take());
        let held = self.held.try_lock().ok().map(|mut held| std::mem::take(&mut *held));
        drop((results, held));
    }
}

/// The snapshots of many pages at (k, l, m), in the order of the pages, on several threads.
///
/// Pages are taken from their iterable as snapshots are asked for, at most four for each worker ahead, so there may be more of
/// them than memory holds. What the iterable raises is raised behind the snapshots of the pages before, an interrupt or an exit at
/// once. A snapshot holds its page for as long as it is kept; `snapshot.html` alone does not.
///
/// Args:
///     pages: The pages, each `str` or `bytes`, as `Document` takes it.
///     k: Element reduction, as in `Document.snap`.
///     l: Text reduction.
///     m: Attribute reduction.
///     workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
///     on_error: What happens where a page fails, or is none: "raise" raises and ends the iterator, "return" gives the exception in
///         the place of the snapshot.
///     progress: Called behind each page with the number of pages done and the number of all, None where that is not known. If it
///         raises, the snapshot comes when the next is asked for.
///     **options: Those of `Document`.
#[pyfunction]
#[pyo3(signature = (pages, k = 0.3, l = 0.3, m = 0.3, *, workers = None, on_error = "raise", progress = None, **options))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn snap_many(
    pages: &Bound<'_, PyAny>,
    k: f64,
    l: f64,
    m: f64,
    workers: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Snapshots> {
    let params = Params::new(k, l, m).map_err(exception)?;
    let options = self::options(options, false)?;
    Snapshots::of(pages, &BatchArguments { workers, on_error }, progress, None, move |page| {
        Snapshot::at(&Arc::new(page.parse(&options)?), params)
    })
}

/// The best snapshots of many pages within a token budget for each, in the order of the pages, on several threads.
///
/// As `snap_many`. Targets carry their numbers unless `uids=False` says otherwise.
///
/// Args:
///     pages: The pages, each `str` or `bytes`, as `Document` takes it.
///     max_tokens: The most tokens of a snapshot, as in `Document.adaptive`.
///     task: What the agent is to do.
///     tokenizer: How tokens are counted; a function is called from several threads, one at a time under the GIL.
///     margin: The share of the budget that stays unused.
///     on_overflow: What happens where even full reduction exceeds the budget.
///     weights: How much hierarchy, text and attributes count.
///     workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
///     on_error: What happens where a page fails, or is none: "raise" raises and ends the iterator, "return" gives the exception in
///         the place of the snapshot.
///     progress: Called behind each page with the number of pages done and the number of all, None where that is not known. If it
///         raises, the snapshot comes when the next is asked for.
///     **options: Those of `Document`.
#[pyfunction]
#[pyo3(signature = (pages, max_tokens = None, *, task = None, tokenizer = None, margin = None, on_overflow = None, weights = None, workers = None, on_error = "raise", progress = None, **options),
 text_signature = "(pages, max_tokens=8192, *, task=None, tokenizer='o200k_base', margin=0.0, on_overflow='elide', weights=(0.5, 0.3, 0.2), workers=None, on_error='raise', progress=None, **options)")]
#[allow(clippy::too_many_arguments)]
pub(crate) fn adaptive_many(
    pages: &Bound<'_, PyAny>,
    max_tokens: Option<&Bound<'_, PyAny>>,
    task: Option<&Bound<'_, PyAny>>,
    tokenizer: Option<&Bound<'_, PyAny>>,
    margin: Option<&Bound<'_, PyAny>>,
    on_overflow: Option<&Bound<'_, PyAny>>,
    weights: Option<&Bound<'_, PyAny>>,
    workers: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Snapshots> {
    let budget = TokenBudget::of(&BudgetArguments { max_tokens, task, tokenizer, margin, on_overflow, weights })?;
    let options = self::options(options, true)?;
    let tokenizer = budget.tokenizer().function().cloned();
    Snapshots::of(pages, &BatchArguments { workers, on_error }, progress, tokenizer, move |page| {
        Snapshot::within(&Arc::new(page.parse(&options)?), &budget)
    })
}
