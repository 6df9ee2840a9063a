//! How well the task finds what it needs.

use bm25::{Embedder, EmbedderBuilder, Scorer, Tokenizer};

use crate::reading::{Reading, words};

/// Splits where a reading has already found words.
struct Spaces;

impl Tokenizer for Spaces {
    fn tokenize(&self, text: &str) -> Vec<String> {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

/// The ranks, from 1, of the lines in which elements are printed, for the task as a BM25 query over all lines (k1 1.2, b .75).
/// None for one that is not printed and for a line that shares no word with the task. Of lines that match as well the earlier
/// is first.
pub(crate) fn ranks(reading: &Reading, task: &str, places: &[Option<usize>]) -> Vec<Option<usize>> {
    let lines: Vec<String> = reading
        .lines
        .iter()
        .map(|line| reading.words[line.clone()].iter().map(|word| word.word.as_str()).collect::<Vec<&str>>().join(" "))
        .collect();
    let corpus: Vec<&str> = lines.iter().map(String::as_str).collect();
    let embedder: Embedder<u32, Spaces> = EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Spaces, &corpus).build();
    let mut scorer: Scorer<usize> = Scorer::new();
    for (at, line) in corpus.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        scorer.upsert(&at, embedder.embed(line));
    }
    let query = embedder.embed(&words(task).collect::<Vec<String>>().join(" "));
    let mut found = scorer.matches(&query);
    found.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.id.cmp(&other.id)));
    let rank = |line: usize| found.iter().position(|document| document.id == line).map(|at| at + 1);
    places.iter().map(|place| rank(reading.printed.get((*place)?)?.line)).collect()
}
