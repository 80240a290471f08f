//! Lessons of a game's page, to prove them.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

/// A position with the cost of each of some moves.
#[derive(Debug, Deserialize)]
pub struct Lesson {
    /// The case.
    pub seed: u64,
    /// Entries up to the position.
    pub entries: Vec<String>,
    /// By move: points lost against the best of them.
    pub costs: BTreeMap<String, f64>,
}

impl Lesson {
    /// Reads the lessons of a game.
    pub fn of(game: &str) -> Vec<Lesson> {
        #[derive(Deserialize)]
        struct Course {
            lessons: Vec<Lesson>,
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/lessons");
        let text = fs::read_to_string(format!("{folder}/{game}.json")).unwrap();
        let Course { lessons } = serde_json::from_str(&text).unwrap();
        assert!(lessons.len() >= 6, "{}", lessons.len());
        lessons
    }

    /// Checks the costs by the `value` of each move, and that one of them is a best one of all, whose value
    /// is `best`.
    #[track_caller]
    pub fn check(&self, best: f64, value: impl Fn(&str) -> f64) {
        for (entry, cost) in &self.costs {
            let proven = best - value(entry);
            assert!((proven - cost).abs() < 0.02, "{self:?}: {entry} {proven}");
        }
    }
}
