//! Peak memory of the judge. It must not grow with the number of cases: a short run is compared
//! with a long one. The contestant makes no turn.

use std::process::Command;

use benches::{program, run};
use nix::sys::resource::{UsageWho, getrusage};

/// Plays this number of cases; returns the peak of the judge so far, MiB.
fn peak(cases: u32) -> f64 {
    let mut judge = Command::new(program("slider-judge"));
    judge.args(["--exec", "echo 0", "-N", "10", "--threads", "2"]);
    run(judge.args(["--seed", &format!("1-{cases}")]));
    // The largest child so far is the judge; its contestants are smaller.
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts resources");
    usage.max_rss() as f64 / 1024.0
}

fn main() {
    for cases in [200, 100_000] {
        let peak = peak(cases);
        println!("slider judge, peak memory of a run of {cases} cases: {peak:.1} MiB");
    }
}
