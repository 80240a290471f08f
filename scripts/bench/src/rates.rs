//! Work rates of this host: how much of its work each solver does in a second of CPU time.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use bundle::Submission;
use record::{Record, WorkRates, host};

/// Runs of which the fastest counts: whatever else the host does only slows them.
const RUNS: usize = 5;

/// Work of a case, in multiples of what the manifest has it compared on.
const MULTIPLE: u64 = 10;

/// Measures the rate of every solver that watches the clock, with the programs in
/// `folder`, and keeps them in the file there that judges read.
///
/// # Errors
/// A judge cannot be run, or its solver fails.
pub fn measure(folder: &Path) -> Result<BTreeMap<String, f64>> {
    let mut rates = BTreeMap::new();
    for Submission { game, manifest, .. } in Submission::all()? {
        let Some(work) = manifest.work else { continue };
        let work = work * MULTIPLE;
        let mut fastest: f64 = 0.0;
        for _ in 0..RUNS {
            let records = played(folder, &game, &manifest.cases, work)?;
            fastest = fastest.max(rate(&records, work));
        }
        rates.insert(game, fastest);
    }
    let mut all = WorkRates::read(folder)?;
    all.set(host(), rates.clone());
    all.write(folder)?;
    Ok(rates)
}

/// Plays the cases of a game with the same work for each.
fn played(folder: &Path, game: &str, cases: &[String], work: u64) -> Result<Vec<Record>> {
    let solver = folder.join(game).display().to_string();
    let output = Command::new(folder.join(format!("{game}-judge")))
        .args(cases)
        .args(["--noSummary", "--json", "-", "--exec"])
        .arg(format!("env SOLVER_WORK={work} '{solver}'"))
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{game}-judge cannot be run"))?;
    ensure!(output.status.success(), "{game}-judge: {}", output.status);
    let lines = String::from_utf8(output.stdout)?;
    let records = lines.lines().filter(|line| line.starts_with('{'));
    let records: Result<Vec<Record>, _> = records.map(serde_json::from_str).collect();
    records.with_context(|| format!("records of {game}-judge"))
}

/// Units of work in a second of CPU time, over cases of `work` units each.
fn rate(records: &[Record], work: u64) -> f64 {
    let cpu_ms: f64 = records.iter().map(|record| record.cost.cpu_ms).sum();
    (work * records.len() as u64) as f64 / (cpu_ms / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_work_over_cpu_time() {
        let record = |cpu_ms: f64| -> Record {
            let text = format!(
                r#"{{"game":"a","seed":1,"verdict":"OK","score":1,"parameters":{{}},"cpu_ms":{cpu_ms},
                    "wall_ms":9000,"memory_kib":1,"command":"x"}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        assert_eq!(rate(&[record(500.0), record(1500.0)], 3000), 3000.0);
    }
}
