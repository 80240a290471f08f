//! Leagues, compared with a brute-force method.

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use records::stats::{CaseValue, LeaguePlace, SignificanceLevel, league};

use crate::sequential::peak;

const RUNS: usize = 4;

/// Returns the relative scores of these scores.
fn relative(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    scores.iter().map(|score| score.max(0.0) / best.max(1e-9)).collect()
}

/// Returns the places of runs with these scores in every case; of pairs, relative scores differ.
pub(super) fn places(cases: &[Vec<f64>]) -> Vec<LeaguePlace> {
    let values = cases.iter().map(|scores| {
        let values = relative(scores).into_iter();
        values.map(|value| (value, false)).collect::<Vec<CaseValue>>()
    });
    let values: Vec<Vec<CaseValue>> = values.collect();
    let difference = |case: usize, [one, other]: [usize; 2]| {
        let values = relative(&[cases[case][one], cases[case][other]]);
        values[1] - values[0]
    };
    league(&values, difference, &(0.0..=1.0), SignificanceLevel::default())
}

/// Returns the ordered pairs that a closed test proves at level 0.05. It tests all sets of pairs,
/// each with Bonferroni's method. The mean values decide which run of a pair may be better.
fn closed_test(cases: &[Vec<f64>], means: &[f64]) -> Vec<(usize, usize)> {
    let pairs = (0..RUNS).flat_map(|a| (0..RUNS).map(move |b| (a, b)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|&(a, b)| means[a] > means[b]).collect();
    let p_value = |&(a, b): &(usize, usize)| {
        let values = cases.iter().map(|case| relative(&[case[a], case[b]]));
        let differences: Vec<f64> = values.map(|values| values[0] - values[1]).collect();
        match differences.iter().sum::<f64>() > 0.0 {
            true => 2.0 / peak(&differences, 1.0, 0.0, 1.0),
            false => 1.0,
        }
    };
    let p_values: Vec<f64> = pairs.iter().map(p_value).collect();
    let rejected = |set: usize| {
        let of_set = (0..pairs.len()).filter(|pair| set >> pair & 1 == 1);
        let least = of_set.map(|pair| p_values[pair]);
        least.fold(f64::INFINITY, f64::min) * f64::from(set.count_ones()) <= 0.05
    };
    let proven = (0..pairs.len()).filter(|pair| {
        let mut sets = (0..1 << pairs.len()).filter(|set| set >> pair & 1 == 1);
        sets.all(rejected)
    });
    proven.map(|pair| pairs[pair]).collect()
}

#[test]
fn places_are_what_a_closed_test_leaves() {
    let mut counts = [0; 7];
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let level: Vec<f64> = (0..RUNS).map(|_| rng.random_range(0.2..1.0)).collect();
        let cases: Vec<Vec<f64>> = (0..rng.random_range(1..120))
            .map(|_| {
                let score = |level: &f64| level + rng.random_range(-0.5..0.5);
                level.iter().map(score).collect()
            })
            .collect();
        let places = places(&cases);
        let mean = |run: usize| {
            let place = places.iter().find(|place| place.standing.run == run);
            place.unwrap().standing.mean
        };
        let proven = closed_test(&cases, &(0..RUNS).map(mean).collect::<Vec<_>>());
        counts[proven.len()] += 1;
        for (number, place) in (1..).zip(&places) {
            let run = place.standing.run;
            let below = proven.iter().filter(|pair| pair.0 == run).map(|pair| pair.1);
            assert_eq!(place.better_than, Vec::from_iter(below), "seed {seed}");
            let above = proven.iter().filter(|pair| pair.1 == run).count();
            assert_eq!(place.ranks, 1 + above..=RUNS - place.better_than.len());
            assert!(place.ranks.contains(&number), "seed {seed}, run {run}");
        }
    }
    let seen = counts.iter().filter(|&&count| count > 5).count();
    assert!(seen > 4, "{counts:?}");
}

/// A run that joins changes the ratios to the best, but not what is proven of two others.
#[test]
fn a_third_run_changes_no_proof() {
    // A is better by a little in most cases, B by much in a few, which C makes cheap.
    let scores = |case: usize| match case % 10 {
        0..=6 => [100.0, 80.0, 100.0],
        _ => [4.0, 20.0, 400.0],
    };
    let proven = |runs: usize| {
        let outcomes = |case: usize| scores(case)[..runs].to_vec();
        let places = places(&(0..400).map(outcomes).collect::<Vec<_>>());
        let proven = places.iter().flat_map(|place| {
            let worse = place.better_than.iter();
            worse.map(|&worse| (place.standing.run, worse))
        });
        for (number, place) in (1..).zip(&places) {
            assert!(place.ranks.contains(&number), "{places:?}");
            let interval = place.interval;
            let mean = place.standing.mean;
            assert!(interval.low <= mean && mean <= interval.high, "{places:?}");
        }
        Vec::from_iter(proven)
    };
    assert_eq!(proven(2), [(1, 0)]);
    assert!(!proven(3).contains(&(0, 1)), "{:?}", proven(3));
}

#[test]
fn without_cases_nothing_is_known() {
    assert!(places(&[]).is_empty());
    let places = places(&[vec![1.0, 0.5]]);
    assert_eq!(places[1].ranks, 1..=2);
    assert!(places.iter().all(|place| place.better_than.is_empty()));
}
