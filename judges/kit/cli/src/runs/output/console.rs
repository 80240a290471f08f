//! The text that a run prints: a line for each case, the progress on a terminal, and a summary.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use anyhow::Result;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{OutputOptions, PrintOptions, ScoreFormat};
use game::{Game, Totals};
use records::stats::Mean;
use records::{Outcome, Record, Summaries, eprint_line, has_escapes, print};

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

/// Prints a line per case and the summary on standard output, and on a terminal's standard error a
/// bar with means.
pub(super) struct Console {
    pub bar: ProgressBar,
    options: PrintOptions,
    /// True if standard output is used for records or scores.
    has_stdout: bool,
    /// Number of cases in the run, and number of those with a record.
    cases: usize,
    recorded: usize,
    /// True if `--resume` can continue this run.
    is_resumable: bool,
    /// Figures of the summary, if it has them.
    figures: Option<(Summaries, Totals)>,
    /// The last standard error that was shown.
    shown_errors: Vec<String>,
    /// Number of cases so far that all failed for the same reason, and the reason; the highest number
    /// if they did not.
    failures: Option<(usize, String)>,
    /// Variants of the cases so far; scores of different variants are not averaged.
    variants: BTreeSet<Option<String>>,
    /// Means of the score, of the bound ratio, and of its square.
    means: [Mean; 3],
}

impl Console {
    pub fn new(run: &OutputOptions, options: PrintOptions, is_resumable: bool) -> Console {
        let has_figures = options.has_figures();
        Console {
            bar: progress_bar(run.cases, "{bar:30} {pos}/{len}  {msg}  {remaining}"),
            options,
            has_stdout: [&run.records.json, &run.scores.scores].contains(&&Some("-".into())),
            cases: run.cases,
            recorded: 0,
            is_resumable: is_resumable && !run.is_watched,
            figures: has_figures.then(|| (Summaries::new(run.may_repeat), Totals::default())),
            shown_errors: Vec::new(),
            failures: None,
            variants: BTreeSet::new(),
            means: [Mean::default(); 3],
        }
    }

    /// Adds a record to the summary.
    pub fn count<G: Game>(&mut self, record: &Record) {
        self.recorded += 1;
        if let Some((summaries, totals)) = &mut self.figures {
            summaries.add(record);
            G::add_total(&record.scored(), &record.parameters, totals);
            record.score.of_best.iter().for_each(|&ratio| totals.add("of_best", ratio));
        }
    }

    /// Prints the line of a new play.
    pub fn add<G: Game>(&mut self, record: &Record) -> Result<()> {
        self.variants.insert(record.case.variant.clone());
        let share = Outcome::of_play(record).bound_ratio;
        let values = [Some(record.counted_score()), share, share.map(|share| share * share)];
        for (mean, value) in self.means.iter_mut().zip(values) {
            value.into_iter().for_each(|value| mean.add(value));
        }
        if self.options.has_line(record) {
            self.print_case::<G>(record)?;
        }
        self.bar.set_message(self.message());
        self.bar.inc(1);
        Ok(())
    }

    fn message(&self) -> String {
        if self.variants.len() > 1 {
            return String::new();
        }
        let [score, share, squares] = self.means;
        let share = share.get().map_or(String::new(), |mean| {
            let error = share.standard_error(squares);
            let error = error.map_or(String::new(), |error| format!(" ± {:.2}", 100.0 * error));
            format!("bound ratio {:.2}{error} %, ", 100.0 * mean)
        });
        format!("{share}mean score {:.3}", score.get().unwrap_or(0.0))
    }

    fn print_case<G: Game>(&mut self, record: &Record) -> Result<()> {
        let (format, is_only) = (self.options.form.format, self.cases == 1);
        self.print(&(format.line::<G>(record, is_only) + "\n"))?;
        let (mut errors, seed) = (Vec::new(), record.case.seed);
        if format != ScoreFormat::Decimal && !record.is_ok() {
            errors.push(format!("Seed = {seed}, Verdict = {}", record.ruling));
        }
        // With a single case, all of it has already been shown.
        let is_new = !is_only && self.shown_errors != record.error_output;
        if is_new && !record.error_output.is_empty() {
            self.shown_errors.clone_from(&record.error_output);
            errors.push(format!("Seed = {seed}, standard error ends with"));
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

    /// Prints lines on standard output, or on standard error if records or scores use that.
    fn print(&self, text: &str) -> Result<()> {
        match text {
            "" => Ok(()),
            _ if self.has_stdout => {
                self.bar.suspend(|| eprint_line(text.trim_end()));
                Ok(())
            }
            _ if io::stdout().is_terminal() => self.bar.suspend(|| print(text)),
            _ => print(text),
        }
    }

    pub fn is_whole(&self) -> bool {
        self.recorded == self.cases
    }

    /// Prints the summary: the figures, and for a whole run also its `comparison` with its base.
    pub fn finish<G: Game>(&self, comparison: impl FnOnce() -> String) -> Result<()> {
        self.bar.finish_and_clear();
        let mut text = match &self.figures {
            Some((summaries, _)) if summaries.is_empty() => "no case was finished\n".into(),
            Some((summaries, totals)) => {
                let plays = summaries.repeated_plays();
                let plays = plays.map_or(String::new(), |count| format!("of {count} plays: "));
                format!("{summaries}\ntotal    {plays}{}\n", G::total(totals))
            }
            None => String::new(),
        };
        if self.is_whole() {
            text += &comparison();
        } else {
            let Console { recorded, cases, .. } = self;
            let is_resumable = self.is_resumable && *recorded > 0;
            let resume = if is_resumable { "; --resume goes on" } else { "" };
            text += &format!("interrupted after {recorded} of {cases} cases{resume}\n");
        }
        self.print(&text)
    }
}
