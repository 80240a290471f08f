//! The official result of a run: points of the subtasks, and averages under both readings of the
//! bonus rule.

use game::{CaseResult, Totals};

use crate::subtask::Subtask;

/// Adds a case: its averages, and under its subtask's number its normalised score.
pub fn add(result: &CaseResult, totals: &mut Totals) {
    let subtask = result.parameters.number("subtask");
    if let (Some(subtask), Some(share)) = (subtask, result.scored.normalised) {
        totals.add(subtask.to_string(), share);
    }
    for name in ["once", "twice"] {
        let average = result.scored.details.number(name);
        totals.add(name, average.unwrap_or(0.0));
    }
}

/// Returns the result in words.
pub fn text(totals: &Totals) -> String {
    let (mut points, mut most) = (0.0, 0);
    let (mut parts, mut missing) = (Vec::new(), Vec::new());
    for subtask in Subtask::all() {
        let number = subtask.number.to_string();
        if totals.get(&number).0 == 0 {
            missing.push(number);
            continue;
        }
        let share = totals.mean(&number);
        points += share * f64::from(subtask.points);
        most += subtask.points;
        parts.push(format!(
            "{number}: {:.0} % of {}",
            100.0 * share,
            subtask.points
        ));
    }
    let missing = match missing.len() {
        0 => String::new(),
        _ => format!(" (no case of subtask {})", missing.join(", ")),
    };
    format!(
        "{points:.2} of {most} points, by subtask {}{missing}; average {:.2} with pairs once, {:.2} with pairs twice",
        parts.join(", "),
        totals.mean("once"),
        totals.mean("twice")
    )
}
