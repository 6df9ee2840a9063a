//! TextRank against its definition.

use super::*;

/// Ranks of one segment, one after the other, with lines as sentences and blank lines between segments.
fn ranks(page: &str, lang: &str) -> Vec<u32> {
    let mut ranker = TextRanker::new(TextRankOptions::default());
    for segment in page.split("\n\n") {
        segment.lines().for_each(|line| ranker.add_sentence(line, lang));
        ranker.end_segment();
    }
    ranker.finish()
}

#[test]
fn nothing_links_so_the_order_stays() {
    assert!(ranks("", "en").is_empty());
    assert_eq!(ranks("A simple classic:\nmozzarela, tomatoes and basil.\nAn everyday choice!", "en"), [0, 1, 2]);
    // In all three sentences, more than half of the page.
    assert_eq!(ranks("olives\nham olives\nham olives", "en"), [0, 1, 2]);
}

#[test]
fn the_sentence_that_shares_most_is_best() {
    let page = "Nothing here.\nBasil grows.\nBasil, ham!\nHam costs.\n\nx\n\ny\nz";
    assert_eq!(ranks(page, "en"), [3, 1, 0, 2, 0, 0, 1]);
    // Folded, and the apostrophe either way.
    assert_eq!(ranks("Nothing.\nΔΡΌΜΟΣ φως\nδρόμος ΉΛΙΟΣ\nήλιος ψωμί\n\n1\n2\n3", "xx"), [3, 1, 0, 2, 0, 1, 2]);
}

#[test]
fn function_words_of_the_language_link_nothing() {
    let page = "Nix.\nAch und\nund oder\noder weh\n\n1\n2\n3";
    assert_eq!(ranks(page, "de"), [0, 1, 2, 3, 0, 1, 2]);
    assert_eq!(ranks(page, "en"), [3, 1, 0, 2, 0, 1, 2]);
}

#[test]
fn words_of_more_than_half_of_the_page_link_nothing() {
    let page = "Nothing.\nham eggs\nham rolls\nsalt";
    // Two of four sentences is half; two of three is more.
    assert_eq!(ranks(page, "en"), [2, 0, 1, 3]);
    assert_eq!(ranks(page.strip_suffix("\nsalt").unwrap(), "en"), [0, 1, 2]);
    // Counted over all segments.
    assert_eq!(ranks(&format!("{page}\n\nham\nham"), "en")[..4], [0, 1, 2, 3]);
}

#[test]
fn words_that_link_nothing_count_in_the_norm() {
    // The middle of a chain shares one word with each end; the longer end gets less of it.
    let page = "ham with rolls butter salt pepper\nham eggs\neggs\n\n1\n2\n3\n4";
    assert_eq!(ranks(page, "en")[..3], [2, 0, 1]);
}

#[test]
fn sentences_left_open_are_a_segment() {
    let mut ranker = TextRanker::new(TextRankOptions::default());
    ranker.end_segment();
    ranker.add_sentence("x", "en");
    ranker.end_segment();
    ranker.end_segment();
    ranker.add_sentence("y", "en");
    ranker.add_sentence("z", "en");
    assert_eq!(ranker.finish(), [0, 0, 1]);
}

#[test]
fn parts_are_ranked_as_the_whole_is() {
    let page: String =
        (0..400).map(|at| format!("w{} w{} w{} x{at}{}", at % 7, at % 5, at % 3, if at % 9 < 5 { "\n" } else { "\n\n" })).collect();
    let mut ranker = TextRanker::new(TextRankOptions::default());
    for segment in page.split("\n\n") {
        segment.lines().for_each(|line| ranker.add_sentence(line, "en"));
        ranker.end_segment();
    }
    let mut whole = vec![0; ranker.sentences.len()];
    ranker.parts(&mut whole, 1).into_iter().for_each(|part| ranker.rank_part(part, None));
    assert!(whole.windows(2).any(|pair| pair[0] > pair[1]));
    for count in [2, 3, 7, 100, 1000] {
        let mut ranks = vec![u32::MAX; ranker.sentences.len()];
        let parts = ranker.parts(&mut ranks, count);
        assert_eq!(parts.iter().map(|part| part.segments.len()).sum::<usize>(), ranker.segments.len());
        assert!(parts.iter().filter(|part| !part.segments.is_empty()).count() > 1);
        parts.into_iter().for_each(|part| ranker.rank_part(part, None));
        assert_eq!(ranks, whole, "{count}");
    }
}

