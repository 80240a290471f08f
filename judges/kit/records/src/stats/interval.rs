//! Intervals for the mean of a sample of fixed size.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::alpha::Alpha;
use super::moments::{mean, standard_error};

/// A range of numbers, ends included; an end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end, not below the lower one.
    pub high: f64,
}

impl Interval {
    /// Returns true if it holds `value`.
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

/// Student's two-sided p value: the chance that the mean of as many `values` is
/// as far from 0 if the true one is 0; none for fewer than two.
pub fn t_test(values: &[f64]) -> Option<f64> {
    let (mean, error) = (mean(values)?, standard_error(values)?);
    if error == 0.0 {
        return Some(if mean == 0.0 { 1.0 } else { 0.0 });
    }
    let t = StudentsT::new(0.0, 1.0, (values.len() - 1) as f64).ok()?;
    Some(2.0 * t.cdf(-(mean / error).abs()))
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

/// Samples drawn anew for a bootstrap interval.
const RESAMPLES: usize = 9_999;

/// Most values for which samples are drawn anew. The mean of more is normal as
/// far as anything printed shows, and the t interval stands for the bootstrap.
const MOST_RESAMPLED: usize = 2_000;

/// Bootstrap interval for the mean of `values`, bias-corrected and accelerated
/// (Efron 1987, "Better bootstrap confidence intervals"), the same for the same
/// `seed`; none for fewer than two values. Where `alpha` is so small that the acceleration would
/// turn an end to the other side, the t interval stands for it.
pub fn bootstrap_interval(values: &[f64], alpha: Alpha, seed: u64) -> Option<Interval> {
    if values.len() > MOST_RESAMPLED {
        return t_interval(values, alpha);
    }
    let (mean, error) = (mean(values)?, standard_error(values)?);
    if error == 0.0 {
        return Some(Interval {
            low: mean,
            high: mean,
        });
    }
    let means = resampled_means(values, seed);
    let normal = Normal::standard();
    let below = means.partition_point(|&other| other < mean);
    let not_above = means.partition_point(|&other| other <= mean);
    let bias = normal.inverse_cdf((below + not_above) as f64 / (2 * means.len()) as f64);
    let deviations = || values.iter().map(|value| value - mean);
    let cubes: f64 = deviations().map(|deviation| deviation.powi(3)).sum();
    let squares: f64 = deviations().map(|deviation| deviation.powi(2)).sum();
    let acceleration = cubes / (6.0 * squares.powf(1.5));
    let end = |chance: f64| {
        let shifted = bias + normal.inverse_cdf(chance);
        let scale = 1.0 - acceleration * shifted;
        (scale > 0.0).then(|| quantile(&means, normal.cdf(bias + shifted / scale)))
    };
    let ends = end(alpha.get() / 2.0).zip(end(1.0 - alpha.get() / 2.0));
    match ends {
        Some((low, high)) => Some(Interval { low, high }),
        None => t_interval(values, alpha),
    }
}

/// Means of samples drawn from `values` with replacement, ascending.
fn resampled_means(values: &[f64], seed: u64) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = values.len();
    let mut resampled = || {
        let sum: f64 = (0..count).map(|_| values[rng.random_range(0..count)]).sum();
        sum / count as f64
    };
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| resampled()).collect();
    means.sort_by(f64::total_cmp);
    means
}

/// The value below which a share `chance` of the `sorted` ones lie, linear
/// between two of them.
fn quantile(sorted: &[f64], chance: f64) -> f64 {
    let place = chance * (sorted.len() - 1) as f64;
    let below = place.floor();
    let low = sorted[below as usize];
    let high = sorted[place.ceil() as usize];
    low + (high - low) * (place - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_has_no_interval() {
        assert_eq!(t_interval(&[1.0], Alpha::default()), None);
        assert_eq!(bootstrap_interval(&[1.0], Alpha::default(), 1), None);
    }

    #[test]
    fn equal_values_leave_no_doubt() {
        let point = Some(Interval {
            low: 2.0,
            high: 2.0,
        });
        assert_eq!(t_interval(&[2.0; 5], Alpha::default()), point);
        assert_eq!(bootstrap_interval(&[2.0; 5], Alpha::default(), 1), point);
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let values: Vec<f64> = (0..40).map(|i| f64::from(i * i % 17)).collect();
        let interval = |seed| bootstrap_interval(&values, Alpha::default(), seed);
        assert_eq!(interval(1), interval(1));
        assert_ne!(interval(1), interval(2));
    }

    #[test]
    fn the_interval_holds_the_mean_however_small_alpha_is() {
        // The last of them lies far from the others.
        for count in [8, 20, 100] {
            for sign in [-1.0, 1.0] {
                let value = |i: i32| sign * f64::from(if i == count { 1000 } else { i % 3 });
                let values: Vec<f64> = (1..=count).map(value).collect();
                let mean = mean(&values).unwrap();
                for alpha in [0.3, 0.05, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15] {
                    let alpha = Alpha::new(alpha).unwrap();
                    let interval = bootstrap_interval(&values, alpha, 1).unwrap();
                    let Interval { low, high } = interval;
                    assert!(
                        low < mean && mean < high,
                        "{count} {sign} {alpha}: {interval:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [1.0, 2.0, 4.0];
        assert_eq!(quantile(&sorted, 0.0), 1.0);
        assert_eq!(quantile(&sorted, 0.25), 1.5);
        assert_eq!(quantile(&sorted, 0.75), 3.0);
        assert_eq!(quantile(&sorted, 1.0), 4.0);
    }
}
