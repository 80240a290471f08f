//! The cases of contestants: every case once, with its means over the times it was played.

use std::collections::{BTreeMap, BTreeSet};

use records::stats::{Mean, relative_difference};
use records::{CaseKey, Fields, Record};
use scene::printable;

use crate::files::Run;

/// A game, or one variant of it: scores are compared within one only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scale<'a> {
    pub game: &'a str,
    pub variant: Option<&'a str>,
}

impl Scale<'_> {
    /// The game, and the variant after it.
    pub fn name(&self) -> String {
        match self.variant {
            Some(variant) => format!("{} {variant}", self.game),
            None => self.game.into(),
        }
    }
}

/// Values by which cases are grouped: parameters, and what the contestant and the game reported.
pub fn values(record: &Record) -> Fields {
    let mut values = record.details.clone();
    values.extend(record.data.clone());
    values.extend(record.parameters.clone());
    values
}

/// One case as a run played it: a record for each time, at least one.
#[derive(Default)]
pub struct PlayedCase<'a>(Vec<&'a Record>);

impl<'a> PlayedCase<'a> {
    pub fn records(&self) -> &[&'a Record] {
        &self.0
    }

    /// Mean over the times that have the value.
    fn mean(&self, of: impl Fn(&Record) -> Option<f64>) -> Option<f64> {
        Mean::of(self.0.iter().filter_map(|record| of(record)))
    }

    pub fn score(&self) -> f64 {
        self.mean(|record| Some(record.score)).unwrap_or(0.0)
    }

    /// Mean share of the bound, if there is one.
    pub fn share(&self) -> Option<f64> {
        self.mean(|record| record.share)
    }

    /// True if it failed at least once.
    pub fn failed(&self) -> bool {
        self.0.iter().any(|record| !record.is_ok())
    }

    /// The score that counts in comparisons: 0 if it failed.
    pub fn worth(&self) -> f64 {
        if self.failed() { 0.0 } else { self.score() }
    }

    pub fn cpu_ms(&self) -> f64 {
        self.mean(|record| Some(record.cost.cpu_ms)).unwrap_or(0.0)
    }

    pub fn wall_ms(&self) -> f64 {
        self.mean(|record| Some(record.cost.wall_ms)).unwrap_or(0.0)
    }

    /// Highest peak of memory, KiB.
    pub fn memory_kib(&self) -> u64 {
        let peaks = self.0.iter().map(|record| record.cost.memory_kib);
        peaks.max().unwrap_or(0)
    }

    /// Processor models that the records name.
    pub fn processors(&self) -> BTreeSet<&str> {
        let machines = self.0.iter().flat_map(|record| &record.machine);
        let models = machines.map(|machine| &machine.cpu[..]);
        models.filter(|model| !model.is_empty()).collect()
    }

    pub fn values(&self) -> Fields {
        values(self.0[0])
    }
}

/// A case that two contestants have played.
pub type Pair<'a> = (&'a CaseKey, [&'a PlayedCase<'a>; 2]);

/// Returns the relative score of the second less that of the first.
pub fn relative_gain([a, b]: [&PlayedCase; 2]) -> f64 {
    relative_difference(a.worth(), b.worth())
}

/// A contestant's cases of one scale in one run.
pub struct ContestantCases<'a> {
    pub run: &'a Run,
    /// The name of the run, and the command if the run has several.
    pub name: String,
    pub scale: Scale<'a>,
    pub command: &'a str,
    pub cases: BTreeMap<CaseKey, PlayedCase<'a>>,
}

impl<'a> ContestantCases<'a> {
    /// The cases that both have played.
    pub fn pairs<'b>(&'b self, other: &'b ContestantCases<'a>) -> impl Iterator<Item = Pair<'b>> {
        let cases = self.cases.iter();
        cases.filter_map(|(id, case)| Some((id, [case, other.cases.get(id)?])))
    }

    /// Differences of relative scores over the cases of both, `other` less this one.
    pub fn relative_differences(&self, other: &ContestantCases) -> Vec<f64> {
        let pairs = self.pairs(other);
        pairs.map(|(_, pair)| relative_gain(pair)).collect()
    }

    /// Labels of the cases that `other` lacks.
    pub fn missing_in(&self, other: &ContestantCases) -> Vec<String> {
        let keys = self.cases.keys();
        let missing = keys.filter(|key| !other.cases.contains_key(key));
        missing.map(CaseKey::label).collect()
    }
}

/// The contestants of a run at every scale, in the order in which they appear.
pub fn contestants(run: &Run) -> Vec<ContestantCases<'_>> {
    let mut commands = run.records.windows(2);
    let has_several = commands.any(|pair| pair[0].command != pair[1].command);
    let mut all: Vec<ContestantCases> = Vec::new();
    for record in &run.records {
        let scale = Scale {
            game: &record.game,
            variant: record.variant.as_deref(),
        };
        let command = record.command.as_str();
        let mut known = all.iter();
        let known = known.position(|one| one.scale == scale && one.command == command);
        let index = known.unwrap_or_else(|| {
            all.push(ContestantCases {
                run,
                name: match has_several {
                    true => format!("{} [{command}]", run.name),
                    false => run.name.clone(),
                },
                scale,
                command,
                cases: BTreeMap::new(),
            });
            all.len() - 1
        });
        let cases = &mut all[index].cases;
        cases.entry(record.key()).or_default().0.push(record);
    }
    all
}

/// The contestants of every scale, in the order of the runs.
pub fn scales(runs: &[Run]) -> Vec<Vec<ContestantCases<'_>>> {
    let mut scales: Vec<Vec<ContestantCases>> = Vec::new();
    for one in runs.iter().flat_map(contestants) {
        match scales.iter_mut().find(|known| known[0].scale == one.scale) {
            Some(contestants) => contestants.push(one),
            None => scales.push(vec![one]),
        }
    }
    scales
}

/// The cases that any of these contestants has played.
pub fn all_cases<'a>(contestants: &'a [ContestantCases]) -> BTreeSet<&'a CaseKey> {
    let cases = contestants.iter().map(|one| &one.cases);
    cases.flat_map(BTreeMap::keys).collect()
}

/// Returns how often each of `items` occurs.
pub fn counts<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// Most cases that a list names.
const NAMED: usize = 20;

/// Names the first of `cases`, and counts the others.
pub fn named(cases: &[String]) -> String {
    let more = cases.len().saturating_sub(NAMED);
    let named = printable(&cases[..cases.len() - more].join(", "));
    match more {
        0 => named,
        _ => format!("{named} and {more} more"),
    }
}
