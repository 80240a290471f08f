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

/// Figures over plays: verdicts, bounds and cost.
#[derive(Clone, Debug, Default)]
pub struct PlayFigures {
    /// Number of plays with each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
    bound_kinds: BTreeSet<Cow<'static, str>>,
    /// Reference for the mean score; that of the last record.
    pub reference: Option<Reference>,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    /// Highest peak of memory, KiB.
    pub memory_kib: u64,
}

impl PlayFigures {
    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let bound = record.score.bound.as_ref().filter(|_| record.score.bound_ratio.is_some());
        self.bound_kinds.extend(bound.map(|bound| bound.kind.clone()));
        self.reference.clone_from(&record.score.reference);
        *self.verdicts.entry(record.ruling.verdict).or_default() += 1;
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
    }

    /// Returns the number of plays.
    fn count(&self) -> usize {
        self.verdicts.values().sum()
    }

    /// Returns the kinds of bounds in words: `Lagrangian bound or upper bound`.
    pub fn bound_kinds(&self) -> String {
        let kinds: Vec<&str> = self.bound_kinds.iter().map(Cow::as_ref).collect();
        kinds.join(" or ")
    }

    /// Returns mean and maximum of the CPU time, ms; 0 without records.
    pub fn cpu_ms(&self) -> (f64, f64) {
        (self.cpu_ms.get().unwrap_or(0.0), self.max_cpu_ms)
    }

    /// Returns the numbers of verdicts in words: `98 OK, 2 WA`.
    pub fn verdict_counts(&self) -> String {
        let counts = self.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

/// Means over cases. They do not depend on the order of the cases.
#[derive(Clone, Debug)]
pub struct CaseFigures {
    /// Number of cases.
    pub cases: usize,
    /// Mean counted score; 0 without cases.
    pub score: f64,
    /// Standard error of the mean score, if there are at least two cases.
    pub standard_error: Option<f64>,
    /// Lowest, median and highest score; 0 without cases.
    pub quantiles: [f64; 3],
    /// Mean bound of the cases with a bound.
    pub bound: Option<f64>,
    /// Mean bound ratio, if any case has one.
    pub bound_ratio: Option<f64>,
    /// Mean ratio to the best known scores; with `--bests`.
    pub of_best: Option<f64>,
}

impl CaseFigures {
    /// Returns the means over cases.
    pub fn of<'a>(cases: impl Iterator<Item = &'a Outcome>) -> CaseFigures {
        let mut totals = CaseTotals::default();
        cases.for_each(|case| totals.add(case));
        totals.figures()
    }
}

/// Outcomes of cases, 8 bytes each.
#[derive(Clone, Debug, Default)]
struct CaseTotals {
    scores: Vec<f64>,
    bound: Mean,
    bound_ratio: Mean,
    of_best: Mean,
}

impl CaseTotals {
    fn add(&mut self, case: &Outcome) {
        self.scores.push(case.counted_score);
        case.bound.iter().for_each(|&bound| self.bound.add(bound));
        case.bound_ratio.iter().for_each(|&ratio| self.bound_ratio.add(ratio));
        case.of_best.iter().for_each(|&ratio| self.of_best.add(ratio));
    }

    fn figures(mut self) -> CaseFigures {
        let median = median(&mut self.scores).unwrap_or(0.0);
        let ends = [self.scores.first(), self.scores.last()];
        let [min, max] = ends.map(|score| score.copied().unwrap_or(0.0));
        let bound = self.bound.get();
        CaseFigures {
            cases: self.scores.len(),
            score: mean(&self.scores).unwrap_or(0.0),
            standard_error: standard_error(&self.scores),
            quantiles: [min, median, max],
            bound,
            bound_ratio: self.bound_ratio.get().filter(|_| bound.is_some()),
            of_best: self.of_best.get(),
        }
    }
}

/// Summary of one variant of the game. A repeated case counts once, with its means.
#[derive(Clone, Debug, Default)]
struct Summary {
    plays: PlayFigures,
    /// Cases that are played once.
    cases: CaseTotals,
    /// Plays of the cases that may be repeated.
    repeated: BTreeMap<CaseName, Vec<Outcome>>,
}

impl Summary {
    fn cases(&self) -> usize {
        self.cases.scores.len() + self.repeated.len()
    }

    fn figures(&self) -> CaseFigures {
        let mut totals = self.cases.clone();
        let means = self.repeated.values().filter_map(|plays| Outcome::mean(plays.iter()));
        means.for_each(|case| totals.add(&case));
        totals.figures()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plays, figures) = (&self.plays, self.figures());
        let CaseFigures { cases, score, .. } = figures;
        let times = match plays.count() {
            times if times > cases => format!("played {times} times: "),
            _ => String::new(),
        };
        writeln!(f, "cases    {cases} ({times}{})", plays.verdict_counts())?;
        write!(f, "score    mean {}", fixed(score, 3))?;
        if let Some(error) = figures.standard_error {
            write!(f, " ± {}", fixed(error, 3))?;
        }
        let [min, median, max] = figures.quantiles.map(|score| fixed(score, 3));
        writeln!(f, "\n         min {min}, median {median}, max {max}")?;
        if let Some(Reference { kind, value }) = &plays.reference {
            writeln!(f, "         {kind}: {value:.3}")?;
        }
        if let Some(ratio) = figures.bound_ratio {
            let kinds = plays.bound_kinds();
            writeln!(f, "bound    {:.3} % of {kinds}", 100.0 * ratio)?;
        }
        if let Some(of_best) = figures.of_best {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = plays.cpu_ms();
        writeln!(f, "CPU      mean {mean:.1} ms, max {max:.1} ms")?;
        write!(f, "memory   max {} KiB", plays.memory_kib)
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
        let cases: usize = all.clone().map(Summary::cases).sum();
        let plays = all.map(|summary| summary.plays.count()).sum();
        Some(plays).filter(|&plays| plays > cases)
    }

    /// Returns true before the first record.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let variant = &record.case.variant;
        let known = self.variants.iter().position(|(name, _)| name == variant);
        let index = known.unwrap_or_else(|| {
            self.variants.push((variant.clone(), Summary::default()));
            self.variants.len() - 1
        });
        let summary = &mut self.variants[index].1;
        summary.plays.add(record);
        let play = Outcome::of_play(record);
        match self.may_repeat {
            true => summary.repeated.entry(record.case.identity()).or_default().push(play),
            false => summary.cases.add(&play),
        }
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
