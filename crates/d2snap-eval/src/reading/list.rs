//! Reads a flat list of elements.

use super::{Builder, Reading};

/// Reads a list whose lines are these elements, each with what the line says of it. The last line may be cut off.
pub(crate) fn read(text: &str, entries: impl Iterator<Item = Entry>) -> Reading {
    let mut builder = Builder::default();
    let mut lines = text.split_inclusive('\n');
    for entry in entries {
        // A line that was cut shows no element for sure.
        let Some(line) = lines.next().filter(|line| line.ends_with('\n')) else { break };
        debug_assert!(line.len() > 1);
        builder.open();
        let place = builder.begin(entry.element, &entry.attributes);
        let from = builder.position();
        builder.text(&entry.name);
        builder.name(place, from);
        builder.attributes(&entry.attributes);
        builder.end(place);
        builder.close();
        builder.end_line();
    }
    builder.finish()
}

/// A line of the list.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) element: usize,
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}
