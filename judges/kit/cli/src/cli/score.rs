//! `score`: scoring saved answers and transcripts.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};

use super::case_args::GameArgs;
use crate::runs::{CaseJob, FormOption, ScoreFormat, read_scored, shown_score, status};
use game::{CasePlay, Game};
use records::{Record, print};

/// Scores a saved run.
#[derive(clap::Args)]
pub(crate) struct ScoreArgs<G: Game> {
    /// The case, or all that the contestant was sent
    #[arg(value_name = "CASE")]
    case: PathBuf,
    /// The contestant's output
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    #[command(flatten)]
    form: FormOption,
    #[command(flatten, next_help_heading = "Cases")]
    game: GameArgs<G>,
}

impl<G: Game> ScoreArgs<G> {
    pub fn execute(self) -> Result<ExitCode> {
        let (case, output, format) = (&self.case, &self.output, self.form.format);
        let is_twice = case == output && case.as_os_str() == "-";
        ensure!(!is_twice, "-: standard input cannot be both CASE and OUTPUT");
        let job = CaseJob::new(CasePlay::new(self.game.game, 0), None);
        let record = read_scored(&job, case, output)?.record;
        print(&match format {
            ScoreFormat::Decimal => described(&record),
            format => format.line::<G>(&record, true) + "\n",
        })?;
        Ok(ExitCode::from(status(record.ruling.verdict)))
    }
}

fn described(record: &Record) -> String {
    let Record { ruling, score, .. } = record;
    let reason = ruling.reason.as_deref().unwrap_or("every rule was kept");
    let mut lines =
        vec![format!("Score = {:?}, Verdict = {}: {reason}", score.raw, ruling.verdict)];
    let bound = score.bound.as_ref();
    lines.extend(bound.map(|bound| format!("{} = {:?}", bound.kind, bound.value)));
    lines.extend(score.bound_ratio.map(|ratio| {
        let ratio = shown_score(ratio);
        format!("bound ratio = {}", ratio.trim_end_matches(".0"))
    }));
    lines.extend(record.details.0.iter().map(|(name, value)| format!("{name} = {value}")));
    lines.join("\n") + "\n"
}
