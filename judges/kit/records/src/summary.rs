//! Summary of a run.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use game::{Reference, Verdict};
use scene::fixed;

use crate::case::CaseName;
use crate::outcome::Outcome;
use crate::record::Record;
use crate::stats::{Mean, mean, median, standard_error};

/// Figures over cases, 8 bytes for each. They do not depend on the order of the cases.
#[derive(Clone, Debug, Default)]
pub struct CaseFigures {
    /// Counted scores, in ascending order once all cases are added.
    scores: Vec<f64>,
    bound: Mean,
    bound_ratio: Mean,
    of_best: Mean,
}

impl CaseFigures {
    /// Returns the figures over these cases.
    pub fn of<'a>(cases: impl Iterator<Item = &'a Outcome>) -> CaseFigures {
        let mut figures = CaseFigures::default();
        cases.for_each(|case| figures.add(case));
        figures.sorted()
    }

    fn sorted(mut self) -> CaseFigures {
        self.scores.sort_unstable_by(f64::total_cmp);
        self
    }

    fn add(&mut self, case: &Outcome) {
        self.scores.push(case.counted_score);
        case.bound.iter().for_each(|&bound| self.bound.add(bound));
        case.bound_ratio.iter().for_each(|&ratio| self.bound_ratio.add(ratio));
        case.of_best.iter().for_each(|&ratio| self.of_best.add(ratio));
    }

    /// Returns the number of cases.
    pub fn cases(&self) -> usize {
        self.scores.len()
    }

    /// Returns the mean counted score; 0 without cases.
    pub fn score(&self) -> f64 {
        mean(&self.scores).unwrap_or(0.0)
    }

    /// Returns the standard error of the mean score, if there are at least two cases.
    pub fn standard_error(&self) -> Option<f64> {
        standard_error(&self.scores)
    }

    /// Returns the mean bound of the cases with a bound.
    pub fn bound(&self) -> Option<f64> {
        self.bound.get()
    }

    /// Returns the mean bound ratio, if any case has a bound.
    pub fn bound_ratio(&self) -> Option<f64> {
        self.bound_ratio.get().filter(|_| self.bound().is_some())
    }
}

/// Summary of plays of one variant of the game. A repeated case counts once, with its means.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Number of plays with each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
    bound_kinds: BTreeSet<Cow<'static, str>>,
    /// Reference for the mean score; that of the last record.
    pub reference: Option<Reference>,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    /// Highest peak of memory, KiB.
    pub memory_kib: u64,
    /// Cases that are played once.
    cases: CaseFigures,
    /// Plays of the cases that may be repeated.
    repeated: BTreeMap<CaseName, Vec<Outcome>>,
}

impl Summary {
    /// Returns the summary of these plays.
    pub fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Summary {
        let mut summary = Summary::default();
        records.for_each(|record| summary.add(record, true));
        summary
    }

    fn add(&mut self, record: &Record, may_repeat: bool) {
        let bound = record.score.bound.as_ref().filter(|_| record.score.bound_ratio.is_some());
        self.bound_kinds.extend(bound.map(|bound| bound.kind.clone()));
        self.reference.clone_from(&record.score.reference);
        *self.verdicts.entry(record.ruling.verdict).or_default() += 1;
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
        let play = Outcome::of_play(record);
        match may_repeat {
            true => self.repeated.entry(record.case.identity()).or_default().push(play),
            false => self.cases.add(&play),
        }
    }

    fn plays(&self) -> usize {
        self.verdicts.values().sum()
    }

    fn cases(&self) -> usize {
        self.cases.cases() + self.repeated.len()
    }

    /// Returns the figures over the cases.
    pub fn figures(&self) -> CaseFigures {
        let mut figures = self.cases.clone();
        let means = self.repeated.values().filter_map(|plays| Outcome::mean(plays.iter()));
        means.for_each(|case| figures.add(&case));
        figures.sorted()
    }

    /// Returns the kinds of bounds in words: `Lagrangian bound or upper bound`.
    pub fn bound_kinds(&self) -> String {
        let kinds: Vec<&str> = self.bound_kinds.iter().map(Cow::as_ref).collect();
        kinds.join(" or ")
    }

    /// Returns mean and maximum of the CPU time, ms; 0 without plays.
    pub fn cpu_ms(&self) -> (f64, f64) {
        (self.cpu_ms.get().unwrap_or(0.0), self.max_cpu_ms)
    }

    /// Returns the numbers of verdicts in words: `98 OK, 2 WA`.
    pub fn verdict_counts(&self) -> String {
        let counts = self.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = self.figures();
        let cases = figures.cases();
        let times = match self.plays() {
            times if times > cases => format!("played {times} times: "),
            _ => String::new(),
        };
        writeln!(f, "cases    {cases} ({times}{})", self.verdict_counts())?;
        write!(f, "score    mean {}", fixed(figures.score(), 3))?;
        if let Some(error) = figures.standard_error() {
            write!(f, " ± {}", fixed(error, 3))?;
        }
        let scores = &figures.scores;
        let scores = [scores.first().copied(), median(scores), scores.last().copied()];
        let [min, median, max] = scores.map(|score| fixed(score.unwrap_or(0.0), 3));
        writeln!(f, "\n         min {min}, median {median}, max {max}")?;
        if let Some(Reference { kind, value }) = &self.reference {
            writeln!(f, "         {kind}: {value:.3}")?;
        }
        if let Some(ratio) = figures.bound_ratio() {
            writeln!(f, "bound    {:.3} % of {}", 100.0 * ratio, self.bound_kinds())?;
        }
        if let Some(of_best) = figures.of_best.get() {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = self.cpu_ms();
        writeln!(f, "CPU      mean {mean:.1} ms, max {max:.1} ms")?;
        write!(f, "memory   max {} KiB", self.memory_kib)
    }
}

/// Summaries of all variants of a game in a run, in order of appearance.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// True if the run may repeat cases. Then every play is kept until the end.
    may_repeat: bool,
    variants: Vec<(Option<String>, Summary)>,
}

impl Summaries {
    /// Begins a run that may repeat cases, or plays each case once. Equal cases are repetitions.
    pub fn new(may_repeat: bool) -> Summaries {
        Summaries { may_repeat, variants: Vec::new() }
    }

    /// Returns the number of plays if a case was played several times.
    pub fn repeated_plays(&self) -> Option<usize> {
        let all = self.variants.iter().map(|(_, summary)| summary);
        let (plays, cases) = (all.clone().map(Summary::plays).sum(), all.map(Summary::cases).sum());
        Some(plays).filter(|plays: &usize| *plays > cases)
    }

    /// Returns true before the first record.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let variant = &record.case.variant;
        if self.variants.iter().all(|(name, _)| name != variant) {
            self.variants.push((variant.clone(), Summary::default()));
        }
        let own = self.variants.iter_mut().filter(|(name, _)| name == variant);
        own.for_each(|(_, summary)| summary.add(record, self.may_repeat));
    }
}

/// Prints the summary of the only variant, or each summary under its variant's name.
impl fmt::Display for Summaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(_, summary)] = &self.variants[..] {
            return summary.fmt(f);
        }
        for (index, (variant, summary)) in self.variants.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n\n" };
            let name = variant.as_deref().unwrap_or("no variant");
            write!(f, "{gap}variant  {name}\n{summary}")?;
        }
        Ok(())
    }
}
