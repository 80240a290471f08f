//! Leagues, compared with a brute-force method.

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use records::stats::{SignificanceLevel, league, relative_scores};

use crate::sequential::peak;

const RUNS: usize = 4;

/// Values of the digits of a number to base [`RUNS`].
const PLACES: [usize; RUNS] = [1, RUNS, RUNS.pow(2), RUNS.pow(3)];

/// Returns all orders of the runs.
fn orders() -> impl Iterator<Item = Vec<usize>> {
    let numbers = 0..RUNS.pow(RUNS as u32);
    let all = numbers.map(|number| Vec::from_iter(PLACES.map(|place| number / place % RUNS)));
    all.filter(|order| (0..RUNS).all(|run| order.contains(&run)))
}

/// Returns the ordered pairs that a closed test proves at level 0.05. It tests all sets of pairs,
/// each with Bonferroni's method.
fn closed_test(cases: &[Vec<f64>]) -> Vec<(usize, usize)> {
    let pairs = (0..RUNS).flat_map(|a| (a + 1..RUNS).map(move |b| (a, b)));
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let one_sided = |a: usize, b: usize| {
        let differences = cases.iter().map(|case| case[a] - case[b]);
        1.0 / peak(&differences.collect::<Vec<_>>(), 1.0, 0.0, 1.0)
    };
    let p_values = pairs
        .iter()
        .map(|&(a, b)| [one_sided(a, b), one_sided(b, a)]);
    let p_values: Vec<[f64; 2]> = p_values.collect();
    let rejected = |set: usize| {
        let of_set = (0..pairs.len()).filter(|pair| set >> pair & 1 == 1);
        let least = of_set.map(|pair| 2.0 * p_values[pair][0].min(p_values[pair][1]));
        least.fold(f64::INFINITY, f64::min) * f64::from(set.count_ones()) <= 0.05
    };
    let proven = (0..pairs.len()).filter(|pair| {
        let mut sets = (0..1 << pairs.len()).filter(|set| set >> pair & 1 == 1);
        sets.all(rejected)
    });
    let ordered = |pair: usize| {
        let ((a, b), [above, below]) = (pairs[pair], p_values[pair]);
        if above < below { (a, b) } else { (b, a) }
    };
    proven.map(ordered).collect()
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
                relative_scores(&level.iter().map(score).collect::<Vec<_>>())
            })
            .collect();
        let closed = closed_test(&cases);
        proven[closed.len()] += 1;
        let place = |order: &[usize], run| order.iter().position(|&one| one == run).unwrap();
        let fits = |order: &Vec<usize>| {
            closed
                .iter()
                .all(|&(a, b)| place(order, a) < place(order, b))
        };
        let orders: Vec<Vec<usize>> = orders().filter(fits).collect();
        for found in league(&cases, &(0.0..=1.0), SignificanceLevel::default()) {
            let run = found.standing.run;
            let ranks = orders.iter().map(|order| 1 + place(order, run));
            let (low, high) = (ranks.clone().min().unwrap(), ranks.max().unwrap());
            assert_eq!(found.ranks, low..=high, "seed {seed}, run {run}");
            let below = (0..RUNS).filter(|&other| {
                let behind = |order: &Vec<usize>| place(order, run) < place(order, other);
                other != run && orders.iter().all(behind)
            });
            assert_eq!(found.better_than, below.collect::<Vec<_>>(), "seed {seed}");
        }
    }
    let seen = proven.iter().filter(|&&count| count > 5).count();
    assert!(seen > 4, "{proven:?}");
}

/// On its own, the pair of the first and the third run proves nothing here.
#[test]
fn two_proven_pairs_imply_a_third() {
    let [early, late] = [vec![1.0, 0.0, 0.9], vec![0.1, 1.0, 0.0]];
    let cases = [vec![early; 10], vec![late; 34]].concat();
    let places = league(&cases, &(0.0..=1.0), SignificanceLevel::default());
    assert_eq!(places.len(), 3);
    for place in places {
        let run = place.standing.run;
        assert_eq!(place.ranks, run + 1..=run + 1);
        assert_eq!(place.better_than, Vec::from_iter(run + 1..3));
    }
}

#[test]
fn without_cases_nothing_is_known() {
    assert!(league(&[], &(0.0..=1.0), SignificanceLevel::default()).is_empty());
    let case = [vec![1.0, 0.5]];
    let places = league(&case, &(0.0..=1.0), SignificanceLevel::default());
    assert_eq!(places[1].ranks, 1..=2);
    assert!(places.iter().all(|place| place.better_than.is_empty()));
}
