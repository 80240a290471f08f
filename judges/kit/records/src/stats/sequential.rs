//! Comparisons that end as soon as the evidence is enough.

use super::betting::{Bettor, Population, ROUNDING, sequential_interval};
use super::moments::mean;
use super::paired::Interval;
use super::significance::SignificanceLevel;

/// A question about the mean difference B − A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypotheses {
    /// Is it above 0, or below? With a margin also: is it closer to 0 than that?
    Sign {
        /// Smallest difference that matters, above 0.
        margin: Option<f64>,
    },
    /// Is it above −`margin` (B is not worse), or below 0?
    NotWorse {
        /// Smallest loss that matters, above 0.
        margin: f64,
    },
    /// Is it above `low`, or below `high`? A probability ratio test decides.
    Ratio {
        /// Mean under the first hypothesis.
        low: f64,
        /// Mean under the second hypothesis, above `low`.
        high: f64,
    },
}

impl Hypotheses {
    /// Returns the means between which the question does not care: it is above the first, or below
    /// the second. Both are 0 if it asks for the sign.
    pub fn hypotheses(self) -> [f64; 2] {
        match self {
            Hypotheses::Sign { .. } => [0.0, 0.0],
            Hypotheses::NotWorse { margin } => [-margin, 0.0],
            Hypotheses::Ratio { low, high } => [low, high],
        }
    }
}

/// A sequential comparison, checked after every difference.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    /// The question.
    pub question: Hypotheses,
    alpha: SignificanceLevel,
    /// Largest absolute difference.
    bound: f64,
    /// Set from which the differences are drawn.
    pub population: Population,
    /// The differences so far.
    pub differences: Vec<f64>,
    /// Possible decisions, each with the bettors that all have to win.
    possible: Vec<(Decision, Vec<Bettor>)>,
    /// The evidence for [`Hypotheses::Ratio`].
    pub ratio: Option<ProbabilityRatioTest>,
    /// The decision so far.
    pub decision: Option<Decision>,
}

impl SequentialTest {
    /// A comparison of which any decision is false with probability at most `alpha`; by
    /// [`Hypotheses::Ratio`] only under the conditions of [`ProbabilityRatioTest`]. A decision within
    /// the margin is false with probability at most `alpha` / 2. Differences lie between −`bound`
    /// and `bound`.
    pub fn new(
        question: Hypotheses,
        alpha: SignificanceLevel,
        bound: f64,
        population: Population,
    ) -> SequentialTest {
        let [low, high] = question.hypotheses();
        let mut possible = vec![
            (Decision::Above, vec![Bettor::above(low, population)]),
            (Decision::Below, vec![Bettor::below(high, population)]),
        ];
        let mut ratio = None;
        match question {
            Hypotheses::Sign { margin } => possible.extend(margin.map(|margin| {
                let ends = [Bettor::above(-margin, population), Bettor::below(margin, population)];
                (Decision::Within, ends.into())
            })),
            Hypotheses::NotWorse { .. } => {}
            Hypotheses::Ratio { low, high } => {
                possible.clear();
                ratio = Some(ProbabilityRatioTest::new(low, high, alpha));
            }
        }
        SequentialTest {
            question,
            alpha,
            bound,
            population,
            differences: Vec::new(),
            possible,
            ratio,
            decision: None,
        }
    }

    /// Takes the next difference B − A, and returns the decision so far, which is final.
    pub fn push(&mut self, difference: f64) -> Option<Decision> {
        self.differences.push(difference);
        for bettor in self.possible.iter_mut().flat_map(|(_, bettors)| bettors) {
            bettor.push(difference, self.bound);
        }
        // Between two hypotheses, at most one decision can be false.
        let error = match self.question {
            Hypotheses::Sign { .. } => self.alpha.get() / 2.0,
            _ => self.alpha.get(),
        };
        let has_won = |bettor: &Bettor| bettor.p_value() <= error;
        let found = self.possible.iter().find(|(_, bettors)| bettors.iter().all(has_won));
        let found = found.map(|(decision, _)| *decision);
        let by_ratio = |ratio: &mut ProbabilityRatioTest| ratio.push(difference);
        let found = found.or(self.ratio.as_mut().and_then(by_ratio));
        self.decision = self.decision.or(found).or_else(|| self.exact_decision());
        self.decision
    }

    /// Returns the decision after all values of a finite population.
    fn exact_decision(&self) -> Option<Decision> {
        if !self.is_exact() {
            return None;
        }
        let mean = mean(&self.differences)?;
        let [low, high] = self.question.hypotheses();
        let (least, margin) = match self.question {
            Hypotheses::Sign { margin } => (0.0, margin.unwrap_or(0.0)),
            Hypotheses::NotWorse { .. } => (low, 0.0),
            Hypotheses::Ratio { .. } => (low.midpoint(high), 0.0),
        };
        let is_within = mean.abs() < margin || (low == high && mean.abs() <= ROUNDING * self.bound);
        Some(match is_within {
            true => Decision::Within,
            false if mean > least => Decision::Above,
            false => Decision::Below,
        })
    }

    /// Returns true after all values of a finite population: its mean is known.
    pub fn is_exact(&self) -> bool {
        self.population == Population::Finite(self.differences.len())
    }

    /// Returns the present interval for the mean difference, by bets.
    pub fn interval(&self) -> Interval {
        sequential_interval(&self.differences, self.bound, self.population, self.alpha)
    }
}

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
    fn push(&mut self, value: f64) -> Option<Decision> {
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
