//! Official results of a run.

use std::fmt::{self, Display};

use crate::runs::Record;

/// The official result of a run in the statement's terms, folded over its records.
pub trait Total: Default + Display {
    /// Takes the next record.
    fn add(&mut self, record: &Record);
}

/// The sum of the scores, of what can be scored: for games whose bound is the maximum.
#[derive(Default)]
pub struct PointsTotal {
    points: f64,
    most: f64,
}

impl Total for PointsTotal {
    fn add(&mut self, record: &Record) {
        self.points += record.score;
        self.most += record.bound.map_or(0.0, |bound| bound.value);
    }
}

impl Display for PointsTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} points", self.points, self.most)
    }
}

/// The mean of YOUR/MAX, the shares of the best scores known, as TopCoder's marathons
/// count.
#[derive(Default)]
pub struct RelativeTotal {
    sum: f64,
    cases: u32,
}

impl Total for RelativeTotal {
    fn add(&mut self, record: &Record) {
        self.cases += u32::from(record.of_best.is_some());
        self.sum += record.of_best.unwrap_or(0.0);
    }
}

impl Display for RelativeTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cases == 0 {
            return f.write_str("not normalised: that needs best scores (--bests FILE)");
        }
        let mean = self.sum / f64::from(self.cases);
        write!(f, "{:.5} of 100, the mean of YOUR/MAX", 100.0 * mean)
    }
}
