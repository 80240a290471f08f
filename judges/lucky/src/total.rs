//! The official result of a run: points of the subtasks, and averages under both readings of the
//! bonus rule.

use std::collections::BTreeMap;
use std::fmt;

use game::{CaseResult, Total};

use crate::subtask::Subtask;

/// Sums over the cases of a run.
#[derive(Default)]
pub struct LuckyTotal {
    /// By subtask, the number of cases and the sum of their normalised scores.
    shares: BTreeMap<u8, (usize, f64)>,
    cases: usize,
    once: f64,
    twice: f64,
}

impl Total for LuckyTotal {
    fn add(&mut self, result: &CaseResult) {
        let subtask = result.parameters.number("subtask");
        if let (Some(subtask), Some(share)) = (subtask, result.scored.normalised) {
            let (cases, sum) = self.shares.entry(subtask as u8).or_default();
            *cases += 1;
            *sum += share;
        }
        let detail = |name| result.scored.details.number(name);
        self.cases += 1;
        self.once += detail("once").unwrap_or(0.0);
        self.twice += detail("twice").unwrap_or(0.0);
    }
}

impl fmt::Display for LuckyTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut points, mut most) = (0.0, 0);
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        for subtask in Subtask::all() {
            match self.shares.get(&subtask.number) {
                Some(&(cases, sum)) => {
                    let share = sum / cases as f64;
                    points += share * f64::from(subtask.points);
                    most += subtask.points;
                    let (number, percent) = (subtask.number, 100.0 * share);
                    parts.push(format!("{number}: {percent:.0} % of {}", subtask.points));
                }
                None => missing.push(subtask.number.to_string()),
            }
        }
        write!(
            f,
            "{points:.2} of {most} points, by subtask {}",
            parts.join(", ")
        )?;
        if !missing.is_empty() {
            write!(f, " (no case of subtask {})", missing.join(", "))?;
        }
        let average = |sum: f64| sum / self.cases.max(1) as f64;
        write!(
            f,
            "; average {:.2} with pairs once, {:.2} with pairs twice",
            average(self.once),
            average(self.twice)
        )
    }
}
