//! Truth that is told by CSS selectors.

use serde::Deserialize;

use super::Mode;
use super::page::Page;
use crate::{Need, Trajectory};

/// An element that is wanted. A set may say more of it, such as its box, which a page without layout can not use.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    css_selector: String,
}

/// Alternatives of conjunctions of selectors. A selector means the first element that it matches, as `querySelector` does;
/// ` >>> ` goes into a shadow root.
///
/// # Errors
/// A selector that does not parse; an alternative with a selector that matches nothing (in lenient mode that alternative is
/// left out, and it is an error only where none is left).
pub(crate) fn trajectories(page: &Page, wanted: &[Vec<Wanted>], mode: Mode) -> Result<Vec<Trajectory>, String> {
    let mut trajectories = Vec::new();
    let mut missing = None;
    for alternative in wanted {
        match conjunction(page, alternative)? {
            Ok(needs) => trajectories.push(Trajectory { needs }),
            Err(selector) => {
                let reason = format!("the selector {selector:?} matches nothing");
                if mode == Mode::Strict {
                    return Err(reason);
                }
                missing = Some(reason);
            }
        }
    }
    match missing {
        Some(reason) if trajectories.is_empty() => Err(reason),
        _ => Ok(trajectories),
    }
}

/// The elements of an alternative, or its first selector that matches nothing.
fn conjunction<'w>(page: &Page, wanted: &'w [Wanted]) -> Result<Result<Vec<Need>, &'w str>, String> {
    let mut needs = Vec::with_capacity(wanted.len());
    for Wanted { css_selector } in wanted {
        match page.select(css_selector)?.first() {
            Some(element) => needs.push(Need { element: *element, label: css_selector.clone() }),
            None => return Ok(Err(css_selector)),
        }
    }
    Ok(Ok(needs))
}
