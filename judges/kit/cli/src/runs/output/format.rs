//! The line of a case.

use game::Game;
use records::Record;
use scene::printable;

/// Form of the line with the score of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ScoreFormat {
    /// `Score = 143.0, RunTime = 12 ms`, as TopCoder's testers print it
    #[default]
    Decimal,
    /// `Score = 143` and nothing else, a whole score without a point
    Bare,
    /// The same with a whole number that is not negative; 0 is a failure
    Scaled,
}

impl ScoreFormat {
    /// Returns the line of a case; with its verdict if it is the only case (`one`).
    pub fn line<G: Game>(self, record: &Record, one: bool) -> String {
        match self {
            ScoreFormat::Bare => format!("Score = {}", record.score),
            ScoreFormat::Scaled if record.is_ok() => {
                format!("Score = {}", G::scaled(&record.result()).round() as u64)
            }
            ScoreFormat::Scaled => "Score = 0".into(),
            ScoreFormat::Decimal => decimal(record, one),
        }
    }
}

/// Returns a score with 1 to 6 decimals, for people.
pub(crate) fn shown_score(score: f64) -> String {
    let text = format!("{score:.6}");
    let short = text.trim_end_matches('0');
    match short.ends_with('.') {
        true => format!("{short}0"),
        false => short.into(),
    }
}

fn decimal(record: &Record, one: bool) -> String {
    let mut line = String::new();
    if !one {
        if let Some(file) = &record.key.source.file {
            line += &format!("Case = {}, ", printable(file));
        }
        line += &format!("Seed = {}, ", record.key.seed);
        if let Some(variant) = &record.key.source.variant {
            line += &format!("Variant = {variant}, ");
        }
    }
    line += &format!("Score = {}, ", shown_score(record.score));
    if let Some(best) = record.best_known {
        line += &format!("PreviousBest = {}, ", shown_score(best));
    }
    if let Some(share) = record.of_best.filter(|_| record.best_known.is_some()) {
        line += &format!("OfBest = {:.2} %, ", 100.0 * share);
    }
    line += &format!("RunTime = {:.0} ms", record.cost.wall_ms);
    if !record.is_ok() {
        let separator = if one { "\n" } else { ", " };
        line += &format!("{separator}Verdict = {}", record.ruling);
    }
    line
}
