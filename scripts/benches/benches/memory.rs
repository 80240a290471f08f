//! Peak memory of the judge, which does not grow with its cases: a short run
//! against a long one, with a contestant that makes no turn.
//!
//! Not a bench of criterion, which measures time only: it writes the rows of
//! its claim itself, to `memory.json` in the folder of criterion's results.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

const GROUP: &str = "slider judge, peak memory of a run";

/// Numbers of cases of the runs, the baseline first.
const RUNS: [(u32, &str); 2] = [(200, "baseline: 200 cases"), (100_000, "100,000 cases")];

/// Plays so many cases and returns the peak of the judge so far, KiB.
fn peak(cases: u32) -> i64 {
    let mut command = Command::new(benches::program("slider-judge"));
    let seeds = format!("1-{cases}");
    command.args(["--exec", "echo 0", "-N", "10", "--threads", "2"]);
    command.args(["--seed", &seeds]);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("the judge runs").success());
    // The largest child so far: the contestants are smaller than the judge.
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts resources");
    usage.max_rss()
}

fn main() {
    let rows = RUNS.map(|(cases, function)| {
        let kib = peak(cases);
        println!("{GROUP}/{function}: {kib} KiB");
        serde_json::json!({ "group": GROUP, "function": function, "kib": kib })
    });
    let folder = std::env::var("CRITERION_HOME").unwrap_or_else(|_| "target/criterion".into());
    let folder = Path::new(&folder).join("memory");
    let text = serde_json::Value::from(rows.to_vec()).to_string();
    let written =
        fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("memory.json"), text));
    written.expect("the folder of results can be written");
}
