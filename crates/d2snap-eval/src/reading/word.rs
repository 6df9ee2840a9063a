//! Words.

use unicode_segmentation::UnicodeSegmentation;

/// The words of a text by UAX #29, lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.unicode_words().map(str::to_lowercase)
}

/// The words of a text, or, where it has none, its characters: a button may be called `×`.
pub(crate) fn words_or_signs(text: &str) -> Vec<String> {
    let found: Vec<String> = words(text).collect();
    if found.is_empty() { text.split_whitespace().map(str::to_owned).collect() } else { found }
}
