//! Measurements, from the files that criterion and the bench of memory leave, as one table.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::Value;

/// One measured function.
struct Measured {
    /// Its group: what is claimed.
    group: String,
    /// Its name; empty for a function without a group.
    function: String,
    cost: Cost,
}

/// A measured cost.
#[derive(Clone, Copy)]
enum Cost {
    /// Time of an element, or of a call if no throughput was given, ns.
    Nanoseconds(f64),
    /// Peak memory, KiB.
    Kib(f64),
}

/// Returns a table of every result below `folder`: a row for each, by group, baselines first, with
/// how many times as cheap as its baseline it is.
///
/// # Errors
/// A file cannot be read, or is not what criterion writes.
pub fn table(folder: &Path) -> Result<Table> {
    let mut results = Vec::new();
    collect(folder, &mut results)?;
    results.sort_by_key(|one| (one.group.clone(), !one.is_baseline(), one.function.clone()));
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["claim", "what", "cost", "against baseline"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for result in &results {
        let mut baselines = results.iter().filter(|other| other.is_baseline());
        let baseline = baselines.find(|other| other.group == result.group);
        let gain = baseline.and_then(|baseline| result.cost.gain_over(baseline.cost));
        let gain = gain.map(|gain| match gain {
            100.0.. => format!("{gain:.0} ×"),
            10.0.. => format!("{gain:.1} ×"),
            _ => format!("{gain:.2} ×"),
        });
        table.add_row([
            &result.group,
            &result.function,
            &result.cost.to_string(),
            &gain.unwrap_or_default(),
        ]);
    }
    Ok(table)
}

impl Measured {
    /// Returns true if others of its group are compared with it.
    fn is_baseline(&self) -> bool {
        self.function.starts_with("baseline")
    }
}

impl Cost {
    /// Returns how many times as cheap this is as `other`, if they compare.
    fn gain_over(self, other: Cost) -> Option<f64> {
        match (self, other) {
            (Cost::Nanoseconds(own), Cost::Nanoseconds(other))
            | (Cost::Kib(own), Cost::Kib(other)) => Some(other / own),
            _ => None,
        }
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Cost::Kib(kib) => write!(f, "{:.1} MiB", kib / 1024.0),
            Cost::Nanoseconds(ns) if ns >= 1e9 => write!(f, "{:.3} s", ns / 1e9),
            Cost::Nanoseconds(ns) if ns >= 1e6 => write!(f, "{:.3} ms", ns / 1e6),
            Cost::Nanoseconds(ns) if ns >= 1e3 => write!(f, "{:.3} µs", ns / 1e3),
            Cost::Nanoseconds(ns) => write!(f, "{ns:.3} ns"),
        }
    }
}

/// Collects the results below a folder: those of criterion are in folders `new`, those of memory
/// in files `memory.json`.
fn collect(folder: &Path, results: &mut Vec<Measured>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.ends_with("memory.json") {
            let rows = json(&path)?;
            for row in rows.as_array().into_iter().flatten() {
                let kib = number(row, &["/kib"]).context("memory.json: a row without `kib`")?;
                results.push(measured(row, "group", "function", Cost::Kib(kib)));
            }
        } else if path.ends_with("new") && path.join("benchmark.json").exists() {
            let bench = json(&path.join("benchmark.json"))?;
            let estimates = json(&path.join("estimates.json"))?;
            let time = number(
                &estimates,
                &["/slope/point_estimate", "/mean/point_estimate"],
            );
            let time = time.with_context(|| format!("{}: no estimate", path.display()))?;
            let elements = number(&bench, &["/throughput/Elements"]).unwrap_or(1.0);
            let cost = Cost::Nanoseconds(time / elements.max(1.0));
            results.push(measured(&bench, "group_id", "function_id", cost));
        } else if path.is_dir() {
            collect(&path, results)?;
        }
    }
    Ok(())
}

fn measured(row: &Value, group: &str, function: &str, cost: Cost) -> Measured {
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
    let (group, function) = (text(group), text(function));
    Measured {
        group,
        function,
        cost,
    }
}

/// Returns the number at the first of these places that has one.
fn number(value: &Value, places: &[&str]) -> Option<f64> {
    let mut found = places.iter().filter_map(|place| value.pointer(place));
    found.find_map(Value::as_f64)
}

fn json(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}
