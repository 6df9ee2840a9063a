//! The page's HTML as it stands.

use std::time::Duration;

use super::{Output, Subject, Taken};
use crate::case::Case;
use crate::reading::{Reading, html};

/// The HTML of the page.
pub(super) struct Raw;

impl Subject for Raw {
    fn name(&self) -> String {
        "raw".to_owned()
    }

    fn loses(&self) -> &'static str {
        "nothing but what stands behind the cut"
    }

    fn take(&self, case: &Case<'_>, _: Option<usize>) -> Result<Taken, String> {
        Ok(Taken { output: Output::Text(case.state.html.clone()), lost: "nothing".to_owned(), time: Duration::ZERO })
    }

    fn read(&self, case: &Case<'_>, text: &str) -> Reading {
        html::read(text, &case.page, &case.truth.elements())
    }
}
