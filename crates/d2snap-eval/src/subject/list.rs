//! Element extraction: a flat list of what can be acted on.

use std::time::Instant;

use super::{Output, Subject, Taken};
use crate::case::Case;
use crate::page::Page;
use crate::reading::list::Entry;
use crate::reading::{Reading, TELLING, list};

/// Longer names and values are cut, as extractors do.
const MAX_CHARS: usize = 100;

/// A line for each visible target: `[12] button "Add to cart"`, with the attributes that tell it apart and are not its name.
pub(super) struct List;

impl Subject for List {
    fn name(&self) -> String {
        "list".to_owned()
    }

    fn loses(&self) -> &'static str {
        "all text outside of targets, headings, containers, and so what targets belong to"
    }

    fn take(&self, case: &Case<'_>, _: Option<usize>) -> Result<Taken, String> {
        let start = Instant::now();
        // A list has to read the page first.
        let page = Page::read(&case.state.html);
        let mut text = String::new();
        for (number, entry) in (1..).zip(entries(&page)) {
            text.push_str(&format!("[{number}] {}", page.role(entry.element)));
            if !entry.name.is_empty() {
                text.push_str(&format!(" {:?}", entry.name));
            }
            entry.attributes.iter().for_each(|(name, value)| text.push_str(&format!(" {name}={value:?}")));
            text.push('\n');
        }
        let lost = format!("all text outside of {} targets", page.targets().count());
        Ok(Taken { output: Output::Text(text), lost, time: start.elapsed() })
    }

    fn read(&self, case: &Case<'_>, text: &str) -> Reading {
        list::read(text, entries(&case.page))
    }
}

fn entries(page: &Page) -> impl Iterator<Item = Entry> + '_ {
    page.targets().map(|element| {
        let name = shorten(&page.name(element));
        let attributes = page.elements[element].attributes.iter().filter(|(known, value)| {
            // An id tells a program more than a model, and costs most; extractors leave it out.
            TELLING.contains(&known.as_str()) && known != "id" && !value.trim().is_empty() && *value != name
        });
        Entry { element, attributes: attributes.map(|(name, value)| (name.clone(), shorten(value))).collect(), name }
    })
}

fn shorten(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    if let Some((at, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(at);
        text.push('…');
    }
    text
}
