//! Wilcoxon's signed-rank test.

use statrs::distribution::{ContinuousCDF, Normal};

/// Most differences for which the distribution is counted out, if no two have
/// the same size and none is 0.
const MOST_EXACT: usize = 50;

/// The same if there are equal sizes or zeros.
const MOST_EXACT_WITH_TIES: usize = 13;

/// Wilcoxon's two-sided p value: the chance that the ranks of the positive and
/// the negative `differences` are as far apart if each sign were as likely.
///
/// Zeros are left out, equal sizes share their mean rank. Few differences are
/// counted out, for many the sum of ranks is taken as normal, corrected for
/// equal sizes but not for continuity: the choices of SciPy 1.17 by default.
///
/// ```
/// // Six of six: two of the 64 ways to choose signs are as far apart.
/// assert_eq!(records::stats::wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 2.0 / 64.0);
/// ```
pub fn wilcoxon(differences: &[f64]) -> f64 {
    let ranks = Ranks::of(differences);
    let plain = ranks.tied == 0.0 && ranks.doubled.len() == differences.len();
    let most = if plain {
        MOST_EXACT
    } else {
        MOST_EXACT_WITH_TIES
    };
    if ranks.doubled.is_empty() {
        1.0
    } else if differences.len() <= most {
        ranks.exact()
    } else {
        ranks.normal()
    }
}

/// The ranks of differences other than 0 by size.
struct Ranks {
    /// Twice the rank of each, a whole number even where it is shared.
    doubled: Vec<usize>,
    /// Sum of the doubled ranks of the positive ones.
    doubled_positive: usize,
    /// Sum of t³ − t over every group of t equal sizes.
    tied: f64,
}

impl Ranks {
    fn of(differences: &[f64]) -> Ranks {
        let mut sorted: Vec<f64> = differences.iter().copied().filter(|&d| d != 0.0).collect();
        sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let mut ranks = Ranks {
            doubled: Vec::with_capacity(sorted.len()),
            doubled_positive: 0,
            tied: 0.0,
        };
        for group in sorted.chunk_by(|a, b| a.abs() == b.abs()) {
            let first = ranks.doubled.len() + 1;
            let rank = 2 * first + group.len() - 1;
            let positive = group.iter().filter(|&&difference| difference > 0.0).count();
            ranks.doubled_positive += rank * positive;
            ranks.doubled.resize(first - 1 + group.len(), rank);
            let count = group.len() as f64;
            ranks.tied += count.powi(3) - count;
        }
        ranks
    }

    /// The p value from all 2ⁿ ways to give the ranks signs.
    fn exact(&self) -> f64 {
        let total: usize = self.doubled.iter().sum();
        // Share of the ways so far that have each sum.
        let mut share = vec![0.0; total + 1];
        share[0] = 1.0;
        for &rank in &self.doubled {
            for sum in (0..=total).rev() {
                let with = if sum >= rank { share[sum - rank] } else { 0.0 };
                share[sum] = (share[sum] + with) / 2.0;
            }
        }
        let low: f64 = share[..=self.doubled_positive].iter().sum();
        let high: f64 = share[self.doubled_positive..].iter().sum();
        (2.0 * low.min(high)).min(1.0)
    }

    /// The p value if the sum of ranks were normal.
    fn normal(&self) -> f64 {
        let count = self.doubled.len() as f64;
        let mean = count * (count + 1.0) / 4.0;
        let variance = (count * (count + 1.0) * (2.0 * count + 1.0) - self.tied / 2.0) / 24.0;
        let z = (self.doubled_positive as f64 / 2.0 - mean) / variance.sqrt();
        2.0 * Normal::standard().cdf(-z.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All signs of all ranks, one by one.
    fn enumerated(differences: &[f64]) -> f64 {
        let sizes: Vec<f64> = differences
            .iter()
            .map(|difference| difference.abs())
            .collect();
        let rank = |size: f64| {
            let below = sizes.iter().filter(|&&other| other != 0.0 && other < size);
            let equal = sizes.iter().filter(|&&other| other == size);
            below.count() as f64 + (equal.count() as f64 + 1.0) / 2.0
        };
        let ranks: Vec<f64> = differences
            .iter()
            .filter(|&&difference| difference != 0.0)
            .map(|difference| rank(difference.abs()) * difference.signum())
            .collect();
        let observed: f64 = ranks.iter().sum();
        let ways = 1u32 << ranks.len();
        let as_far = (0..ways).filter(|signs| {
            let signed = ranks.iter().enumerate().map(|(index, rank)| {
                let sign = if signs >> index & 1 == 1 { 1.0 } else { -1.0 };
                sign * rank.abs()
            });
            signed.sum::<f64>().abs() >= observed.abs()
        });
        f64::from(as_far.count() as u32) / f64::from(ways)
    }

    #[test]
    fn few_differences_are_counted_out() {
        let mut rng = common_differences();
        for count in 1..=12 {
            for largest in [3, 1000] {
                let differences: Vec<f64> = (0..count).map(|_| rng(largest)).collect();
                let (p, expected) = (wilcoxon(&differences), enumerated(&differences));
                assert!(
                    (p - expected).abs() < 1e-12,
                    "{differences:?}: {p}, not {expected}"
                );
            }
        }
    }

    /// Whole differences from −n to n, the same on every run.
    fn common_differences() -> impl FnMut(i64) -> f64 {
        let mut state = 1u64;
        move |largest| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            ((state >> 33) as i64 % (2 * largest + 1) - largest) as f64
        }
    }

    #[test]
    fn no_differences_say_nothing() {
        assert_eq!(wilcoxon(&[]), 1.0);
        assert_eq!(wilcoxon(&[0.0; 100]), 1.0);
    }
}
