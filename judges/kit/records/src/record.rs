//! The record of a case: one line of JSON.

use std::path::PathBuf;

use anyhow::{Context, Result};
use game::{Bound, CaseScore, Cost, Details, Measure, Objective, Reference, Ruling, Verdict};
use scene::{is_printable, printable};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, from_value};

use crate::case::CaseName;
use crate::conditions::{Conditions, Machine};
use crate::losses::RecordedLosses;

/// A case and its result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The case: `game`, `variant`, `file`, `file_digest`, `options`, `salt` and `seed`.
    #[serde(flatten)]
    pub case: CaseName,
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
    /// Score, bound and best score.
    #[serde(flatten)]
    pub score: RecordedScore,
    /// Resources that the contestant used.
    #[serde(flatten)]
    pub cost: Cost,
    /// Last lines of a failed contestant's standard error, with control characters escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_output: Vec<String>,
    /// The contestant and where it ran.
    #[serde(flatten)]
    pub origin: Origin,
    /// Limits and surroundings: `limits`, `isolation`, `play_options`; absent if no contestant ran.
    #[serde(flatten)]
    pub conditions: Option<Conditions>,
    /// Number of the contestant's answers that the referee accepted; absent in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<usize>,
    /// Digest of the contestant's output, if the history keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
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

/// The score of a play, and numbers to compare it with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RecordedScore {
    /// The raw score.
    #[serde(rename = "score")]
    pub raw: f64,
    /// Normalised score, if the statement defines one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalised: Option<f64>,
    /// Bound of the score: `bound_kind` and `bound`.
    #[serde(flatten)]
    pub bound: Option<Bound>,
    /// Ratio of the counted score to the bound, of a cost that of the bound to it; absent unless the
    /// bound is positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound_ratio: Option<f64>,
    /// `bound - score`; for a cost, `score - bound`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute_gap: Option<f64>,
    /// Reference for the mean score of a set of cases: `reference_kind` and `reference`.
    #[serde(flatten)]
    pub reference: Option<Reference>,
    /// Measure for comparing plays of the game.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub measure: Measure,
    /// Direction in which a score is better.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub objective: Objective,
    /// Best score known for this case before this run, from `--bests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_known: Option<f64>,
    /// Ratio to the best known score, including this one, 0 to 1; from `--bests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_best: Option<f64>,
}

/// The contestant of a play and where it ran. Reports name it; only command and program are
/// compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The contestant's command.
    pub command: String,
    /// Digest of the program, its build and its sources; absent if all its files are of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Absolute path of the folder in which the command starts; absent if no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Absolute path of the case file, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case_path: Option<PathBuf>,
    /// The machine; absent if no contestant ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Origin {
    /// Returns the origin of a play without a process, such as a saved output.
    pub fn of(command: &str) -> Origin {
        Origin { command: command.into(), ..Origin::default() }
    }
}

impl Record {
    /// Reads a line of a file of records, and makes all its texts printable, including line ends, so
    /// that a name cannot change how a report is displayed.
    ///
    /// # Errors
    /// The line is not a record.
    pub fn read(line: &str) -> Result<Record> {
        // This is true for most records, which need no change.
        let is_plain = line.chars().all(|char| is_printable(char) && char != '\\');
        let read = match is_plain {
            true => from_str(line),
            false => from_str(line).and_then(|value| from_value(printable_value(value))),
        };
        read.context("not a record")
    }

    /// Returns the play's name in its run: the case without salt, and the number of the repetition.
    pub fn play_id(&self) -> (CaseName, usize) {
        (self.case.clone().unsalted(), self.repetition.unwrap_or(1))
    }

    /// Returns the score, for official results.
    pub fn scored(&self) -> CaseScore {
        let score = self.score.clone();
        CaseScore {
            score: score.raw,
            normalised: score.normalised,
            bound: score.bound,
            details: self.details.clone(),
        }
    }

    /// Returns the isolation level; `None` if no contestant ran.
    pub fn isolation(&self) -> Option<&str> {
        Some(&self.conditions.as_ref()?.isolation)
    }

    /// Returns true if the contestant played the case according to the rules.
    pub fn is_ok(&self) -> bool {
        self.ruling.verdict == Verdict::Ok
    }

    /// Returns the counted score, for means and comparisons.
    pub fn counted_score(&self) -> f64 {
        self.score.measure.counted_score(self.score.raw, !self.is_ok())
    }
}

fn printable_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(printable_value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields.map(|(name, value)| (printable(&name), printable_value(value))).collect()
        }
        other => other,
    }
}

/// Version of a file, from 1 to 2. A file without a version has version 1; every version remains
/// readable for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Version;

/// The version that is written.
const VERSION: u32 = 2;

impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        VERSION
    }
}

impl TryFrom<u32> for Version {
    type Error = String;

    fn try_from(version: u32) -> Result<Version, String> {
        match version {
            1..=VERSION => Ok(Version),
            _ => Err(format!("version {version}; this program reads versions 1 to {VERSION}")),
        }
    }
}
