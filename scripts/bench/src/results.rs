//! Measurements, from the files that criterion and benches of memory leave.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One measured function.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its group: what is claimed.
    pub group: String,
    /// Its name, if it belongs to a group.
    pub function: Option<String>,
    /// Result of an element, or of a call if no throughput was given.
    pub cost: BenchResult,
}

/// A measured cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BenchResult {
    /// Time, ns.
    Nanoseconds(f64),
    /// Peak memory, KiB.
    Kib(f64),
}

impl BenchResult {
    /// Returns how many times as cheap this is as `other`; `None` where they
    /// do not compare.
    pub fn gain_over(self, other: BenchResult) -> Option<f64> {
        match (self, other) {
            (BenchResult::Nanoseconds(own), BenchResult::Nanoseconds(other))
            | (BenchResult::Kib(own), BenchResult::Kib(other)) => Some(other / own),
            _ => None,
        }
    }
}

impl Measured {
    /// Returns true if others of its group are compared with it.
    pub fn is_baseline(&self) -> bool {
        let function = self.function.as_deref();
        function.is_some_and(|name| name.starts_with("baseline"))
    }
}

#[derive(Deserialize)]
struct Bench {
    group_id: String,
    function_id: Option<String>,
    throughput: Option<Throughput>,
}

#[derive(Deserialize)]
enum Throughput {
    Elements(u64),
    #[serde(untagged)]
    Other(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct Estimates {
    mean: Estimate,
    slope: Option<Estimate>,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

/// A row of `memory.json`, which a bench of memory writes.
#[derive(Deserialize)]
struct Memory {
    group: String,
    function: String,
    kib: f64,
}

/// Every result below `folder`, by group, baselines first.
///
/// # Errors
/// A file cannot be read, or is not what criterion writes.
pub fn read(folder: &Path) -> Result<Vec<Measured>> {
    let mut found = Vec::new();
    collect(folder, &mut found)?;
    found.sort_by(|a, b| {
        let key = |one: &Measured| (one.group.clone(), !one.is_baseline(), one.function.clone());
        key(a).cmp(&key(b))
    });
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<Measured>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if !path.is_dir() {
            continue;
        }
        if path.ends_with("new") && path.join("benchmark.json").exists() {
            let bench: Bench = json(&path.join("benchmark.json"))?;
            let estimates: Estimates = json(&path.join("estimates.json"))?;
            let time = estimates.slope.unwrap_or(estimates.mean).point_estimate;
            let elements = match bench.throughput {
                Some(Throughput::Elements(elements)) => elements,
                _ => 1,
            };
            found.push(Measured {
                group: bench.group_id,
                function: bench.function_id,
                cost: BenchResult::Nanoseconds(time / elements.max(1) as f64),
            });
        } else if path.join("memory.json").exists() {
            let rows: Vec<Memory> = json(&path.join("memory.json"))?;
            found.extend(rows.into_iter().map(|row| Measured {
                group: row.group,
                function: Some(row.function),
                cost: BenchResult::Kib(row.kib),
            }));
        } else {
            collect(&path, found)?;
        }
    }
    Ok(())
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_criterion_are_read() {
        let text = r#"{"group_id":"g","function_id":"baseline","value_str":null,
            "throughput":{"Elements":3000},"full_id":"g/baseline"}"#;
        let bench: Bench = serde_json::from_str(text).unwrap();
        assert!(matches!(bench.throughput, Some(Throughput::Elements(3000))));
        let text = r#"{"group_id":"f","function_id":null,"throughput":{"Bytes":7}}"#;
        let bench: Bench = serde_json::from_str(text).unwrap();
        assert!(matches!(bench.throughput, Some(Throughput::Other(_))));
        let text = r#"{"mean":{"point_estimate":2.5,"standard_error":1.0},"slope":null}"#;
        let estimates: Estimates = serde_json::from_str(text).unwrap();
        assert_eq!(estimates.mean.point_estimate, 2.5);
    }
}
