//! Outcomes of cases, compared with a second implementation.

use std::cmp::Ordering;

use game::Measure;
use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use records::stats::SignificanceLevel;
use records::{Outcome, Record, common_measure, conclusion, difference, order};
use serde_json::json;

/// A play: its score, true if it failed, and its bound.
type Play = (f64, bool, Option<f64>);

fn record((score, failed, bound): Play, measure: Measure) -> Record {
    let counted = if failed && measure == Measure::Relative {
        score.max(0.0)
    } else {
        score
    };
    let mut record = json!({
        "game": "a", "seed": 1, "parameters": {}, "verdict": if failed { "RE" } else { "OK" }, "score": score,
        "measure": measure, "cpu_ms": 1, "wall_ms": 1, "memory_kib": 1, "command": "c",
    });
    if let Some(bound) = bound {
        record["bound"] = bound.into();
        record["bound_kind"] = "b".into();
        record["bound_ratio"] = (counted / bound).into();
    }
    serde_json::from_value(record).unwrap()
}

fn outcome(plays: &[Play], measure: Measure) -> Outcome {
    let plays = plays
        .iter()
        .map(|play| Outcome::of_play(&record(*play, measure)));
    Outcome::mean(plays.collect::<Vec<_>>().iter()).unwrap()
}

fn concluded(pairs: &[[Outcome; 2]]) -> String {
    let measure = common_measure(pairs.iter().flatten());
    conclusion(measure, "B", pairs, SignificanceLevel::default())
}

#[test]
fn repetitions_are_averaged_and_failures_count() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..2_000 {
        let measure = [Measure::Relative, Measure::BoundRatio][rng.random_range(0..2)];
        let bound = rng.random_bool(0.7).then_some(20.0);
        let plays: Vec<Play> = (0..rng.random_range(1..5))
            .map(|_| {
                let failed = rng.random_bool(0.3);
                // In games with relative scores, only failed plays may be negative.
                let low = if failed || measure == Measure::BoundRatio {
                    -9.0
                } else {
                    0.0
                };
                (rng.random_range(low..20.0), failed, bound)
            })
            .collect();
        let found = outcome(&plays, measure);
        let (mut counted, mut ratio, mut ratios) = (0.0, 0.0, 0.0);
        for &(score, failed, bound) in &plays {
            let score = match measure {
                Measure::Relative if failed && score < 0.0 => 0.0,
                _ => score,
            };
            counted += score;
            if bound.is_some() || failed {
                ratio += bound.map_or(0.0, |bound| score / bound);
                ratios += 1.0;
            }
        }
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let is_right = close(found.counted_score, counted / plays.len() as f64);
        assert!(is_right, "{plays:?}");
        match found.bound_ratio {
            Some(found) => assert!(close(found, ratio / ratios), "{plays:?}"),
            None => assert_eq!(ratios, 0.0, "{plays:?}"),
        }
        assert_eq!(found.has_failed(), plays.iter().any(|play| play.1));
    }
}

#[test]
fn only_equal_scores_are_equal() {
    let relative = |score, failed| outcome(&[(score, failed, Some(20.0))], Measure::Relative);
    let failed = relative(-1.0, true);
    let shown = difference([failed, relative(0.0, false)], Measure::Relative);
    assert_eq!(shown, 0.0);
    let shown = order([failed, relative(0.0, false)], Measure::Relative);
    assert_eq!(shown, Ordering::Greater);
    assert_eq!(order([failed, failed], Measure::Relative), Ordering::Equal);
    let pairs = [[failed, relative(0.0, false)]; 3];
    let verdict = concluded(&pairs);
    assert!(verdict.starts_with("not decided"), "{verdict}");
    // Two losing players are compared by the bound ratio.
    let loser = |score| outcome(&[(score, false, Some(20.0))], Measure::BoundRatio);
    let measure = common_measure(&[loser(-7.5), loser(-2.5)]);
    assert_eq!(measure, Measure::BoundRatio);
    assert_eq!(difference([loser(-7.5), loser(-2.5)], measure), 0.25);
    // Without another measure, negative scores are compared as they are.
    assert_eq!(common_measure(&[relative(-2.0, false)]), Measure::Score);
}

/// Compares three crashes and two scores of 20 with five scores of 10.
#[test]
fn no_verdict_leaves_failures_out() {
    let ten = outcome(&[(10.0, false, None)], Measure::Relative);
    let twenty = outcome(&[(20.0, false, None)], Measure::Relative);
    let crash = outcome(&[(-1.0, true, None)], Measure::Relative);
    let pairs = [vec![[ten, crash]; 3], vec![[ten, twenty]; 2]].concat();
    let verdict = concluded(&pairs);
    let is_right = verdict.contains("-40.00 % of the better score on average");
    assert!(is_right, "{verdict}");
}
