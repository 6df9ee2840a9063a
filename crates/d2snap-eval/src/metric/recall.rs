//! How many of a page's words a text has.

use std::collections::HashMap;

use crate::page::Page;
use crate::reading::{Reading, words};

/// The share of the words that a user sees, each as often as it stands in the page; 1 for a page without words.
pub(crate) fn recall(reading: &Reading, page: &Page) -> f64 {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for word in reading.words.iter().filter(|word| word.text) {
        *left.entry(&word.word).or_default() += 1;
    }
    let (mut all, mut found) = (0_usize, 0_usize);
    for word in page.seen().flat_map(words) {
        all += 1;
        if let Some(count) = left.get_mut(word.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            found += 1;
        }
    }
    if all == 0 { 1.0 } else { found as f64 / all as f64 }
}
