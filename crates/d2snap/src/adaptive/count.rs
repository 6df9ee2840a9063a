//! Counting many like texts: lines are remembered, and counting ends where a budget is passed.

use rustc_hash::FxHashMap;

use crate::tokens::TokenCounter;

/// Counts the snapshots of one search.
pub(super) struct Memo<'c> {
    counter: &'c TokenCounter,
    lines: FxHashMap<Box<str>, usize>,
    pub(super) evaluations: usize,
}

impl<'c> Memo<'c> {
    pub(super) fn new(counter: &'c TokenCounter) -> Self {
        Memo { counter, lines: FxHashMap::default(), evaluations: 0 }
    }

    /// The exact count of `text`, or any number above `limit` once it is known to exceed it.
    pub(super) fn count(&mut self, text: &str, limit: usize) -> usize {
        self.evaluations += 1;
        if !self.counter.is_additive() {
            return self.counter.count(text);
        }
        let mut sum = 0;
        let mut start = 0;
        for end in seams(text) {
            let line = &text[start..end];
            sum += match self.lines.get(line) {
                Some(count) => *count,
                None => {
                    let count = self.counter.count(line);
                    self.lines.insert(line.into(), count);
                    count
                }
            };
            if sum > limit {
                return sum;
            }
            start = end;
        }
        sum
    }
}

/// Ends of the pieces whose counts add up exactly: after a line break, unless the next line is
/// empty or white space only, or begins with what could join it.
fn seams(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1).filter(move |at| {
        let next = bytes[*at..].iter().find(|byte| **byte != b' ');
        let joins = matches!((bytes.get(*at), next), (None | Some(b'/'), _) | (_, None | Some(b'\n' | b'\r' | b'\t')));
        !joins
    });
    breaks.chain((!text.is_empty()).then_some(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_add_up_to_the_whole() {
        let text = "# A\n<div class=x>\n  - b c\n\n| 1 | 2 |\n/x/y\n  \nend <a uid=3>x</a>\n… 37 more links (uid 1–9)\n你好。\n";
        for counter in [TokenCounter::o200k_base(), TokenCounter::cl100k_base(), TokenCounter::chars4()] {
            let mut memo = Memo::new(&counter);
            assert_eq!(memo.count(text, usize::MAX), counter.count(text), "{}", counter.name());
            assert_eq!(memo.count(text, usize::MAX), counter.count(text), "{}", counter.name());
            assert!(memo.count(text, 3) > 3);
        }
    }
}
