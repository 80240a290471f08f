//! Scores of cases, and official results of a run.

use std::fmt::{self, Display};

use crate::bound::Bound;
use crate::details::Details;

/// The score of one case. Pages do not get the normalised score.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CaseScore {
    /// The raw score.
    pub score: f64,
    /// Normalised score of this case, if the statement defines one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub normalised: Option<f64>,
    /// Bound of the score, if known.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub bound: Option<Bound>,
    /// Other facts that the game reports.
    pub details: Details,
}

impl CaseScore {
    /// Returns the value of the bound.
    pub fn most(&self) -> Option<f64> {
        self.bound.as_ref().map(|bound| bound.value)
    }
}

/// The part of a case's record that official results need.
#[derive(Clone, Debug, Default)]
pub struct CaseResult {
    /// The score.
    pub scored: CaseScore,
    /// Ratio to the best known score, including this one, 0 to 1.
    pub of_best: Option<f64>,
    /// Parameters that distinguish the case.
    pub parameters: Details,
}

/// The official result of a run as the statement defines it, over all cases including failed ones.
pub trait Total: Default + Display {
    /// Adds the next case.
    fn add(&mut self, result: &CaseResult);
}

/// Sum of the scores and sum of the bounds, for games whose bound is the maximum.
#[derive(Default)]
pub struct PointsTotal {
    points: f64,
    most: f64,
}

impl Total for PointsTotal {
    fn add(&mut self, result: &CaseResult) {
        self.points += result.scored.score;
        self.most += result.scored.most().unwrap_or(0.0);
    }
}

impl Display for PointsTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} points", self.points, self.most)
    }
}

/// Mean of the scores, for games without a bound.
#[derive(Default)]
pub struct MeanTotal {
    sum: f64,
    cases: u32,
}

impl Total for MeanTotal {
    fn add(&mut self, result: &CaseResult) {
        self.sum += result.scored.score;
        self.cases += 1;
    }
}

impl Display for MeanTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.sum / f64::from(self.cases.max(1));
        write!(f, "{mean:.3}, the mean of the scores")
    }
}

/// Mean of YOUR/MAX, the ratios to the best known scores, as in TopCoder's marathon matches.
#[derive(Default)]
pub struct RelativeTotal {
    sum: f64,
    cases: u32,
}

impl Total for RelativeTotal {
    fn add(&mut self, result: &CaseResult) {
        self.cases += u32::from(result.of_best.is_some());
        self.sum += result.of_best.unwrap_or(0.0);
    }
}

impl Display for RelativeTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cases == 0 {
            return f.write_str("not normalised: that needs best scores (--bests FILE)");
        }
        let mean = self.sum / f64::from(self.cases);
        write!(
            f,
            "{:.5} of 100, the mean of YOUR/MAX; MAX is the best score of all runs so far",
            100.0 * mean
        )?;
        match mean == 1.0 {
            true => f.write_str(", and this run has them all"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total<T: Total>(scores: &[f64]) -> String {
        let mut total = T::default();
        for &score in scores {
            total.add(&CaseResult {
                scored: CaseScore {
                    score,
                    ..CaseScore::default()
                },
                ..CaseResult::default()
            });
        }
        total.to_string()
    }

    #[test]
    fn totals_without_a_bound() {
        let scores = [8.0, 4.5, -1.0];
        assert_eq!(total::<MeanTotal>(&scores), "3.833, the mean of the scores");
        assert_eq!(total::<MeanTotal>(&[]), "0.000, the mean of the scores");
    }
}
