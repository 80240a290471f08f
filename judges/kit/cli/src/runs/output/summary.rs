//! The summary of a run: figures over all cases, and the change since the last run.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::super::history::{records_of, runs_of};
use game::{Game, Totals};
use records::stats::SignificanceLevel;
use records::{CaseKey, KeptRun, Outcome, Record, Summaries, common_measure, conclusion, outcomes};

/// The last whole run before, for comparison.
pub(super) struct Baseline {
    name: String,
    outcomes: BTreeMap<CaseKey, Outcome>,
}

/// Returns the outcome of a play, and its case without salt, which is new in every run.
fn play(record: &Record) -> (CaseKey, Outcome) {
    (record.key.clone().unsalted(), Outcome::of_play(record))
}

impl Baseline {
    /// Returns the last whole run of a game in the history that a single program played, preferably
    /// one with this number of cases, rather than a trial of one seed. Leaves out damaged runs,
    /// with a warning.
    pub fn last(history: &Path, game: &str, cases: usize) -> Result<Option<Baseline>> {
        let unchanged = runs_of(history, game)?.filter(|run| !run.info.changed);
        let mut runs: Vec<KeptRun> = unchanged.collect();
        runs.sort_by_key(|run| run.info.cases != cases);
        let whole = |run: KeptRun| {
            let records = records_of(&run)?;
            (records.len() >= run.info.cases).then(|| Baseline::of(&records, run.info.name))
        };
        Ok(runs.into_iter().find_map(whole))
    }

    /// Makes the baseline of a run with these records.
    pub fn of(records: &[Record], name: String) -> Baseline {
        Baseline {
            name,
            outcomes: outcomes(records.iter().map(play)),
        }
    }

    /// Compares that run with this one; `None` without a common case.
    fn compare(&self, plays: &[(CaseKey, Outcome)]) -> Option<String> {
        let now = outcomes(plays.iter().cloned()).into_iter();
        let both = now.filter_map(|(case, now)| Some([*self.outcomes.get(&case)?, now]));
        let both: Vec<[Outcome; 2]> = both.collect();
        let measure = common_measure(both.iter().flatten());
        let verdict = || conclusion(measure, "this run", &both, SignificanceLevel::default());
        (!both.is_empty()).then(|| format!("against {}: {}\n", self.name, verdict()))
    }
}

/// The summary of a run that is being played.
pub(super) struct PrintedSummary {
    figures: Option<(Summaries, Totals)>,
    baseline: Option<Baseline>,
    /// Plays for the comparison, if there is one.
    plays: Vec<(CaseKey, Outcome)>,
}

impl PrintedSummary {
    /// Makes a summary, with figures unless `is_hidden`; `repeats` is true if a case may be played
    /// several times.
    pub fn new(is_hidden: bool, repeats: bool, baseline: Option<Baseline>) -> PrintedSummary {
        PrintedSummary {
            figures: (!is_hidden).then(|| (Summaries::new(repeats), Totals::default())),
            baseline,
            plays: Vec::new(),
        }
    }

    pub fn add<G: Game>(&mut self, record: &Record) {
        if let Some((summaries, totals)) = &mut self.figures {
            summaries.add(record);
            G::add_total(&record.result(), totals);
        }
        if self.baseline.is_some() {
            self.plays.push(play(record));
        }
    }

    /// Returns the text, with the progress of an `interrupted` run; compares only a `whole` run.
    pub fn text<G: Game>(&self, interrupted: Option<String>, is_whole: bool) -> String {
        let figures = match &self.figures {
            Some((summaries, _)) if summaries.is_empty() => "no case was finished\n".into(),
            Some((summaries, totals)) => {
                let plays = summaries.repeated_plays();
                let plays = plays.map_or(String::new(), |count| format!("of {count} plays: "));
                format!("{summaries}\ntotal    {plays}{}\n", G::total(totals))
            }
            None => String::new(),
        };
        let baseline = self.baseline.as_ref().filter(|_| is_whole);
        let difference = baseline.and_then(|baseline| baseline.compare(&self.plays));
        figures + &interrupted.unwrap_or_default() + &difference.unwrap_or_default()
    }
}
