//! Builds a reading from front to back.

use super::word::words_or_signs;
use super::{Group, Heading, Printed, Reading, TELLING, Word};

/// A reading in the making.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    reading: Reading,
    /// Open groups.
    open: Vec<usize>,
    line_start: usize,
    /// The heading that what comes next stands under, by rank.
    under: Vec<(usize, usize)>,
    /// An open heading: its rank, its first word.
    heading: Option<(usize, usize)>,
}

impl Builder {
    /// Adds a text.
    pub(crate) fn text(&mut self, text: &str) {
        self.reading.words.extend(words_or_signs(text).into_iter().map(|word| Word { word, text: true }));
    }

    /// Adds what attributes say.
    pub(crate) fn attributes(&mut self, attributes: &[(String, String)]) {
        for (_, value) in attributes.iter().filter(|(name, _)| TELLING.contains(&name.as_str())) {
            self.reading.words.extend(words_or_signs(value).into_iter().map(|word| Word { word, text: false }));
        }
    }

    /// Ends a line.
    pub(crate) fn end_line(&mut self) {
        self.reading.lines.push(self.line_start..self.reading.words.len());
        self.line_start = self.reading.words.len();
    }

    /// Opens a group.
    pub(crate) fn open(&mut self) {
        let at = self.reading.words.len();
        self.open.push(self.reading.groups.len());
        let parent = self.open.len().checked_sub(2).map(|above| self.open[above]);
        self.reading.groups.push(Group { parent, words: at..at });
    }

    /// Closes the innermost group.
    pub(crate) fn close(&mut self) {
        if let Some(group) = self.open.pop() {
            self.reading.groups[group].words.end = self.reading.words.len();
        }
    }

    /// How many groups are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// A heading of a rank begins, 1 the highest.
    pub(crate) fn begin_heading(&mut self, rank: usize) {
        self.heading = Some((rank, self.reading.words.len()));
    }

    /// The open heading ends: what follows stands under it.
    pub(crate) fn end_heading(&mut self) {
        let Some((rank, start)) = self.heading.take() else { return };
        while self.under.last().is_some_and(|(above, _)| *above >= rank) {
            self.under.pop();
        }
        let parent = self.under.last().map(|(_, heading)| *heading);
        self.under.push((rank, self.reading.headings.len()));
        self.reading.headings.push(Heading { parent, words: start..self.reading.words.len() });
    }

    /// An element begins here; gives its place for [`Builder::name`].
    pub(crate) fn begin(&mut self, element: usize, attributes: &[(String, String)]) -> usize {
        let telling = attributes.iter().filter(|(name, value)| TELLING.contains(&name.as_str()) && !value.trim().is_empty());
        let mut attributes: Vec<(String, String)> = telling.cloned().collect();
        attributes.sort();
        self.reading.printed.push(Printed {
            element,
            name: Vec::new(),
            attributes,
            words: self.reading.words.len()..self.reading.words.len(),
            line: self.reading.lines.len(),
            group: self.open.last().copied(),
            heading: self.under.last().map(|(_, heading)| *heading),
        });
        self.reading.printed.len() - 1
    }

    /// How many words there are so far.
    pub(crate) fn position(&self) -> usize {
        self.reading.words.len()
    }

    /// How many elements are printed so far.
    pub(crate) fn count(&self) -> usize {
        self.reading.printed.len()
    }

    /// An element ends here.
    pub(crate) fn end(&mut self, place: usize) {
        self.reading.printed[place].words.end = self.reading.words.len();
    }

    /// The element of a place.
    pub(crate) fn element(&self, place: usize) -> usize {
        self.reading.printed[place].element
    }

    /// An element is named by the texts from a word on to here.
    pub(crate) fn name(&mut self, place: usize, from: usize) {
        let texts = self.reading.words[from..].iter().filter(|word| word.text);
        self.reading.printed[place].name = texts.map(|word| word.word.clone()).collect();
        self.end(place);
    }

    /// An element is named by the texts of a label around it, from a word on to here.
    pub(crate) fn label(&mut self, place: usize, from: usize) {
        let texts = self.reading.words[from..].iter().filter(|word| word.text);
        self.reading.printed[place].name = texts.map(|word| word.word.clone()).collect();
    }

    /// The reading; what is open is closed.
    pub(crate) fn finish(mut self) -> Reading {
        self.end_heading();
        if self.line_start < self.reading.words.len() {
            self.end_line();
        }
        while self.depth() > 0 {
            self.close();
        }
        self.reading
    }
}
