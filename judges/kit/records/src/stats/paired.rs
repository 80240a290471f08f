//! Paired differences, B − A for each case, and intervals for the mean of a sample with fixed size.

use std::cmp::Ordering;

use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

use super::moments::{NOISE, mean, standard_error_beyond};
use super::significance::SignificanceLevel;

/// A range of numbers that includes its ends; in JSON `[low, high]`. An end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end, not below the lower one.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// Returns the critical value of Student's t for the mean of `count` values: half the width of its
/// interval, in standard errors. `None` for fewer than two values.
fn critical_value(count: usize, alpha: SignificanceLevel) -> Option<f64> {
    let t = StudentsT::new(0.0, 1.0, count.checked_sub(1)? as f64).ok()?;
    Some(t.inverse_cdf(1.0 - alpha.get() / 2.0))
}

/// Mean difference between two contestants on the same cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// Number of cases.
    pub cases: usize,
    /// Mean of B − A.
    pub difference: f64,
    /// Standard error of the mean, if there are at least two cases.
    pub standard_error: Option<f64>,
    /// Student's t interval for the mean, if the differences vary. It assumes independent cases and
    /// nearly normal differences.
    pub t_interval: Option<Interval>,
}

impl PairedDifference {
    /// Compares the values A and B of every pair, if there are any, with an interval at level
    /// `alpha`. Differences that are smaller than the rounding error of the values are 0.
    pub fn of(pairs: &[[f64; 2]], alpha: SignificanceLevel) -> Option<PairedDifference> {
        let values = pairs.as_flattened().iter();
        let noise = NOISE * values.fold(0.0, |most, value| f64::max(most, value.abs()));
        let differences: Vec<f64> =
            pairs.iter().map(|[a, b]| b - a).map(|one| one.clamp(f64::MIN, f64::MAX)).collect();
        let mean = mean(&differences).map(|mean| if mean.abs() <= noise { 0.0 } else { mean })?;
        let error = standard_error_beyond(noise, &differences);
        let spread = error.filter(|&error| error > 0.0);
        let reach = spread.zip(critical_value(differences.len(), alpha));
        let reach = reach.map(|(error, quantile)| error * quantile);
        Some(PairedDifference {
            cases: differences.len(),
            difference: mean,
            standard_error: error,
            t_interval: reach.map(|reach| Interval { low: mean - reach, high: mean + reach }),
        })
    }
}

/// Numbers of cases won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairedCounts {
    /// Number of cases in which the second is better.
    pub wins: u64,
    /// Number of cases in which both are equal.
    pub ties: u64,
    /// Number of cases in which the second is worse.
    pub losses: u64,
}

impl PairedCounts {
    /// Counts the results of comparing the second of each pair with the first.
    pub fn of(orders: impl IntoIterator<Item = Ordering>) -> PairedCounts {
        let mut counts = PairedCounts::default();
        for order in orders {
            *match order {
                Ordering::Less => &mut counts.losses,
                Ordering::Equal => &mut counts.ties,
                Ordering::Greater => &mut counts.wins,
            } += 1;
        }
        counts
    }

    /// Returns the two-sided p-value of the sign test; ties do not count.
    pub fn sign_test(&self) -> f64 {
        let decided = self.wins + self.losses;
        let fewer = self.wins.min(self.losses);
        let tail = match decided {
            // Exact for few cases, so that a p-value can equal its level.
            0..=1000 => {
                let (mut term, mut sum) = (0.5_f64.powi(decided as i32), 0.0);
                for heads in 0..=fewer {
                    sum += term;
                    term = term * (decided - heads) as f64 / (heads + 1) as f64;
                }
                sum
            }
            _ => Binomial::new(0.5, decided).map_or(1.0, |coins| coins.cdf(fewer)),
        };
        f64::min(2.0 * tail, 1.0)
    }
}
