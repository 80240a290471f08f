//! Table of the measurements that criterion has left in files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table, presets};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Criterion's `benchmark.json`: a measured function and its group.
#[derive(Deserialize)]
struct Measured {
    group_id: String,
    function_id: Option<String>,
    /// Number of elements, or of bytes, in a call.
    throughput: Option<BTreeMap<String, f64>>,
    /// Time of an element, ns; of a call without elements.
    #[serde(skip)]
    ns: f64,
}

impl Measured {
    fn function(&self) -> &str {
        self.function_id.as_deref().unwrap_or_default()
    }

    /// True if the other functions of its group are compared with it.
    fn is_baseline(&self) -> bool {
        self.function().starts_with("baseline")
    }
}

/// Returns a table of all results below `folder`. Rows are sorted by group, baselines first.
/// The last column is the speed relative to the baseline.
pub fn table(folder: &Path) -> Result<Table> {
    let mut results = Vec::new();
    collect(folder, &mut results)?;
    results.sort_by_key(|one| {
        let function = one.function().to_string();
        (one.group_id.clone(), !one.is_baseline(), function)
    });
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["claim", "what", "time", "speed"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for one in &results {
        let mut baselines = results.iter().filter(|other| other.is_baseline());
        let baseline = baselines.find(|other| other.group_id == one.group_id);
        let speed = baseline.map(|baseline| match baseline.ns / one.ns {
            gain @ 100.0.. => format!("{gain:.0} ×"),
            gain @ 10.0.. => format!("{gain:.1} ×"),
            gain => format!("{gain:.2} ×"),
        });
        let time = format!("{:.3?}", Duration::from_secs_f64(one.ns / 1e9));
        let speed = speed.unwrap_or_default();
        table.add_row([&one.group_id, one.function(), &time, &speed]);
    }
    Ok(table)
}

/// Collects the results below a folder. Criterion writes the latest ones to folders called `new`.
fn collect(folder: &Path, results: &mut Vec<Measured>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let bench = path.join("benchmark.json");
        if path.ends_with("new") && bench.exists() {
            let mut one: Measured = read(&bench)?;
            let estimates: Value = read(&path.join("estimates.json"))?;
            let time = |name: &str| estimates[name]["point_estimate"].as_f64();
            let time = time("slope").or_else(|| time("mean"));
            let elements = one.throughput.iter().find_map(|unit| unit.get("Elements"));
            one.ns = time.context("an estimate without a mean")? / elements.unwrap_or(&1.0);
            results.push(one);
        } else if path.is_dir() {
            collect(&path, results)?;
        }
    }
    Ok(())
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}
