//! Sequential comparisons: errors, and how soon they end.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use stats::{Alpha, ConfidenceSequence, Finding, Interval, SequentialTest};

/// Duels simulated for every kind of differences.
const DUELS: u64 = 2_000;

/// Cases after which a duel is given up.
const MOST: usize = 1_000;

/// A kind of differences, and how one is drawn.
type DifferenceKind = (&'static str, fn(&mut ChaCha8Rng) -> f64);

/// Differences of mean 0.
const EQUALS: [DifferenceKind; 8] = [
    ("normal", normal),
    ("skewed: exponential", |rng| exponential(rng) - 1.0),
    ("skewed: log-normal", |rng| normal(rng).exp() - 0.5f64.exp()),
    ("heavy-tailed: t with 3 degrees", student),
    ("heavy-tailed: Cauchy", |rng| normal(rng) / normal(rng)),
    ("mostly zero: 3 % are 1 or -1", |rng| {
        rare(
            rng,
            0.03,
            |rng| if rng.random_bool(0.5) { 1.0 } else { -1.0 },
        )
    }),
    ("mostly zero: 10 % are normal", |rng| rare(rng, 0.1, normal)),
    ("mostly zero: 10 % are skewed", |rng| {
        rare(rng, 0.1, |rng| exponential(rng) - 1.0)
    }),
];

/// A standard normal number, by the method of Box and Muller.
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (2.0 * exponential(rng)).sqrt() * angle.cos()
}

/// An exponential number of mean 1.
fn exponential(rng: &mut ChaCha8Rng) -> f64 {
    -(1.0 - rng.random::<f64>()).ln()
}

/// A number of Student's t distribution with 3 degrees of freedom.
fn student(rng: &mut ChaCha8Rng) -> f64 {
    let squares: f64 = (0..3).map(|_| normal(rng).powi(2)).sum();
    normal(rng) / (squares / 3.0).sqrt()
}

/// 0, but with chance `chance` what `drawn` gives.
fn rare(rng: &mut ChaCha8Rng, chance: f64, drawn: fn(&mut ChaCha8Rng) -> f64) -> f64 {
    if rng.random_bool(chance) {
        drawn(rng)
    } else {
        0.0
    }
}

/// Returns the finding of a duel of at most `MOST` cases, and their number.
fn duel(
    seed: u64,
    margin: Option<f64>,
    difference: impl FnMut(&mut ChaCha8Rng) -> f64,
) -> Option<(Finding, usize)> {
    bounded_duel(seed, margin, None, difference)
}

/// The same, of differences that are no further from 0 than `bound`.
fn bounded_duel(
    seed: u64,
    margin: Option<f64>,
    bound: Option<f64>,
    mut difference: impl FnMut(&mut ChaCha8Rng) -> f64,
) -> Option<(Finding, usize)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut test = SequentialTest::new(Alpha::default(), margin, bound);
    (1..=MOST).find_map(|case| Some((test.push(difference(&mut rng))?, case)))
}

#[test]
fn equals_have_a_winner_in_at_most_one_duel_of_twenty() {
    for (name, difference) in EQUALS {
        let won = (0..DUELS).filter(|&seed| duel(seed, None, difference).is_some());
        let won = won.count() as u64;
        println!("{name}: {won} of {DUELS}");
        assert!(won * 20 <= DUELS, "{name}: {won} of {DUELS}");
    }
}

/// Differences between -1 and 1 whose mean is not above 0, none of them symmetric.
const NOT_BETTER: [DifferenceKind; 5] = [
    ("usually 0.001, -1 in one of 100", |rng| {
        rare_or(rng, 0.01, 0.001, -1.0)
    }),
    ("usually 0.01, -0.99 in one of 100", |rng| {
        rare_or(rng, 0.01, 0.01, -0.99)
    }),
    ("usually 0.05, -0.95 in one of 20", |rng| {
        rare_or(rng, 0.05, 0.05, -0.95)
    }),
    ("skewed: exponential, cut", |rng| {
        0.1 - (0.1 * exponential(rng)).min(1.0)
    }),
    ("skewed: log-normal of 1.5, cut", |rng| {
        // Of its mean 0.0308, cutting at 1 takes less than a third.
        0.02 - (0.01 * (1.5 * normal(rng)).exp()).min(1.0)
    }),
];

/// `usual`, but with chance `chance` the `other`.
fn rare_or(rng: &mut ChaCha8Rng, chance: f64, usual: f64, other: f64) -> f64 {
    if rng.random_bool(chance) {
        other
    } else {
        usual
    }
}

