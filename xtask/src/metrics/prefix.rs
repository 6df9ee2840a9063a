//! The longest prefix of a text within a budget.

use d2snap::TokenCounter;

/// How far past the last prefix that halving finds another one is looked for: counts are not quite
/// monotone in the length.
const PATIENCE: usize = 8;

/// The longest prefix of at most `budget` tokens, cut at a character boundary; counted exactly.
pub(crate) fn longest<'t>(text: &'t str, budget: usize, counter: &TokenCounter) -> &'t str {
    let fits = |end: usize| counter.count(&text[..end]) <= budget;
    let mut low = 0;
    let mut high = boundary(text, budget.saturating_mul(2));
    while fits(high) {
        low = high;
        if low == text.len() {
            return text;
        }
        high = boundary(text, high.saturating_mul(2));
    }
    while boundary(text, low + 1) < high {
        let middle = boundary(text, low + (high - low) / 2).max(boundary(text, low + 1));
        let middle = if middle == high { boundary(text, low + 1) } else { middle };
        if fits(middle) { low = middle } else { high = middle }
    }
    let mut end = low;
    for _ in 0..PATIENCE {
        end = boundary(text, end + 1);
        if fits(end) {
            low = end;
        }
    }
    &text[..low]
}

/// The first character boundary at or after a place.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_more_would_be_too_much() {
        let text = "Ein Satz über 你好 und <a uid=1>mehr</a>.\n".repeat(40);
        for counter in [TokenCounter::o200k_base(), TokenCounter::chars4()] {
            for budget in [1, 7, 64, 100, 300] {
                let prefix = longest(&text, budget, &counter);
                assert!(counter.count(prefix) <= budget);
                let next = boundary(&text, prefix.len() + 1);
                assert!(counter.count(&text[..next]) > budget, "{budget}");
            }
            assert_eq!(longest(&text, 100_000, &counter), text);
        }
        assert_eq!(longest("", 5, &TokenCounter::chars4()), "");
    }
}
