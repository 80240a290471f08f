//! The question of a duel: the differences that it is about, and the answers that can be proven.

use std::cmp::Ordering;

use anyhow::{Result, bail, ensure};

use crate::runs::CaseJob;
use game::{Game, Measure, Objective};
use records::stats::{
    Hypotheses, Population, ProbabilityRatioTest, SequentialTest, SignificanceLevel,
};
use records::{Outcome, Record, UserError, common_measure, difference, order};
use scene::decimal;

/// Options of the comparison.
#[derive(clap::Args)]
#[command(next_help_heading = super::HEADING)]
pub(super) struct QuestionArgs {
    /// Measure to compare [default: the game's]
    #[arg(long, value_name = "MEASURE", value_enum)]
    measure: Option<DuelMeasure>,
    /// Call them equivalent if they differ by less than this, in units of the measure; it must be smaller
    /// than the range
    #[arg(long, value_name = "DIFFERENCE", value_parser = margin)]
    margin: Option<f64>,
    /// Only ask whether B is not worse than A by this or more, as after a simplification
    #[arg(long, value_name = "DIFFERENCE", value_parser = margin, conflicts_with = "margin")]
    not_worse: Option<f64>,
    /// Ask whether B - A (of costs: A - B) is LOW or HIGH, by a generalised sequential probability ratio test
    #[arg(long, value_name = "LOW,HIGH", value_parser = hypotheses, allow_hyphen_values = true, conflicts_with_all = ["margin", "not_worse", "range"])]
    sprt: Option<Hypotheses>,
    /// Largest possible difference in one case [default: the range that the game proves]
    #[arg(long, value_name = "DIFFERENCE", value_parser = margin)]
    range: Option<f64>,
    /// Maximum probability of a false verdict; with --sprt of each error
    #[arg(long, value_name = "CHANCE", default_value_t)]
    alpha: SignificanceLevel,
}

/// Value that is compared in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DuelMeasure {
    /// Ratio to the better score of the two
    Relative,
    /// Ratio to the bound
    BoundRatio,
    Score,
    /// Won, tied or lost, however large the difference
    Wins,
}

fn margin(text: &str) -> Result<f64, String> {
    let margin = text.parse().ok().filter(|margin: &f64| *margin > 0.0 && margin.is_finite());
    margin.ok_or_else(|| "expected a number above 0".to_string())
}

fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| f64::is_finite(*number));
    let both = text.split_once(',').and_then(|(low, high)| number(low).zip(number(high)));
    let (low, high) = both
        .filter(|(low, high)| low < high)
        .ok_or("expected two numbers, the lower one first: 0,0.01")?;
    Ok(Hypotheses::Ratio { low, high })
}

/// A question about two contestants, A and B.
pub(super) struct DuelQuestion {
    measure: Measure,
    /// True if a case counts only as won, tied or lost.
    counts_wins: bool,
    /// Name of a difference; more is better for B.
    pub name: &'static str,
    hypotheses: Hypotheses,
    /// Largest possible difference in one case.
    pub range: f64,
    pub alpha: SignificanceLevel,
}

impl QuestionArgs {
    /// Returns the question about these cases. Fails if no answer can be proven.
    pub fn question<G: Game>(
        &self,
        cases: impl Iterator<Item = CaseJob<G>>,
    ) -> Result<DuelQuestion> {
        let counts_wins = self.measure == Some(DuelMeasure::Wins);
        let measure = match self.measure {
            Some(DuelMeasure::Relative) => Measure::Relative,
            Some(DuelMeasure::BoundRatio) => Measure::BoundRatio,
            Some(DuelMeasure::Score) => Measure::Score,
            Some(DuelMeasure::Wins) | None => G::MEASURE,
        };
        let range = match self.range {
            _ if counts_wins => 1.0,
            Some(range) => range,
            None => self.proven_range(measure, cases)?,
        };
        let (hypotheses, option, asked) = match (self.sprt, self.not_worse, self.margin) {
            (Some(ratio), ..) => (ratio, "--sprt", ratio.hypotheses()),
            (None, Some(margin), _) => {
                let hypotheses = Hypotheses::NotWorse { margin };
                (hypotheses, "--not-worse", [margin, 0.0])
            }
            (None, None, margin) => {
                let hypotheses = Hypotheses::Sign { margin };
                (hypotheses, "--margin", [margin.unwrap_or(0.0), 0.0])
            }
        };
        if let Some(end) = asked.into_iter().find(|end| end.abs() >= range) {
            let [end, range] = [end, range].map(decimal);
            bail!(UserError(format!(
                "{option} {end}: nothing to prove, since one case can differ by {range} at most"
            )));
        }
        let is_cost = G::OBJECTIVE == Objective::Minimise;
        Ok(DuelQuestion {
            measure,
            counts_wins,
            name: match !counts_wins && measure == Measure::Score && is_cost {
                true => "A - B",
                false => "B - A",
            },
            hypotheses,
            range,
            alpha: self.alpha,
        })
    }

