//! Lays the words of a snapshot beside those that are expected: the least number of words lost and
//! added.

use std::collections::{HashMap, VecDeque};

use crate::word::{Expected, Found, Part};

/// A place where they differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Difference {
    /// Expected, and not there.
    pub(crate) lost: std::ops::Range<usize>,
    /// There, and not expected.
    pub(crate) added: std::ops::Range<usize>,
}

type Place = (usize, usize);

/// Places that are searched before the search jumps to the next agreement.
const PATIENCE: usize = 200_000;
/// Ways to read one word that are tried.
const WAYS: usize = 5_000;
/// Words that must agree behind a jump.
const AGREEMENT: usize = 6;

/// All differences, in order.
pub(crate) fn differences(expected: &[Expected], found: &[Found]) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut from = (0, 0);
    loop {
        let mut search = Search { expected, found, came: HashMap::new(), queue: VecDeque::new(), furthest: from };
        if search.run(from) {
            search.collect(from, (expected.len(), found.len()), &mut differences);
            return differences;
        }
        let stuck = search.furthest;
        search.collect(from, stuck, &mut differences);
        let next = agreement(expected, found, stuck).unwrap_or((expected.len(), found.len()));
        differences.push(Difference { lost: stuck.0..next.0, added: stuck.1..next.1 });
        from = next;
    }
}

struct Search<'w> {
    expected: &'w [Expected],
    found: &'w [Found],
    /// How a place was first come to: the place before it and whether that counts as a difference.
    came: HashMap<Place, (Place, bool)>,
    queue: VecDeque<Place>,
    /// The place that is furthest of those reached.
    furthest: Place,
}

impl Search<'_> {
    /// Searches in the order of cost; whether the end was reached.
    fn run(&mut self, from: Place) -> bool {
        self.queue.push_back(from);
        self.came.insert(from, (from, false));
        let mut done: std::collections::HashSet<Place> = std::collections::HashSet::new();
        while let Some(at) = self.queue.pop_front() {
            if !done.insert(at) {
                continue;
            }
            if at.0 + at.1 > self.furthest.0 + self.furthest.1 {
                self.furthest = at;
            }
            if at == (self.expected.len(), self.found.len()) {
                return true;
            }
            if self.came.len() > PATIENCE + at.0 {
                return false;
            }
            self.step(at);
        }
        false
    }

    fn step(&mut self, at: Place) {
        let (i, j) = at;
        let word = self.expected.get(i);
        let there = self.found.get(j);
        let ends = word.map(|word| agree(&word.parts, self.found, j)).unwrap_or_default();
        if ends.len() == 1 && !word.is_some_and(Expected::is_optional) && !there.is_some_and(|there| there.optional) {
            return self.reach(at, (i + 1, ends[0]), false);
        }
        if let Some(word) = word {
            self.reach(at, (i + 1, j), !word.is_optional());
        }
        if let Some(there) = there {
            self.reach(at, (i, j + 1), !there.optional);
        }
        // What is pushed last is tried first.
        for end in ends {
            self.reach(at, (i + 1, end), false);
        }
    }

    fn reach(&mut self, from: Place, to: Place, differs: bool) {
        // A place in the queue may be reached again for less.
        match self.came.get(&to) {
            Some((_, true)) if !differs => {}
            Some(_) => return,
            None => {}
        }
        self.came.insert(to, (from, differs));
        if differs {
            self.queue.push_back(to);
        } else {
            self.queue.push_front(to);
        }
    }

    /// Reads the way from `start` to `end` off.
    fn collect(&self, start: Place, end: Place, differences: &mut Vec<Difference>) {
        let mut steps = Vec::new();
        let mut at = end;
        while at != start {
            let Some((before, differs)) = self.came.get(&at).copied() else { break };
            if differs {
                steps.push((before, at));
            }
            at = before;
        }
        for (before, at) in steps.into_iter().rev() {
            match differences.last_mut() {
                Some(last) if last.lost.end == before.0 && last.added.end == before.1 => {
                    last.lost.end = at.0;
                    last.added.end = at.1;
                }
                _ => differences.push(Difference { lost: before.0..at.0, added: before.1..at.1 }),
            }
        }
    }
}

