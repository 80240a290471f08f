//! Paired differences: B − A for each case.

use std::cmp::Ordering;

use serde::Serialize;
use statrs::distribution::{Binomial, DiscreteCDF};

use super::interval::{Interval, critical_value};
use super::moments::{mean, standard_error};
use super::significance::SignificanceLevel;

/// Mean difference between two contestants on the same cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// Number of cases.
    pub cases: usize,
    /// Mean of B − A.
    pub difference: f64,
    /// Standard error of the mean, if there are at least two cases.
    pub standard_error: Option<f64>,
    /// Student's t interval for the mean, if there are at least two cases.
    pub t_interval: Option<Interval>,
}

impl PairedDifference {
    /// Returns the mean of `differences`, if there are any, with an interval at level `alpha`.
    pub fn of(differences: &[f64], alpha: SignificanceLevel) -> Option<PairedDifference> {
        let (mean, error) = (mean(differences)?, standard_error(differences));
        let reach = error.zip(critical_value(differences.len(), alpha));
        let reach = reach.map(|(error, quantile)| error * quantile);
        Some(PairedDifference {
            cases: differences.len(),
            difference: mean,
            standard_error: error,
            t_interval: reach.map(|reach| Interval {
                low: mean - reach,
                high: mean + reach,
            }),
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
        Binomial::new(0.5, decided).map_or(1.0, |coins| f64::min(2.0 * coins.cdf(fewer), 1.0))
    }
}
