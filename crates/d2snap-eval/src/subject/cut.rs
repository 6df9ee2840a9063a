//! Cuts a text at a budget.

use d2snap::TokenCounter;

/// The largest prefix of a text that has at most so many tokens, as far as counts grow with the prefix. Cost: a few counts
/// of about the prefix's length.
pub(crate) fn cut<'t>(text: &'t str, budget: usize, counter: &TokenCounter) -> &'t str {
    let fits = |bytes: usize| counter.count(&text[..boundary(text, bytes)]) <= budget;
    let (mut low, mut high) = (0, (budget * 4).max(64).min(text.len()));
    while high < text.len() && fits(high) {
        low = high;
        high = (high * 2).min(text.len());
    }
    if high == text.len() && fits(high) {
        return text;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    &text[..boundary(text, low)]
}

/// The last end of a character at or before a place.
fn boundary(text: &str, bytes: usize) -> usize {
    (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_is_the_largest_that_fits() {
        let counter = TokenCounter::o200k_base();
        assert_eq!(cut("one two three", 2, &counter), "one two");
        assert_eq!(cut("one two three", 3, &counter), "one two three");
        assert_eq!(cut("one", 0, &counter), "");
        assert_eq!(cut("", 5, &counter), "");
        let text = "日本語のテキスト。".repeat(400);
        let prefix = cut(&text, 100, &counter);
        assert!(counter.count(prefix) <= 100 && counter.count(prefix) > 97);
        let words = TokenCounter::custom("chars", |text| text.chars().count());
        assert_eq!(cut(&text, 700, &words).chars().count(), 700);
    }
}
