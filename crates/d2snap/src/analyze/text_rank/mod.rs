//! TextRank: which sentences of a segment say most of what the others say.
//!
//! Rada Mihalcea and Paul Tarau: TextRank: Bringing Order into Text. EMNLP 2004. Equation 2, with cosine similarity.
//!
//! The graph is never built. With `N` the sentences' term counts divided by their norms, the weights are `N·Nᵀ` less
//! its diagonal, so that what a sentence receives is `Σ_t n_it (y_t − n_it z_i)` with `y_t = Σ_j n_jt z_j`, where `z_j`
//! is the score of a sentence divided by the sum of its weights. An iteration so costs the sentences' different words,
//! not the pairs of sentences.

mod graph;
#[cfg(test)]
mod tests;
mod unread;
mod vocabulary;

use std::cmp::Reverse;

use unicode_segmentation::UnicodeSegmentation;

use super::function_words::{FunctionWords, fold};
use crate::parallel;
use graph::{Graph, Row, SEEN_AGAIN, SEEN_ONCE, UNSEEN};
use unread::Unread;
use vocabulary::Vocabulary;

/// Different words of sentences that keep a thread busy for much longer than it takes to start.
const CELLS_PER_THREAD: usize = 50_000;

/// How long and how strongly scores flow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextRankOptions {
    /// The share of a score that comes from linked sentences, 0 to 1; the rest is the same for all. Default .85.
    pub damping: f64,
    /// Iteration ends once no score changes by this much or more. Default 1e-4.
    pub tolerance: f64,
    /// Iteration ends after so many rounds in any case. Default 30; with 0 all sentences tie.
    pub max_iterations: u32,
}

impl Default for TextRankOptions {
    fn default() -> Self {
        Self { damping: 0.85, tolerance: 1e-4, max_iterations: 30 }
    }
}

/// So many words of a sentence are read: what is longer is no sentence.
const MAX_WORDS: usize = 5_000;

/// Collects a page's sentences, segment by segment, and ranks each within its segment.
///
/// A segment is one weighted undirected graph. The weight of a link is the cosine of the two sentences' term counts;
/// terms are [UAX #29 words](https://www.unicode.org/reports/tr29/#Word_Boundaries), [folded](fold). Function words,
/// and words that more than half of all the page's sentences hold, are no terms; so a page of three sentences or fewer
/// has no links. Ranks depend on the sentences and their order only, and are the same on every platform.
///
/// Segments of one or two sentences, most of a page, always tie. Their words are only counted, and only as far as
/// they can decide which words more than half of the sentences hold.
///
/// Memory: 8 bytes for each sentence, those of short segments with their letters, those of others with 8 bytes for each
/// different word in it, and about 30 bytes and its letters for each different word there; in [`finish`](Self::finish),
/// which frees the words, 8 bytes for each sentence, and for each thread 4 for each different word there and 40 for each
/// sentence of its longest segment, with 8 for each different word in it. Of a million sentences of 7 bytes, nine times the text.
#[derive(Debug)]
pub(crate) struct TextRanker {
    options: TextRankOptions,
    lang: String,
    function_words: &'static FunctionWords,
    /// Segments of so many sentences always tie.
    short: usize,
    /// The sentences of short segments, and of the open one.
    unread: Unread,
    vocabulary: Vocabulary,
    /// By term: how many sentences of the page hold it.
    document_frequency: Vec<u32>,
    /// The terms of each sentence in ascending order, one sentence after another.
    cells: Vec<Cell>,
    /// By sentence: where its cells end.
    sentences: Vec<usize>,
    /// By segment: where its sentences end.
    segments: Vec<usize>,
    folded: String,
    terms: Vec<u32>,
}

/// Segments that one thread ranks.
struct Part<'r> {
    /// The first sentence.
    begin: usize,
    /// Where the sentences of each segment end.
    segments: &'r [usize],
    /// Where the ranks of all its sentences go.
    ranks: &'r mut [u32],
}

/// How often a sentence holds a term.
#[derive(Debug, Clone, Copy)]
struct Cell {
    term: u32,
    count: u32,
}

impl TextRanker {
    /// A ranker without sentences.
    pub(crate) fn new(options: TextRankOptions) -> Self {
        Self {
            options,
            lang: String::new(),
            function_words: FunctionWords::for_lang(""),
            // Of two sentences each gives the other all.
            short: 2,
            unread: Unread::default(),
            vocabulary: Vocabulary::default(),
            document_frequency: Vec::new(),
            cells: Vec::new(),
            sentences: Vec::new(),
            segments: Vec::new(),
            folded: String::new(),
            terms: Vec::new(),
        }
    }

