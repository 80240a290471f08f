//! Lessons of a game's page, for tests that prove them.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

/// A position, with the costs of some moves.
#[derive(Debug, Deserialize)]
pub struct Lesson {
    /// Seed of the case.
    pub seed: u64,
    /// Entries up to the position.
    pub entries: Vec<String>,
    /// Points lost against the best move, by move.
    pub costs: BTreeMap<String, f64>,
}

/// Lessons of a game.
#[derive(Debug, Deserialize)]
pub struct Course {
    /// Question of all lessons.
    pub question: String,
    /// The lessons, at least six.
    pub lessons: Vec<Lesson>,
}

impl Course {
    /// Reads the lessons of a game.
    pub fn of(game: &str) -> Course {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/lessons");
        let text = fs::read_to_string(format!("{folder}/{game}.json")).unwrap();
        let course: Course = serde_json::from_str(&text).unwrap();
        assert!(course.lessons.len() >= 6, "{course:?}");
        course
    }
}

impl Lesson {
    /// Checks the costs against the `value` of each move. One of the moves must be the best of all
    /// legal ones, with the value `best`.
    #[track_caller]
    pub fn check(&self, best: f64, value: impl Fn(&str) -> f64) {
        for (entry, cost) in &self.costs {
            let proven = best - value(entry);
            assert!((proven - cost).abs() < 0.02, "{self:?}: {entry} {proven}");
        }
    }
}
