//! Statistics against those of SciPy, recorded by `data/expected.py`.

use std::collections::BTreeMap;

use records::stats::{Alpha, Interval, Outcomes, mean, median, standard_error, t_interval};
use serde::Deserialize;

#[derive(Deserialize)]
struct SampleScores {
    a: Vec<f64>,
    b: Vec<f64>,
}

#[derive(Deserialize)]
struct Expected {
    mean: f64,
    standard_error: f64,
    median: f64,
    t_interval: [f64; 2],
    t_interval_90: [f64; 2],
    wins: u64,
    losses: u64,
    sign_test: f64,
}

/// Every recorded set: its name, its differences, and what SciPy says of them.
fn recorded() -> Vec<(String, Vec<f64>, Expected)> {
    let scores: BTreeMap<String, SampleScores> =
        serde_json::from_str(include_str!("data/scores.json")).unwrap();
    let mut expected: BTreeMap<String, Expected> =
        serde_json::from_str(include_str!("data/expected.json")).unwrap();
    let sets = scores.into_iter().map(|(name, SampleScores { a, b })| {
        let differences = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        let expected = expected.remove(&name).unwrap();
        (name, differences, expected)
    });
    sets.collect()
}

#[track_caller]
fn assert_close(name: &str, actual: f64, expected: f64, tolerance: f64) {
    let error = (actual - expected).abs();
    assert!(
        error <= tolerance * expected.abs(),
        "{name}: {actual}, not {expected}"
    );
}

#[test]
fn equal_to_those_of_scipy() {
    let sets = recorded();
    assert_eq!(sets.len(), 4);
    for (name, differences, expected) in sets {
        let close = |what: &str, actual: f64, expected: f64| {
            assert_close(&format!("{name}: {what}"), actual, expected, 1e-9);
        };
        let close_interval = |what: &str, actual: Interval, expected: [f64; 2]| {
            close(what, actual.low, expected[0]);
            close(what, actual.high, expected[1]);
        };
        close("mean", mean(&differences).unwrap(), expected.mean);
        let error = standard_error(&differences).unwrap();
        close("standard error", error, expected.standard_error);
        close(
            "median",
            median(&mut differences.clone()).unwrap(),
            expected.median,
        );
        let interval = |chance| t_interval(&differences, Alpha::new(chance).unwrap()).unwrap();
        close_interval("t", interval(0.05), expected.t_interval);
        close_interval("t, 90 %", interval(0.1), expected.t_interval_90);
        let outcomes = Outcomes::of(&differences);
        assert_eq!(
            (outcomes.wins, outcomes.losses),
            (expected.wins, expected.losses)
        );
        close("sign test", outcomes.sign_test(), expected.sign_test);
    }
}
