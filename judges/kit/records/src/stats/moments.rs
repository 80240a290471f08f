//! Mean and spread of a sample.

use std::borrow::Borrow;

/// Factor of values in a sum, so that the sum of 2³² values is finite. It rounds no value above
/// 1e-280.
const SCALE: f64 = 1.0 / (1_u64 << 32) as f64;

/// A running mean that does not depend on the order of values or on repetitions: the mean of equal
/// values is exactly that value. The sum consists of two doubles (Knuth's two-sum; Dekker 1971).
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    count: u32,
    sum: f64,
    /// Rounding error of the sum, less than half a unit in its last place.
    rest: f64,
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let value = value * SCALE;
        let sum = self.sum + value;
        let added = sum - self.sum;
        let rest = self.rest + ((self.sum - (sum - added)) + (value - added));
        self.sum = sum + rest;
        self.rest = rest - (self.sum - sum);
        self.count += 1;
    }

    /// Returns the mean, if there are values.
    pub fn get(self) -> Option<f64> {
        let count = f64::from(self.count);
        let quotient = self.sum / count;
        let remainder = (-quotient).mul_add(count, self.sum) + self.rest;
        (self.count > 0).then(|| (quotient + remainder / count) / SCALE)
    }

    /// Returns the standard error of the mean of at least two values, from the mean of their squares.
    pub fn standard_error(self, squares: Mean) -> Option<f64> {
        let variance = squares.get()? - self.get()?.powi(2);
        (self.count > 1).then(|| (variance.max(0.0) / f64::from(self.count - 1)).sqrt())
    }
}

/// Returns the mean of `values`, if there are any.
pub fn mean<T: Borrow<f64>>(values: impl IntoIterator<Item = T>) -> Option<f64> {
    let mut mean = Mean::default();
    for value in values {
        mean.add(*value.borrow());
    }
    mean.get()
}

/// Rounding error of a few operations with numbers up to 1.
pub(super) const NOISE: f64 = 8.0 * f64::EPSILON;

/// Returns the standard error of the mean of `values`, if there are at least two, from their sample
/// standard deviation (divisor n − 1). Distances up to `noise` are rounding errors.
pub(super) fn standard_error_beyond(noise: f64, values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    // Halves, since the distance of the largest numbers would overflow.
    let mean = mean(values)? / 2.0;
    let distances = values.iter().map(|value| (value / 2.0 - mean).abs());
    let largest = distances.clone().fold(0.0, f64::max);
    if 2.0 * largest <= noise {
        return Some(0.0);
    }
    let squares: f64 = distances.map(|distance| (distance / largest).powi(2)).sum();
    let count = values.len() as f64;
    Some((squares / (count - 1.0) / count).sqrt() * largest * 2.0)
}

/// Returns the standard error of the mean of `values`, if there are at least two.
pub fn standard_error(values: &[f64]) -> Option<f64> {
    let largest = values.iter().fold(0.0, |most, value| f64::max(most, value.abs()));
    standard_error_beyond(NOISE * largest, values)
}

/// Returns the median of `values` in ascending order, if there are any.
pub fn median(values: &[f64]) -> Option<f64> {
    let upper = *values.get(values.len() / 2)?;
    Some(values[(values.len() - 1) / 2].midpoint(upper))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::SliceRandom;
    use rand::{Rng, RngExt, SeedableRng};

    #[test]
    fn a_mean_shows_neither_order_nor_repetitions() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for times in (1..=100).chain([1_000, 4_999]) {
            let value = f64::from_bits(rng.next_u64() >> 2 | 1 << 61);
            assert_eq!(mean(vec![value; times]), Some(value), "{times} times");
        }
        for times in 1..=40 {
            let scores: Vec<f64> = (0..5).map(|_| rng.random_range(-1e6..1e6)).collect();
            let mut repeated = scores.repeat(times);
            repeated.shuffle(&mut rng);
            let [once, repeated] = [scores, repeated].map(mean);
            assert_eq!(once, repeated, "{times} times");
        }
        assert_eq!(mean::<f64>([]), None);
    }
}
