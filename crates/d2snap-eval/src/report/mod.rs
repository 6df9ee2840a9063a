//! What came out of a run, for people: tables in Markdown, plots in SVG.

mod plot;
mod table;
mod text;

use std::fs;
use std::path::Path;

use crate::run::{Done, Record, Run, RunError};

/// A report of a run.
pub struct Report<'r> {
    run: &'r Run,
    done: &'r Done,
    /// Tags whose states are reported apart too.
    by: Vec<String>,
}

impl<'r> Report<'r> {
    /// A report; states that have a tag of `by` are reported apart too.
    pub fn new(run: &'r Run, done: &'r Done, by: Vec<String>) -> Report<'r> {
        let known = |tag: &String| done.records.iter().any(|record| record.tags.contains(tag));
        Report { run, done, by: by.into_iter().filter(known).collect() }
    }

    /// The report in Markdown.
    pub fn markdown(&self) -> String {
        text::markdown(self)
    }

    /// Writes `report.md` and the plots that there is data for: `coverage.svg`, `size.svg`, `budget.svg`.
    ///
    /// # Errors
    /// [`RunError::File`] for a file that can not be written.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        let mut files = vec![("report.md", Some(self.markdown()))];
        files.extend(plot::plots(self).map_err(|reason| RunError::File { path: folder.to_owned(), reason })?);
        for (name, content) in files {
            let Some(content) = content else { continue };
            let path = folder.join(name);
            fs::write(&path, content).map_err(|error| RunError::File { path, reason: error.to_string() })?;
        }
        Ok(())
    }

    /// The records of a subject at a budget.
    fn of<'s>(&'s self, subject: &'s str, budget: Option<usize>, tag: Option<&'s str>) -> impl Iterator<Item = &'s Record> {
        let has = move |record: &&Record| tag.is_none_or(|tag| record.tags.iter().any(|known| known == tag));
        self.done.records.iter().filter(move |record| record.subject == subject && record.budget == budget).filter(has)
    }
}
