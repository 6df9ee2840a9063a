//! Adaptive D2Snap: the best snapshot for a token budget (SPEC §9).

mod bond;
mod budget;
mod candidate;
mod collect;
mod cost;
mod count;
mod elide;
mod expand;
mod fill;
mod order;
mod part;
mod prefix;
mod search;
mod stem;
mod task;
mod value;

pub use budget::{Budget, OnOverflow, Weights};
pub(crate) use count::Counts;
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
    let mut memo = Memo::new(document, &budget.counter);
    let snapshot = choose(document, budget, &mut memo);
    memo.keep(document);
    snapshot
}

fn choose<'d>(document: &'d Document, budget: &Budget, memo: &mut Memo<'_>) -> Result<Snapshot<'d>, Error> {
    let room = budget.tokens();
    let task = budget.task.as_deref().and_then(|text| Task::new(text, &document.meta.lang));
    let report = |tokens, utility, memo: &Memo<'_>, elided| Adaptive {
        budget: budget.max_tokens,
        tokens,
        evaluations: memo.evaluations,
        utility,
        filled: 0,
        elided,
    };
    let ranks = task.as_ref().map(|task| Ranks::new(task::ranks(document, task))).unwrap_or_default();
    if let Some(choice) = search::search(document, room, budget.weights, &ranks, memo) {
        let plan = Plan::new(document, choice.params).with_ranks(&ranks);
        let snapshot = render::snapshot(document, &plan);
        let tokens = memo.count(snapshot.html());
        if tokens <= room {
            let utility = if choice.params == Params::new(0.0, 0.0, 0.0)? { 2.0 } else { 1.0 + choice.utility };
            if let Some(fill) = fill::fill(document, &plan, tokens, room, memo) {
                let filled = render::snapshot(document, &plan.with_fill(fill.until));
                let more = filled.stats().attributes_kept.saturating_sub(snapshot.stats().attributes_kept);
                let adaptive = report(fill.tokens, utility, memo, Elided::default());
                return Ok(filled.with_adaptive(choice.params, Adaptive { filled: more, ..adaptive }));
            }
            let adaptive = report(tokens, utility, memo, Elided::default());
            return Ok(snapshot.with_adaptive(choice.params, adaptive));
        }
    }
    let full = Params::new(1.0, 1.0, 1.0)?;
    let unreachable = |memo: &mut Memo<'_>| {
        let smallest = memo.within(document, &Plan::new(document, full), usize::MAX).unwrap_or_default();
        Error::BudgetUnreachable { budget: room, smallest }
    };
    if budget.on_overflow == OnOverflow::Error {
        return Err(unreachable(memo));
    }
    let outcome = elide::elide(document, room, task.as_ref(), &ranks, memo)
        .map_err(|smallest| Error::BudgetUnreachable { budget: room, smallest })?;
    let snapshot = render::snapshot(document, &outcome.plan);
    let adaptive = report(outcome.html_tokens, outcome.utility, memo, outcome.elided);
    Ok(snapshot.with_adaptive(full, adaptive))
}