#[test]
fn any_options_give_a_ranking() {
    let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 2.0, f64::MAX];
    for (damping, tolerance) in numbers.iter().flat_map(|a| numbers.map(|b| (*a, b))) {
        for max_iterations in [0, 1, 1000] {
            let mut ranker = TextRanker::new(TextRankOptions { damping, tolerance, max_iterations });
            for line in ["none", "ham", "ham eggs", "eggs", "", "x"] {
                ranker.add_sentence(line, "en");
            }
            let mut ranks = ranker.finish();
            if max_iterations == 0 {
                assert_eq!(ranks, [0, 1, 2, 3, 4, 5]);
            }
            ranks.sort_unstable();
            assert_eq!(ranks, [0, 1, 2, 3, 4, 5]);
        }
    }
}

/// The definition, word for word: all pairs of sentences.
fn naive(segments: &[Vec<Vec<usize>>], options: TextRankOptions) -> Vec<u32> {
    let page: Vec<&Vec<usize>> = segments.iter().flatten().collect();
    let common = |word: usize| 2 * page.iter().filter(|sentence| sentence.contains(&word)).count() > page.len();
    let count = |sentence: &[usize], word: usize| sentence.iter().filter(|other| **other == word).count() as f64;
    let product = |a: &[usize], b: &[usize]| -> f64 {
        (0..WORDS.len()).filter(|word| !common(*word)).map(|word| count(a, word) * count(b, word)).sum()
    };
    let mut ranks = Vec::new();
    for segment in segments {
        let n = segment.len();
        let weight = |i: usize, j: usize| {
            let (a, b) = (&segment[i], &segment[j]);
            let norms = (product(a, a) * product(b, b)).sqrt();
            if i == j || norms == 0.0 { 0.0 } else { product(a, b) / norms }
        };
        let weights: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| weight(i, j)).collect()).collect();
        let mut scores = vec![1.0; n];
        for _ in 0..options.max_iterations {
            let next: Vec<f64> = (0..n)
                .map(|i| {
                    let links = (0..n).filter(|j| weights[*j][i] > 0.0);
                    let given = links.map(|j| weights[j][i] / weights[j].iter().sum::<f64>() * scores[j]);
                    (1.0 - options.damping) + options.damping * given.sum::<f64>()
                })
                .collect();
            let change = (0..n).map(|i| (next[i] - scores[i]).abs()).fold(0.0, f64::max);
            scores = next;
            if change < options.tolerance {
                break;
            }
        }
        let rounded: Vec<i64> = scores.iter().map(|score| (score * 1e9).round() as i64).collect();
        let better = |i: usize, j: usize| (Reverse(rounded[j]), j) < (Reverse(rounded[i]), i);
        ranks.extend((0..n).map(|i| (0..n).filter(|j| better(i, *j)).count() as u32));
    }
    ranks
}

const WORDS: [&str; 12] = ["basil", "ham", "eggs", "rolls", "salt", "oil", "rice", "figs", "soup", "wine", "milk", "bread"];

#[test]
fn as_the_definition_says() {
    let mut state: u64 = 11;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % bound) as usize
    };
    let mut moved = 0;
    for round in 0..2000 {
        let options =
            if round % 2 == 0 { TextRankOptions::default() } else { TextRankOptions { damping: 0.5, tolerance: 0.0, max_iterations: 3 } };
        let segments: Vec<Vec<Vec<usize>>> =
            (0..=below(3)).map(|_| (0..=below(9)).map(|_| (0..below(7)).map(|_| below(12)).collect()).collect()).collect();
        let mut ranker = TextRanker::new(options);
        for segment in &segments {
            for sentence in segment {
                let words: Vec<&str> = sentence.iter().map(|word| WORDS[*word]).collect();
                ranker.add_sentence(&format!("The {}.", words.join(" and ")), "en");
            }
            ranker.end_segment();
        }
        let ranks = ranker.finish();
        assert_eq!(ranks, naive(&segments, options), "{round}: {segments:?}");
        moved += ranks.windows(2).filter(|pair| pair[0] > pair[1]).count();
    }
    // Most of it was no matter of ties.
    assert!(moved > 2000, "{moved}");
}
