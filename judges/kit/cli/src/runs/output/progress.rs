//! Progress of a run, shown to the user.

use std::io::{self, IsTerminal};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::ScoreFormat;
use game::Game;
use records::stats::Mean;
use records::{Outcome, Record, eprint_line, print};

/// Returns a bar of this form for a number of cases; hidden unless standard error is a terminal.
pub(crate) fn progress_bar(cases: usize, form: &str) -> ProgressBar {
    let target = match cases {
        0 | 1 => ProgressDrawTarget::hidden(),
        _ => ProgressDrawTarget::stderr(),
    };
    let style = ProgressStyle::with_template(form);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(cases as u64), target).with_style(style)
}

/// Prints a line per case on standard output, and on a terminal's standard error a bar with means.
pub(super) struct Progress {
    pub bar: ProgressBar,
    /// True if the run has one case.
    one: bool,
    format: ScoreFormat,
    /// True if only failures are printed.
    is_quiet: bool,
    /// True if standard output is used for records or scores.
    has_stdout: bool,
    score: Mean,
    /// Mean bound ratio, and mean of its square.
    share: [Mean; 2],
}

impl Progress {
    pub fn new(cases: usize, format: ScoreFormat, is_quiet: bool, has_stdout: bool) -> Progress {
        Progress {
            bar: progress_bar(cases, "{bar:30} {pos}/{len}  {msg}  ETA {eta}"),
            one: cases == 1,
            format,
            is_quiet,
            has_stdout,
            score: Mean::default(),
            share: [Mean::default(); 2],
        }
    }

    fn message(&self) -> String {
        let mut parts = Vec::new();
        let [share, squares] = self.share;
        if let Some(mean) = share.get() {
            let error = share.standard_error(squares);
            let error = error.map_or(String::new(), |error| format!(" ± {:.2}", 100.0 * error));
            parts.push(format!("bound ratio {:.2}{error} %", 100.0 * mean));
        }
        let score = self.score.get().unwrap_or(0.0);
        parts.push(format!("mean score {score:.3}"));
        parts.join(", ")
    }

    fn print<G: Game>(&self, record: &Record) -> Result<()> {
        let line = self.format.line::<G>(record, self.one) + "\n";
        let mut errors = Vec::new();
        if self.is_quiet && record.is_ok() {
            return Ok(());
        } else if self.has_stdout {
            errors.push(line.trim_end().to_string());
        } else if io::stdout().is_terminal() {
            self.bar.suspend(|| print(&line))?;
        } else {
            print(&line)?;
        }
        if self.format != ScoreFormat::Decimal && !record.is_ok() {
            errors.push(format!(
                "Seed = {}, Verdict = {}",
                record.key.seed, record.ruling
            ));
        }
        // With a single case, all of it has already been shown.
        if !self.one && !record.error_output.is_empty() {
            errors.push(format!(
                "Seed = {}, standard error ends with",
                record.key.seed
            ));
            errors.extend(record.error_output.iter().map(|line| format!("    {line}")));
        }
        if !errors.is_empty() {
            self.bar.suspend(|| eprint_line(&errors.join("\n")));
        }
        Ok(())
    }

    pub fn add<G: Game>(&mut self, record: &Record) -> Result<()> {
        self.score.add(record.counted_score());
        if let Some(share) = Outcome::of_play(record).bound_ratio {
            self.share[0].add(share);
            self.share[1].add(share * share);
        }
        self.print::<G>(record)?;
        self.bar.set_message(self.message());
        self.bar.inc(1);
        Ok(())
    }
}
