//! The order in which sentences go.

use std::sync::Arc;

use crate::document::Columns;

/// The ranks of all sentences in their segments: the document's own, or those that a task makes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranks(Option<Arc<[u32]>>);

impl Ranks {
    /// A rank for each sentence of the document.
    pub(crate) fn new(ranks: Vec<u32>) -> Self {
        Ranks(Some(ranks.into()))
    }

    /// A sentence's rank, 0 for the last to go, and the number of sentences in its segment.
    pub(crate) fn of(&self, columns: &Columns, sentence: u32) -> (u32, u32) {
        let own = columns.sentences[sentence as usize];
        let rank = self.0.as_ref().and_then(|ranks| ranks.get(sentence as usize).copied());
        (rank.unwrap_or(own.rank), own.of)
    }
}
