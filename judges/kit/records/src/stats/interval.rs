//! Intervals for the mean of a sample of fixed size.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::alpha::Alpha;
use super::moments::{mean, standard_error};

/// A range of numbers, ends included, in JSON `[low, high]`; an end may be infinite.
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

impl Interval {
    /// Returns true if the interval contains `value`.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Student's t interval for the mean of `values`; none for fewer than two.
///
/// ```
/// use records::stats::{Alpha, t_interval};
///
/// let interval = t_interval(&[9.0, 10.0, 11.0], Alpha::default()).unwrap();
/// assert!(interval.contains(10.0) && interval.contains(12.0) && !interval.contains(13.0));
/// assert_eq!(t_interval(&[9.0], Alpha::default()), None);
/// ```
pub fn t_interval(values: &[f64], alpha: Alpha) -> Option<Interval> {
    let (mean, error) = (mean(values)?, standard_error(values)?);
    let t = StudentsT::new(0.0, 1.0, (values.len() - 1) as f64).ok()?;
    let reach = error * t.inverse_cdf(1.0 - alpha.get() / 2.0);
    Some(Interval {
        low: mean - reach,
        high: mean + reach,
    })
}

/// Returns the number of cases of which four samples in five show a mean `difference` with this
/// `deviation` of single cases, by a normal test of error `alpha`; none for a difference of 0.
///
/// ```
/// use records::stats::{Alpha, sample_size};
///
/// // As large as the deviation: eight cases. Half as large: four times as many.
/// assert_eq!(sample_size(1.0, 1.0, Alpha::default()), Some(8));
/// assert_eq!(sample_size(0.5, 1.0, Alpha::default()), Some(32));
/// assert_eq!(sample_size(0.0, 1.0, Alpha::default()), None);
/// ```
pub fn sample_size(difference: f64, deviation: f64, alpha: Alpha) -> Option<u64> {
    const POWER: f64 = 0.8;
    let normal = Normal::standard();
    let reach = normal.inverse_cdf(1.0 - alpha.get() / 2.0) + normal.inverse_cdf(POWER);
    let cases = (reach * deviation / difference).powi(2).ceil();
    cases.is_finite().then_some(cases as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_has_no_interval_and_equal_values_a_point() {
        assert_eq!(t_interval(&[1.0], Alpha::default()), None);
        let (low, high) = (2.0, 2.0);
        let point = Some(Interval { low, high });
        assert_eq!(t_interval(&[2.0; 5], Alpha::default()), point);
    }
}
