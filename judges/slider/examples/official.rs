//! Prints `data/slider/official.csv` with the scores and bounds of a run. Standard error gets a
//! summary.
//!
//! `official RECORDS` reads the records of `slider-judge --official --seed 1-100`.

use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};

use records::Record;

/// The present file. Its seeds, sums and recorded scores are kept.
const OFFICIAL: &str = include_str!("../../../data/slider/official.csv");

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: official RECORDS")?;
    let mut runs = BTreeMap::new();
    for line in fs::read_to_string(path)?.lines() {
        let record: Record = serde_json::from_str(line)?;
        let seed = record.case.seed;
        if record.case.variant.as_deref() != Some("official") || !record.is_ok() {
            return Err(format!("seed {seed}: not an official case that was played well").into());
        }
        runs.insert(seed, record);
    }
    let mut lines = OFFICIAL.lines();
    println!("{}", lines.next().unwrap_or_default());
    let (mut shares, mut ratios) = (Vec::new(), Vec::new());
    for line in lines {
        let kept: Vec<&str> = line.split(',').take(3).collect();
        let [seed, _, recorded] = kept[..] else {
            return Err(format!("`{line}` is not a row of the table").into());
        };
        let run = seed.parse().ok().and_then(|seed: u64| runs.get(&seed));
        let bound = run.and_then(|run| Some((run, run.score.bound.as_ref()?)));
        let (run, bound) = bound.ok_or_else(|| format!("seed {seed} is missing"))?;
        println!("{},{},{}", kept.join(","), bound.value, run.score.raw);
        shares.push(run.score.raw / bound.value);
        ratios.extend(recorded.parse().map(|best: f64| run.score.raw / best));
    }
    for (what, values) in [("bound", shares), ("recorded", ratios)] {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        eprintln!("of {what}: {} cases, mean {mean:.4}, least {least:.4}", values.len());
    }
    Ok(())
}
