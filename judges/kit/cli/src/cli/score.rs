//! `score`: scoring saved answers and transcripts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::game_args::{GameArgs, Scoring, names};
use crate::runs::{CaseJob, ScoreFormat, read_scored, shown_score, status};
use game::{CasePlay, Game, OptionUse, Verdict};
use records::{Record, WrongUsage, note, print, write};
use scene::printable;

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
    /// Further arguments of a checker's caller, ignored
    #[arg(value_name = "MORE", requires = "checker")]
    more: Vec<PathBuf>,
    /// The case; then OUTPUT is the only operand
    #[arg(long, value_name = "FILE", help_heading = "Cases")]
    case: Option<PathBuf>,
    /// Serve as a checker: take its arguments, and exit with its codes
    #[arg(long, value_enum, value_name = "KIND", conflicts_with = "format", conflicts_with_all = names::<G>(&[OptionUse::Bound]))]
    checker: Option<Checker>,
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
    game: GameArgs<G, Scoring>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Checker {
    /// `CASE OUTPUT ANSWER`: exits with 0 accepted, 1 wrong, 3 failed
    Testlib,
    /// `CASE ANSWER FEEDBACK_DIR < OUTPUT`: exits with 42 accepted, 43 wrong, 1 failed
    Kattis,
}

impl Checker {
    fn status(self, verdict: Verdict) -> ExitCode {
        ExitCode::from(match (self, verdict) {
            (Checker::Testlib, Verdict::Ok) => 0,
            (Checker::Testlib, Verdict::Ie) => 3,
            (Checker::Testlib, _) => 1,
            (Checker::Kattis, Verdict::Ok) => 42,
            (Checker::Kattis, Verdict::Ie) => 1,
            (Checker::Kattis, _) => 43,
        })
    }
}

impl<G: Game> ScoreArgs<G> {
    pub fn execute(self) -> Result<ExitCode> {
        let (checker, format) = (self.checker, self.format);
        let is_kattis = checker == Some(Checker::Kattis);
        let feedback = self.more.first().filter(|_| is_kattis).cloned();
        let record = match (self.record(), checker) {
            (Ok(record), _) => record,
            (Err(error), None) => return Err(WrongUsage::of(error)),
            (Err(error), Some(checker)) => {
                note(&format!("error: {}", printable(&format!("{error:#}"))));
                return Ok(checker.status(Verdict::Ie));
            }
        };
        if let Some(checker) = checker {
            // Standard error may be closed; the status is enough.
            note(&record.ruling.to_string());
            if let Some(folder) = feedback {
                feed_back::<G>(&folder, &record)?;
            }
            return Ok(checker.status(record.ruling.verdict));
        }
        print(&match format {
            ScoreFormat::Decimal => described(&record),
            format => format.line::<G>(&record, true) + "\n",
        })?;
        Ok(ExitCode::from(status(record.ruling.verdict)))
    }

    fn record(self) -> Result<Record> {
        let is_kattis = self.checker == Some(Checker::Kattis);
        let [case, output] = match (self.case, self.second) {
            (Some(case), _) => [case, self.first],
            (None, Some(output)) if !is_kattis => [self.first, output],
            // OUTPUT is the judge's answer there; the contestant's is standard input.
            (None, _) => [self.first, "-".into()],
        };
        if case == output && case.as_os_str() == "-" {
            bail!("-: standard input cannot be both CASE and OUTPUT");
        }
        let job = CaseJob::new(CasePlay::new(self.game.game, 0), None);
        Ok(read_scored(&job, &case, &output)?.record)
    }
}

/// Writes the files from which Kattis reads the reason and the score.
fn feed_back<G: Game>(folder: &Path, record: &Record) -> Result<()> {
    let message = format!("{}\n", record.ruling);
    write(&folder.join("judgemessage.txt"), true, message)?;
    match record.is_ok() {
        true => {
            let score = format!("{}\n", G::scaled(&record.result()));
            write(&folder.join("score.txt"), true, score)
        }
        false => Ok(()),
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
    lines.extend(record.share.map(|share| {
        let share = shown_score(share);
        format!("share = {}", share.trim_end_matches(".0"))
    }));
    let details = record.details.iter();
    lines.extend(details.map(|(name, value)| format!("{name} = {value}")));
    lines.join("\n") + "\n"
}
