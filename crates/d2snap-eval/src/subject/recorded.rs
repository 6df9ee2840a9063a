//! The sizes of another implementation's outputs, from a table.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{Output, Subject, Taken};
use crate::case::Case;
use crate::reading::Reading;

/// A table of sizes: tab-separated, the first column `page`, columns `X_tokens` and `X_ms` for each setting X. A cell that is
/// no number is why there is no output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recording {
    settings: Vec<String>,
    /// By page and setting: tokens, milliseconds.
    sizes: HashMap<(String, usize), (String, String)>,
}

impl Recording {
    /// Reads a table.
    ///
    /// # Errors
    /// What is wrong with the file, with its name.
    pub fn read(path: &Path) -> Result<Recording, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Recording::of(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn of(text: &str) -> Result<Recording, String> {
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
        let settings: Vec<String> = header.iter().filter_map(|name| name.strip_suffix("_tokens")).map(str::to_owned).collect();
        if header.first() != Some(&"page") || settings.is_empty() {
            return Err("line 1: it has no columns `page` and `…_tokens`".to_owned());
        }
        let mut sizes = HashMap::new();
        for line in lines {
            let cells: Vec<&str> = line.split('\t').collect();
            let cell =
                |name: String| header.iter().position(|known| *known == name).and_then(|at| cells.get(at)).copied().unwrap_or_default();
            for (at, setting) in settings.iter().enumerate() {
                let size = (cell(format!("{setting}_tokens")).to_owned(), cell(format!("{setting}_ms")).to_owned());
                sizes.insert((cells[0].to_owned(), at), size);
            }
        }
        Ok(Recording { settings, sizes })
    }

    /// A subject for each setting.
    pub(super) fn subjects(self) -> Vec<Box<dyn Subject>> {
        let recording = Arc::new(self);
        let subject = |setting| Box::new(Recorded { recording: Arc::clone(&recording), setting }) as Box<dyn Subject>;
        (0..recording.settings.len()).map(subject).collect()
    }

    /// The page of a state: the longest name that its id begins with, up to a `-`, `.`, `#` or `/`.
    fn size(&self, id: &str, setting: usize) -> Option<&(String, String)> {
        let ends = id.char_indices().filter(|(_, c)| matches!(c, '-' | '.' | '#' | '/')).map(|(at, _)| at);
        let names = std::iter::once(id.len()).chain(ends.collect::<Vec<usize>>().into_iter().rev()).map(|end| &id[..end]);
        names.into_iter().find_map(|name| self.sizes.get(&(name.to_owned(), setting)))
    }
}

/// A setting of a table.
struct Recorded {
    recording: Arc<Recording>,
    setting: usize,
}

impl Subject for Recorded {
    fn name(&self) -> String {
        format!("recorded@{}", self.recording.settings[self.setting])
    }

    fn has_texts(&self) -> bool {
        false
    }

    fn loses(&self) -> &'static str {
        "its text was not recorded: sizes only, no measure of what it keeps"
    }

    fn take(&self, case: &Case<'_>, _: Option<usize>) -> Result<Taken, String> {
        let (tokens, time) = self.recording.size(&case.state.id, self.setting).ok_or("the page was not recorded")?;
        let tokens = tokens.parse().map_err(|_| format!("recorded as {tokens:?}"))?;
        let time = Duration::from_millis(time.parse().unwrap_or_default());
        Ok(Taken { output: Output::Size(tokens), lost: "not recorded".to_owned(), time })
    }

    fn read(&self, _: &Case<'_>, _: &str) -> Reading {
        Reading::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_state_is_the_longest_name() {
        let table = "page\tbytes\tk3_tokens\tk3_ms\nshop\t9\t12\t3\nshop-list\t9\terror\t4\n";
        let recording = Recording::of(table).unwrap();
        assert_eq!(recording.size("shop-list-2", 0), Some(&("error".to_owned(), "4".to_owned())));
        assert_eq!(recording.size("shop-2", 0), Some(&("12".to_owned(), "3".to_owned())));
        assert_eq!(recording.size("shopping-2", 0), None);
        assert_eq!(Recording::of("page\tbytes\n"), Err("line 1: it has no columns `page` and `…_tokens`".to_owned()));
    }
}