/// Wins among 2,000 duels of those who do not deserve one.
fn false_wins(bound: Option<f64>, difference: fn(&mut ChaCha8Rng) -> f64) -> u64 {
    let won = (0..DUELS).filter(|&seed| {
        let found = bounded_duel(seed, None, bound, difference);
        found.is_some_and(|(finding, _)| finding == Finding::Better)
    });
    won.count() as u64
}

#[test]
fn a_bound_needs_no_symmetry() {
    for (name, difference) in NOT_BETTER {
        let (bounded, learnt) = (
            false_wins(Some(1.0), difference),
            false_wins(None, difference),
        );
        println!("{name}: {bounded} of {DUELS}; {learnt} with a range that is learnt");
        assert!(bounded * 20 <= DUELS, "{name}: {bounded} of {DUELS}");
    }
}

/// A long tail moves the mean that a learnt range sees; the README tells by how much.
#[test]
fn a_learnt_range_has_a_known_error_for_a_long_tail() {
    let skewed = |rng: &mut ChaCha8Rng| (1.5 * normal(rng)).exp() - 1.125f64.exp();
    let won = (0..DUELS).filter(|&seed| duel(seed, None, skewed).is_some());
    let won = won.count() as u64;
    println!("log-normal of 1.5: {won} of {DUELS}");
    assert!(won * 100 <= 13 * DUELS, "{won} of {DUELS}");
}

/// Differences that fall along the cases, of mean 0 over all of them.
#[test]
fn cases_with_a_trend_are_shuffled() {
    let sorted: Vec<f64> = (0..MOST)
        .map(|case| 0.5 - case as f64 / (MOST - 1) as f64)
        .collect();
    for bound in [None, Some(1.0)] {
        let won = |order: fn(&mut Vec<f64>, &mut ChaCha8Rng)| {
            let won = (0..DUELS).filter(|&seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut values = sorted.clone();
                order(&mut values, &mut rng);
                let mut values = values.into_iter();
                bounded_duel(seed, None, bound, |_| values.next().unwrap()).is_some()
            });
            won.count() as u64
        };
        let shuffled = won(|values, rng| values.shuffle(rng));
        println!("a trend, shuffled, {bound:?}: {shuffled} of {DUELS}");
        assert!(shuffled * 20 <= DUELS);
        assert_eq!(won(|_, _| ()), DUELS);
    }
}

/// Contestants that never differ are equivalent in as many cases as a difference of the margin
/// would take to show.
#[test]
fn those_that_never_differ_are_equivalent() {
    for (bound, margin, most) in [
        (None, 0.3, 15),
        (Some(1.0), 0.05, 110),
        (Some(1.0), 0.3, 20),
        (Some(1.0), 1.0, 1),
    ] {
        let (finding, cases) = bounded_duel(1, Some(margin), bound, |_| 0.0).unwrap();
        println!("margin {margin}, {bound:?}: {cases} cases");
        assert_eq!(finding, Finding::Equivalent);
        assert!(cases <= most, "{cases} cases");
    }
}

/// A difference that is always the same is soon clear: five wins in a row have chance 1 / 32.
#[test]
fn a_constant_difference_is_soon_clear() {
    for (bound, difference, most) in [
        (None, 0.001, 15),
        (None, 100.0, 15),
        (Some(1.0), 1.0, 10),
        (Some(1.0), 0.1, 60),
        (Some(1.0), 0.01, 550),
    ] {
        let (finding, cases) = bounded_duel(1, None, bound, |_| difference).unwrap();
        println!("{difference}, {bound:?}: {cases} cases");
        assert_eq!(finding, Finding::Better);
        assert!((5..=most).contains(&cases), "{cases} cases");
    }
}

#[test]
fn those_that_differ_by_the_margin_are_seldom_equivalent() {
    for (name, difference) in EQUALS {
        let shifted = |rng: &mut ChaCha8Rng| difference(rng) + 0.3;
        let equivalent = (0..DUELS)
            .filter(|&seed| {
                let found = duel(seed, Some(0.3), shifted);
                found.is_some_and(|(finding, _)| finding == Finding::Equivalent)
            })
            .count() as u64;
        println!("{name}: {equivalent} of {DUELS}");
        assert!(equivalent * 20 <= DUELS, "{name}: {equivalent} of {DUELS}");
    }
}

#[test]
fn equals_are_found_equivalent() {
    let found = |seed| duel(seed, Some(0.3), normal);
    let equivalent = (0..200)
        .filter(|&seed| found(seed).is_some_and(|(finding, _)| finding == Finding::Equivalent));
    assert!(equivalent.count() >= 190);
}

