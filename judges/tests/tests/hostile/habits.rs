//! `watch`: a contestant that changes plays again.

use std::io::{BufRead, BufReader};

use harness::hostile::Arena;

#[test]
fn a_changed_contestant_plays_again() {
    let arena = Arena::here();
    arena.write("mine.sh", "echo 0\n");
    let config = "exec = 'sh mine.sh'\nseed = '1-2'\nN = 10\nnoSummary = true\n";
    arena.write("judge.toml", config);
    let mut judge = arena.command("slider-judge watch").spawn().unwrap();
    let mut lines = BufReader::new(judge.stdout.take().unwrap()).lines();
    let mut next = |start: &str| {
        let line = lines.next().unwrap().unwrap();
        assert!(line.starts_with(start), "{line}");
    };
    next("Seed = 1, Score = 0.0");
    next("Seed = 2, Score = 0.0");
    let better = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples/slider.py");
    arena.write("mine.sh", &format!("exec python3 '{better}'\n"));
    next("");
    next("Seed = 1, Score = ");
    next("Seed = 2, Score = ");
    next("against the last whole run: this run is better: +100.00 % on average");
    judge.kill().unwrap();
    judge.wait().unwrap();
}
