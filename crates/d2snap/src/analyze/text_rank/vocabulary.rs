//! The different words of a page, numbered.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::index;

/// Numbers different words in the order in which they come, without an allocation for each.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    letters: String,
    /// By number: where the word ends in `letters`.
    ends: Vec<usize>,
    /// A hash table with linear probing, its length zero or a power of two: the hash and the number of a word.
    slots: Vec<(u32, u32)>,
}

const FREE: u32 = u32::MAX;

impl Vocabulary {
    /// The number of `word`; that of a new one is the count of words before.
    pub(super) fn number(&mut self, word: &str) -> u32 {
        if self.ends.len() >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let hash = FxBuildHasher.hash_one(word) as u32;
        let at = self.find(hash, |vocabulary, number| vocabulary.word(number) == word);
        if self.slots[at].1 == FREE {
            self.slots[at] = (hash, index(self.ends.len()));
            self.letters.push_str(word);
            self.ends.push(self.letters.len());
        }
        self.slots[at].1
    }

    /// The number of `word`, if it has one.
    pub(super) fn known(&self, word: &str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let hash = FxBuildHasher.hash_one(word) as u32;
        let (_, number) = self.slots[self.find(hash, |vocabulary, number| vocabulary.word(number) == word)];
        (number != FREE).then_some(number)
    }

    fn word(&self, number: u32) -> &str {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.letters[begin..self.ends[number]]
    }

    /// The slot of the word with this hash that `is_wanted`, else the free slot where it belongs.
    fn find(&self, hash: u32, is_wanted: impl Fn(&Self, u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (other, number) = self.slots[at];
            if number == FREE || (other == hash && is_wanted(self, number)) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![(0, FREE); length]);
        for slot in old.into_iter().filter(|slot| slot.1 != FREE) {
            let at = self.find(slot.0, |_, _| false);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbered_in_order() {
        let mut vocabulary = Vocabulary::default();
        let words: Vec<String> = (0..5000).map(|word| format!("{:x}", word * 7919 % 5003)).collect();
        for _ in 0..2 {
            for (number, word) in (0..).zip(&words) {
                assert_eq!(vocabulary.number(word), number);
            }
        }
        assert_eq!(vocabulary.number(""), 5000);
        assert_eq!(vocabulary.number("0"), 0);
    }
}
