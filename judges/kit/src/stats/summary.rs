//! A whole run in a few lines, and many runs in one table.

use std::collections::BTreeMap;
use std::fmt;

use comfy_table::{CellAlignment, Table, presets};

use crate::runs::Record;
use crate::verdict::Verdict;

/// Figures over the records of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Number of cases.
    pub count: usize,
    /// How many cases had each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// Mean raw score.
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// Lowest raw score.
    pub min: f64,
    /// Median raw score.
    pub median: f64,
    /// Highest raw score.
    pub max: f64,
    /// Mean of score / bound over the cases with a bound above 0, and what kind of bound it is.
    pub share: Option<(f64, String)>,
    /// Mean bound of those cases.
    pub mean_bound: Option<f64>,
    /// Mean share of the best scores, if they were asked for.
    pub of_best: Option<f64>,
    /// Mean and maximum of CPU time, ms.
    pub cpu_ms: (f64, f64),
    /// Highest peak memory, KiB.
    pub memory_kib: u64,
}

impl Summary {
    /// The figures of `records`; all 0 if there are none.
    pub fn of(records: &[Record]) -> Summary {
        let mut scores: Vec<f64> = records.iter().map(|record| record.score).collect();
        scores.sort_by(f64::total_cmp);
        let mean = mean(scores.iter().copied()).unwrap_or(0.0);
        let mut verdicts = BTreeMap::new();
        for record in records {
            *verdicts.entry(record.verdict).or_insert(0) += 1;
        }
        let bounded = || {
            records
                .iter()
                .filter(|record| record.bound.is_some_and(|bound| bound > 0.0))
        };
        let bound = |record: &Record| record.bound.unwrap_or(f64::NAN);
        let kind = bounded().find_map(|record| record.bound_kind.clone());
        Summary {
            count: records.len(),
            verdicts,
            mean,
            standard_error: standard_error(&scores),
            min: scores.first().copied().unwrap_or(0.0),
            median: median(&scores),
            max: scores.last().copied().unwrap_or(0.0),
            share: self::mean(bounded().map(|record| record.score / bound(record))).zip(kind),
            mean_bound: self::mean(bounded().map(bound)),
            of_best: self::mean(records.iter().filter_map(|record| record.of_best)),
            cpu_ms: (
                self::mean(records.iter().map(|record| record.cpu_ms)).unwrap_or(0.0),
                records
                    .iter()
                    .map(|record| record.cpu_ms)
                    .fold(0.0, f64::max),
            ),
            memory_kib: records
                .iter()
                .map(|record| record.memory_kib)
                .max()
                .unwrap_or(0),
        }
    }

    /// The verdicts in words: `98 OK, 2 WA`.
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
        writeln!(f, "cases    {} ({})", self.count, self.verdict_counts())?;
        writeln!(
            f,
            "score    mean {:.3} ± {:.3}",
            self.mean, self.standard_error
        )?;
        writeln!(
            f,
            "         min {:.3}, median {:.3}, max {:.3}",
            self.min, self.median, self.max
        )?;
        if let Some((share, kind)) = &self.share {
            writeln!(f, "bound    {:.3} % of {kind}", 100.0 * share)?;
        }
        if let Some(of_best) = self.of_best {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = self.cpu_ms;
        writeln!(f, "CPU      mean {mean:.1} ms, max {max:.1} ms")?;
        write!(f, "memory   max {} KiB", self.memory_kib)
    }
}

/// Mean of `values`, if there are any.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

/// Standard error of the mean of `values`.
pub(crate) fn standard_error(values: &[f64]) -> f64 {
    let (count, mean) = (
        values.len() as f64,
        mean(values.iter().copied()).unwrap_or(0.0),
    );
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if count < 2.0 {
        0.0
    } else {
        (squares / (count - 1.0) / count).sqrt()
    }
}

fn median(sorted: &[f64]) -> f64 {
    match sorted.len() {
        0 => 0.0,
        count if count % 2 == 1 => sorted[count / 2],
        count => (sorted[count / 2 - 1] + sorted[count / 2]) / 2.0,
    }
}

/// One row for every game (and variant of it) that `records` hold, in their order.
pub fn table(records: &[Record]) -> Table {
    let mut groups: Vec<(String, Vec<Record>)> = Vec::new();
    for record in records {
        let name = match &record.variant {
            Some(variant) => format!("{} {variant}", record.game),
            None => record.game.clone(),
        };
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(record.clone()),
            None => groups.push((name, vec![record.clone()])),
        }
    }
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "game",
        "cases",
        "mean score",
        "bound",
        "share",
        "verdicts",
        "CPU mean",
        "CPU max",
        "memory",
    ]);
    for (name, group) in &groups {
        let summary = Summary::of(group);
        let bound = summary.mean_bound.zip(summary.share.clone());
        table.add_row([
            name.clone(),
            summary.count.to_string(),
            format!("{:.1}", summary.mean),
            bound.as_ref().map_or(String::new(), |(value, (_, kind))| {
                format!("{value:.1} {kind}")
            }),
            bound.map_or(String::new(), |(_, (share, _))| {
                format!("{:.2} %", 100.0 * share)
            }),
            summary.verdict_counts(),
            format!("{:.1} ms", summary.cpu_ms.0),
            format!("{:.1} ms", summary.cpu_ms.1),
            format!("{:.1} MiB", summary.memory_kib as f64 / 1024.0),
        ]);
    }
    for column in [1, 2, 4, 6, 7, 8] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
