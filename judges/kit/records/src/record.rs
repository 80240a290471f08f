//! The record of a case: one line of JSON.

use serde::{Deserialize, Serialize};

use crate::case::CaseKey;
use crate::losses::RecordedLosses;
use crate::machine::Machine;
use crate::version::Version;

use game::{Bound, CaseResult, CaseScore, Cost, Details, Limits, Measure, Ruling, Verdict};

/// A case and its result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The case: `game`, `variant`, `file`, `options`, `salt` and `seed`.
    #[serde(flatten)]
    pub key: CaseKey,
    /// Version of the file format.
    #[serde(default)]
    pub version: Version,
    /// Number of the repetition in this run, from 2; absent for the first play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<usize>,
    /// Parameters that distinguish the case.
    pub parameters: Details,
    /// Verdict and reason: `verdict`, and `reason` unless it is `OK`.
    #[serde(flatten)]
    pub ruling: Ruling,
    /// The raw score.
    pub score: f64,
    /// Normalised score, if the statement defines one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalised: Option<f64>,
    /// Bound of the score: `bound_kind` and `bound`.
    #[serde(flatten)]
    pub bound: Option<Bound>,
    /// Ratio of the counted score to the bound; absent unless the bound is positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound_ratio: Option<f64>,
    /// `bound - score`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute_gap: Option<f64>,
    /// Measure for comparing plays of the game.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub measure: Measure,
    /// Best score known for this case before this run, from `--bests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_known: Option<f64>,
    /// Ratio to the best known score, including this one, 0 to 1; from `--bests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_best: Option<f64>,
    /// Resources that the contestant used.
    #[serde(flatten)]
    pub cost: Cost,
    /// Last lines of a failed contestant's standard error, with control characters escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_output: Vec<String>,
    /// The contestant's command.
    pub command: String,
    /// Digest of the program, its sources, and the files in the command; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Isolation level that was used; absent if no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
    /// The machine; absent if no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// Limits of the contestant; absent if no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Values from lines `[DATA] name = value` of the contestant's standard error.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub data: Details,
    /// Other facts that the game reports.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub details: Details,
    /// Lost points, from `--losses`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<RecordedLosses>,
}

fn is_usual(measure: &Measure) -> bool {
    *measure == Measure::default()
}

impl Record {
    /// Returns the play's name in its run: the case without salt, and the number of the repetition.
    pub fn play_id(&self) -> (CaseKey, usize) {
        (self.key.clone().unsalted(), self.repetition.unwrap_or(1))
    }

    /// Returns the part that official results need.
    pub fn result(&self) -> CaseResult {
        CaseResult {
            scored: CaseScore {
                score: self.score,
                normalised: self.normalised,
                bound: self.bound.clone(),
                details: self.details.clone(),
            },
            of_best: self.of_best,
            parameters: self.parameters.clone(),
        }
    }

    /// Returns true if the contestant played the case according to the rules.
    pub fn is_ok(&self) -> bool {
        self.ruling.verdict == Verdict::Ok
    }

    /// Returns the counted score, for means and comparisons.
    pub fn counted_score(&self) -> f64 {
        self.measure.counted_score(self.score, !self.is_ok())
    }
}