    /// One whose [`finish_biased`](Self::finish_biased) is asked.
    pub(crate) fn biased(options: TextRankOptions) -> Self {
        Self { short: 1, ..Self::new(options) }
    }

    /// Adds one sentence to the open segment. `lang` is a BCP 47 tag and chooses the
    /// [function words](FunctionWords::for_lang).
    ///
    /// A sentence without words counts as a sentence of the page too.
    pub(crate) fn add_sentence(&mut self, sentence: &str, lang: &str) {
        if lang != self.lang {
            self.function_words = FunctionWords::for_lang(lang);
            lang.clone_into(&mut self.lang);
        }
        self.unread.add(sentence, self.function_words);
    }

    /// Closes the segment begun after the previous call; without sentences since, nothing happens.
    pub(crate) fn end_segment(&mut self) {
        let count = self.unread.open();
        if count == 0 {
            return;
        }
        if count <= self.short {
            self.unread.close();
            self.sentences.extend(std::iter::repeat_n(self.cells.len(), count));
        } else {
            let mut unread = std::mem::take(&mut self.unread);
            for at in unread.closed..unread.ends.len() {
                let (sentence, function_words) = unread.get(at);
                self.read(sentence, function_words);
            }
            unread.forget_open();
            self.unread = unread;
        }
        self.segments.push(self.sentences.len());
    }

    /// Counts a sentence's words.
    fn read(&mut self, sentence: &str, function_words: &FunctionWords) {
        self.terms.clear();
        for word in sentence.unicode_words().take(MAX_WORDS) {
            fold(word, &mut self.folded);
            if function_words.contains(&self.folded) {
                continue;
            }
            let term = self.vocabulary.number(&self.folded);
            if term as usize == self.document_frequency.len() {
                self.document_frequency.push(0);
            }
            self.terms.push(term);
        }
        self.terms.sort_unstable();
        for run in self.terms.chunk_by(|a, b| a == b) {
            self.cells.push(Cell { term: run[0], count: index(run.len()) });
            self.document_frequency[run[0] as usize] += 1;
        }
        self.sentences.push(self.cells.len());
    }

    /// Adds the words of short segments to the document frequencies, until none that matters is left: a word that so
    /// many of them could still bring above half of the page's sentences.
    fn count_short_segments(&mut self) {
        let half = self.sentences.len() / 2;
        let unread = std::mem::take(&mut self.unread);
        let mut seen = vec![0; self.document_frequency.len()];
        let mut read = 0;
        loop {
            let most = self.document_frequency.iter().copied().filter(|count| *count as usize <= half).max();
            let left = unread.ends.len() - read;
            // Words that are common already stay so.
            let needed = most.map_or(0, |most| (most as usize + left).saturating_sub(half));
            if needed == 0 {
                return;
            }
            for at in read..read + needed.min(left) {
                let (sentence, function_words) = unread.get(at);
                for word in sentence.unicode_words().take(MAX_WORDS) {
                    fold(word, &mut self.folded);
                    if let Some(term) = self.vocabulary.known(&self.folded)
                        && std::mem::replace(&mut seen[term as usize], index(at) + 1) != index(at) + 1
                        && !function_words.contains(&self.folded)
                    {
                        self.document_frequency[term as usize] += 1;
                    }
                }
            }
            read += needed.min(left);
        }
    }

    /// For every sentence, in the order added, its rank in its segment: 0 is the best one, kept longest.
    ///
    /// Scores are compared after rounding to 1e-9; of equal ones the earlier sentence ranks better. Sentences after the
    /// last [`end_segment`](Self::end_segment) are a segment too.
    ///
    /// Cost: for each segment at most `max_iterations` + 4 passes over its sentences' different words, and a sort; of a
    /// large page on several threads, each with segments of its own, so that no sum depends on how many there are.
    pub(crate) fn finish(self) -> Vec<u32> {
        self.rank(None)
    }

    /// As [`finish`](Self::finish), with the share of a score that does not come from linked
    /// sentences given to those that `restart` favours: a number for each sentence, none negative.
    ///
    /// Ashkan Kazemi, Verónica Pérez-Rosas, Rada Mihalcea: Biased TextRank: Unsupervised Graph-Based
    /// Content Extraction. COLING 2020.
    pub(crate) fn finish_biased(self, restart: &[f64]) -> Vec<u32> {
        self.rank(Some(restart))
    }

