//! Adaptive D2Snap: the best snapshot for a token budget (SPEC §9).

mod bond;
mod budget;
mod candidate;
mod cost;
mod count;
mod elide;
mod expand;
mod order;
mod part;
mod search;
mod task;
mod value;

pub use budget::{Budget, OnOverflow, Weights};
pub use expand::Expand;

use crate::document::Document;
use crate::error::Error;
use crate::params::Params;
use crate::plan::{Plan, Ranks};
use crate::render;
use crate::snapshot::{Adaptive, Elided, Snapshot};
use count::Memo;
pub(crate) use expand::expand;
use task::Task;
pub(crate) use value::utility;

pub(crate) fn adaptive<'d>(document: &'d Document, budget: &Budget) -> Result<Snapshot<'d>, Error> {
    let room = budget.tokens();
    let task = budget.task.as_deref().and_then(|text| Task::new(text, &document.meta.lang));
    let mut memo = Memo::new(&budget.counter);
    let report = |tokens, utility, memo: &Memo<'_>, elided| Adaptive {
        budget: budget.max_tokens,
        tokens,
        evaluations: memo.evaluations,
        utility,
        elided,
    };
    let whole = Params::new(0.0, 0.0, 0.0)?;
    if memo.within(document, &Plan::new(document, whole), room).is_some() {
        let unreduced = render::snapshot(document, &Plan::new(document, whole));
        let tokens = memo.whole(unreduced.html());
        if tokens <= room {
            let adaptive = report(tokens, 2.0, &memo, Elided::default());
            return Ok(unreduced.with_adaptive(whole, adaptive));
        }
    }
    let ranks = task.as_ref().map(|task| Ranks::new(task::ranks(document, task))).unwrap_or_default();
    if let Some(choice) = search::search(document, room, budget.weights, &ranks, &mut memo) {
        let snapshot = render::snapshot(document, &Plan::new(document, choice.params).with_ranks(&ranks));
        let tokens = memo.whole(snapshot.html());
        if tokens <= room {
            let adaptive = report(tokens, 1.0 + choice.utility, &memo, Elided::default());
            return Ok(snapshot.with_adaptive(choice.params, adaptive));
        }
    }
    let full = Params::new(1.0, 1.0, 1.0)?;
    let unreachable = |memo: &mut Memo<'_>| {
        let smallest = memo.within(document, &Plan::new(document, full), usize::MAX).unwrap_or_default();
        Error::BudgetUnreachable { budget: room, smallest }
    };
    if budget.on_overflow == OnOverflow::Error {
        return Err(unreachable(&mut memo));
    }
    let outcome = elide::elide(document, room, task.as_ref(), &ranks, &mut memo)
        .map_err(|smallest| Error::BudgetUnreachable { budget: room, smallest })?;
    let snapshot = render::snapshot(document, &outcome.plan);
    let adaptive = report(outcome.html_tokens, outcome.utility, &memo, outcome.elided);
    Ok(snapshot.with_adaptive(full, adaptive))
}
