//! What a text says to an agent: which elements it shows, how it names them, what it groups.
//!
//! A subject gives a text; a reading is made from that text alone, with the page only to tell which element a tag, an item
//! or a link of it is. All metrics work on readings, so that every subject is measured with one measure.

mod build;
pub(crate) mod html;
pub(crate) mod list;
pub(crate) mod markdown;
pub(crate) mod snapshot;
mod word;

use std::ops::Range;

pub(crate) use build::Builder;
pub(crate) use word::words;

/// Attributes that can tell an element from another one.
pub(crate) const TELLING: [&str; 8] = ["value", "href", "placeholder", "id", "name", "alt", "title", "aria-label"];

/// A text as read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The elements that it shows, in its order.
    pub(crate) printed: Vec<Printed>,
    /// All words, lower case, in its order: of texts, and of the attributes in [`TELLING`].
    pub(crate) words: Vec<Word>,
    /// Its lines, as ranges of words.
    pub(crate) lines: Vec<Range<usize>>,
    pub(crate) groups: Vec<Group>,
    pub(crate) headings: Vec<Heading>,
}

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) word: String,
    /// It is of a text, not of an attribute.
    pub(crate) text: bool,
}

/// An element that a text shows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Printed {
    /// Its position in the page.
    pub(crate) element: usize,
    /// The words by which the text names it: what is inside, and its label where that stands near.
    pub(crate) name: Vec<String>,
    /// Those of [`TELLING`] that the text shows of it, sorted.
    pub(crate) attributes: Vec<(String, String)>,
    /// Its words, of its attributes too.
    pub(crate) words: Range<usize>,
    /// The line that it begins in.
    pub(crate) line: usize,
    /// The innermost group around it.
    pub(crate) group: Option<usize>,
    /// The heading that it stands under.
    pub(crate) heading: Option<usize>,
}

/// What a text holds together: a container, an item, a row, a line.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) parent: Option<usize>,
    /// Its words, those of its own attributes too.
    pub(crate) words: Range<usize>,
}

/// A heading of a text.
#[derive(Debug, Clone)]
pub(crate) struct Heading {
    /// The heading of a higher rank that it stands under.
    pub(crate) parent: Option<usize>,
    pub(crate) words: Range<usize>,
}

impl Reading {
    /// Where an element is printed first.
    pub(crate) fn place(&self, element: usize) -> Option<usize> {
        self.printed.iter().position(|printed| printed.element == element)
    }

    /// The groups around an element, the innermost first.
    pub(crate) fn groups_around(&self, printed: &Printed) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(printed.group, |group| self.groups[*group].parent)
    }

    /// What stands before an element on its line, back to the element before it.
    pub(crate) fn before(&self, place: usize) -> &[Word] {
        let Some(it) = self.printed.get(place) else { return &[] };
        let line = self.lines.get(it.line).map_or(it.words.start, |line| line.start);
        let last = place.checked_sub(1).map_or(0, |last| self.printed[last].words.end);
        &self.words[line.max(last).min(it.words.start)..it.words.start]
    }

    /// The headings that an element stands under, the nearest first, as words.
    pub(crate) fn headings_over(&self, printed: &Printed) -> Vec<&[Word]> {
        let over = std::iter::successors(printed.heading, |heading| self.headings[*heading].parent);
        over.map(|heading| &self.words[self.headings[heading].words.clone()]).collect()
    }
}
