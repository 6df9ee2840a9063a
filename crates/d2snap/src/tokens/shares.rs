//! How the tokens of a text spread over its parts.

use super::exact::Exact;
use super::{Kind, TokenCounter};

/// The parts of a text, for offsets that ascend.
struct Parts<'s, 't> {
    text: &'t str,
    starts: &'s [usize],
    counts: Vec<usize>,
    at: usize,
}

impl Parts<'_, '_> {
    /// Goes to the part that `offset` is in.
    fn seek(&mut self, offset: usize) {
        while self.starts.get(self.at + 1).is_some_and(|next| *next <= offset) {
            self.at += 1;
        }
    }

    /// Adds tokens to the part in which their first character that is no white space stands.
    fn add(&mut self, from: usize, to: usize, count: usize) {
        // A token may end inside a character.
        let space = self.text.get(from..to).map_or(0, |token| token.len() - token.trim_start().len());
        self.seek(if from + space < to { from + space } else { from });
        if let Some(part) = self.counts.get_mut(self.at) {
            *part += count;
        }
    }
}

impl TokenCounter {
    /// The tokens of each part of a text; the parts begin at `starts`, ascending and the first at 0, and
    /// their tokens add up to those of the text.
    ///
    /// A token belongs to the part in which its first character that is no white space stands (of white
    /// space alone, its first character). Where it is not known where tokens begin, they are as many
    /// characters long as another. One pass over the text.
    pub(crate) fn shares(&self, text: &str, starts: &[usize]) -> Vec<usize> {
        let mut parts = Parts { text, starts, counts: vec![0; starts.len()], at: 0 };
        match &self.kind {
            Kind::Exact(encoding) => parts.of(*encoding),
            Kind::Chars4 => parts.evenly(|token| token * 4),
            Kind::Custom(_, count) => {
                let (tokens, characters) = (count(text), text.chars().count());
                parts.evenly(
                    |token| if token < tokens { (token as u128 * characters as u128 / tokens as u128) as usize } else { usize::MAX },
                );
            }
        }
        parts.counts
    }
}

impl Parts<'_, '_> {
    fn of(&mut self, encoding: Exact) {
        let (text, starts) = (self.text, self.starts);
        let mut next = 0;
        // Most pieces are of one part.
        let is_whole = |from: usize, to: usize| {
            while starts.get(next).is_some_and(|start| *start <= from) {
                next += 1;
            }
            starts.get(next).is_none_or(|start| *start >= to)
        };
        encoding.starts(text, is_whole, |from, to, count| self.add(from, to, count));
    }

    /// `begins` gives the character that a token begins with, beyond the text where there is none.
    fn evenly(&mut self, begins: impl Fn(usize) -> usize) {
        let mut token = 0;
        for (character, (offset, _)) in self.text.char_indices().enumerate() {
            self.seek(offset);
            while begins(token) == character {
                token += 1;
                if let Some(part) = self.counts.get_mut(self.at) {
                    *part += 1;
                }
            }
        }
    }
}

#[cfg(all(test, feature = "tokenizers"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shares(counter: &TokenCounter, parts: &[&str]) -> Vec<usize> {
        let text = parts.concat();
        let starts: Vec<usize> = parts
            .iter()
            .scan(0, |at, part| {
                let start = *at;
                *at += part.len();
                Some(start)
            })
            .collect();
        let shares = counter.shares(&text, &starts);
        let whole = if text.is_empty() { 0 } else { counter.count(&text) };
        assert_eq!(shares.iter().sum::<usize>(), whole, "{} of {parts:?}", counter.name());
        shares
    }

    #[test]
    fn a_token_is_of_the_part_that_it_begins_in() {
        // `<a`, ` href`, `="/`, `x`, `">`, `Go`, `</`, `a`, `>\n`
        let o200k = TokenCounter::o200k_base();
        assert_eq!(shares(&o200k, &["<a", " href=\"/x\"", ">", "Go", "</a>", "\n"]), [1, 4, 0, 1, 3, 0]);
        // The space before a word goes with the word.
        assert_eq!(shares(&o200k, &["one ", "two", " ", "three"]), [1, 1, 0, 1]);
        // Four characters a token.
        assert_eq!(shares(&TokenCounter::chars4(), &["abc", "def", "ghi"]), [1, 1, 1]);
        assert_eq!(shares(&TokenCounter::chars4(), &["日本", "語テスト"]), [1, 1]);
        let two = TokenCounter::custom("two", |_| 2);
        assert_eq!(shares(&two, &["abc", "defghij"]), [1, 1]);
    }

    proptest! {
        #[test]
        fn shares_add_up(parts in prop::collection::vec(
            prop::sample::select(&["a", "the", "Element", " ", "\n", "<", "/>", "=\"", "漢字", "é", "x1", " uid=12", "👍", "\u{301}", "12345"][..]), 0..40)
        ) {
            for counter in [TokenCounter::o200k_base(), TokenCounter::cl100k_base(), TokenCounter::chars4()] {
                shares(&counter, &parts);
            }
        }
    }

    #[test]
    fn long_pieces_are_parted_by_their_tokens() {
        let (a, b) = ("x".repeat(200), "y".repeat(200));
        let both = shares(&TokenCounter::o200k_base(), &[&a, &b]);
        assert!(both.iter().all(|share| *share > 0), "{both:?}");
    }
}
