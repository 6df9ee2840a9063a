//! Encodings that are counted exactly, by their vocabularies.

pub(crate) use super::vocabulary::Known;
use super::vocabulary::Vocabulary;

/// An encoding of tiktoken.
#[derive(Debug, Clone, Copy)]
pub(super) enum Exact {
    O200k,
    Cl100k,
}

impl Exact {
    pub(super) fn by_name(name: &str) -> Option<Self> {
        [Exact::O200k, Exact::Cl100k].into_iter().find(|encoding| encoding.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Exact::O200k => "o200k_base",
            Exact::Cl100k => "cl100k_base",
        }
    }

    fn vocabulary(self) -> &'static Vocabulary {
        match self {
            Exact::O200k => Vocabulary::o200k(),
            Exact::Cl100k => Vocabulary::cl100k(),
        }
    }

    /// As `Vocabulary::count`.
    pub(super) fn count(self, text: &str, known: &mut Known, limit: usize) -> usize {
        self.vocabulary().count(text, known, limit)
    }

    /// As `Vocabulary::starts`.
    pub(super) fn starts(self, text: &str, is_whole: impl FnMut(usize, usize) -> bool, token: impl FnMut(usize, usize, usize)) {
        self.vocabulary().starts(text, &mut Known::default(), is_whole, token);
    }
}
