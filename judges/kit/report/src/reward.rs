//! `reward`: one number for programs that measure programs.

use std::collections::BTreeSet;
use std::slice;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, ensure};
use game::{Bound, Verdict};
use records::{CaseName, Record, print, warn};

use crate::cases::contestants;
use crate::files::NamedRuns;

/// Print one number that measures a program: the mean share of the bound over all cases, from 0 to 1.
///
/// A failed case counts 0, even if the judge failed (IE). A score better than a bound that holds for every play is an
/// error: such a record is wrong. With --scale, each case is placed between a baseline (0, below it too) and a reference (1, above it more).
#[derive(clap::Args)]
pub struct RewardArgs {
    /// Number of cases; one without a record counts 0 [default: the cases that have records]
    #[arg(long, value_name = "N", help_heading = "Reward")]
    cases: Option<usize>,
    /// Shares of the bound that count 0 and 1, once for all runs or once for each [default: 0,1]
    #[arg(long, value_name = "BASELINE,REFERENCE", help_heading = "Reward")]
    scale: Vec<RewardScale>,
    #[command(flatten)]
    runs: NamedRuns,
}

/// Shares of the bound that count 0 and 1.
#[derive(Clone, Copy, Debug)]
struct RewardScale {
    baseline: f64,
    reference: f64,
}

impl FromStr for RewardScale {
    type Err = String;

    fn from_str(text: &str) -> Result<RewardScale, String> {
        let read = || {
            let (baseline, reference) = text.split_once(',')?;
            let (baseline, reference): (f64, f64) =
                (baseline.parse().ok()?, reference.parse().ok()?);
            let width = reference - baseline;
            (width.is_finite() && width > 0.0).then_some(RewardScale { baseline, reference })
        };
        read().ok_or_else(|| format!("`{text}` is not two ascending numbers, such as 0.2,0.9"))
    }
}

/// Prints the number.
pub fn run(args: &RewardArgs) -> Result<()> {
    let runs = args.runs.read()?;
    let given = args.scale.len();
    let fits = given <= 1 || given == runs.len();
    ensure!(fits, "--scale: {given} scales for {} runs", runs.len());
    let whole = RewardScale { baseline: 0.0, reference: 1.0 };
    let (mut values, mut names, mut unfinished) = (Vec::new(), BTreeSet::new(), 0);
    for (index, run) in runs.iter().enumerate() {
        let scale = args.scale.get(index).or(args.scale.first()).unwrap_or(&whole);
        for (name, case) in contestants(slice::from_ref(run)).iter().flat_map(|one| &one.cases) {
            let label = || format!("{}: {}", run.name, name.full_label());
            let own: BTreeSet<&CaseName> = case.records.iter().map(|record| &record.case).collect();
            let is_first = own.iter().all(|&name| names.insert(name));
            ensure!(is_first, "{}: a second play of this case", label());
            let shares = case.records.iter().map(|record| scale.value(record));
            let shares = shares.collect::<Result<Vec<f64>>>().with_context(label)?;
            let share = shares.iter().sum::<f64>() / shares.len() as f64;
            // Each of equal cases counts.
            values.extend(own.iter().map(|_| share));
        }
        let is_unfinished = |record: &&Record| record.ruling.verdict == Verdict::Ie;
        unfinished += run.records.iter().filter(is_unfinished).count();
    }
    if unfinished > 0 {
        warn(&anyhow!("cases in which the judge failed (IE), which count 0: {unfinished}"));
    }
    let cases = args.cases.unwrap_or(values.len());
    let found = values.len();
    ensure!((1..=cases).contains(&found), "{found} cases have records, expected at most {cases}");
    print(&format!("{:.6}\n", values.iter().sum::<f64>() / cases as f64))
}

impl RewardScale {
    /// Returns the value of a play.
    ///
    /// # Errors
    /// A legal play has no bound, or is better than a bound that holds for every play.
    fn value(self, record: &Record) -> Result<f64> {
        if !record.is_ok() {
            return Ok(0.0);
        }
        let score = &record.score;
        let Bound { kind, value } = score.bound.as_ref().context("a play without a bound")?;
        let ratio = score.bound_ratio.context("a play without a bound ratio")?;
        // A lucky play can exceed a bound on the mean.
        let is_possible = ratio <= 1.0 || kind.starts_with("expected ");
        ensure!(is_possible, "the score {} is better than the {kind} {value}", score.raw);
        Ok(((ratio.min(1.0) - self.baseline) / (self.reference - self.baseline)).max(0.0))
    }
}
