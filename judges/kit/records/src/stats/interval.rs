//! Intervals for the mean of a sample with fixed size.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

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
pub fn critical_value(count: usize, alpha: SignificanceLevel) -> Option<f64> {
    let t = StudentsT::new(0.0, 1.0, count.checked_sub(1)? as f64).ok()?;
    Some(t.inverse_cdf(1.0 - alpha.get() / 2.0))
}

/// Returns the sample size at which a normal test at level `alpha` detects a mean `difference` with
/// power 0.8. `deviation` is the standard deviation over cases. `None` for a difference of 0.
pub fn sample_size(difference: f64, deviation: f64, alpha: SignificanceLevel) -> Option<u64> {
    const POWER: f64 = 0.8;
    let normal = Normal::standard();
    let reach = normal.inverse_cdf(1.0 - alpha.get() / 2.0) + normal.inverse_cdf(POWER);
    let cases = (reach * deviation / difference).powi(2).ceil();
    cases.is_finite().then_some(cases as u64)
}
