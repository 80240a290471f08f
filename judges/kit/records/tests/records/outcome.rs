//! Outcomes of cases, compared with a second implementation.

use std::cmp::Ordering;

use game::{Measure, Objective};
use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use records::stats::{PairedDifference, SignificanceLevel, holm, mean};
use records::{
    Outcome, PairedValues, Record, Summaries, common_measure, compared_values, conclusion,
    difference, order,
};
use serde_json::json;

/// A play: its score, true if it failed, and its bound.
type Play = (f64, bool, Option<f64>);

fn record((score, failed, bound): Play, measure: Measure) -> Record {
    let counted = if failed && measure == Measure::Relative { score.max(0.0) } else { score };
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
    let plays = plays.iter().map(|play| Outcome::of_play(&record(*play, measure)));
    Outcome::mean(plays.collect::<Vec<_>>().iter()).unwrap()
}

fn concluded(pairs: &[[Outcome; 2]]) -> String {
    let measure = common_measure(pairs.iter().flatten());
    conclusion(measure, "B", pairs, SignificanceLevel::default())
}

/// Returns the resident memory of this process, bytes.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = pages.split(' ').nth(1).unwrap().parse().unwrap();
    pages << 12
}

#[test]
fn a_run_without_repetitions_holds_a_score_for_each_case() {
    const CASES: u32 = 1 << 19;
    let (mut record, before) = (record((1.0, false, Some(2.0)), Measure::Score), resident());
    let mut run = Summaries::new(false);
    for seed in 0..CASES {
        record.case.seed = u64::from(seed);
        record.score.raw = f64::from(seed % 8);
        run.add(&record);
    }
    let held = resident().saturating_sub(before);
    assert!(held < 30 * CASES as usize, "{held}");
    let text = run.to_string();
    let expected = "score    mean 3.500 ± 0.003\n         min 0.000, median 3.500, max 7.000\n";
    assert!(text.contains(expected), "{text}");
    assert_eq!(run.repeated_plays(), None);
}

#[test]
fn a_case_counts_once_in_a_summary_whatever_its_repetitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let play = |seed, score| {
        let mut record = record((score, score < 1.0, Some(20.0)), Measure::Score);
        record.case.seed = seed;
        record
    };
    for times in 1..4 {
        let mut runs = [false, true].map(Summaries::new);
        for seed in 0..rng.random_range(1..9) {
            let scores: Vec<f64> = (0..times).map(|_| rng.random_range(0.0..20.0)).collect();
            runs[0].add(&play(seed, mean(&scores).unwrap()));
            let plays = scores.iter().map(|&score| play(seed, score));
            plays.for_each(|record| runs[1].add(&record));
        }
        let plays = runs.each_ref().map(Summaries::repeated_plays);
        assert_eq!([plays[0], plays[1].filter(|_| times == 1)], [None; 2]);
        let lines = runs.map(|run| run.to_string().lines().skip(1).take(3).collect::<String>());
        assert_eq!(lines[0], lines[1]);
    }
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
                let low = if failed || measure == Measure::BoundRatio { -9.0 } else { 0.0 };
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
    assert_eq!(shown, 1.0);
    let shown = order([failed, relative(0.0, false)], Measure::Relative);
    assert_eq!(shown, Ordering::Greater);
    // A failure that comes earlier, or costs less, is no win.
    let costly = |score| Outcome { objective: Objective::Minimise, ..relative(score, true) };
    for pair in [[failed, relative(-5.0, true)], [costly(7.0), costly(3.0)]] {
        assert_eq!(order(pair, Measure::Relative), Ordering::Equal);
    }
    let close = [1e15, 1e15 + 0.125].map(|score| relative(score, false));
    assert_eq!(order(close, Measure::Relative), Ordering::Greater);
    let pairs = [[failed, relative(0.0, false)]; 3];
    let verdict = concluded(&pairs);
    assert!(verdict.contains("won 3, tied 0, lost 0: not proven"), "{verdict}");
    // Two losing players are compared by the bound ratio.
    let loser = |score| outcome(&[(score, false, Some(20.0))], Measure::BoundRatio);
    let measure = common_measure(&[loser(-7.5), loser(-2.5)]);
    assert_eq!(measure, Measure::BoundRatio);
    assert_eq!(difference([loser(-7.5), loser(-2.5)], measure), 0.25);
}

