//! Measures how the judge treats contestants on a loaded host.
//!
//! Each contestant burns a third of its CPU limit, plays a short game and exits, so none may fail.
//! The table has a row for each combination of user, number of concurrent contestants, and number
//! of busy loops. A row shows wrongful `TLE` by wall time and by CPU time, other failures, CPU time
//! measured beyond the burnt time, and steal time. Steal time is the time that a hypervisor took
//! from the processors; the kernel charges it to the running processes.
//!
//! Environment variables select the rows: `CASES` is the number of cases in a row; `THREADS` and
//! `BUSY` are lists of numbers, separated by commas.

use std::env::{self, VarError};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use game::Verdict;
use harness::KilledOnDrop;
use harness::hostile::{Arena, User};
use procfs::{CurrentSI, KernelStats};
use records::Record;

/// Numbers of concurrent contestants.
const THREADS: [usize; 5] = [1, 2, 8, 64, 250];

/// Numbers of busy loops.
const BUSY: [usize; 2] = [2, 16];

/// CPU limit of a case, ms.
const LIMIT: u32 = 30;

/// CPU time that a contestant burns before it plays, ms.
const BURNT: f64 = 10.0;

/// Number of cases in a row.
const CASES: usize = 10_000;

fn main() -> Result<ExitCode> {
    let cases = numbers("CASES", &[CASES])?[0];
    let (threads, busy) = (numbers("THREADS", &THREADS)?, numbers("BUSY", &BUSY)?);
    println!(
        "| user | threads | busy loops | TLE by wall time | TLE by CPU time | other failures \
         | cpu_ms - burnt: mean, least, most | wall_ms, most | stolen, ms | seconds |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    );
    let mut wrongful = 0;
    for &user in User::all() {
        let arena = Arena::of(user);
        for &busy in &busy {
            let start = |_| arena.command("hostile burns=1000000000").spawn();
            let started = (0..busy).map(start);
            let started = started.map(|child| Ok(KilledOnDrop(child.context("a busy loop")?)));
            let _busy: Vec<KilledOnDrop> = started.collect::<Result<_>>()?;
            for &threads in &threads {
                let (started, stolen_before) = (Instant::now(), stolen_ms()?);
                let records = played(&arena, threads, cases)?;
                let [wall, cpu, other] = failures(&records);
                wrongful += wall + cpu + other;
                println!(
                    "| {user:?} | {threads} | {busy} | {wall} | {cpu} | {other} | {} | {} | {:.0} |",
                    times(&records),
                    stolen_ms()?.saturating_sub(stolen_before),
                    started.elapsed().as_secs_f64()
                );
            }
        }
    }
    println!("{wrongful} contestants failed that were within their limits");
    Ok(ExitCode::from(u8::from(wrongful > 0)))
}

/// Reads positive numbers from an environment variable; `usual` if it is unset or empty.
fn numbers(name: &str, usual: &[usize]) -> Result<Vec<usize>> {
    let text = match env::var(name) {
        Err(VarError::NotPresent) => String::new(),
        text => text.with_context(|| name.to_string())?,
    };
    if text.is_empty() {
        return Ok(usual.to_vec());
    }
    let numbers: Option<Vec<usize>> = text.split(',').map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.iter().all(|&number| number > 0));
    numbers
        .with_context(|| format!("{name}: expected numbers above 0 with commas between: `{text}`"))
}

/// Returns the steal time of all processors so far, ms.
fn stolen_ms() -> Result<u64> {
    let stat = KernelStats::current().context("/proc/stat")?;
    Ok(stat.total.steal_ms().unwrap_or(0))
}

/// Prints each failure. Returns the counts of wrongful `TLE` by wall time, by CPU time, and of
/// other failures.
fn failures(records: &[Record]) -> [usize; 3] {
    let mut counts = [0; 3];
    for Record { ruling, cost, .. } in records {
        match ruling.verdict {
            Verdict::Ok => continue,
            Verdict::Tle if cost.cpu_ms <= f64::from(LIMIT) => counts[0] += 1,
            Verdict::Tle => counts[1] += 1,
            _ => counts[2] += 1,
        }
        eprintln!("{:?}: {:?}; {cost:?}", ruling.verdict, ruling.reason);
    }
    counts
}

/// Returns the mean, minimum and maximum CPU time beyond the burnt time, and the maximum wall time,
/// ms.
fn times(records: &[Record]) -> String {
    let errors = || records.iter().map(|record| record.cost.cpu_ms - BURNT);
    let mean = errors().sum::<f64>() / records.len() as f64;
    let (least, most) = (errors().fold(f64::INFINITY, f64::min), errors().fold(f64::MIN, f64::max));
    let wall = records.iter().map(|record| record.cost.wall_ms).fold(0.0, f64::max);
    format!("{mean:.3}, {least:.3}, {most:.3} | {wall:.0}")
}

/// Plays contestants that burn CPU time, play and exit; returns their records.
fn played(arena: &Arena, threads: usize, cases: usize) -> Result<Vec<Record>> {
    let cases_at_a_time = format!("--seed 1*{cases} --threads {threads} --time-limit {LIMIT}");
    let exec = format!("hostile burns={BURNT} ioiwari");
    let run = arena.play(&format!("ioiwari-judge -ns {cases_at_a_time} --exec '{exec}'"));
    ensure!(run.records.len() == cases, "{} of {cases} cases: {:?}", run.records.len(), run.ended);
    Ok(run.records)
}
