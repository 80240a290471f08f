//! Options of the printed text, and the line of a case.

use game::Game;
use records::Record;

/// Options of the text that a run prints.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PrintOptions {
    #[command(flatten)]
    pub form: FormOption,
    /// Print only failures of the cases, and the summary
    #[arg(long = "quiet")]
    is_quiet: bool,
    /// Do not print the summary
    #[arg(long = "noSummary", visible_alias = "ns")]
    no_summary: bool,
    /// Do not show the contestant's standard error, as a run of one case does
    #[arg(long = "noOutput", visible_alias = "no")]
    pub no_output: bool,
}

/// Form in which the score of a case is printed.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct FormOption {
    /// Form in which a case is printed; without the summary, unless it is decimal
    #[arg(
        id = "scoreFormat",
        long = "scoreFormat",
        value_name = "FORM",
        value_enum,
        default_value_t
    )]
    pub format: ScoreFormat,
}

impl PrintOptions {
    /// Returns true if the line of the case is printed.
    pub fn has_line(&self, record: &Record) -> bool {
        !(self.is_quiet && record.is_ok())
    }

    /// Returns true if the summary has the figures of the run.
    pub fn has_figures(&self) -> bool {
        !self.no_summary && self.form.format == ScoreFormat::Decimal
    }
}

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
            ScoreFormat::Bare => format!("Score = {}", record.score.raw),
            ScoreFormat::Scaled if record.is_ok() => {
                format!(
                    "Score = {}",
                    G::scaled(&record.scored(), &record.parameters).round() as u64
                )
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
    if short.ends_with('.') { format!("{short}0") } else { short.into() }
}

fn decimal(record: &Record, one: bool) -> String {
    let mut line = if one { String::new() } else { record.case.fields() };
    line += &format!("Score = {}, ", shown_score(record.score.raw));
    if let Some(best) = record.score.best_known {
        line += &format!("PreviousBest = {}, ", shown_score(best));
    }
    if let Some(share) = record.score.of_best.filter(|_| record.score.best_known.is_some()) {
        line += &format!("OfBest = {:.2} %, ", 100.0 * share);
    }
    line += &format!("RunTime = {:.0} ms", record.cost.wall_ms);
    if !record.is_ok() {
        let separator = if one { "\n" } else { ", " };
        line += &format!("{separator}Verdict = {}", record.ruling);
    }
    line
}
