//! `score`: scoring saved answers and transcripts.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::game_args::GameArgs;
use crate::runs::{CaseJob, ScoreFormat, read_scored, shown_score, status};
use game::{CasePlay, Game};
use records::{Record, print};

/// Scores a saved run.
#[derive(clap::Args)]
pub(crate) struct ScoreArgs<G: Game> {
    /// The case, or all that the contestant was sent
    #[arg(value_name = "CASE")]
    first: PathBuf,
    /// The contestant's output
    #[arg(
        value_name = "OUTPUT",
        required_unless_present = "case",
        conflicts_with = "case"
    )]
    second: Option<PathBuf>,
    /// The case; then OUTPUT is the only operand
    #[arg(long, value_name = "FILE", help_heading = "Cases")]
    case: Option<PathBuf>,
    /// Form in which the case is printed
    #[arg(
        long = "scoreFormat",
        value_name = "FORM",
        help_heading = "Output",
        value_enum,
        default_value_t
    )]
    format: ScoreFormat,
    #[command(flatten, next_help_heading = "Cases")]
    game: GameArgs<G>,
}

impl<G: Game> ScoreArgs<G> {
    pub fn execute(self) -> Result<ExitCode> {
        let format = self.format;
        let record = self.record()?;
        print(&match format {
            ScoreFormat::Decimal => described(&record),
            format => format.line::<G>(&record, true) + "\n",
        })?;
        Ok(ExitCode::from(status(record.ruling.verdict)))
    }

    fn record(self) -> Result<Record> {
        let [case, output] = match (self.case, self.second) {
            (None, Some(output)) => [self.first, output],
            (case, _) => [case.unwrap_or_default(), self.first],
        };
        if case == output && case.as_os_str() == "-" {
            bail!("-: standard input cannot be both CASE and OUTPUT");
        }
        let job = CaseJob::new(CasePlay::new(self.game.game, 0), None);
        Ok(read_scored(&job, &case, &output)?.record)
    }
}

fn described(record: &Record) -> String {
    let Record { ruling, score, .. } = record;
    let reason = ruling.reason.as_deref().unwrap_or("every rule was kept");
    let mut lines = vec![format!(
        "Score = {score:?}, Verdict = {}: {reason}",
        ruling.verdict
    )];
    let bound = record.bound.as_ref();
    lines.extend(bound.map(|bound| format!("{} = {:?}", bound.kind, bound.value)));
    lines.extend(record.bound_ratio.map(|ratio| {
        let ratio = shown_score(ratio);
        format!("bound ratio = {}", ratio.trim_end_matches(".0"))
    }));
    let details = record.details.0.iter();
    lines.extend(details.map(|(name, value)| format!("{name} = {value}")));
    lines.join("\n") + "\n"
}
