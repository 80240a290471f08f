//! A whole run in a few lines.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use super::moments::{mean, median, standard_error};
use crate::bound::BoundKind;
use crate::runs::Record;
use crate::verdict::Verdict;

/// Figures over records of one scale, taken one by one. A case that is played
/// several times counts once, with its means.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    verdicts: BTreeMap<Verdict, usize>,
    files: HashMap<String, usize>,
    /// By number of the file, 0 for a generated case, and seed.
    cases: HashMap<(usize, u64), CaseMeans>,
    kind: Option<BoundKind>,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    memory_kib: u64,
}

/// Means over the times that a case was played.
#[derive(Clone, Copy, Debug, Default)]
struct CaseMeans {
    score: Mean,
    bound: Mean,
    share: Mean,
    of_best: Mean,
}

/// A mean taken value by value.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    count: u32,
    sum: f64,
}

impl Mean {
    fn add(&mut self, value: impl Into<Option<f64>>) {
        if let Some(value) = value.into() {
            self.count += 1;
            self.sum += value;
        }
    }

    /// The mean, if there are any values.
    fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

impl Summary {
    /// Takes the next record.
    pub fn add(&mut self, record: &Record) {
        *self.verdicts.entry(record.ruling.verdict).or_insert(0) += 1;
        let file = match &record.file {
            None => 0,
            Some(file) => {
                let next = self.files.len() + 1;
                *self.files.entry(file.clone()).or_insert(next)
            }
        };
        let case = self.cases.entry((file, record.seed)).or_default();
        case.score.add(record.score);
        if let (Some(bound), Some(share)) = (record.bound, record.share) {
            self.kind = self.kind.or(Some(bound.kind));
            case.bound.add(bound.value);
            case.share.add(share);
        }
        case.of_best.add(record.of_best);
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
    }

    /// Number of cases.
    pub fn count(&self) -> usize {
        self.cases.len()
    }

    /// Mean raw score; 0 without cases.
    pub fn mean(&self) -> f64 {
        mean(&self.scores()).unwrap_or(0.0)
    }

    /// Standard error of the mean score, if there are at least two cases.
    pub fn standard_error(&self) -> Option<f64> {
        standard_error(&self.scores())
    }

    /// Mean bound and its kind, of the cases that have one.
    pub fn bound(&self) -> Option<(f64, BoundKind)> {
        self.mean_of(|case| case.bound).zip(self.kind)
    }

    /// Mean share of the bound, of the cases that have one.
    pub fn share(&self) -> Option<f64> {
        self.mean_of(|case| case.share)
    }

    /// Mean share of the best scores known, if they were asked for.
    pub fn of_best(&self) -> Option<f64> {
        self.mean_of(|case| case.of_best)
    }

    /// Mean and maximum of CPU time, ms; 0 without cases.
    pub fn cpu_ms(&self) -> (f64, f64) {
        (self.cpu_ms.get().unwrap_or(0.0), self.max_cpu_ms)
    }

    /// Highest peak of memory, KiB.
    pub fn memory_kib(&self) -> u64 {
        self.memory_kib
    }

    /// Returns the verdicts in words: `98 OK, 2 WA`.
    pub fn verdict_counts(&self) -> String {
        let counts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{count} {verdict}"))
            .collect();
        counts.join(", ")
    }

    /// The mean scores of all cases, ascending, so that no result depends on
    /// the order of a hash table.
    fn scores(&self) -> Vec<f64> {
        self.sorted(|case| case.score)
    }

    fn mean_of(&self, of: fn(&CaseMeans) -> Mean) -> Option<f64> {
        mean(&self.sorted(of))
    }

    fn sorted(&self, of: fn(&CaseMeans) -> Mean) -> Vec<f64> {
        let means = self.cases.values().filter_map(|case| of(case).get());
        let mut sorted: Vec<f64> = means.collect();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scores = self.scores();
        write!(f, "cases    {} (", self.count())?;
        let times: usize = self.verdicts.values().sum();
        if times > self.count() {
            write!(f, "played {times} times: ")?;
        }
        writeln!(f, "{})", self.verdict_counts())?;
        write!(f, "score    mean {:.3}", self.mean())?;
        if let Some(error) = self.standard_error() {
            write!(f, " ± {error:.3}")?;
        }
        let [min, max] = [scores.first(), scores.last()].map(|score| score.copied().unwrap_or(0.0));
        let median = median(&scores).unwrap_or(0.0);
        writeln!(
            f,
            "\n         min {min:.3}, median {median:.3}, max {max:.3}"
        )?;
        if let (Some(share), Some(kind)) = (self.share(), self.kind) {
            writeln!(f, "bound    {:.3} % of {kind}", 100.0 * share)?;
        }
        if let Some(of_best) = self.of_best() {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = self.cpu_ms();
        writeln!(f, "CPU      mean {mean:.1} ms, max {max:.1} ms")?;
        write!(f, "memory   max {} KiB", self.memory_kib)
    }
}

/// A summary for every variant of a game: their scores have scales of their own.
#[derive(Clone, Debug, Default)]
pub struct Summaries(Vec<(Option<String>, Summary)>);

impl Summaries {
    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next record.
    pub fn add(&mut self, record: &Record) {
        let known = self.0.iter().position(|(name, _)| *name == record.variant);
        let index = known.unwrap_or_else(|| {
            self.0.push((record.variant.clone(), Summary::default()));
            self.0.len() - 1
        });
        self.0[index].1.add(record);
    }
}

/// The summary of the only variant, or each under its name.
impl fmt::Display for Summaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [] => Summary::default().fmt(f),
            [(_, summary)] => summary.fmt(f),
            summaries => {
                for (index, (variant, summary)) in summaries.iter().enumerate() {
                    let gap = if index == 0 { "" } else { "\n\n" };
                    let name = variant.as_deref().unwrap_or("no variant");
                    write!(f, "{gap}variant  {name}\n{summary}")?;
                }
                Ok(())
            }
        }
    }
}
