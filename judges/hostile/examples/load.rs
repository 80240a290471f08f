//! Measures how the judge treats contestants on a loaded host: `load [CASES]`.
//!
//! Each contestant burns half of its CPU limit, so none may fail. A row for every
//! number of contestants at a time and of busy loops beside them: wrongful `TLE`,
//! other failures than the missing answer, the error of `cpu_ms`, and the time that a
//! hypervisor took from all processors: the kernel charges it to those that ran.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use comfy_table::{Table, presets};
use game::Verdict;
use hostile::games::first;
use hostile::{Arena, BusyLoops, DialogueKind, User};
use procfs::{CurrentSI, KernelStats};
use record::Record;

/// Contestants at a time.
const THREADS: [usize; 5] = [1, 2, 8, 64, 250];

/// Busy loops beside them.
const BUSY: [usize; 2] = [2, 16];

/// CPU limit of a case, ms.
const LIMIT: u32 = 20;

/// CPU time that a contestant burns, ms.
const BURNT: f64 = 10.0;

/// Cases of a row, unless the command line says another number.
const CASES: usize = 10_000;

fn main() -> Result<ExitCode> {
    let cases = match env::args().nth(1) {
        Some(count) => count.parse().context("usage: load [CASES]")?,
        None => CASES,
    };
    ensure!(cases > 0, "no cases");
    let arena = Arena::of(User::Present)?;
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "threads",
        "busy loops",
        "cases",
        "TLE",
        "other failures",
        "cpu_ms - burnt: mean",
        "least",
        "most",
        "wall_ms, most",
        "stolen, ms",
        "seconds",
    ]);
    let mut wrongful = 0;
    for busy in BUSY {
        let _busy = BusyLoops::start(&arena.program("hostile"), busy).context("a busy loop")?;
        for threads in THREADS {
            let (started, stolen_before) = (Instant::now(), stolen_ms()?);
            let records = played(&arena, threads, cases)?;
            let failures = failures(&records);
            wrongful += failures.iter().sum::<usize>();
            let host = [
                stolen_ms()?.saturating_sub(stolen_before).to_string(),
                format!("{:.0}", started.elapsed().as_secs_f64()),
            ];
            let row = [threads, busy, records.len()].into_iter().chain(failures);
            let row = row.map(|count| count.to_string());
            table.add_row(row.chain(times(&records)).chain(host));
            // A row at a time: the whole takes long.
            let [late, other] = failures;
            eprintln!("{threads} threads, {busy} busy loops: {late} TLE, {other} other failures");
        }
    }
    println!("{table}");
    println!("{wrongful} contestants failed that were within their limits");
    Ok(ExitCode::from(u8::from(wrongful > 0)))
}

/// Time so far that a hypervisor gave to others while a processor of this host had work, ms.
fn stolen_ms() -> Result<u64> {
    let stat = KernelStats::current().context("/proc/stat")?;
    Ok(stat.total.steal_ms().unwrap_or(0))
}

/// Counts wrongful `TLE` and other failures, and tells of each.
fn failures(records: &[Record]) -> [usize; 2] {
    let mut counts = [0; 2];
    for Record { ruling, cost, .. } in records {
        match ruling.verdict {
            // It exits without an answer.
            Verdict::Wa | Verdict::Ok => continue,
            Verdict::Tle => counts[0] += 1,
            _ => counts[1] += 1,
        }
        eprintln!("{:?}: {:?}; {cost:?}", ruling.verdict, ruling.reason);
    }
    counts
}

/// Mean, least and greatest error of the CPU time, and the most wall time.
fn times(records: &[Record]) -> [String; 4] {
    let errors = || records.iter().map(|record| record.cost.cpu_ms - BURNT);
    let wall = records.iter().map(|record| record.cost.wall_ms);
    [
        format!("{:.3}", errors().sum::<f64>() / records.len() as f64),
        format!("{:.3}", errors().fold(f64::INFINITY, f64::min)),
        format!("{:.3}", errors().fold(f64::NEG_INFINITY, f64::max)),
        format!("{:.0}", wall.fold(0.0, f64::max)),
    ]
}

/// The records of contestants that burn half of their limit.
fn played(arena: &Arena, threads: usize, cases: usize) -> Result<Vec<Record>> {
    let exec = format!("{} burns={BURNT}", arena.program("hostile"));
    let (seeds, limit) = (format!("1*{cases}"), LIMIT.to_string());
    let threads = threads.to_string();
    let args = [
        "-ns",
        "--seed",
        &seeds,
        "--threads",
        &threads,
        "--time-limit",
        &limit,
        "--exec",
        &exec,
    ];
    let run = arena.play(first(DialogueKind::Interactive), &args)?;
    ensure!(
        run.records.len() == cases,
        "{} of {cases} cases: {}",
        run.records.len(),
        run.printed
    );
    Ok(run.records)
}
