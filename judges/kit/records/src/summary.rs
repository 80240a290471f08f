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
    /// Plays, each with a hash of the case's name.
    plays: Vec<(u64, Outcome)>,
    verdicts: BTreeMap<Verdict, usize>,
    bound_kinds: BTreeSet<Cow<'static, str>>,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    /// Highest peak of memory, KiB.
    pub memory_kib: u64,
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
    pub fn of<'a>(cases: impl Iterator<Item = &'a Outcome> + Clone) -> SummaryFigures {
        let mut scores: Vec<f64> = cases.clone().map(|case| case.counted_score).collect();
        let median = median(&mut scores).unwrap_or(0.0);
        let [min, max] = [scores.first(), scores.last()].map(|score| score.copied().unwrap_or(0.0));
        let mean_of = |of: fn(&Outcome) -> Option<f64>| Mean::of(cases.clone().filter_map(of));
        let bound = mean_of(|case| case.bound);
        SummaryFigures {
            cases: scores.len(),
            score: mean(&scores).unwrap_or(0.0),
            standard_error: standard_error(&scores),
            quantiles: [min, median, max],
            bound,
            bound_ratio: mean_of(|case| case.bound_ratio).filter(|_| bound.is_some()),
            of_best: mean_of(|case| case.of_best),
        }
    }
}

impl Summary {
    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let play = Outcome::of_play(record);
        let kinds = record.bound.iter().filter(|_| play.bound.is_some());
        self.bound_kinds
            .extend(kinds.map(|bound| bound.kind.clone()));
        let mut hasher = DefaultHasher::new();
        record.key.hash(&mut hasher);
        self.plays.push((hasher.finish(), play));
        *self.verdicts.entry(record.ruling.verdict).or_default() += 1;
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
    }

    /// Returns means over cases. They depend neither on the order of records nor on repetitions.
    pub fn figures(&self) -> SummaryFigures {
        let mut plays = self.plays.clone();
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
#[derive(Clone, Debug, Default)]
pub struct Summaries(Vec<(Option<String>, Summary)>);

impl Summaries {
    /// Returns true if there are no records.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        let variant = &record.key.source.variant;
        let known = self.0.iter().position(|(name, _)| name == variant);
        let index = known.unwrap_or_else(|| {
            self.0.push((variant.clone(), Summary::default()));
            self.0.len() - 1
        });
        self.0[index].1.add(record);
    }
}

/// Prints the summary of the only variant, or each summary under its variant's name.
impl fmt::Display for Summaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(_, summary)] = &self.0[..] {
            return summary.fmt(f);
        }
        for (index, (variant, summary)) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n\n" };
            let name = variant.as_deref().unwrap_or("no variant");
            write!(f, "{gap}variant  {name}\n{summary}")?;
        }
        Ok(())
    }
}
