//! A sequential probability ratio test of two means.

use super::significance::SignificanceLevel;

/// Decision of a sequential comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The mean difference is above the lower hypothesis.
    Above,
    /// It is below the higher hypothesis.
    Below,
    /// It is smaller than the margin, or exactly 0.
    Within,
}

/// Number of values before the first decision.
const FIRST: usize = 8;

/// Number of squared distances of the hypotheses that are added to the squares of the values: a few
/// equal values do not show that all are equal.
const PRIOR: f64 = 4.0;

/// Generalised sequential probability ratio test: the mean is `low`, or it is `high`; the variance
/// is unknown, and estimated under each hypothesis.
///
/// # Method
/// The logarithm of the ratio of the largest likelihoods of normal values under both hypotheses,
/// n / 2 · ln((s² + (x̄ − low)²) / (s² + (x̄ − high)²)), ends the test beyond ± ln(1 / alpha) (Wald
/// 1945, "Sequential tests of statistical hypotheses"; Van den Bergh, "A practical introduction to
/// the GSPRT"; fishtest tests chess programs so). Each error is at most alpha only as the number of
/// values grows, for independent values whose spread shows in the first ones. Rare large losses
/// that have not occurred yet, and heavy tails, are not covered.
#[derive(Clone, Debug)]
pub struct ProbabilityRatioTest {
    low: f64,
    high: f64,
    /// Largest absolute logarithm of the ratio without a decision.
    pub limit: f64,
    count: usize,
    mean: f64,
    /// Sum of squared distances from the mean.
    squares: f64,
}

impl ProbabilityRatioTest {
    /// Makes a test of `low` against `high`, which is above it, with this probability of each error.
    pub fn new(low: f64, high: f64, alpha: SignificanceLevel) -> ProbabilityRatioTest {
        ProbabilityRatioTest {
            low,
            high,
            limit: -alpha.get().ln(),
            count: 0,
            mean: 0.0,
            squares: PRIOR * (high - low).powi(2),
        }
    }

    /// Takes the next value, and returns the decision at this look (Welford 1962).
    pub(super) fn push(&mut self, value: f64) -> Option<Decision> {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
        match self.log_ratio() {
            _ if self.count < FIRST => None,
            ratio if ratio >= self.limit => Some(Decision::Above),
            ratio if ratio <= -self.limit => Some(Decision::Below),
            _ => None,
        }
    }

    /// Returns the logarithm of the likelihood of `high` divided by that of `low`.
    pub fn log_ratio(&self) -> f64 {
        let count = self.count.max(1) as f64;
        let variance = |mean: f64| self.squares / count + (self.mean - mean).powi(2);
        self.count as f64 / 2.0 * (variance(self.low) / variance(self.high)).ln()
    }

    /// Returns the expected number of values for this standard deviation: if a hypothesis is true,
    /// and at most, for a mean halfway between (Wald's approximations).
    pub fn expected_values(&self, deviation: f64) -> [f64; 2] {
        let step = ((self.high - self.low) / deviation).powi(2);
        let alpha = (-self.limit).exp();
        [2.0 * self.limit * (1.0 - 2.0 * alpha) / step, self.limit.powi(2) / step]
    }
}
