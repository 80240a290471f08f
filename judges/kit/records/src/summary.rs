//! Summary of a run.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use game::Verdict;

use crate::outcome::Outcome;
use crate::record::Record;
use crate::stats::{Mean, mean, median, standard_error};

/// Figures over records of one game variant. A repeated case counts once, with its means.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Totals over cases that are played once.
    cases: CaseTotals,
    /// Plays of cases that may be repeated, each with a hash of the case's name.
    plays: Option<Vec<(u64, Outcome)>>,
    verdicts: BTreeMap<Verdict, usize>,
    bound_kinds: BTreeSet<Cow<'static, str>>,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    /// Highest peak of memory, KiB.
    pub memory_kib: u64,
}

/// Totals over cases: 8 bytes for each case.
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
        let means = [&mut self.bound, &mut self.bound_ratio, &mut self.of_best];
        let values = [case.bound, case.bound_ratio, case.of_best];
        for (mean, value) in means.into_iter().zip(values) {
            value.into_iter().for_each(|value| mean.add(value));
        }
    }

    fn figures(mut self) -> SummaryFigures {
        let scores = &mut self.scores;
        let median = median(scores).unwrap_or(0.0);
        let [min, max] = [scores.first(), scores.last()].map(|score| score.copied().unwrap_or(0.0));
        let bound = self.bound.get();
        SummaryFigures {
            cases: scores.len(),
            score: mean(scores.iter()).unwrap_or(0.0),
            standard_error: standard_error(scores),
            quantiles: [min, median, max],
            bound,
            bound_ratio: self.bound_ratio.get().filter(|_| bound.is_some()),
            of_best: self.of_best.get(),
        }
    }
}

/// Means over cases.
#[derive(Clone, Debug)]
pub struct SummaryFigures {
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

impl SummaryFigures {
    /// Returns the means over cases.
    pub fn of<'a>(cases: impl Iterator<Item = &'a Outcome>) -> SummaryFigures {
        let mut totals = CaseTotals::default();
        cases.for_each(|case| totals.add(case));
        totals.figures()
    }
}

impl Summary {
    /// Makes a summary of no records; `repeats` is true if a case may have several.
    pub fn new(repeats: bool) -> Summary {
        Summary {
            plays: repeats.then(Vec::new),
            ..Summary::default()
        }
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let play = Outcome::of_play(record);
        let kinds = record.bound.iter().filter(|_| play.bound.is_some());
        self.bound_kinds
            .extend(kinds.map(|bound| bound.kind.clone()));
        if let Some(plays) = &mut self.plays {
            let mut hasher = DefaultHasher::new();
            record.key.hash(&mut hasher);
            plays.push((hasher.finish(), play));
        } else {
            self.cases.add(&play);
        }
        *self.verdicts.entry(record.ruling.verdict).or_default() += 1;
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
    }

    /// Returns means over cases. They depend neither on the order of records nor on repetitions.
    pub fn figures(&self) -> SummaryFigures {
        let Some(mut plays) = self.plays.clone() else {
            return self.cases.clone().figures();
        };
        plays.sort_by_key(|(case, _)| *case);
        let cases = plays.chunk_by(|one, next| one.0 == next.0);
        let cases = cases.filter_map(|plays| Outcome::mean(plays.iter().map(|(_, play)| play)));
        SummaryFigures::of(cases.collect::<Vec<_>>().iter())
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
        let counts = self.verdicts.iter();
        let counts = counts.map(|(verdict, count)| format!("{count} {verdict}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = self.figures();
        let SummaryFigures { cases, score, .. } = figures;
        let times = match self.verdicts.values().sum::<usize>() {
            times if times > cases => format!("played {times} times: "),
            _ => String::new(),
        };
        writeln!(f, "cases    {cases} ({times}{})", self.verdict_counts())?;
        write!(f, "score    mean {score:.3}")?;
        if let Some(error) = figures.standard_error {
            write!(f, " ± {error:.3}")?;
        }
        let [min, median, max] = figures.quantiles;
        writeln!(
            f,
            "\n         min {min:.3}, median {median:.3}, max {max:.3}"
        )?;
        if let Some(ratio) = figures.bound_ratio {
            let kinds = self.bound_kinds();
            writeln!(f, "bound    {:.3} % of {kinds}", 100.0 * ratio)?;
        }
        if let Some(of_best) = figures.of_best {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = self.cpu_ms();
        writeln!(f, "CPU      mean {mean:.1} ms, max {max:.1} ms")?;
        write!(f, "memory   max {} KiB", self.memory_kib)
    }
}

/// Summaries of all variants of a game, in order of appearance.
#[derive(Clone, Debug)]
pub struct Summaries {
    repeats: bool,
    variants: Vec<(Option<String>, Summary)>,
}

impl Summaries {
    /// Makes summaries of no records; `repeats` is true if a case may have several.
    pub fn new(repeats: bool) -> Summaries {
        Summaries {
            repeats,
            variants: Vec::new(),
        }
    }

    /// Returns the number of plays, if a case may have several.
    pub fn repeated_plays(&self) -> Option<usize> {
        let verdicts = |(_, summary): &(_, Summary)| summary.verdicts.values().sum::<usize>();
        self.repeats
            .then(|| self.variants.iter().map(verdicts).sum())
    }

    /// Returns true before the first record.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let variant = &record.key.source.variant;
        let known = self.variants.iter().position(|(name, _)| name == variant);
        let index = known.unwrap_or_else(|| {
            let summary = Summary::new(self.repeats);
            self.variants.push((variant.clone(), summary));
            self.variants.len() - 1
        });
        self.variants[index].1.add(record);
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
