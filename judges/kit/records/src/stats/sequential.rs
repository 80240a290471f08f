//! Comparisons that end as soon as the evidence is enough.

use super::betting::{Bettor, Population, ROUNDING, sequential_interval};
use super::moments::mean;
use super::paired::Interval;
use super::significance::SignificanceLevel;
use super::sprt::{Decision, ProbabilityRatioTest};

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
