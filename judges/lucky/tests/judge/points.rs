//! Points of whole games, against slow rules.

use std::fs;

use harness::Judge;
use oracles::lucky::{PlainCase, aim};

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_lucky-judge")).patient();

const WEAK: &str = "python3 data/examples/lucky.py";

/// Fewer rounds than the official number, which play in less time.
const ROUNDS: [&str; 2] = ["--rounds", "10"];

/// Value, equal-pair and different-pair points of a saved run in sum, as the
/// slow rules count them.
fn slow_points(input: &str, output: &str) -> [u64; 3] {
    let (case, calls) = input.split_once("newRound\n").unwrap();
    let plain = PlainCase::read(case).unwrap();
    let mut answers = output.lines();
    let mut points = [0; 3];
    for round in calls.split("newRound\n") {
        let turn = |call: &str| {
            let symbol = call.strip_prefix("playTurn ").unwrap();
            let aim = aim(answers.next().unwrap()).unwrap();
            (symbol.parse().unwrap(), aim)
        };
        let turns: Vec<_> = round.lines().map(turn).collect();
        let more = plain.round(&turns).unwrap();
        points = std::array::from_fn(|part| points[part] + more[part]);
    }
    assert_eq!(answers.next(), None);
    points
}

/// Plays ten rounds of `args`, which start with the contestant, and checks the one
/// record against [`slow_points`].
fn check_against_slow_referee(args: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let args = [args, &ROUNDS].concat();
    let records = JUDGE.records(&[&args[..], &["-saveAll", path]].concat(), 0);
    let record = &records[0];
    let key = match record["variant"].as_str() {
        Some(variant) => format!("{}.{variant}", record["seed"]),
        None => record["seed"].to_string(),
    };
    let read = |ending: &str| fs::read_to_string(format!("{path}/{key}.{ending}")).unwrap();
    let [value, equal, different] = slow_points(&read("in"), &read("out"));
    let details = &record["details"];
    for (name, points) in [
        ("value", value),
        ("equal_pairs", equal),
        ("different_pairs", different),
        ("once", value + equal + different),
        ("twice", value + 2 * equal + 2 * different),
    ] {
        assert_eq!(details[name], points as f64 / 10.0, "{name}");
    }
    assert_eq!(record["score"], details["once"]);
    assert!(record["score"].as_f64().unwrap() > 0.0);

    let (case, output) = (format!("{path}/{key}.in"), format!("{path}/{key}.out"));
    let score = ["score", &case, &output, "--pairs", "twice"];
    let text = JUDGE.stdout(&[&score[..], &ROUNDS].concat(), 0);
    assert!(
        text.starts_with(&format!("Score = {}, Verdict = OK", details["twice"])),
        "{text}"
    );
    let load = ["-loadSolOutput", path, "-ns"];
    let again = JUDGE.stdout(&[&args[2..], &load].concat(), 0);
    assert!(
        again.contains(&format!("Score = {},", details["once"])),
        "{again}"
    );
}

#[test]
fn a_slow_referee_agrees() {
    let weak = ["--exec", WEAK];
    check_against_slow_referee(&[&weak[..], &["--subtask", "2", "--seed", "3"]].concat());
    check_against_slow_referee(&[&weak[..], &["--subtask", "5", "--seed", "4"]].concat());
}
