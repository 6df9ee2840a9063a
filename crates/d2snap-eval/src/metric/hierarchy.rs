//! Whether what is near in the page is near in the text.

use fastrand::Rng;

use crate::page::Page;
use crate::reading::Reading;
use crate::statistic::spearman;

/// So many pairs of targets are compared at most.
const PAIRS: usize = 200;

/// Spearman's correlation of the distances of pairs of printed targets: steps in the page's tree, and steps over the text's
/// groups. 0 where all distances in the text are one; none where those in the page are, or there are fewer than three targets.
pub(crate) fn hierarchy(reading: &Reading, page: &Page, seed: u64) -> Option<f64> {
    let shown: Vec<usize> =
        (0..reading.printed.len()).filter(|at| page.elements.get(reading.printed[*at].element).is_some_and(|it| it.target)).collect();
    if shown.len() < 3 {
        return None;
    }
    let pairs = shown.len() * (shown.len() - 1) / 2;
    let mut chosen: Vec<(usize, usize)> = Vec::new();
    if pairs <= PAIRS {
        chosen.extend((0..shown.len()).flat_map(|one| (one + 1..shown.len()).map(move |other| (one, other))));
    } else {
        let mut random = Rng::with_seed(seed);
        while chosen.len() < PAIRS {
            let (one, other) = (random.usize(..shown.len()), random.usize(..shown.len()));
            if one != other {
                chosen.push((one, other));
            }
        }
    }
    let before = chosen
        .iter()
        .map(|(one, other)| page.distance(reading.printed[shown[*one]].element, reading.printed[shown[*other]].element) as f64);
    let after = chosen.iter().map(|(one, other)| distance(reading, shown[*one], shown[*other]) as f64);
    let (before, after): (Vec<f64>, Vec<f64>) = (before.collect(), after.collect());
    let varies = |values: &[f64]| values.iter().any(|value| *value != values[0]);
    if !varies(&before) {
        return None;
    }
    Some(if varies(&after) { spearman(&before, &after) } else { 0.0 })
}

/// Steps from one element over the groups that they share to the other.
fn distance(reading: &Reading, one: usize, other: usize) -> usize {
    let groups = |at: usize| -> Vec<usize> { reading.groups_around(&reading.printed[at]).collect() };
    let (ones, others) = (groups(one), groups(other));
    let shared = ones.iter().rev().zip(others.iter().rev()).take_while(|(one, other)| one == other).count();
    ones.len() + others.len() - 2 * shared
}
