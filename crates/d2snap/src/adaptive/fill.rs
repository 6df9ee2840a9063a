//! Attributes rated below m, where the budget has room for some of a rating but not for all of it.
//!
//! A step of m is all attributes of a rating, which on a page of many links can be more than the rest of
//! the budget. Those of the next lower rating are then kept from the top of the page on, element by
//! element, as far as the budget goes.

use super::count::Memo;
use crate::document::{Columns, Document, Presence};
use crate::plan::Plan;

/// Of the budget, one part in so many may stay unused.
const SPARE: usize = 50;
/// So many times, at most, what was chosen by its costs is counted.
const TRIES: usize = 4;

/// What of the next lower rating is kept.
pub(super) struct Fill {
    /// Of the attributes before this one, those of the next lower rating are kept too.
    pub(super) until: u32,
    /// The exact count of the whole.
    pub(super) tokens: usize,
}

/// How far `budget` goes beyond a plan that comes to `tokens`; none where little is left or nothing is gained.
pub(super) fn fill(document: &Document, plan: &Plan, tokens: usize, budget: usize, memo: &mut Memo<'_>) -> Option<Fill> {
    let room = budget.checked_sub(tokens).filter(|room| *room > budget / SPARE && memo.is_additive())?;
    let steps = steps(document, plan, room, memo);
    let mut allowed = room;
    for _ in 0..TRIES {
        let fits = steps.partition_point(|(_, sum)| *sum <= allowed);
        let (until, sum) = *steps.get(fits.checked_sub(1)?)?;
        let limit = budget + budget / 8 + 64;
        match memo.within(document, &plan.clone().with_fill(until), limit) {
            Some(tokens) if tokens <= budget => return Some(Fill { until, tokens }),
            // As much less as it is too much.
            count => allowed = sum.checked_sub(count.unwrap_or(limit) - budget)?,
        }
    }
    None
}

/// The elements with attributes of the next lower rating, down to where `room` ends: behind each, the
/// place in the attributes and what all up to there cost.
fn steps(document: &Document, plan: &Plan, room: usize, memo: &mut Memo<'_>) -> Vec<(u32, usize)> {
    let columns: &Columns = &document.columns;
    let Some(rating) = plan.next_rating() else { return Vec::new() };
    let mut is_kept = vec![true; columns.elements.len()];
    for (at, container) in columns.containers.iter().enumerate() {
        is_kept[container.element as usize] = plan.merge.keeps(at as u32, container.rank);
    }
    let mut steps = Vec::new();
    let mut sum = 0usize;
    for (element, _) in columns.elements.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept) {
        let mut gains = false;
        for at in element.attributes.range() {
            let attribute = columns.attributes[at];
            let mut cost = || memo.tokens(attribute.text.of(&columns.text));
            match attribute.presence {
                Presence::Rated(rated) if rated == rating => {
                    sum += cost();
                    gains = true;
                }
                Presence::Instead(rated) if rated == rating => sum = sum.saturating_sub(cost()),
                _ => {}
            }
        }
        if sum > room {
            break;
        }
        if gains {
            steps.push((element.attributes.end, sum));
        }
    }
    steps
}