/// Where the words found at `j` end that are these parts, together or apart: one end for each way to
/// take what is optional.
fn agree(parts: &[Part], found: &[Found], j: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    // (part, word, offset in the word)
    let mut ways = vec![(0, j, 0)];
    let mut tried = 0;
    while let Some((part, word, offset)) = ways.pop() {
        tried += 1;
        let Some(next) = parts.get(part) else {
            if offset == 0 && word > j && !ends.contains(&word) {
                ends.push(word);
            }
            continue;
        };
        if tried > WAYS {
            break;
        }
        let there = found.get(word);
        // The last pushed is tried first.
        if offset == 0 && part > 0 && there.is_some_and(|there| there.optional) {
            ways.push((part, word + 1, 0));
        }
        if next.optional {
            ways.push((part + 1, word, offset));
        }
        if let Some(there) = there
            && there.text[offset..].starts_with(&next.text)
        {
            let end = offset + next.text.len();
            ways.push(if end == there.text.len() { (part + 1, word + 1, 0) } else { (part + 1, word, end) });
        }
    }
    ends.sort_unstable();
    ends
}

/// The nearest place from `from` on behind which several words agree.
fn agreement(expected: &[Expected], found: &[Found], from: Place) -> Option<Place> {
    let texts: Vec<String> = expected[from.0..].iter().map(Expected::text).collect();
    let mut at: HashMap<Vec<&str>, usize> = HashMap::new();
    for (index, window) in texts.windows(AGREEMENT).enumerate() {
        at.entry(window.iter().map(String::as_str).collect()).or_insert(index);
    }
    let mut best: Option<Place> = None;
    for (index, window) in found[from.1..].windows(AGREEMENT).enumerate() {
        if best.is_some_and(|(i, j)| index > i - from.0 + j - from.1) {
            break;
        }
        let key: Vec<&str> = window.iter().map(|word| word.text.as_str()).collect();
        if let Some(i) = at.get(&key)
            && best.is_none_or(|best| i + index < best.0 - from.0 + best.1 - from.1)
        {
            best = Some((from.0 + i, from.1 + index));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a?` is optional, `a+b` may stand apart.
    fn compare(expected: &str, found: &str) -> String {
        let part = |text: &str| Part { text: text.trim_end_matches('?').to_owned(), optional: text.ends_with('?') };
        let expected: Vec<Expected> =
            expected.split_whitespace().map(|word| Expected { parts: word.split('+').map(part).collect() }).collect();
        let found: Vec<Found> = found
            .split_whitespace()
            .map(|word| Found { text: word.trim_end_matches('?').to_owned(), optional: word.ends_with('?') })
            .collect();
        let show = |difference: &Difference| {
            let lost: Vec<String> = expected[difference.lost.clone()].iter().map(Expected::text).collect();
            let added: Vec<&str> = found[difference.added.clone()].iter().map(|word| word.text.as_str()).collect();
            format!("{}/{}", lost.join(" "), added.join(" "))
        };
        differences(&expected, &found).iter().map(show).collect::<Vec<String>>().join(", ")
    }

    #[test]
    fn equal_words_do_not_differ() {
        for (expected, found) in [
            ("a b c", "a b c"),
            ("a+b c", "ab c"),
            ("a+b c", "a b c"),
            ("a b? c", "a c"),
            ("a b? b c", "a b c"),
            ("a b? b c", "a b b c"),
            ("a c", "a x? c"),
            ("a x c", "a x? c"),
            ("a+b?+c", "ac"),
            ("a+b?+c", "a b? z? c"),
            ("a+b?", "a"),
            ("a+b? b", "a b"),
            ("", "x?"),
            ("x?", ""),
        ] {
            assert_eq!(compare(expected, found), "", "{expected} / {found}");
        }
    }

    #[test]
    fn differences_are_as_small_as_can_be() {
        assert_eq!(compare("a b c", "a c"), "b/");
        assert_eq!(compare("a b c", "a b b c"), "/b");
        assert_eq!(compare("a b c d", "a bc d"), "b c/bc");
        assert_eq!(compare("a bc d", "a b c d"), "bc/b c");
        assert_eq!(compare("a b", ""), "a b/");
        assert_eq!(compare("a b? c", "a d b c"), "/d");
    }

    #[test]
    fn a_long_difference_is_jumped() {
        let words = |range: std::ops::Range<usize>| range.map(|n| format!("w{n}")).collect::<Vec<String>>().join(" ");
        let expected = words(0..4000);
        let found = format!("{} {} {}", words(0..100), words(5000..6500), words(2000..4000));
        let shown = compare(&expected, &found);
        assert!(shown.starts_with("w100 ") || shown.contains("w1999"), "{}", &shown[..80]);
        assert!(!shown.contains("w2010"));
    }
}
