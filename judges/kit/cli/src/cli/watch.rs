//! `watch`: plays the cases of a run again when the contestant changes.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, ensure};

use super::config::Config;
use super::run::RunSettings;
use game::Game;
use records::stats::{Alpha, relative_difference};
use records::{Record, WrongUsage, conclusion, print};

/// Time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(150);

impl<G: Game> RunSettings<G> {
    /// Plays with `args`, the words after the subcommand, waits until the contestant, what it is built
    /// from or judge.toml changes, plays again, and prints the paired difference to the last whole
    /// run. A signal ends it; fails if there is no file to watch.
    pub fn watch(self, args: &[OsString], config: &Config) -> Result<ExitCode> {
        let exec = self.live.contestant.exec;
        let sources = || config.sources(exec.as_deref());
        let nothing = "watch: --exec names no file to watch, and there is no judge.toml";
        ensure!(!sources().is_empty(), WrongUsage(nothing.into()));
        let folder = tempfile::tempdir().context("no folder for the records")?;
        let records = folder.path().join("records.jsonl");
        let mut before = BTreeMap::new();
        loop {
            let stamps = stamps(&sources());
            let scores = play(args, &records)?;
            let differences = differences(&before, &scores);
            if !differences.is_empty() {
                let verdict = conclusion("this run", &differences, Alpha::default());
                print(&format!("against the last whole run: {verdict}\n"))?;
            }
            // A build or a judge that failed leaves the scores empty.
            if !scores.is_empty() {
                before = scores;
            }
            wait_for_change(sources, &stamps);
            print("\n")?;
        }
    }
}

/// Plays a run in a process of its own, and returns the worth of every case; of none if the run is
/// not whole.
fn play(args: &[OsString], records: &Path) -> Result<BTreeMap<String, f64>> {
    let judge = env::current_exe().context("cannot find this program")?;
    let mut run = Command::new(judge);
    run.arg("run")
        .args(args)
        .args(["--force", "--json"])
        .arg(records);
    let status = run.status().context("the run")?;
    let is_whole = matches!(status.code(), Some(0 | 1));
    let text = fs::read_to_string(records).unwrap_or_default();
    let _ = fs::remove_file(records);
    if !is_whole {
        return Ok(BTreeMap::new());
    }
    let records = text.lines().map(|line| {
        let record: Record = serde_json::from_str(line).context("the records of the run")?;
        let worth = if record.is_ok() { record.score } else { 0.0 };
        Ok((record.key().unsalted().to_string(), worth))
    });
    records.collect()
}

/// Differences of the relative scores, in the order of the names of the cases.
fn differences(before: &BTreeMap<String, f64>, now: &BTreeMap<String, f64>) -> Vec<f64> {
    let both = now.iter();
    both.filter_map(|(case, score)| Some(relative_difference(*before.get(case)?, *score)))
        .collect()
}

/// Waits until the files differ from `before` and rest: editors write a file in several steps.
fn wait_for_change(sources: impl Fn() -> Vec<PathBuf>, before: &[Stamp]) {
    let mut last = before.to_vec();
    loop {
        thread::sleep(INTERVAL);
        let now = stamps(&sources());
        if now == last && now != before {
            return;
        }
        last = now;
    }
}

/// Name, time and length of a file.
type Stamp = (PathBuf, Option<SystemTime>, u64);

/// Stamps of every file of `sources`, and of folders among them.
fn stamps(sources: &[PathBuf]) -> Vec<Stamp> {
    let mut stamps = Vec::new();
    for source in sources {
        let Ok(facts) = fs::metadata(source) else {
            continue;
        };
        if facts.is_dir() {
            let entries = fs::read_dir(source).into_iter().flatten().flatten();
            let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            stamps.extend(self::stamps(&paths));
        } else {
            stamps.push((source.clone(), facts.modified().ok(), facts.len()));
        }
    }
    stamps.sort();
    stamps
}
