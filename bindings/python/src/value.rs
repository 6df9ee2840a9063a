//! The plain values of the package, `d2snap._values`: named tuples.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

/// Functions that make a value of the class of a name.
macro_rules! classes {
    ($($function:ident $class:literal;)*) => {$(
        fn $function<'py>(py: Python<'py>, fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>) -> PyResult<Bound<'py, PyAny>> {
            static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            CLASS.import(py, "d2snap._values", $class)?.call1(fields.into_pyobject(py)?)
        }
    )*};
}

classes! {
    make_params "Params";
    make_meta "Meta";
    make_off_screen "OffScreen";
    make_stats "Stats";
    make_adaptive "Adaptive";
    make_run "ElidedRun";
    make_change "Change";
    make_line "Line";
    make_diff "Diff";
}

pub(crate) fn params<'py>(py: Python<'py>, params: d2snap::Params) -> PyResult<Bound<'py, PyAny>> {
    make_params(py, (params.k(), params.l(), params.m()))
}

pub(crate) fn meta<'py>(py: Python<'py>, meta: &d2snap::Meta) -> PyResult<Bound<'py, PyAny>> {
    make_meta(py, (&meta.title, &meta.lang, meta.base_url.as_deref()))
}

pub(crate) fn target<'py>(py: Python<'py>, target: &d2snap::Target) -> PyResult<Bound<'py, PyAny>> {
    let reasons = PyTuple::new(py, target.reasons.iter().map(|reason| reason.as_str()))?;
    let state = PyDict::new(py);
    for (name, value) in &target.state {
        state.set_item(name, value)?;
    }
    let off_screen = target.off_screen.map(|off_screen| make_off_screen(py, (side(off_screen.side), off_screen.pixels))).transpose()?;
    let live = (target.reference.as_ref().map(ToString::to_string), off_screen, target.covered, target.inert);
    // More members than a tuple of Rust has.
    let facts = (
        target.uid,
        &target.tag,
        target.role.as_deref(),
        target.name.as_deref(),
        reasons,
        state,
        target.value.as_deref(),
        target.href.as_deref(),
        &target.selector,
        target.xpath.as_deref(),
        target.context.as_deref(),
    );
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let fields = facts.into_pyobject(py)?.add(live.into_pyobject(py)?)?.cast_into::<PyTuple>()?;
    CLASS.import(py, "d2snap._values", "Target")?.call1(fields)
}

fn side(side: d2snap::Side) -> &'static str {
    match side {
        d2snap::Side::Above => "above",
        d2snap::Side::Left => "left",
        d2snap::Side::Right => "right",
        _ => "below",
    }
}

pub(crate) fn targets<'py>(py: Python<'py>, targets: &[d2snap::Target]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    targets.iter().map(|one| target(py, one)).collect()
}

pub(crate) fn stats<'py>(py: Python<'py>, stats: &d2snap::Stats) -> PyResult<Bound<'py, PyAny>> {
    let withheld = PyDict::new(py);
    for (reason, count) in stats.withheld.iter() {
        withheld.set_item(reason, count)?;
    }
    make_stats(
        py,
        (
            stats.sentences,
            stats.sentences_kept,
            stats.attributes,
            stats.attributes_kept,
            stats.containers,
            stats.containers_kept,
            stats.depth_cut,
            withheld,
        ),
    )
}

pub(crate) fn adaptive<'py>(py: Python<'py>, adaptive: &d2snap::Adaptive) -> PyResult<Bound<'py, PyAny>> {
    let elided = &adaptive.elided;
    let runs: Vec<_> = elided.runs.iter().map(|run| make_run(py, (run.first, run.last, run.count, &run.what))).collect::<PyResult<_>>()?;
    make_adaptive(
        py,
        (
            adaptive.budget,
            adaptive.tokens,
            adaptive.evaluations,
            adaptive.utility,
            adaptive.filled,
            elided.targets,
            elided.lines,
            PyTuple::new(py, runs)?,
        ),
    )
}

pub(crate) fn diff<'py>(py: Python<'py>, diff: &d2snap::Diff) -> PyResult<Bound<'py, PyAny>> {
    let change = |change: &d2snap::Change| make_change(py, (change.uid, change.fact, change.before.as_deref(), change.after.as_deref()));
    let line = |line: &d2snap::Line| match line {
        d2snap::Line::Removed(text) => make_line(py, ("-", text)),
        d2snap::Line::Added(text) => make_line(py, ("+", text)),
        _ => make_line(py, ("", "")),
    };
    make_diff(
        py,
        (
            targets(py, &diff.added)?,
            targets(py, &diff.removed)?,
            diff.changed.iter().map(change).collect::<PyResult<Vec<_>>>()?,
            diff.lines.iter().map(line).collect::<PyResult<Vec<_>>>()?,
            diff.to_string(),
        ),
    )
}
