//! Work rates of this host: how much of its work each solver does in a second of CPU time.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use records::{Record, WorkRates, host};

use crate::output;
use crate::submissions::Submission;

/// Runs of which the fastest counts: whatever else the host does only slows them.
const RUNS: usize = 5;

/// Work of a case, in multiples of what the manifest has it compared on.
const MULTIPLE: u64 = 10;

/// Measures the rate of every solver that watches the clock, with the programs in
/// `folder`, and keeps them in the file there that judges read.
pub fn measure(folder: &Path) -> Result<BTreeMap<String, f64>> {
    let mut rates = BTreeMap::new();
    for submission in Submission::all()? {
        let Some(work) = submission.manifest.work else {
            continue;
        };
        let work = work * MULTIPLE;
        let mut fastest: f64 = 0.0;
        for _ in 0..RUNS {
            let mut judge = submission.judge(folder, Some(work));
            let printed = output(judge.args(["--noSummary", "--json", "-"]))?;
            fastest = fastest.max(rate(&printed, work)?);
        }
        rates.insert(submission.game, fastest);
    }
    let mut all = WorkRates::read(folder)?;
    all.0.insert(host(), rates.clone());
    all.write(folder)?;
    Ok(rates)
}

/// Returns the units of work in a second of CPU time, over the records that a judge printed of
/// cases of `work` units each.
pub fn rate(printed: &str, work: u64) -> Result<f64> {
    let (mut count, mut cpu_ms) = (0.0, 0.0);
    for line in printed.lines().filter(|line| line.starts_with('{')) {
        let record: Record = serde_json::from_str(line).context("a judge's record")?;
        cpu_ms += record.cost.cpu_ms;
        count += 1.0;
    }
    Ok(work as f64 * count / (cpu_ms / 1000.0))
}
