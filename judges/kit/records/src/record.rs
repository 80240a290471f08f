//! One case as the judge remembers it: a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::case::{CaseKey, CaseSource};
use crate::losses::RecordedLosses;
use crate::machine::Machine;
use crate::salt::RecordedSalt;
use scene::decimal;

use game::{Bound, CaseResult, Cost, Detail, Details, Limits, Ruling, Verdict};

/// Names and values, as a record holds them.
pub type Fields = Map<String, Value>;

/// Returns what a game reports as fields.
pub fn fields(details: Details) -> Fields {
    let value = |detail| match detail {
        Detail::Flag(flag) => flag.into(),
        Detail::Whole(whole) => whole.into(),
        Detail::Number(number) => number.into(),
        Detail::Text(text) => text.into(),
        Detail::List(list) => list.into(),
    };
    let named = details.into_iter();
    named.map(|(name, detail)| (name, value(detail))).collect()
}

/// Returns fields as a game reports them; those of other forms are left out.
fn details(fields: &Fields) -> Details {
    let detail = |value: &Value| match value {
        Value::Bool(flag) => Some((*flag).into()),
        Value::String(text) => Some(text.as_str().into()),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Some(whole.into()),
            None => number.as_f64().map(Detail::from),
        },
        Value::Array(list) => {
            let list: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
            list.map(Detail::List)
        }
        _ => None,
    };
    let named = fields.iter();
    named
        .filter_map(|(name, value)| Some((name.clone(), detail(value)?)))
        .collect()
}

/// Returns the value of a field as people read it: `0.2326`, `2 4 2 2 4 2 4`.
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

/// Everything about one case that was run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The game.
    pub game: String,
    /// The seed of the case, or of what happens during play if the case came from a file.
    pub seed: u64,
    /// Salt of what was drawn during play, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<RecordedSalt>,
    /// Which of the games played for every seed this is, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The file the case came from, if it was not generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Which time this run plays the case: 2 or more, absent for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<usize>,
    /// Parameters that distinguish the case.
    pub parameters: Fields,
    /// Options of the game that draw or score the case, as they were given: `-N 10`;
    /// absent without any.
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
    /// The most that could be scored: `bound_kind` and `bound`.
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
    /// Last lines of the standard error of a contestant whose process failed,
    /// control characters escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_output: Vec<String>,
    /// The contestant's command.
    pub command: String,
    /// The machine that the case was measured on; absent where no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// Limits of the contestant; absent where none ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<RecordedLimits>,
    /// Values that the contestant reported: lines `[DATA] name = value` of its
    /// standard error.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub data: Fields,
    /// Anything else the game reports.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Fields,
    /// Where points were lost, from `--losses`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<RecordedLosses>,
}

/// Limits of one case as a record holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLimits {
    /// CPU time, ms.
    pub cpu_ms: u64,
    /// Wall time in which it is the contestant's turn, ms.
    pub wall_ms: u64,
    /// Resident memory, KiB.
    pub memory_kib: u64,
    /// Standard output, bytes.
    pub output_bytes: u64,
}

impl From<&Limits> for RecordedLimits {
    fn from(limits: &Limits) -> RecordedLimits {
        RecordedLimits {
            cpu_ms: limits.cpu.as_millis() as u64,
            wall_ms: limits.wall.as_millis() as u64,
            memory_kib: limits.memory_kib,
            output_bytes: limits.output_bytes,
        }
    }
}

impl Record {
    /// Returns the name of its case.
    pub fn key(&self) -> CaseKey {
        self.into()
    }

    /// Returns which of the games of its run this is: its case, whatever the salt, and the
    /// time that the run plays it.
    pub fn place(&self) -> (CaseKey, usize) {
        (self.key().unsalted(), self.repetition.unwrap_or(1))
    }

    /// Returns the part that official results are made of.
    pub fn result(&self) -> CaseResult {
        CaseResult {
            verdict: self.ruling.verdict,
            parameters: details(&self.parameters),
            score: self.score,
            normalised: self.normalised,
            bound: self.bound.clone(),
            of_best: self.of_best,
            details: details(&self.details),
        }
    }

    /// Returns true if the contestant played the case by the rules.
    pub fn is_ok(&self) -> bool {
        self.ruling.verdict == Verdict::Ok
    }
}

impl From<&Record> for CaseSource {
    fn from(record: &Record) -> CaseSource {
        CaseSource {
            game: record.game.clone(),
            variant: record.variant.clone(),
            file: record.file.clone(),
            options: record.options.clone(),
            salt: record.salt.clone(),
        }
    }
}

impl From<&Record> for CaseKey {
    fn from(record: &Record) -> CaseKey {
        CaseKey {
            source: record.into(),
            seed: record.seed,
        }
    }
}