/// Which is better, and in how many cases, for effects in standard deviations.
#[test]
fn the_better_one_is_found() {
    for (effect, most_cases) in [(0.2, 300.0), (0.5, 80.0), (1.0, 45.0)] {
        let mut cases = 0;
        for seed in 0..200 {
            let ahead = |rng: &mut ChaCha8Rng| normal(rng) + effect;
            let behind = |rng: &mut ChaCha8Rng| normal(rng) - effect;
            let (finding, count) = duel(seed, None, ahead).unwrap();
            assert_eq!(finding, Finding::Better);
            assert_eq!(duel(seed, None, behind).unwrap().0, Finding::Worse);
            cases += count;
        }
        let mean = cases as f64 / 200.0;
        assert!(mean < most_cases, "{effect}: {mean} cases");
    }
}

/// The interval worked out slowly: for each mean of a grid, capitals as plain
/// products, looked at after every value.
fn refuted(values: &[f64], bound: Option<f64>, mean: f64, sign: f64) -> bool {
    let bets = [0.06, 0.12, 0.25, 0.5, 1.0];
    let mut capitals = [1.0; 5];
    for (index, value) in values.iter().enumerate() {
        let nonzero = values[..index].iter().filter(|&&value| value != 0.0);
        let count = nonzero.clone().count();
        if count < 2 && bound.is_none() {
            continue;
        }
        let result = match bound {
            Some(bound) => sign * (value - mean) / (bound + sign * mean),
            None => {
                let squares: f64 = nonzero.clone().map(|value| value * value).sum();
                let largest = nonzero.fold(0.0, |largest: f64, value| largest.max(value.abs()));
                let range = largest * (1.0 + 4.0 * largest * largest / squares);
                (sign * (value - mean) / range).clamp(-1.0, 1.0)
            }
        };
        for (capital, bet) in capitals.iter_mut().zip(bets) {
            *capital *= 1.0 + bet * result;
        }
        if capitals.iter().sum::<f64>() / 5.0 >= 40.0 {
            return true;
        }
    }
    false
}

#[test]
fn the_interval_is_what_no_bettor_has_refuted() {
    for (seed, bound) in (0..20).flat_map(|seed| [(seed, None), (seed, Some(8.0))]) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let values: Vec<f64> = (0..120)
            .map(|_| rare(&mut rng, 0.8, normal) + 0.4)
            .collect();
        let mut sequence = ConfidenceSequence::new(Alpha::default(), bound);
        for value in &values {
            sequence.push(*value);
        }
        let interval = sequence.interval();
        assert!(interval.low.is_finite() && interval.high.is_finite());
        for step in -100..100 {
            let mean = f64::from(step) / 20.0 + 1e-4;
            let refuted = |sign| refuted(&values, bound, mean, sign);
            let inside = !refuted(1.0) && !refuted(-1.0);
            assert_eq!(interval.contains(mean), inside, "seed {seed}, mean {mean}");
        }
    }
}

#[test]
fn the_finding_and_the_interval_agree_at_every_look() {
    for (seed, bound) in (0..20).flat_map(|seed| [(seed, None), (seed, Some(6.0))]) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut test = SequentialTest::new(Alpha::default(), Some(0.5), bound);
        for _ in 0..250 {
            let before = test.finding();
            let found = test.push(normal(&mut rng) + 0.3);
            assert_eq!(found, test.finding());
            let Interval { low, high } = test.interval();
            match (before, found) {
                (Some(_), _) => assert_eq!(found, before, "a finding stays"),
                (None, Some(Finding::Better)) => assert!(low > 0.0),
                (None, Some(Finding::Worse)) => assert!(high < 0.0),
                (None, Some(Finding::Equivalent)) => assert!(-0.5 < low && high < 0.5),
                (None, None) => assert!(low <= 0.0 && high >= 0.0 && (low <= -0.5 || high >= 0.5)),
            }
        }
        assert!(test.finding().is_some() || bound.is_some());
    }
}

#[test]
fn without_values_nothing_is_known() {
    let mut sequence = ConfidenceSequence::new(Alpha::default(), None);
    for value in [0.0, 1.0, 1.0, 1.0, 1.0] {
        sequence.push(value);
        let interval = sequence.interval();
        assert_eq!(
            (interval.low, interval.high),
            (f64::NEG_INFINITY, f64::INFINITY)
        );
    }
    let interval = ConfidenceSequence::new(Alpha::default(), Some(2.0)).interval();
    assert_eq!((interval.low, interval.high), (-2.0, 2.0));
}
