//! The end of the interpreter, behind which no thread may call Python.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

/// Who calls Python from a thread of ours.
struct Calls {
    inside: usize,
    /// No more are let in.
    ended: bool,
}

static CALLS: Mutex<Calls> = Mutex::new(Calls { inside: 0, ended: false });
static LEFT: Condvar = Condvar::new();

fn calls() -> MutexGuard<'static, Calls> {
    CALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls Python from any thread; none once the interpreter ends.
pub(crate) fn attach<T>(call: impl FnOnce(Python<'_>) -> T) -> Option<T> {
    struct Inside;
    impl Drop for Inside {
        fn drop(&mut self) {
            calls().inside -= 1;
            LEFT.notify_all();
        }
    }

    {
        let mut calls = calls();
        if calls.ended {
            return None;
        }
        calls.inside += 1;
    }
    let _inside = Inside;
    Python::try_attach(call)
}

/// Called when the interpreter is about to end: waits for those that are inside, and lets no more in.
#[pyfunction]
pub(crate) fn _end(py: Python<'_>) {
    py.detach(|| {
        let mut calls = calls();
        calls.ended = true;
        while calls.inside > 0 {
            calls = LEFT.wait(calls).unwrap_or_else(PoisonError::into_inner);
        }
    });
}
