//! Statistics, compared with results of SciPy, which `data/expected.py` has recorded.

use std::collections::BTreeMap;

use records::stats::{PairedCounts, PairedDifference, SignificanceLevel, median};
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

/// Returns every recorded set: name, differences, and SciPy's results.
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

#[test]
fn equal_to_those_of_scipy() {
    let sets = recorded();
    assert_eq!(sets.len(), 4);
    for (name, differences, expected) in sets {
        let close = |what: &str, actual: f64, expected: f64| {
            let is_close = (actual - expected).abs() <= 1e-9 * expected.abs();
            assert!(is_close, "{name}: {what}: {actual}, not {expected}");
        };
        let paired = |chance| {
            let alpha = SignificanceLevel::new(chance).unwrap();
            let pairs: Vec<[f64; 2]> = differences.iter().map(|one| [0.0, *one]).collect();
            PairedDifference::of(&pairs, alpha).unwrap()
        };
        close("mean", paired(0.05).difference, expected.mean);
        let error = paired(0.05).standard_error.unwrap();
        close("standard error", error, expected.standard_error);
        let mut ascending = differences.clone();
        ascending.sort_unstable_by(f64::total_cmp);
        close("median", median(&ascending).unwrap(), expected.median);
        for (chance, [low, high]) in [(0.05, expected.t_interval), (0.1, expected.t_interval_90)] {
            let interval = paired(chance).t_interval.unwrap();
            close("t, low", interval.low, low);
            close("t, high", interval.high, high);
        }
        let counts = PairedCounts::of(differences.iter().map(|value| value.total_cmp(&0.0)));
        let due = (expected.wins, expected.losses);
        assert_eq!((counts.wins, counts.losses), due);
        close("sign test", counts.sign_test(), expected.sign_test);
    }
}
