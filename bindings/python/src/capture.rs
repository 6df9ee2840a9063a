//! Pages that the capture script read in a browser.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

/// The script that reads a live page: an expression, a function that gives a capturer.
pub(crate) const SCRIPT: &str = include_str!("../../capture/capture.js");

/// The numbers of a session of captures: an element keeps its number from one capture to the next, new ones get new numbers, and
/// none is given twice. `d2snap.playwright.Session` has its own.
#[pyclass(frozen, module = "d2snap")]
#[derive(Default)]
pub(crate) struct Numbers {
    numbers: Mutex<d2snap::Numbers>,
}

impl Numbers {
    /// Work on the numbers while no other thread does.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut d2snap::Numbers) -> T) -> T {
        work(&mut self.numbers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Numbers {
    #[new]
    fn new() -> Self {
        Numbers::default()
    }

    /// The greatest number that was given; 0 at first.
    #[getter]
    fn last(&self) -> u32 {
        self.with(|numbers| numbers.last())
    }

    fn __repr__(&self) -> String {
        format!("<d2snap.Numbers: {} given>", self.last())
    }
}
