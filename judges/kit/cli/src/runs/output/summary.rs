//! The summary of a run: figures over all cases, and the difference to the last run.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::super::history::counted_runs;
use super::sinks::FinishedCase;
use game::{Game, Total};
use records::stats::SignificanceLevel;
use records::{
    CaseKey, Outcome, Record, Summaries, common_measure, conclusion, outcomes, read_records, warn,
};

/// The run to compare with: the last whole one before.
pub(super) struct Baseline {
    name: String,
    outcomes: BTreeMap<CaseKey, Outcome>,
}

/// Returns the name of a case; a salt is drawn anew in every run.
fn case(record: &Record) -> CaseKey {
    record.key.clone().unsalted()
}

impl Baseline {
    /// Finds the last whole run of a game in the history, played by one program, that can be read.
    pub fn last(history: &Path, game: &str) -> Option<Baseline> {
        let runs = counted_runs(history, game).ok()?.into_iter();
        let mut whole = runs.filter(|(run, count)| !run.info.changed && run.info.cases <= *count);
        let (run, _) = whole.next()?;
        let read = Baseline::read(&run.folder.records(), run.info.name);
        read.map_err(|error| warn(&error)).ok()
    }

    /// Reads the records in a file.
    pub fn read(path: &Path, name: String) -> Result<Baseline> {
        let outcomes = outcomes(&read_records(path)?, case);
        Ok(Baseline { name, outcomes })
    }

    /// Compares a run with this one; `None` if no case is in both.
    fn compare(&self, records: &[Record]) -> Option<String> {
        let now = outcomes(records, case).into_iter();
        let both = now.filter_map(|(case, now)| Some([*self.outcomes.get(&case)?, now]));
        let both: Vec<[Outcome; 2]> = both.collect();
        let measure = common_measure(both.iter().flatten());
        let verdict = || conclusion(measure, "this run", &both, SignificanceLevel::default());
        (!both.is_empty()).then(|| format!("against {}: {}\n", self.name, verdict()))
    }
}

/// The summary of a run that is being played.
pub(super) struct PrintedSummary<G: Game> {
    figures: Option<(Summaries, G::Total)>,
    baseline: Option<Baseline>,
    /// The records, if they are compared.
    records: Vec<Record>,
}

impl<G: Game> PrintedSummary<G> {
    /// A summary with figures, unless `is_hidden`.
    pub fn new(is_hidden: bool, baseline: Option<Baseline>) -> PrintedSummary<G> {
        PrintedSummary {
            figures: (!is_hidden).then(|| (Summaries::default(), G::Total::default())),
            baseline,
            records: Vec::new(),
        }
    }

    pub fn add(&mut self, played: &FinishedCase<G>) {
        if let Some((summaries, total)) = &mut self.figures {
            summaries.add(played.record);
            total.add(&played.record.result());
        }
        if self.baseline.is_some() {
            self.records.push(played.record.clone());
        }
    }

    /// Returns the text, which says how far an `interrupted` run came; one that is not `whole` is not
    /// compared.
    pub fn text(&self, interrupted: Option<String>, is_whole: bool) -> String {
        let figures = match &self.figures {
            Some((summaries, _)) if summaries.is_empty() => "no case was finished\n".into(),
            Some((summaries, total)) => format!("{summaries}\ntotal    {total}\n"),
            None => String::new(),
        };
        let baseline = self.baseline.as_ref().filter(|_| is_whole);
        let difference = baseline.and_then(|baseline| baseline.compare(&self.records));
        figures + &interrupted.unwrap_or_default() + &difference.unwrap_or_default()
    }
}
