//! The records of one game as comma-separated values: an accepted baseline.

use std::collections::BTreeSet;

use serde_json::Value;

use super::record::Record;
use crate::stats::{mean, standard_error};

/// A row for every record (seed, variant, the case's parameters, verdict,
/// score, bound, score / bound, CPU and wall time in ms, memory in KiB), then
/// the mean and the standard error of score and share of every variant.
pub fn csv(records: &[Record]) -> String {
    let names: BTreeSet<&str> = records
        .iter()
        .flat_map(|record| record.parameters.keys().map(String::as_str))
        .collect();
    let mut rows = vec![row(["seed", "variant"]
        .into_iter()
        .chain(names.iter().copied())
        .chain([
            "verdict",
            "score",
            "bound",
            "share",
            "cpu_ms",
            "wall_ms",
            "memory_kib",
        ]))];
    for record in records {
        let parameter = |name: &&str| match record.parameters.get(*name) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string().replace(',', " "),
            None => String::new(),
        };
        let head = [
            record.seed.to_string(),
            record.variant.clone().unwrap_or_default(),
        ];
        let tail = [
            record.ruling.verdict.to_string(),
            record.score.to_string(),
            record
                .bound
                .map_or(String::new(), |bound| bound.value.to_string()),
            record
                .share
                .map_or(String::new(), |share| format!("{share:.5}")),
            format!("{:.0}", record.cost.cpu_ms),
            format!("{:.0}", record.cost.wall_ms),
            record.cost.memory_kib.to_string(),
        ];
        rows.push(row(head
            .into_iter()
            .chain(names.iter().map(parameter))
            .chain(tail)));
    }
    let variants: BTreeSet<Option<&str>> = records
        .iter()
        .map(|record| record.variant.as_deref())
        .collect();
    for variant in variants {
        let those = || {
            records
                .iter()
                .filter(|record| record.variant.as_deref() == variant)
        };
        let scores: Vec<f64> = those().map(|record| record.score).collect();
        let shares: Vec<f64> = those().filter_map(|record| record.share).collect();
        let figure = |name: &str, of: fn(&[f64]) -> f64| {
            let mut cells = vec![name.to_string(), variant.unwrap_or_default().to_string()];
            cells.extend(vec![String::new(); names.len() + 1]);
            let share = if shares.is_empty() {
                String::new()
            } else {
                format!("{:.5}", of(&shares))
            };
            cells.extend([format!("{:.5}", of(&scores)), String::new(), share]);
            cells.extend(vec![String::new(); 3]);
            row(cells.into_iter())
        };
        rows.push(figure("mean", |values| {
            mean(values.iter().copied()).unwrap_or(0.0)
        }));
        rows.push(figure("standard error", standard_error));
    }
    rows.concat()
}

fn row(cells: impl Iterator<Item = impl ToString>) -> String {
    let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    cells.join(",") + "\n"
}