/// Checks ratios to the best: of negative and zero scores, and of failures.
#[test]
fn the_best_score_has_the_ratio_one() {
    let solved = |score| outcome(&[(score, false, None)], Measure::Relative);
    let failed = outcome(&[(-1.0, true, None)], Measure::Relative);
    for (outcomes, expected) in [
        (vec![solved(10.0), solved(5.0), solved(0.0)], vec![1.0, 0.5, 0.0]),
        (vec![solved(0.0), solved(0.0), failed], vec![1.0, 1.0, 0.0]),
        (vec![solved(0.0), solved(-5.0)], vec![1.0, 0.0]),
        (vec![solved(-20.0), solved(-11.0)], vec![0.55, 1.0]),
        (vec![solved(-5.0), failed], vec![1.0, 0.0]),
        (vec![failed, failed], vec![0.0, 0.0]),
        (vec![solved(1e308), solved(-1e308)], vec![1.0, 0.0]),
    ] {
        assert_eq!(compared_values(&outcomes, Measure::Relative), expected);
    }
    assert_eq!(common_measure(&[solved(-2.0)]), Measure::Relative);
}

/// Two cases decide nothing; equal cases have no interval. Among several runs, levels are shared.
#[test]
fn a_sentence_describes_its_cases() {
    let solved = |score| outcome(&[(score, false, None)], Measure::Relative);
    let said = |pairs: &[[f64; 2]]| {
        concluded(&pairs.iter().map(|pair| pair.map(solved)).collect::<Vec<_>>())
    };
    assert_eq!(said(&[]), "no case of both");
    let two = "B's relative score is 50.00 percentage points higher on these 2 cases; it won 2, tied 0, lost 0: not proven who wins more often (sign test p = 0.5)";
    assert_eq!(said(&[[1.0, 2.0]; 2]), two);
    assert_eq!(said(&[[2.0, 2.0]; 2]), "B scored the same on these 2 cases");
    let eight = said(&[[1.0, 2.0]; 8]);
    assert!(eight.contains("B wins more often (sign test p = 0.0078"), "{eight}");
    let others = [solved(1.0), solved(2.0), solved(4.0)];
    let values = PairedValues::of(Measure::Relative, [&others[..]; 2].into_iter());
    let said = values.description("B", SignificanceLevel::default(), 2, 1.0);
    assert!(said.starts_with("B's relative score is 25.00 percentage points higher"), "{said}");
    assert_eq!(holm(&[0.03, 0.01, 0.6]), [0.06, 0.03, 0.6]);
}

/// Rounding errors of differences are no spread; the largest numbers overflow nothing.
#[test]
fn differences_have_no_rounding_errors() {
    let alpha = SignificanceLevel::default();
    let paired = PairedDifference::of(&[[0.8, 0.9], [0.2, 0.3], [0.6, 0.7]], alpha).unwrap();
    assert_eq!(paired.standard_error, Some(0.0));
    let paired = PairedDifference::of(&[[0.3, 0.1 + 0.2]; 2], alpha).unwrap();
    assert_eq!(paired.difference, 0.0);
    let paired = PairedDifference::of(&[[1e308, -1e308], [-1e308, 1e308]], alpha).unwrap();
    assert_eq!(paired.difference, 0.0);
    assert!(!paired.standard_error.unwrap().is_nan());
    assert_eq!(mean([1e308; 3]), Some(1e308));
}

/// Compares three crashes and two scores of 20 with five scores of 10.
#[test]
fn no_verdict_leaves_failures_out() {
    let ten = outcome(&[(10.0, false, None)], Measure::Relative);
    let twenty = outcome(&[(20.0, false, None)], Measure::Relative);
    let crash = outcome(&[(-1.0, true, None)], Measure::Relative);
    let pairs = [vec![[ten, crash]; 3], vec![[ten, twenty]; 2]].concat();
    let verdict = concluded(&pairs);
    let is_right =
        verdict.contains("B's relative score is 40.00 percentage points lower on these 5 cases");
    assert!(is_right, "{verdict}");
}
