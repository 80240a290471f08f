//! Leagues: places against a brute force, and how often a claim is wrong.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use records::stats::{Alpha, LeaguePlace, league};

const RUNS: usize = 4;

/// Places by run.
fn places(cases: &[Vec<f64>], alpha: Alpha) -> Vec<LeaguePlace> {
    let mut places = league(cases, alpha);
    places.sort_by_key(|place| place.standing.run);
    places
}

/// The p value of the hypothesis that the mean is not above 0: capitals as plain products.
fn p_value(differences: &[f64]) -> f64 {
    let capital = |count: usize| {
        let product = |bet: f64| {
            let factors = differences[..count].iter().map(|value| 1.0 + bet * value);
            factors.product::<f64>()
        };
        [0.06, 0.12, 0.25, 0.5, 1.0]
            .map(product)
            .iter()
            .sum::<f64>()
            / 5.0
    };
    let largest = (0..=differences.len()).map(capital).fold(1.0, f64::max);
    1.0 / largest
}

/// All orders of so many runs.
fn orders(runs: usize) -> Vec<Vec<usize>> {
    match runs {
        0 => vec![vec![]],
        _ => orders(runs - 1)
            .into_iter()
            .flat_map(|order| {
                (0..runs).map(move |place| {
                    let mut order = order.clone();
                    order.insert(place, runs - 1);
                    order
                })
            })
            .collect(),
    }
}

/// Ordered pairs that a closed test of all sets of pairs proves at 0.05, each set by Bonferroni's
/// method.
fn closed_test(cases: &[Vec<f64>]) -> Vec<(usize, usize)> {
    let pairs: Vec<(usize, usize)> = (0..RUNS)
        .flat_map(|a| (a + 1..RUNS).map(move |b| (a, b)))
        .collect();
    let relative = |case: &Vec<f64>, run: usize| {
        let best = case.iter().copied().fold(0.0, f64::max);
        case[run].max(0.0) / best
    };
    let one_sided = |a: usize, b: usize| {
        let differences = cases
            .iter()
            .map(|case| relative(case, a) - relative(case, b));
        p_value(&differences.collect::<Vec<_>>())
    };
    let p_values: Vec<[f64; 2]> = pairs
        .iter()
        .map(|&(a, b)| [one_sided(a, b), one_sided(b, a)])
        .collect();
    let rejected = |set: usize| {
        let of_set = (0..pairs.len()).filter(|pair| set >> pair & 1 == 1);
        let least = of_set.map(|pair| 2.0 * p_values[pair][0].min(p_values[pair][1]));
        least.fold(f64::INFINITY, f64::min) * f64::from(set.count_ones()) <= 0.05
    };
    let proven = (0..pairs.len()).filter(|pair| {
        let mut sets = (0..1 << pairs.len()).filter(|set| set >> pair & 1 == 1);
        sets.all(rejected)
    });
    proven
        .map(|pair| {
            let ((a, b), [above, below]) = (pairs[pair], p_values[pair]);
            if above < below { (a, b) } else { (b, a) }
        })
        .collect()
}

#[test]
fn places_are_what_a_closed_test_and_all_orders_leave() {
    let mut proven = [0; 7];
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let level: Vec<f64> = (0..RUNS).map(|_| rng.random_range(0.2..1.0)).collect();
        let cases: Vec<Vec<f64>> = (0..rng.random_range(1..120))
            .map(|_| {
                let score = |level: &f64| level + rng.random_range(-0.5..0.5);
                level.iter().map(score).collect()
            })
            .collect();
        let closed = closed_test(&cases);
        proven[closed.len()] += 1;
        let orders: Vec<Vec<usize>> = orders(RUNS)
            .into_iter()
            .filter(|order| {
                let place = |run| order.iter().position(|&other| other == run);
                closed.iter().all(|&(a, b)| place(a) < place(b))
            })
            .collect();
        for (run, found) in places(&cases, Alpha::default()).iter().enumerate() {
            let ranks = orders
                .iter()
                .map(|order| 1 + order.iter().position(|&other| other == run).unwrap());
            let (low, high) = (ranks.clone().min().unwrap(), ranks.max().unwrap());
            assert_eq!(found.ranks, low..=high, "seed {seed}, run {run}");
            let below = (0..RUNS).filter(|&other| {
                let place = |order: &Vec<usize>, run| order.iter().position(|&one| one == run);
                let behind = |order| place(order, run) < place(order, other);
                other != run && orders.iter().all(behind)
            });
            assert_eq!(found.better_than, below.collect::<Vec<_>>(), "seed {seed}");
        }
    }
    let seen = proven.iter().filter(|&&count| count > 5).count();
    assert!(seen > 4, "{proven:?}");
}

