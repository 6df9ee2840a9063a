//! What a task has to do with a page: word matches, forms folded, weighed by BM25.
//!
//! Robertson & Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), k1 = 1.2,
//! b = .75. No model, no network.

use rustc_hash::{FxHashMap, FxHashSet};
use unicode_segmentation::UnicodeSegmentation;

use crate::analyze::{FunctionWords, TextRankOptions, TextRanker, fold};
use crate::document::{AtomKind, Document};

use super::stem::Stems;

/// The words of a task.
pub(super) struct Task {
    stems: Stems,
    terms: FxHashMap<String, usize>,
}

impl Task {
    /// The words of a text that say something, in the language of the page. None if there are none.
    pub(super) fn new(text: &str, lang: &str) -> Option<Task> {
        let mut task = Task { stems: Stems::of(lang), terms: FxHashMap::default() };
        let function_words = FunctionWords::for_lang(lang);
        let english = FunctionWords::for_lang("en");
        let mut folded = String::new();
        let mut terms: FxHashSet<String> = FxHashSet::default();
        for word in text.unicode_words() {
            fold(word, &mut folded);
            if !function_words.contains(&folded) && !english.contains(&folded) {
                terms.insert(task.stems.of_word(&folded));
            }
        }
        let mut terms: Vec<String> = terms.into_iter().collect();
        terms.sort_unstable();
        task.terms = terms.into_iter().enumerate().map(|(at, term)| (term, at)).collect();
        (!task.terms.is_empty()).then_some(task)
    }

    /// How well each text matches, 0 for not at all.
    pub(super) fn scores<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Vec<f64> {
        let mut folded = String::new();
        let mut known: FxHashMap<String, Option<usize>> = FxHashMap::default();
        let mut frequency = vec![0u32; self.terms.len()];
        // For each text its length and how often it has each term.
        let mut counts: Vec<(usize, Vec<(usize, u32)>)> = Vec::new();
        for text in texts {
            let mut length = 0;
            let mut found: Vec<(usize, u32)> = Vec::new();
            for word in text.unicode_words() {
                length += 1;
                fold(word, &mut folded);
                let term = match known.get(&folded) {
                    Some(term) => *term,
                    None => {
                        let term = self.terms.get(&self.stems.of_word(&folded)).copied();
                        known.insert(folded.clone(), term);
                        term
                    }
                };
                if let Some(term) = term {
                    match found.iter_mut().find(|(known, _)| *known == term) {
                        Some((_, count)) => *count += 1,
                        None => found.push((term, 1)),
                    }
                }
            }
            found.iter().for_each(|(term, _)| frequency[*term] += 1);
            counts.push((length, found));
        }
        let texts = counts.len().max(1) as f64;
        let average = (counts.iter().map(|(length, _)| *length).sum::<usize>() as f64 / texts).max(1.0);
        let weight = |term: usize| (1.0 + (texts - f64::from(frequency[term]) + 0.5) / (f64::from(frequency[term]) + 0.5)).ln();
        counts
            .iter()
            .map(|(length, found)| {
                let norm = 1.2 * (0.25 + 0.75 * *length as f64 / average);
                found.iter().map(|(term, count)| weight(*term) * f64::from(*count) * 2.2 / (f64::from(*count) + norm)).sum()
            })
            .collect()
    }
}

/// The ranks of a document's sentences in their segments, those first that have to do with the task.
pub(super) fn ranks(document: &Document, task: &Task) -> Vec<u32> {
    let columns = &document.columns;
    let mut texts = vec![String::new(); columns.sentences.len()];
    for atom in &columns.atoms {
        if let AtomKind::Text(span) = atom.kind
            && let Some(text) = texts.get_mut(atom.sentence as usize)
        {
            text.push(' ');
            text.push_str(span.of(&columns.text));
        }
    }
    let options = &document.options.text_rank;
    let mut ranker = TextRanker::biased(TextRankOptions {
        damping: options.damping,
        tolerance: options.tolerance,
        max_iterations: options.max_iterations,
    });
    let mut left = 0;
    for (sentence, text) in columns.sentences.iter().zip(&texts) {
        if left == 0 {
            ranker.end_segment();
            left = sentence.of;
        }
        left -= 1;
        ranker.add_sentence(text, &document.meta.lang);
    }
    ranker.finish_biased(&task.scores(texts.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_match_and_rare_words_weigh_more() {
        let task = Task::new("Find the cheapest flights to Berlin", "en").unwrap();
        let texts = ["Berlin flight", "flight search", "hotel", "flights and more flights", "Flug"];
        let scores = task.scores(texts.into_iter());
        assert!(scores[0] > scores[1] && scores[1] > 0.0 && scores[3] > 0.0, "{scores:?}");
        assert_eq!((scores[2], scores[4]), (0.0, 0.0));
        assert!(Task::new("the of and", "en").is_none());
        let german = Task::new("günstige Flüge", "de").unwrap();
        assert!(german.scores(["Flug nach Rom", "Zug"].into_iter())[0] > 0.0);
    }
}
