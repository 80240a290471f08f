//! The state of a duel: the evidence of its cases so far, and the verdict.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, ensure};
use indicatif::ProgressBar;

use super::question::DuelQuestion;
use crate::runs::{ChangeCheck, RecordFile, shown_score};
use game::Verdict;
use records::stats::{
    Decision, Hypotheses, Interval, PairedCounts, Population, ProbabilityRatioTest, SequentialTest,
    SignificanceLevel, mean,
};
use records::{Outcome, Record, UserError, counted, eprint_line, print};
use scene::{fixed, fixed_signed, printable};

/// A duel ends after this number of cases if a contestant has failed all of them. Such a contestant
/// is missing, does not start, or does not follow the protocol.
const FIRST: usize = 3;

/// Options that name the contestants, and everything else that comes in pairs: A, then B.
const SIDES: [&str; 2] = ["--against", "--exec"];

/// The cases of a duel so far.
pub(super) struct DuelProgress<'a> {
    pub question: DuelQuestion,
    pub test: SequentialTest,
    /// Maximum number of cases.
    pub cases: usize,
    /// For every case, the order of the score of B relative to that of A.
    pub orders: Vec<Ordering>,
    pub judge_failed: bool,
    pub have_solved: [bool; 2],
    /// Contestants that failed all their first cases: their option and their last record.
    pub hopeless: Vec<(&'static str, Record)>,
    pub files: [Option<RecordFile>; 2],
    /// Checks of the programs: a change ends the duel, since another program may play the next case.
    pub checks: [ChangeCheck<'a>; 2],
    /// The state so far, on a terminal.
    pub bar: ProgressBar,
}

impl DuelProgress<'_> {
    /// Returns the file of a contestant that has changed, if any.
    fn changed(&self) -> Option<&PathBuf> {
        self.checks.iter().find_map(|check| check.changed.as_ref())
    }

    /// Adds the plays of the next case, and sets `stopped` if they decide the duel. Fails if the
    /// difference is larger than the range.
    pub fn take(&mut self, plays: &[[Record; 2]], stopped: &AtomicBool) -> Result<()> {
        for check in &mut self.checks {
            check.look(false)?;
        }
        if self.changed().is_some() {
            stopped.store(true, Relaxed);
        }
        // This case was still being played when the duel ended.
        if stopped.load(Relaxed) {
            return Ok(());
        }
        for records in plays {
            for (file, record) in self.files.iter_mut().zip(records) {
                file.iter_mut().try_for_each(|file| file.push(record))?;
            }
        }
        let outcomes = self.question.outcomes(plays)?;
        let (difference, order) = self.question.compare(outcomes);
        self.orders.push(order);
        let is_own = |record: &Record| record.ruling.verdict == Verdict::Ie;
        self.judge_failed |= plays.iter().flatten().any(is_own);
        let mut is_settled = self.judge_failed;
        if !is_settled {
            let (range, case) = (self.question.range, &plays[0][0].case);
            let wider =
                || format!("--range {range}: the difference of case {case} is {difference}");
            ensure!(difference.abs() <= range, UserError(wider()));
            is_settled = self.test.push(difference).is_some();
        }
        for (player, has_solved) in self.have_solved.iter_mut().enumerate() {
            *has_solved |= plays.iter().any(|play| play[player].is_ok());
        }
        if let (FIRST, Some(last)) = (self.orders.len(), plays.last()) {
            let sides = SIDES.into_iter().zip(last.clone()).zip(self.have_solved);
            let failed = sides.filter(|(_, has_solved)| !has_solved);
            self.hopeless = failed.map(|(side, _)| side).collect();
        }
        if is_settled || !self.hopeless.is_empty() {
            stopped.store(true, Relaxed);
        }
        self.print_case(plays, outcomes, difference)
    }

    /// Prints the line of a case, and the state on the bar.
    fn print_case(
        &self,
        plays: &[[Record; 2]],
        outcomes: [Outcome; 2],
        difference: f64,
    ) -> Result<()> {
        let last = &plays[plays.len() - 1];
        let shown = [0, 1].map(|player| match last[player].ruling.verdict {
            Verdict::Ok => shown_score(last[player].score.raw),
            _ if plays.len() > 1 => shown_score(outcomes[player].score),
            _ => last[player].ruling.to_string(),
        });
        let (case, name) = (printable(&last[0].case.to_string()), self.question.name);
        let line = format!(
            "Case = {case}, Scores = {}, {name} = {}\n",
            shown.join(" and "),
            fixed_signed(difference, 6)
        );
        self.bar.suspend(|| print(&line))?;
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            self.bar.set_message(match &self.test.ratio {
                Some(ratio) => shown_ratio(ratio),
                None => {
                    let Interval { low, high } = self.test.interval();
                    let [low, high] = [low, high].map(|end| fixed_signed(end, 4));
                    format!("{name} is in {low} to {high}")
                }
            });
        }
        Ok(())
    }

    /// Returns the verdict and the exit status. `way_on` says how an interrupted duel goes on.
    fn verdict(&self, way_on: &str) -> (String, u8) {
        let cases = self.orders.len();
        let [low, high] = self.test.question.hypotheses();
        let name = self.question.name;
        let (verdict, status) = match (self.test.decision, self.test.question) {
            _ if self.judge_failed => return ("none: the judge failed".into(), 3),
            _ if !self.hopeless.is_empty() => return ("none".into(), 1),
            (None, _) if cases < self.cases => {
                let played = counted(cases, "case");
                let reason = match self.changed() {
                    Some(path) => {
                        let path = printable(&path.display().to_string());
                        format!("{path} changed after {played}")
                    }
                    None => format!("interrupted after {played}; {way_on}"),
                };
                return (format!("none: {reason}"), 12);
            }
            (None, _) => return ("undecided".into(), 12),
            (Some(Decision::Above), Hypotheses::Sign { .. }) => ("B is better".into(), 0),
            (Some(Decision::Above), Hypotheses::NotWorse { margin }) => {
                (format!("B is not worse by {margin} or more"), 0)
            }
            (Some(Decision::Above), Hypotheses::Ratio { .. }) => {
                (format!("{name} is above {low}"), 0)
            }
            (Some(Decision::Below), Hypotheses::Ratio { .. }) => {
                (format!("{name} is below {high}"), 10)
            }
            (Some(Decision::Below), _) => ("B is worse".into(), 10),
            (Some(Decision::Within), _) => ("equivalent".into(), 11),
        };
        match self.test.population {
            Population::Unlimited => (verdict, status),
            Population::Finite(1) => (format!("{verdict} on this case"), status),
            Population::Finite(count) => (format!("{verdict} on these {count} cases"), status),
        }
    }

    /// Prints the result, and the contestants that are hopeless; returns the exit status.
    pub fn finish(self, way_on: &str) -> Result<ExitCode> {
        self.bar.finish_and_clear();
        let DuelQuestion { name, range, alpha, .. } = self.question;
        let PairedCounts { wins, ties, losses } = PairedCounts::of(self.orders.iter().copied());
        let (verdict, status) = self.verdict(way_on);
        let (cases, is_exact) = (self.orders.len(), self.test.is_exact());
        let mut text = format!(
            "cases    {cases}: B better in {wins}, equal in {ties}, worse in {losses}\n\
             mean     {name} = {}",
            fixed_signed(mean(&self.test.differences).unwrap_or(0.0), 6),
        );
        match &self.test.ratio {
            _ if is_exact => text += "; exact: all cases were played\n",
            Some(ratio) => text += &format!("\nratio    {}\n", shown_ratio(ratio)),
            None => {
                let Interval { low, high } = self.test.interval();
                let [low, high] = [low, high].map(|end| fixed_signed(end, 6));
                text += &format!("; {low} to {high} with error {alpha} at every look\n");
                text += &format!("range    one case can differ by {}\n", fixed(range, 6));
            }
        }
        if losses == 0 && cases > 0 && !is_exact {
            let rate = unseen_rate_limit(cases, alpha);
            let rate = match self.test.population {
                Population::Finite(all) => rate.min((all - cases) as f64 / all as f64),
                Population::Unlimited => rate,
            };
            text += &format!("unseen   B may lose up to {rate:.4} of all cases, though none yet\n");
        }
        print(&format!("{text}verdict  {verdict}\n"))?;
        // B comes first, as in the line of the verdict.
        for (side, record) in self.hopeless.iter().rev() {
            let (command, ruling) = (printable(&record.origin.command), &record.ruling);
            eprint_line(&format!("{side}: {command} failed its first {FIRST} cases: {ruling}"));
            if !record.error_output.is_empty() {
                let lines = record.error_output.join("\n    ");
                eprint_line(&format!("its standard error ends with\n    {lines}"));
            }
        }
        Ok(ExitCode::from(status))
    }
}

fn shown_ratio(ratio: &ProbabilityRatioTest) -> String {
    let (logarithm, limit) = (ratio.log_ratio(), ratio.limit);
    format!("logarithm {logarithm:+.3}, decided at -{limit:.3} and +{limit:.3}")
}

/// Returns an upper bound on the rate of an event that did not occur in `cases` independent cases, at
/// significance level `alpha`; below 3 / n at 0.05.
fn unseen_rate_limit(cases: usize, alpha: SignificanceLevel) -> f64 {
    1.0 - alpha.get().powf(1.0 / cases as f64)
}
