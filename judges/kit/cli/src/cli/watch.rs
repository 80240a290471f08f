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
use records::stats::Alpha;
use records::{CaseKey, Outcome, Record, WrongUsage, conclusion, each_record, outcomes, print};

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
            let now = play(args, &records)?;
            let both = now.iter();
            let both = both.filter_map(|(case, now)| Some([*before.get(case)?, *now]));
            let both: Vec<[Outcome; 2]> = both.collect();
            if !both.is_empty() {
                let verdict = conclusion("this run", &both, Alpha::default());
                print(&format!("against the last whole run: {verdict}\n"))?;
            }
            // A build or a judge that failed leaves no outcomes.
            if !now.is_empty() {
                before = now;
            }
            wait_for_change(sources, &stamps);
            print("\n")?;
        }
    }
}

/// Plays a run in a process of its own, and returns the outcome of every case; none if the run is not
/// whole.
fn play(args: &[OsString], path: &Path) -> Result<BTreeMap<CaseKey, Outcome>> {
    let judge = env::current_exe().context("cannot find this program")?;
    let mut run = Command::new(judge);
    run.arg("run")
        .args(args)
        .args(["--force", "--json"])
        .arg(path);
    let status = run.status().context("the run")?;
    let mut records: Vec<Record> = Vec::new();
    if matches!(status.code(), Some(0 | 1)) {
        each_record(path, |_, line| {
            records.push(serde_json::from_str(line)?);
            Ok(())
        })?;
    }
    let _ = fs::remove_file(path);
    Ok(outcomes(&records, |record| record.key.clone().unsalted()))
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