/// Scores between 0 and 1: name, means, and the draw of a case. A first run always scores 1, so that
/// relative scores are the scores.
type League = (
    &'static str,
    [f64; RUNS],
    fn(&mut ChaCha8Rng) -> [f64; RUNS],
);

const LEAGUES: [League; 3] = [
    ("equals with rare failures", [1.0, 0.9, 0.9, 0.9], |rng| {
        let rare = |rng: &mut ChaCha8Rng| {
            if rng.random_bool(0.01) {
                0.0
            } else {
                0.9 / 0.99
            }
        };
        [1.0, 0.9, rare(rng), rare(rng)]
    }),
    ("equals, of one case", [1.0, 0.5, 0.5, 0.5], |rng| {
        let case = rng.random_range(0.2..0.8);
        let mut score = || case + rng.random_range(-0.2..0.2);
        [1.0, score(), score(), score()]
    }),
    ("a little apart", [1.0, 0.60, 0.55, 0.50], |rng| {
        let mut score = |mean: f64| f64::from(u8::from(rng.random_bool(mean)));
        [1.0, score(0.60), score(0.55), score(0.50)]
    }),
];

/// Leagues drawn of every kind, and cases of each. A refuted hypothesis stays refuted, so the last
/// look covers all.
const CASES: usize = 250;

#[test]
fn a_league_is_wrong_in_at_most_one_of_twenty() {
    let drawn = oracles::test_size(100, 400);
    for (name, means, draw) in LEAGUES {
        let (mut wrong, mut missed) = (0, [0; RUNS]);
        for seed in 0..drawn {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let cases: Vec<Vec<f64>> = (0..CASES).map(|_| draw(&mut rng).to_vec()).collect();
            let places = places(&cases, Alpha::default());
            let is_wrong = |(run, place): (usize, &LeaguePlace)| {
                let better = |other: &f64| *other > means[run] + 1e-9;
                let as_good = |other: &f64| *other >= means[run] - 1e-9;
                let best = 1 + means.iter().filter(|mean| better(mean)).count();
                let worst = means.iter().filter(|mean| as_good(mean)).count();
                *place.ranks.start() > best
                    || *place.ranks.end() < worst
                    || place
                        .better_than
                        .iter()
                        .any(|&other| means[other] >= means[run])
            };
            wrong += u64::from(places.iter().enumerate().any(is_wrong));
            for (run, place) in places.iter().enumerate() {
                missed[run] += u64::from(!place.interval.contains(means[run]));
            }
        }
        println!("{name}: {wrong} wrong of {drawn}, intervals missed {missed:?}");
        assert!(wrong * 20 <= drawn, "{name}: {wrong} of {drawn}");
        assert!(missed.iter().all(|missed| missed * 20 <= drawn), "{name}");
    }
}

/// Fifty runs, each a fiftieth below the one before: a wrong order is impossible, and the evidence
/// is soon enough for all that are not next to each other.
#[test]
fn fifty_runs_get_their_ranks() {
    let cases: Vec<Vec<f64>> = (0..800)
        .map(|_| (0..50).map(|run| 1.0 - f64::from(run) / 50.0).collect())
        .collect();
    for (run, place) in league(&cases, Alpha::default()).iter().enumerate() {
        assert_eq!(place.standing.run, run);
        assert_eq!(place.ranks, run + 1..=run + 1);
        assert_eq!(place.better_than, (run + 1..50).collect::<Vec<_>>());
        assert!(place.interval.contains(1.0 - run as f64 / 50.0));
    }
}

#[test]
fn without_cases_nothing_is_known() {
    assert!(league(&[], Alpha::default()).is_empty());
    let places = league(&[vec![3.0, 1.0]], Alpha::default());
    assert_eq!(places[1].ranks, 1..=2);
    assert!(places.iter().all(|place| place.better_than.is_empty()));
}