    /// Returns the largest difference between two records of one of these cases that the game proves.
    /// Fails if there is none and the question needs it.
    fn proven_range<G: Game>(
        &self,
        measure: Measure,
        cases: impl Iterator<Item = CaseJob<G>>,
    ) -> Result<f64> {
        let mut widest = 0.0_f64;
        for job in cases {
            let ranges = job.play.game.ranges(job.play.case());
            let range = match measure {
                // This range is the same in every case.
                Measure::Relative => return Ok(1.0),
                _ if self.sprt.is_some() => return Ok(f64::MAX),
                Measure::BoundRatio => ranges.bound_ratio,
                Measure::Score => ranges.score,
            };
            let range = range.end() - range.start();
            let unproven = || {
                let (case, name) = (job.name(), measure.name());
                format!("the game proves no range of the {name} of case {case}: give --range")
            };
            ensure!(range.is_finite(), UserError(unproven()));
            widest = widest.max(range);
        }
        Ok(widest)
    }
}

impl DuelQuestion {
    /// Begins the test that answers it, on cases of this population.
    pub fn test(&self, population: Population) -> SequentialTest {
        SequentialTest::new(self.hypotheses, self.alpha, self.range, population)
    }

    /// Returns the lines about a probability ratio test, with the number of cases to expect; empty for the
    /// other questions.
    pub fn heading(&self) -> String {
        let Hypotheses::Ratio { low, high } = self.hypotheses else {
            return String::new();
        };
        let (name, alpha) = (self.name, self.alpha);
        let test = ProbabilityRatioTest::new(low, high, alpha);
        let spreads = match self.counts_wins {
            true => vec![1.0],
            false => [2.0, 5.0, 20.0].map(|times| times * (high - low)).into(),
        };
        let expected = spreads.into_iter().map(|spread| {
            let cases = test.expected_values(spread);
            let [usual, most] = cases.map(|cases| cases.ceil().max(8.0));
            let spread = decimal(spread);
            format!("{usual} (at most {most}) with a spread of {spread}")
        });
        let expected: Vec<String> = expected.collect();
        format!(
            "question {name} is {low} or {high}, with error {alpha} each, by SPRT\n\
             expected cases: {}\n",
            expected.join(", ")
        )
    }

    /// Returns the mean outcomes of A and B over the plays of a case; fails if they lack the measure.
    pub fn outcomes(&self, plays: &[[Record; 2]]) -> Result<[Outcome; 2]> {
        let measure = self.measure;
        let outcomes = [0, 1].map(|player| {
            let of_play =
                |play: &[Record; 2]| Outcome { measure, ..Outcome::of_play(&play[player]) };
            let outcomes: Vec<Outcome> = plays.iter().map(of_play).collect();
            Outcome::mean(outcomes.iter()).unwrap_or_default()
        });
        let is_defined = measure == Measure::Score || common_measure(&outcomes) == measure;
        let case = &plays[0][0].case;
        let problem = || format!("case {case} has no bound; compare it by --measure score");
        ensure!(is_defined, UserError(problem()));
        Ok(outcomes)
    }

    /// Returns the difference, and the order of B and A, by the outcomes of A and B.
    pub fn compare(&self, outcomes: [Outcome; 2]) -> (f64, Ordering) {
        let order = order(outcomes, self.measure);
        match self.counts_wins {
            true => (f64::from(order as i8), order),
            false => (difference(outcomes, self.measure), order),
        }
    }
}
