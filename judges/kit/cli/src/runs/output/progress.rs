//! Progress of a run, shown to the user.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use anyhow::Result;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{PrintOptions, ScoreFormat};
use game::Game;
use records::stats::Mean;
use records::{Outcome, Record, eprint_line, has_escapes, print};

/// Returns a bar of this form for a number of cases; hidden unless standard error is a terminal
/// that understands escape sequences. `{remaining}` in the form is the expected time, once a case
/// has ended.
pub(crate) fn progress_bar(cases: usize, form: &str) -> ProgressBar {
    let target = match cases > 1 && has_escapes(&io::stderr()) {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
    let remaining = |state: &ProgressState, text: &mut dyn Write| {
        if state.pos() > 0 {
            let _ = write!(text, "ETA {:#}", HumanDuration(state.eta()));
        }
    };
    let style = style.with_key("remaining", remaining);
    ProgressBar::with_draw_target(Some(cases as u64), target).with_style(style)
}

/// Number of failures after which the user is told that all are alike.
const FIRST: usize = 3;

/// Prints a line per case on standard output, and on a terminal's standard error a bar with means.
pub(super) struct Progress {
    pub bar: ProgressBar,
    /// True if the run has one case.
    one: bool,
    options: PrintOptions,
    /// True if standard output is used for records or scores.
    has_stdout: bool,
    /// The last standard error that was shown.
    shown_errors: Vec<String>,
    /// Number of cases so far that all failed for the same reason, and the reason; the highest number
    /// if they did not.
    failures: Option<(usize, String)>,
    /// Variants of the cases so far; scores of different variants are not averaged.
    variants: BTreeSet<Option<String>>,
    score: Mean,
    /// Mean bound ratio, and mean of its square.
    share: [Mean; 2],
}

impl Progress {
    pub fn new(cases: usize, options: PrintOptions, has_stdout: bool) -> Progress {
        Progress {
            bar: progress_bar(cases, "{bar:30} {pos}/{len}  {msg}  {remaining}"),
            one: cases == 1,
            options,
            has_stdout,
            shown_errors: Vec::new(),
            failures: None,
            variants: BTreeSet::new(),
            score: Mean::default(),
            share: [Mean::default(); 2],
        }
    }

    fn message(&self) -> String {
        if self.variants.len() > 1 {
            return String::new();
        }
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

    /// Prints lines on standard output, or on standard error if records or scores use that.
    pub fn print(&self, text: &str) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if self.has_stdout {
            self.bar.suspend(|| eprint_line(text.trim_end()));
        } else if io::stdout().is_terminal() {
            self.bar.suspend(|| print(text))?;
        } else {
            print(text)?;
        }
        Ok(())
    }

    fn print_case<G: Game>(&mut self, record: &Record) -> Result<()> {
        if !self.options.has_line(record) {
            return Ok(());
        }
        let format = self.options.form.format;
        self.print(&(format.line::<G>(record, self.one) + "\n"))?;
        let mut errors = Vec::new();
        if format != ScoreFormat::Decimal && !record.is_ok() {
            errors.push(format!("Seed = {}, Verdict = {}", record.case.seed, record.ruling));
        }
        // With a single case, all of it has already been shown.
        let is_new = !self.one && self.shown_errors != record.error_output;
        if is_new && !record.error_output.is_empty() {
            self.shown_errors.clone_from(&record.error_output);
            errors.push(format!("Seed = {}, standard error ends with", record.case.seed));
            errors.extend(record.error_output.iter().map(|line| format!("    {line}")));
        }
        errors.extend(self.first_failures(record));
        if !errors.is_empty() {
            self.bar.suspend(|| eprint_line(&errors.join("\n")));
        }
        Ok(())
    }

    /// Returns a word to the user when the first cases have all failed for the same reason.
    fn first_failures(&mut self, record: &Record) -> Option<String> {
        let ruling = record.ruling.to_string();
        let (count, first) = self.failures.get_or_insert((0, ruling.clone()));
        if record.is_ok() || *first != ruling {
            *count = usize::MAX;
        }
        *count = count.saturating_add(1);
        let is_told = *count == FIRST && self.bar.length() > Some(FIRST as u64);
        is_told
            .then(|| format!("the first {FIRST} cases all failed: {ruling}; Ctrl-C ends the run"))
    }

    pub fn add<G: Game>(&mut self, record: &Record) -> Result<()> {
        self.variants.insert(record.case.variant.clone());
        self.score.add(record.counted_score());
        if let Some(share) = Outcome::of_play(record).bound_ratio {
            self.share[0].add(share);
            self.share[1].add(share * share);
        }
        self.print_case::<G>(record)?;
        self.bar.set_message(self.message());
        self.bar.inc(1);
        Ok(())
    }
}
