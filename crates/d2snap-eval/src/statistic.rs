//! Means, intervals, correlations.

use fastrand::Rng;

/// Resamples of a bootstrap.
const RESAMPLES: usize = 1_000;

/// A mean with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The median.
    pub median: f64,
    /// How many values.
    pub count: usize,
}

impl Estimate {
    /// The mean of values with the percentile interval of a bootstrap over them; none of no values. The same values and seed
    /// give the same interval.
    ///
    /// ```
    /// let estimate = d2snap_eval::Estimate::of(&[0.0, 1.0, 1.0, 1.0], 0).unwrap();
    /// assert_eq!((estimate.mean, estimate.median, estimate.count), (0.75, 1.0, 4));
    /// assert!(0.0 <= estimate.low && estimate.low < 0.75 && estimate.high == 1.0);
    /// ```
    pub fn of(values: &[f64], seed: u64) -> Option<Estimate> {
        if values.is_empty() {
            return None;
        }
        let mut random = Rng::with_seed(seed);
        let count = values.len();
        let mut means: Vec<f64> =
            (0..RESAMPLES).map(|_| (0..count).map(|_| values[random.usize(..count)]).sum::<f64>() / count as f64).collect();
        means.sort_by(f64::total_cmp);
        let at = |share: f64| means[((RESAMPLES - 1) as f64 * share).round() as usize];
        Some(Estimate { mean: values.iter().sum::<f64>() / count as f64, low: at(0.025), high: at(0.975), median: median(values), count })
    }
}

/// The median of values, the mean of the middle two of an even number; 0 of none.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[count / 2],
        count => (values[count / 2 - 1] + values[count / 2]) / 2.0,
    }
}

/// Spearman's rank correlation of two series of one length, in [-1, 1]; 0 where one does not vary.
pub(crate) fn spearman(one: &[f64], other: &[f64]) -> f64 {
    pearson(&ranks(one), &ranks(other))
}

/// Ranks; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut ranks = vec![0.0; values.len()];
    for run in order.chunk_by(|one, other| values[*one] == values[*other]) {
        let smaller = values.iter().filter(|value| **value < values[run[0]]).count();
        for at in run {
            ranks[*at] = smaller as f64 + (run.len() as f64 + 1.0) / 2.0;
        }
    }
    ranks
}

fn pearson(one: &[f64], other: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let (first, second) = (mean(one), mean(other));
    let pairs = || one.iter().zip(other).map(|(one, other)| (one - first, other - second));
    let together: f64 = pairs().map(|(one, other)| one * other).sum();
    let alone = pairs().map(|(one, _)| one * one).sum::<f64>() * pairs().map(|(_, other)| other * other).sum::<f64>();
    if alone > 0.0 { together / alone.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_are_of_ranks() {
        assert_eq!(spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 10.0, 100.0, 1000.0]), 1.0);
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0);
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0]), 0.0);
        assert_eq!(ranks(&[2.0, 1.0, 2.0, 3.0]), [2.5, 1.0, 2.5, 4.0]);
    }

    #[test]
    fn intervals_hold_the_mean_and_narrow_with_the_count() {
        let few: Vec<f64> = (0..10).map(|at| f64::from(at % 2)).collect();
        let many: Vec<f64> = (0..1000).map(|at| f64::from(at % 2)).collect();
        let (few, many) = (Estimate::of(&few, 1).unwrap(), Estimate::of(&many, 1).unwrap());
        assert!(few.low < 0.5 && 0.5 < few.high && many.low < 0.5 && 0.5 < many.high);
        assert!(many.high - many.low < few.high - few.low);
        assert!((many.high - many.low - 0.062).abs() < 0.01, "{many:?}");
        assert_eq!(Estimate::of(&[], 1), None);
        assert_eq!(Estimate::of(&[3.0], 1).map(|it| (it.low, it.high)), Some((3.0, 3.0)));
    }
}
