//! Summary of a run.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use crate::stats::{Mean, mean, median, standard_error};

use crate::case::{CaseKey, CaseSource};
use crate::record::Record;
use game::Verdict;

/// Figures over records of one scale. A case played several times counts once, with its means.
#[derive(Clone, Debug)]
pub struct Summary {
    verdicts: BTreeMap<Verdict, usize>,
    cases: Cases,
    kinds: BTreeSet<Cow<'static, str>>,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    memory_kib: u64,
}

#[derive(Clone, Debug)]
enum Cases {
    /// Every record is a case of its own: 8 bytes a case.
    Single(Figures),
    /// Several records may be of one case: some 100 bytes a case.
    Repeated {
        /// Numbers of the sources; cases are by number and seed.
        sources: BTreeMap<CaseSource, u32>,
        cases: HashMap<(u32, u64), CaseMeans>,
    },
}

/// Figures over cases.
#[derive(Clone, Debug, Default)]
struct Figures {
    scores: Vec<f64>,
    bound: Mean,
    share: Mean,
    of_best: Mean,
}

/// Means over the times that a case was played.
#[derive(Clone, Copy, Debug, Default)]
struct CaseMeans {
    score: Mean,
    bound: Mean,
    share: Mean,
    of_best: Mean,
}

impl CaseMeans {
    fn add(&mut self, record: &Record) {
        self.score.add(record.score);
        if record.share.is_some() {
            self.bound
                .add(record.bound.as_ref().map(|bound| bound.value));
            self.share.add(record.share);
        }
        self.of_best.add(record.of_best);
    }
}

impl Figures {
    fn add(&mut self, case: CaseMeans) {
        self.scores.extend(case.score.get());
        self.bound.add(case.bound.get());
        self.share.add(case.share.get());
        self.of_best.add(case.of_best.get());
    }
}

impl Cases {
    fn add(&mut self, record: &Record) {
        match self {
            Cases::Single(figures) => {
                let mut case = CaseMeans::default();
                case.add(record);
                figures.add(case);
            }
            Cases::Repeated { sources, cases } => {
                let CaseKey { source, seed } = record.key();
                let next = sources.len() as u32;
                let number = *sources.entry(source).or_insert(next);
                cases.entry((number, seed)).or_default().add(record);
            }
        }
    }

    fn figures(&self) -> Cow<'_, Figures> {
        match self {
            Cases::Single(figures) => Cow::Borrowed(figures),
            Cases::Repeated { sources, cases } => {
                // In the order of cases: results must not depend on the order of records.
                let mut ranks = vec![0; sources.len()];
                for (rank, &number) in sources.values().enumerate() {
                    ranks[number as usize] = rank;
                }
                let mut sorted: Vec<_> = cases.iter().collect();
                sorted.sort_by_key(|((number, seed), _)| (ranks[*number as usize], *seed));
                let mut figures = Figures::default();
                sorted.iter().for_each(|(_, case)| figures.add(**case));
                Cow::Owned(figures)
            }
        }
    }
}

impl Summary {
    /// An empty summary; `repeats` if a case may be played several times.
    pub fn new(repeats: bool) -> Summary {
        let cases = match repeats {
            false => Cases::Single(Figures::default()),
            true => Cases::Repeated {
                sources: BTreeMap::new(),
                cases: HashMap::new(),
            },
        };
        Summary {
            verdicts: BTreeMap::new(),
            cases,
            kinds: BTreeSet::new(),
            cpu_ms: Mean::default(),
            max_cpu_ms: 0.0,
            memory_kib: 0,
        }
    }

    /// Takes the next record.
    pub fn add(&mut self, record: &Record) {
        *self.verdicts.entry(record.ruling.verdict).or_insert(0) += 1;
        self.cases.add(record);
        if let (Some(bound), Some(_)) = (&record.bound, record.share)
            && !self.kinds.contains(&bound.kind)
        {
            self.kinds.insert(bound.kind.clone());
        }
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
    }

    /// Number of cases.
    pub fn count(&self) -> usize {
        match &self.cases {
            Cases::Single(figures) => figures.scores.len(),
            Cases::Repeated { cases, .. } => cases.len(),
        }
    }

    /// Mean raw score; 0 without cases.
    pub fn mean(&self) -> f64 {
        mean(&self.cases.figures().scores).unwrap_or(0.0)
    }

    /// Standard error of the mean score, if there are at least two cases.
    pub fn standard_error(&self) -> Option<f64> {
        standard_error(&self.cases.figures().scores)
    }

    /// Mean bound of the cases that have one.
    pub fn bound(&self) -> Option<f64> {
        self.cases.figures().bound.get()
    }

    /// Returns the kinds of the bounds in words: `Lagrangian bound or upper bound`.
    pub fn bound_kinds(&self) -> String {
        let kinds: Vec<&str> = self.kinds.iter().map(Cow::as_ref).collect();
        kinds.join(" or ")
    }

    /// Mean share of the bound, of the cases that have one.
    pub fn share(&self) -> Option<f64> {
        self.cases.figures().share.get()
    }

    /// Mean share of the best known scores, with `--bests`.
    pub fn of_best(&self) -> Option<f64> {
        self.cases.figures().of_best.get()
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
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut scores = self.cases.figures().into_owned().scores;
        let median = median(&mut scores).unwrap_or(0.0);
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
        writeln!(
            f,
            "\n         min {min:.3}, median {median:.3}, max {max:.3}"
        )?;
        if let Some(share) = self.share() {
            let kinds = self.bound_kinds();
            writeln!(f, "bound    {:.3} % of {kinds}", 100.0 * share)?;
        }
        if let Some(of_best) = self.of_best() {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = self.cpu_ms();
        writeln!(f, "CPU      mean {mean:.1} ms, max {max:.1} ms")?;
        write!(f, "memory   max {} KiB", self.memory_kib)
    }
}

/// A summary for every variant of a game.
#[derive(Clone, Debug)]
pub struct Summaries {
    repeats: bool,
    by_variant: Vec<(Option<String>, Summary)>,
}

impl Summaries {
    /// Empty summaries; `repeats` if a case may be played several times.
    pub fn new(repeats: bool) -> Summaries {
        Summaries {
            repeats,
            by_variant: Vec::new(),
        }
    }

    /// True without records.
    pub fn is_empty(&self) -> bool {
        self.by_variant.is_empty()
    }

    /// Takes the next record.
    pub fn add(&mut self, record: &Record) {
        let mut known = self.by_variant.iter();
        let known = known.position(|(name, _)| *name == record.variant);
        let index = known.unwrap_or_else(|| {
            let summary = Summary::new(self.repeats);
            self.by_variant.push((record.variant.clone(), summary));
            self.by_variant.len() - 1
        });
        self.by_variant[index].1.add(record);
    }
}

/// The summary of the only variant, or each under its name.
impl fmt::Display for Summaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.by_variant[..] {
            [] => Summary::new(false).fmt(f),
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
