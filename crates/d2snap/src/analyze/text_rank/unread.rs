//! Sentences kept as they are until it is known whether their words matter.

use super::FunctionWords;

/// Sentences whose words were not looked at.
#[derive(Debug, Default)]
pub(super) struct Unread {
    letters: String,
    /// By sentence: where it ends.
    pub(super) ends: Vec<usize>,
    /// The function words from a sentence on.
    function_words: Vec<(usize, &'static FunctionWords)>,
    /// So many are of closed segments.
    pub(super) closed: usize,
}

impl Unread {
    pub(super) fn add(&mut self, sentence: &str, function_words: &'static FunctionWords) {
        if self.function_words.last().is_none_or(|(_, last)| !std::ptr::eq(*last, function_words)) {
            self.function_words.push((self.ends.len(), function_words));
        }
        self.letters.push_str(sentence);
        self.ends.push(self.letters.len());
    }

    /// The sentences of the open segment.
    pub(super) fn open(&self) -> usize {
        self.ends.len() - self.closed
    }

    pub(super) fn close(&mut self) {
        self.closed = self.ends.len();
    }

    pub(super) fn forget_open(&mut self) {
        self.ends.truncate(self.closed);
        self.letters.truncate(self.ends.last().copied().unwrap_or_default());
        while self.function_words.last().is_some_and(|(from, _)| *from >= self.closed) {
            self.function_words.pop();
        }
    }

    pub(super) fn get(&self, at: usize) -> (&str, &'static FunctionWords) {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let known = self.function_words.partition_point(|(from, _)| *from <= at);
        let function_words = known.checked_sub(1).map_or_else(|| FunctionWords::for_lang(""), |known| self.function_words[known].1);
        (&self.letters[start..self.ends[at]], function_words)
    }
}
