//! The record of one case: a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::case::{CaseKey, CaseSource};
use crate::losses::RecordedLosses;
use crate::machine::Machine;
use scene::decimal;

use game::{Bound, CaseResult, CaseScore, Cost, Detail, Details, Limits, Ruling, Salt, Verdict};

/// Names and values in a record.
pub type Fields = Map<String, Value>;

/// Converts what a game reports to fields.
pub fn fields(details: Details) -> Fields {
    let value = |detail| serde_json::to_value(detail).unwrap_or_default();
    let named = details.0.into_iter();
    named.map(|(name, detail)| (name, value(detail))).collect()
}

/// Converts fields to what a game reports; values of other forms are left out.
fn details(fields: &Fields) -> Details {
    let detail = |value: &Value| Detail::deserialize(value).ok();
    let named = fields.iter();
    let named = named.filter_map(|(name, value)| Some((name.clone(), detail(value)?)));
    Details(named.collect())
}

/// Formats the value of a field for people: `0.2326`, `2 4 2 2 4 2 4`.
pub fn readable(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => decimal(float),
            _ => number.to_string(),
        },
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(readable).collect();
            values.join(" ")
        }
        other => other.to_string(),
    }
}

/// A case and its outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The game.
    pub game: String,
    /// Seed of the case, or of the play if the case came from a file.
    pub seed: u64,
    /// Salt of the draws during play, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
    /// The variant, if several games are played for every seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// File of the case, unless it was generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Number of the repetition in this run, from 2; absent for the first play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<usize>,
    /// Parameters that distinguish the case.
    pub parameters: Fields,
    /// Options that draw or score the case, as given: `-N 10`; absent without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The outcome: `verdict`, and `reason` unless it is `OK`.
    #[serde(flatten)]
    pub ruling: Ruling,
    /// The raw score.
    pub score: f64,
    /// The statement's normalised score of this case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalised: Option<f64>,
    /// Bound of the score: `bound_kind` and `bound`.
    #[serde(flatten)]
    pub bound: Option<Bound>,
    /// `score / bound`, 0 for a failed case; absent without a positive bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// `bound - score`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The best score known for this case before this run, from `--bests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_known: Option<f64>,
    /// Share of the best score, this one included, from `--bests`: 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_best: Option<f64>,
    /// Resources that the contestant used.
    #[serde(flatten)]
    pub cost: Cost,
    /// Last lines of a failed contestant's standard error, control characters escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_output: Vec<String>,
    /// The contestant's command.
    pub command: String,
    /// The machine; absent if no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// Limits of the contestant; absent if none ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Values from lines `[DATA] name = value` of the contestant's standard error.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub data: Fields,
    /// Other facts that the game reports.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Fields,
    /// Where points were lost, from `--losses`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<RecordedLosses>,
}

impl Record {
    /// Returns the name of its case.
    pub fn key(&self) -> CaseKey {
        let source = CaseSource {
            game: self.game.clone(),
            variant: self.variant.clone(),
            file: self.file.clone(),
            options: self.options.clone(),
            salt: self.salt.clone(),
        };
        let seed = self.seed;
        CaseKey { source, seed }
    }

    /// Returns its place in the run: the case without salt, and the number of the repetition.
    pub fn place(&self) -> (CaseKey, usize) {
        (self.key().unsalted(), self.repetition.unwrap_or(1))
    }

    /// Returns the part from which official results are computed.
    pub fn result(&self) -> CaseResult {
        CaseResult {
            scored: CaseScore {
                score: self.score,
                normalised: self.normalised,
                bound: self.bound.clone(),
                details: details(&self.details),
            },
            of_best: self.of_best,
            parameters: details(&self.parameters),
        }
    }

    /// Returns true if the contestant played the case by the rules.
    pub fn is_ok(&self) -> bool {
        self.ruling.verdict == Verdict::Ok
    }
}
