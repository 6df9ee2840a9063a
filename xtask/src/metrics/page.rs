//! What one page comes to at each budget.

use std::panic::{AssertUnwindSafe, catch_unwind};

use d2snap::{Budget, Document, Error, Options, Params, TokenCounter};

use super::{prefix, text};

/// The budgets, in tokens.
pub(crate) const BUDGETS: [usize; 4] = [32_768, 8_192, 4_096, 2_048];

/// A page at one budget.
#[derive(Debug, Clone)]
pub(crate) struct Measure {
    pub(crate) tokens: usize,
    /// `tokens` is what the output counts.
    pub(crate) exact: bool,
    pub(crate) evaluations: usize,
    pub(crate) utility: f64,
    pub(crate) params: (f64, f64, f64),
    pub(crate) targets: usize,
    /// Targets in the longest prefix of the linearised page; none where all are printed anyway.
    pub(crate) in_prefix: Option<usize>,
    /// Headings without a line, whole and but for their targets; none where they cost more than a
    /// quarter of the budget.
    pub(crate) missing: Option<(usize, usize)>,
}

/// A page.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    /// Tokens of the unreduced snapshot.
    pub(crate) unreduced: usize,
    pub(crate) targets: usize,
    pub(crate) headings: usize,
    /// At each of [`BUDGETS`].
    pub(crate) measures: Vec<Result<Measure, String>>,
}

/// Options of all measurements: the agent profile with numbers.
pub(crate) fn options() -> Options {
    Options::default().with_uids(true)
}

/// Measures a page; an error or a panic is one at every budget.
pub(crate) fn measure(name: &str, html: &str, counter: &TokenCounter) -> Outcome {
    let failed = |error: String| Outcome {
        name: name.to_owned(),
        unreduced: 0,
        targets: 0,
        headings: 0,
        measures: BUDGETS.map(|_| Err(error.clone())).to_vec(),
    };
    match catch_unwind(AssertUnwindSafe(|| examine(name, html, counter))) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => failed(error.to_string()),
        Err(_) => failed("panic".to_owned()),
    }
}

fn examine(name: &str, html: &str, counter: &TokenCounter) -> Result<Outcome, Error> {
    let document = Document::parse(html, &options())?;
    let unreduced = document.snap(Params::new(0.0, 0.0, 0.0)?).tokens(counter);
    let linear = document.snap(Params::new(f64::INFINITY, 0.0, 1.0)?);
    let page = Page {
        document: &document,
        linear: linear.html(),
        headings: text::headings(linear.html()),
        headings_cost: counter.count(&text::heading_lines(linear.html()).join("\n")),
    };
    let at_budget = |budget: usize| {
        let measured = catch_unwind(AssertUnwindSafe(|| page.at(budget, counter)));
        measured.map_or_else(|_| Err("panic".to_owned()), |measure| measure.map_err(|error| error.to_string()))
    };
    Ok(Outcome {
        name: name.to_owned(),
        unreduced,
        targets: document.target_count(),
        headings: page.headings.len(),
        measures: BUDGETS.map(at_budget).to_vec(),
    })
}

struct Page<'d> {
    document: &'d Document,
    linear: &'d str,
    headings: Vec<text::Heading>,
    headings_cost: usize,
}

impl Page<'_> {
    fn at(&self, budget: usize, counter: &TokenCounter) -> Result<Measure, Error> {
        let snapshot = self.document.adaptive(&Budget::new(budget).with_counter(counter.clone()))?;
        let count = snapshot.tokens(counter);
        let params = snapshot.params().unwrap_or_default();
        let (tokens, evaluations, utility) =
            snapshot.adaptive().map_or((0, 0, 0.0), |adaptive| (adaptive.tokens, adaptive.evaluations, adaptive.utility));
        let targets = snapshot.uids().len();
        let cut = targets < self.document.target_count();
        let cheap = self.headings_cost * 4 <= budget;
        Ok(Measure {
            tokens,
            exact: tokens == count,
            evaluations,
            utility,
            params: (params.k(), params.l(), params.m()),
            targets,
            in_prefix: cut.then(|| text::targets(prefix::longest(self.linear, budget, counter))),
            missing: cheap.then(|| text::missing(&self.headings, &text::headings(snapshot.html()))),
        })
    }
}
