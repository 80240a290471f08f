//! A whole run in a few lines, and many runs in one table.

use std::collections::BTreeMap;
use std::fmt;

use comfy_table::{CellAlignment, Table, presets};

use crate::bound::BoundKind;
use crate::runs::Record;
use crate::verdict::Verdict;

/// Figures over the records of one run, taken one by one.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    verdicts: BTreeMap<Verdict, usize>,
    scores: Vec<f64>,
    share: Mean,
    bound: Mean,
    kind: Option<BoundKind>,
    of_best: Mean,
    cpu_ms: Mean,
    max_cpu_ms: f64,
    memory_kib: u64,
}

/// A mean taken value by value.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    count: usize,
    sum: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// The mean, if there are any values.
    fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Summary {
    /// Takes the next record.
    pub fn add(&mut self, record: &Record) {
        *self.verdicts.entry(record.ruling.verdict).or_insert(0) += 1;
        self.scores.push(record.score);
        if let (Some(bound), Some(share)) = (record.bound, record.share) {
            self.kind = self.kind.or(Some(bound.kind));
            self.bound.add(bound.value);
            self.share.add(share);
        }
        if let Some(of_best) = record.of_best {
            self.of_best.add(of_best);
        }
        self.cpu_ms.add(record.cost.cpu_ms);
        self.max_cpu_ms = self.max_cpu_ms.max(record.cost.cpu_ms);
        self.memory_kib = self.memory_kib.max(record.cost.memory_kib);
    }

    /// Number of cases.
    pub fn count(&self) -> usize {
        self.scores.len()
    }

    /// Mean raw score; 0 without cases.
    pub fn mean(&self) -> f64 {
        mean(self.scores.iter().copied()).unwrap_or(0.0)
    }

    /// Mean share of the best scores known, if they were asked for.
    pub fn of_best(&self) -> Option<f64> {
        self.of_best.get()
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
        let mut sorted = self.scores.clone();
        sorted.sort_by(f64::total_cmp);
        let error = standard_error(&sorted);
        let [min, max] = [sorted.first(), sorted.last()].map(|score| score.copied().unwrap_or(0.0));
        writeln!(f, "cases    {} ({})", self.count(), self.verdict_counts())?;
        writeln!(f, "score    mean {:.3} ± {error:.3}", self.mean())?;
        writeln!(
            f,
            "         min {min:.3}, median {:.3}, max {max:.3}",
            median(&sorted)
        )?;
        if let (Some(share), Some(kind)) = (self.share.get(), self.kind) {
            writeln!(f, "bound    {:.3} % of {kind}", 100.0 * share)?;
        }
        if let Some(of_best) = self.of_best() {
            writeln!(f, "bests    {:.3} % of the best known", 100.0 * of_best)?;
        }
        let (mean, max) = (self.cpu_ms.get().unwrap_or(0.0), self.max_cpu_ms);
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
    let mut groups: Vec<(String, Summary)> = Vec::new();
    for record in records {
        let name = match &record.variant {
            Some(variant) => format!("{} {variant}", record.game),
            None => record.game.clone(),
        };
        let known = groups.iter().position(|(known, _)| *known == name);
        let index = known.unwrap_or_else(|| {
            groups.push((name, Summary::default()));
            groups.len() - 1
        });
        groups[index].1.add(record);
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
    for (name, summary) in &groups {
        let bound = summary.bound.get().zip(summary.kind);
        let share = summary.share.get();
        table.add_row([
            name.clone(),
            summary.count().to_string(),
            format!("{:.1}", summary.mean()),
            bound.map_or(String::new(), |(value, kind)| format!("{value:.1} {kind}")),
            share.map_or(String::new(), |share| format!("{:.2} %", 100.0 * share)),
            summary.verdict_counts(),
            format!("{:.1} ms", summary.cpu_ms.get().unwrap_or(0.0)),
            format!("{:.1} ms", summary.max_cpu_ms),
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