    fn rank(mut self, restart: Option<&[f64]>) -> Vec<u32> {
        self.end_segment();
        self.count_short_segments();
        self.vocabulary = Vocabulary::default();
        let mut ranks = vec![0; self.sentences.len()];
        let threads = parallel::threads(self.cells.len() / CELLS_PER_THREAD);
        parallel::for_each(self.parts(&mut ranks, threads), |part| self.rank_part(part, restart));
        ranks
    }

    /// The segments in `count` parts of about as many cells each.
    fn parts<'r>(&'r self, ranks: &'r mut [u32], count: usize) -> Vec<Part<'r>> {
        let mut parts = Vec::with_capacity(count);
        let (mut segments, mut ranks, mut begin) = (self.segments.as_slice(), ranks, 0);
        for number in 1..=count {
            let most = self.cells.len() * number / count;
            let of = if number == count { segments.len() } else { segments.partition_point(|end| self.sentences[end - 1] <= most) };
            let (own, others) = segments.split_at(of);
            let end = own.last().copied().unwrap_or(begin);
            let (own_ranks, other_ranks) = ranks.split_at_mut(end - begin);
            parts.push(Part { begin, segments: own, ranks: own_ranks });
            (segments, ranks, begin) = (others, other_ranks, end);
        }
        parts
    }

    fn rank_part(&self, part: Part<'_>, restart: Option<&[f64]>) {
        let mut graph = Graph::new(self.document_frequency.len());
        let mut order: Vec<u32> = Vec::new();
        let first = part.begin;
        let mut begin = first;
        for &end in part.segments {
            let segment = &mut part.ranks[begin - first..end - first];
            order.clear();
            order.extend(0..index(segment.len()));
            let favours = restart.map(|restart| &restart[begin..end]).filter(|restart| restart.iter().any(|share| *share > 0.0));
            // Two sentences always tie: all that each gives goes to the other.
            let least = if favours.is_some() { 1 } else { 2 };
            if segment.len() > least && self.fill(&mut graph, begin, end) {
                let scores = graph.scores(self.options, favours);
                order.sort_unstable_by_key(|&at| (Reverse(round(scores[at as usize])), at));
            } else if let Some(favours) = favours {
                // Without links only the task tells them apart.
                order.sort_unstable_by_key(|&at| (Reverse(round(favours[at as usize])), at));
            }
            for (rank, &at) in (0..).zip(&order) {
                segment[at as usize] = rank;
            }
            begin = end;
        }
    }

    /// Fills `graph` with the sentences from `begin` to `end`; false if nothing links any two of them.
    fn fill(&self, graph: &mut Graph, begin: usize, end: usize) -> bool {
        let half = self.sentences.len() / 2;
        let common = |cell: &Cell| self.document_frequency[cell.term as usize] as usize > half;
        let first = begin.checked_sub(1).map_or(0, |before| self.sentences[before]);
        let cells = &self.cells[first..self.sentences[end - 1]];
        graph.clear();
        for cell in cells.iter().filter(|cell| !common(cell)) {
            let seen = &mut graph.columns[cell.term as usize];
            *seen = if *seen == UNSEEN { SEEN_ONCE } else { SEEN_AGAIN };
        }
        let mut at = first;
        for &row_end in &self.sentences[begin..end] {
            let mut norm = 0.0;
            for cell in self.cells[at..row_end].iter().filter(|cell| !common(cell)) {
                norm += f64::from(cell.count) * f64::from(cell.count);
                let column = &mut graph.columns[cell.term as usize];
                if *column == SEEN_ONCE {
                    continue;
                }
                if *column == SEEN_AGAIN {
                    *column = graph.width;
                    graph.width += 1;
                }
                graph.cells.push(Cell { term: *column, count: cell.count });
            }
            graph.rows.push(Row { end: graph.cells.len(), scale: 1.0 / f64::sqrt(norm), share: 0.0 });
            at = row_end;
        }
        for cell in cells {
            graph.columns[cell.term as usize] = UNSEEN;
        }
        graph.width > 0
    }
}

/// A score in units of 1e-9, so that what platforms and orders of summation may change does not count.
fn round(score: f64) -> i64 {
    (score * 1e9).round() as i64
}

/// A text has less than 4 GiB, so it has fewer words than that.
fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
