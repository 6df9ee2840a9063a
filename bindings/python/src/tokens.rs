//! Token counters: the engine's by name, or a function of the caller's.

use std::sync::{Arc, Mutex, PoisonError};

use d2snap::TokenCounter;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::exception;
use crate::exit::attach;
use crate::number::count;
use crate::page::Page;

/// How tokens are counted.
#[derive(Debug)]
pub(crate) enum Tokenizer {
    /// As the engine does.
    Known(TokenCounter),
    /// By a function of the caller's.
    Own(Arc<Py<PyAny>>),
}

impl Default for Tokenizer {
    fn default() -> Self {
        Tokenizer::Known(TokenCounter::default())
    }
}

impl Tokenizer {
    /// A name, or a function that takes a `str` and gives a number.
    ///
    /// # Errors
    /// `ValueError` for a name that is not known, `TypeError` for anything else.
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<Tokenizer> {
        if let Ok(name) = value.cast::<PyString>() {
            return TokenCounter::by_name(&name.to_string_lossy()).map(Tokenizer::Known).map_err(exception);
        }
        if value.is_callable() {
            return Ok(Tokenizer::Own(Arc::new(value.clone().unbind())));
        }
        Err(PyTypeError::new_err(format!("tokenizer: a name or a function, not {}", value.get_type().qualname()?)))
    }

    /// The counter for one call of the engine, and what the caller's function will have raised in it.
    pub(crate) fn counter(&self) -> (TokenCounter, Raised) {
        let raised = Raised::default();
        let counter = match self {
            Tokenizer::Known(counter) => counter.clone(),
            Tokenizer::Own(function) => {
                let (function, raised) = (Arc::clone(function), raised.clone());
                TokenCounter::custom("custom", move |text| raised.count(&function, text))
            }
        };
        (counter, raised)
    }

    /// The caller's function, where there is one.
    pub(crate) fn function(&self) -> Option<&Arc<Py<PyAny>>> {
        match self {
            Tokenizer::Known(_) => None,
            Tokenizer::Own(function) => Some(function),
        }
    }
}

/// The first exception of a counter. The engine's counters can not fail, so it is kept until the engine
/// is done.
#[derive(Debug, Clone, Default)]
pub(crate) struct Raised {
    exception: Arc<Mutex<Option<PyErr>>>,
}

impl Raised {
    fn count(&self, function: &Py<PyAny>, text: &str) -> usize {
        let has_raised = self.exception.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if has_raised {
            // Where nothing costs anything, the search ends at once.
            return 0;
        }
        // Where the interpreter ends, nobody waits for the count.
        let counted = attach(|py| count("tokenizer", function.bind(py).call1((text,))?.as_any())).unwrap_or(Ok(0));
        counted.unwrap_or_else(|error| {
            self.exception.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            0
        })
    }

    /// # Errors
    /// What the counter raised.
    pub(crate) fn check(&self) -> PyResult<()> {
        match self.exception.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The exact number of tokens of a text.
///
/// Args:
///     text: The text; special tokens count as the text that they are.
///     tokenizer: `o200k_base` (GPT-4o and later), `cl100k_base` (GPT-3.5 and GPT-4) or `chars4` (characters / 4, rounded
///         up). The first count of one of the former two loads its vocabulary, which takes about .15 s.
///
/// Raises:
///     ValueError: For any other name.
#[pyfunction]
#[pyo3(signature = (text, tokenizer = "o200k_base"))]
pub(crate) fn count_tokens(py: Python<'_>, text: &Bound<'_, PyString>, tokenizer: &str) -> PyResult<usize> {
    let counter = TokenCounter::by_name(tokenizer).map_err(exception)?;
    let Page::Text(text) = Page::of(text)? else { return Ok(0) };
    Ok(py.detach(|| counter.count(&text)))
}
