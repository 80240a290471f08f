//! One case as the judge remembers it: a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::verdict::Verdict;

/// Names and values of a case's parameters.
pub type Parameters = Map<String, Value>;

/// Everything about one case that was run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The game.
    pub game: String,
    /// The seed of the case, or of what happens during play if the case came from a file.
    pub seed: u64,
    /// Which of the games played for every seed this is, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The file the case came from, if it was not generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What distinguishes the case.
    pub parameters: Parameters,
    /// The outcome.
    pub verdict: Verdict,
    /// Why, unless it is `OK`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The raw score.
    pub score: f64,
    /// The statement's normalised score of this case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalised: Option<f64>,
    /// What kind of bound `bound` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound_kind: Option<String>,
    /// The most that could be scored, as far as known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
    /// `bound - score`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The best score known for this case before this run, from `--bests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_known: Option<f64>,
    /// Share of the best score, this one included, from `--bests`: 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_best: Option<f64>,
    /// CPU time of the contestant and its children, ms.
    pub cpu_ms: f64,
    /// Wall time in which it was the contestant's turn, ms.
    pub wall_ms: f64,
    /// Peak of its resident memory, KiB.
    pub memory_kib: u64,
    /// The contestant's command.
    pub command: String,
    /// Whatever else the game reports.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

impl Record {
    /// What names the case among all others.
    pub fn key(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}#{}", self.seed),
            None => case_key(self.seed, self.variant.as_deref()),
        }
    }
}

/// The name of a generated case: `7`, or `7.subtask-3`.
pub(crate) fn case_key(seed: u64, variant: Option<&str>) -> String {
    match variant {
        Some(variant) => format!("{seed}.{variant}"),
        None => seed.to_string(),
    }
}
