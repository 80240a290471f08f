//! Mean and spread of a sample.

use std::borrow::Borrow;

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
        (self.count > 0).then(|| quotient + remainder / count)
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

/// Returns the sample standard deviation (divisor n − 1) of at least two `values`.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns the standard error of the mean of `values`, if there are at least two.
pub fn standard_error(values: &[f64]) -> Option<f64> {
    Some(standard_deviation(values)? / (values.len() as f64).sqrt())
}

/// Sorts `values` and returns their median, if there are any.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let count = values.len();
    let upper = *values.get(count / 2)?;
    let lower = values[(count - 1) / 2];
    Some((lower + upper) / 2.0)
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
