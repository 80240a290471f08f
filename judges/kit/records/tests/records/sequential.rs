//! Sequential comparisons: their error rates and their lengths.

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use records::stats::{
    Decision, Hypotheses, Interval, Population, ProbabilityRatioTest, SequentialTest,
    SignificanceLevel, sequential_interval,
};

/// Maximum number of cases in a duel.
const MOST: usize = 1_000;

/// A distribution of differences with mean 0: its description, the maximum distance from 0, and a
/// function that draws a difference.
type DifferenceKind = (&'static str, f64, fn(&mut ChaCha8Rng) -> f64);

/// Differences of equal contestants, with heavy tails, with rare failures, and of bound ratios in
/// PseudoTonga.
const EQUALS: [DifferenceKind; 12] = [
    ("never differ", 1.0, |_| 0.0),
    ("normal, cut at 5", 5.0, |rng| normal(rng).clamp(-5.0, 5.0)),
    ("mostly zero: 3 % are 1 or -1", 1.0, |rng| {
        let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
        rare_or(rng, 0.03, 0.0, sign)
    }),
    ("heavy tails: t with 3 degrees, cut at 50", 50.0, |rng| student(rng).clamp(-50.0, 50.0)),
    ("heavy tails: Cauchy, cut at 1,000", 1000.0, |rng| {
        (normal(rng) / normal(rng)).clamp(-1000.0, 1000.0)
    }),
    ("skewed: exponential, cut at 20", 20.0, |rng| {
        1.0 - (-20f64).exp() - exponential(rng).min(20.0)
    }),
    ("skewed: Pareto of 1.5, cut at 1,000", 1000.0, pareto),
    ("failures: -1 in 20, else 1 / 19", 1.0, |rng| rare_or(rng, 0.05, 1.0 / 19.0, -1.0)),
    ("failures: -1 in 100, else 1 / 99", 1.0, |rng| rare_or(rng, 0.01, 1.0 / 99.0, -1.0)),
    ("failures: -1 in 100, else about 1 / 99", 1.01, |rng| {
        rare_or(rng, 0.01, 1.0 / 99.0, -1.0) + rng.random_range(-0.01..0.01)
    }),
    ("PseudoTonga: shares of 0.9 and of 0.81 ± 0.1, -0.85 in 20", 2.0, shares),
    ("PseudoTonga: -1.9 in 20, else 0.1", 2.0, |rng| rare_or(rng, 0.05, 0.1, -1.9)),
];

/// Draws 1 minus a Pareto number with exponent 1.5, truncated at 1,000 and shifted to mean 0.
fn pareto(rng: &mut ChaCha8Rng) -> f64 {
    let mean = 1.0 + (1.0 - 1000f64.powf(-0.5)) / 0.5;
    mean - (1.0 - rng.random::<f64>()).powf(-1.0 / 1.5).min(1000.0)
}

/// Draws a difference of PseudoTonga's bound ratios, -1 to 1. The first contestant usually plays
/// better, but loses one game in twenty.
fn shares(rng: &mut ChaCha8Rng) -> f64 {
    let first = rare_or(rng, 0.05, 0.9, -0.85);
    first - 0.8125 - rng.random_range(-0.1..0.1)
}

/// Returns `other` with probability `chance`, else `usual`.
fn rare_or(rng: &mut ChaCha8Rng, chance: f64, usual: f64, other: f64) -> f64 {
    if rng.random_bool(chance) { other } else { usual }
}

/// Draws a standard normal number (Box–Muller method).
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (2.0 * exponential(rng)).sqrt() * angle.cos()
}

/// Draws an exponential number with mean 1.
fn exponential(rng: &mut ChaCha8Rng) -> f64 {
    -(1.0 - rng.random::<f64>()).ln()
}

/// Draws a number from Student's t distribution with 3 degrees of freedom.
fn student(rng: &mut ChaCha8Rng) -> f64 {
    let squares: f64 = (0..3).map(|_| normal(rng).powi(2)).sum();
    normal(rng) / (squares / 3.0).sqrt()
}

fn test(question: Hypotheses, bound: f64, population: Population) -> SequentialTest {
    SequentialTest::new(question, SignificanceLevel::default(), bound, population)
}

fn interval(values: &[f64], bound: f64) -> Interval {
    let unlimited = Population::Unlimited;
    sequential_interval(values, bound, unlimited, SignificanceLevel::default())
}

/// Returns the decision of a duel of at most `MOST` cases, and their number. No difference is
/// further from 0 than `bound`.
fn duel(
    seed: u64,
    margin: Option<f64>,
    bound: f64,
    mut difference: impl FnMut(&mut ChaCha8Rng) -> f64,
) -> Option<(Decision, usize)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut test = test(Hypotheses::Sign { margin }, bound, Population::Unlimited);
    (1..=MOST).find_map(|case| Some((test.push(difference(&mut rng))?, case)))
}

/// Counts the duels with a wrong result; at most one of twenty may be wrong.
#[track_caller]
fn at_most_one_in_twenty(
    name: &str,
    found: impl Fn(u64) -> Option<Decision>,
    is_wrong: impl Fn(Decision) -> bool + Copy,
) {
    let duels = oracles::test_size(400, 2_000);
    let wrong = (0..duels).filter(|&seed| found(seed).is_some_and(is_wrong));
    let wrong = wrong.count() as u64;
    println!("{name}: {wrong} of {duels}");
    assert!(wrong * 20 <= duels, "{name}: {wrong} of {duels}");
}

#[test]
fn equals_have_a_winner_in_at_most_one_duel_of_twenty() {
    for (name, bound, difference) in EQUALS {
        let found = |seed| Some(duel(seed, None, bound, difference)?.0);
        at_most_one_in_twenty(name, found, |_| true);
    }
}

/// Checks that constant differences end a duel soon: five wins in a row have probability 1 / 32.
#[test]
fn constant_differences_are_soon_clear() {
    for (difference, margin, expected) in [
        (0.0, Some(0.05), (Decision::Within, 102)),
        (0.0, Some(0.3), (Decision::Within, 15)),
        (0.0, Some(1.0), (Decision::Within, 1)),
        (1.0, None, (Decision::Above, 8)),
        (0.1, None, (Decision::Above, 55)),
        (0.01, None, (Decision::Above, 522)),
    ] {
        assert_eq!(duel(1, margin, 1.0, |_| difference), Some(expected));
    }
}

/// Checks differences whose mean is the margin. Rare failures are the hardest: until the first one,
/// nothing differs.
#[test]
fn those_that_differ_by_the_margin_are_seldom_equivalent() {
    let is_equivalent = |decision| decision == Decision::Within;
    for (name, bound, difference) in EQUALS {
        let shifted = |rng: &mut ChaCha8Rng| difference(rng) + 0.3;
        let found = |seed| Some(duel(seed, Some(0.3), bound + 0.3, shifted)?.0);
        at_most_one_in_twenty(name, found, is_equivalent);
    }
    for (name, chance) in [("-1 in 20, else 0", 0.05), ("-1 in 100, else 0", 0.01)] {
        let difference = |rng: &mut ChaCha8Rng| rare_or(rng, chance, 0.0, -1.0);
        let found = |seed| Some(duel(seed, Some(chance), 1.0, difference)?.0);
        at_most_one_in_twenty(name, found, is_equivalent);
    }
}

#[test]
fn equals_are_found_equivalent() {
    let small = |rng: &mut ChaCha8Rng| rng.random_range(-0.1..0.1);
    let found = (0..200).filter_map(|seed| duel(seed, Some(0.1), 1.0, small));
    let equivalent = found.filter(|(decision, _)| *decision == Decision::Within);
    assert!(equivalent.count() >= 190);
}

/// Checks the result and the number of cases for different effects. Effects are in standard
/// deviations; a standard deviation is a fifth of the range.
#[test]
fn the_better_one_is_found() {
    for (effect, most_cases) in [(0.2, 300.0), (0.5, 90.0), (1.0, 45.0)] {
        let mut cases = 0;
        for seed in 0..200 {
            let ahead = |rng: &mut ChaCha8Rng| (normal(rng) + effect).clamp(-5.0, 5.0);
            let behind = |rng: &mut ChaCha8Rng| (normal(rng) - effect).clamp(-5.0, 5.0);
            let (decision, count) = duel(seed, None, 5.0, ahead).unwrap();
            assert_eq!(decision, Decision::Above);
            assert_eq!(duel(seed, None, 5.0, behind).unwrap().0, Decision::Below);
            cases += count;
        }
        let mean = cases as f64 / 200.0;
        println!("{effect} sd: {mean} cases");
        assert!(mean < most_cases, "{effect}: {mean} cases");
    }
}

/// Computes the peak wealth, starting from 1, of a bettor against `mean`: plain products, checked
/// after every value.
pub(super) fn peak(values: &[f64], bound: f64, mean: f64, sign: f64) -> f64 {
    let bets = [0.06, 0.12, 0.25, 0.5, 1.0];
    let mut wealth = [1.0; 5];
    let means = values.iter().map(|value| {
        let outcome = sign * (value - mean) / (bound + sign * mean);
        for (wealth, bet) in wealth.iter_mut().zip(bets) {
            *wealth *= 1.0 + bet * outcome;
        }
        wealth.iter().sum::<f64>() / 5.0
    });
    means.fold(1.0, f64::max)
}

#[test]
fn the_interval_is_what_no_bettor_has_refuted() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let value = |_| (0.8 * normal(&mut rng) + 0.4).clamp(-8.0, 8.0);
        let values: Vec<f64> = (0..120).map(value).collect();
        let interval = interval(&values, 8.0);
        for step in -100..100 {
            let mean = f64::from(step) / 20.0 + 1e-4;
            let inside = [1.0, -1.0].map(|sign| peak(&values, 8.0, mean, sign) < 40.0);
            let inside = inside == [true; 2];
            let held = (interval.low..=interval.high).contains(&mean);
            assert_eq!(held, inside, "seed {seed}, mean {mean}");
        }
    }
}

/// Bound ratios are from -1 to 1, so the range of their differences is 2, not 1.
#[test]
fn the_interval_holds_the_mean_of_its_own_values() {
    for (name, bound, difference) in EQUALS {
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let values: Vec<f64> = (0..400).map(|_| difference(&mut rng)).collect();
            let interval = interval(&values, bound);
            let mean = records::stats::mean(&values).unwrap();
            let is_right = (interval.low..=interval.high).contains(&mean);
            assert!(is_right, "{name}, seed {seed}: {mean}, {interval:?}");
        }
    }
}

#[test]
fn the_finding_and_the_interval_agree_at_every_look() {
    for seed in 0..oracles::test_size(8, 20) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let question = Hypotheses::Sign { margin: Some(0.5) };
        let mut test = test(question, 6.0, Population::Unlimited);
        for _ in 0..250 {
            let before = test.decision;
            let found = test.push((normal(&mut rng) + 0.3).clamp(-6.0, 6.0));
            assert_eq!(found, test.decision);
            let Interval { low, high } = test.interval();
            match (before, found) {
                (Some(_), _) => assert_eq!(found, before, "a decision stays"),
                (None, Some(Decision::Above)) => assert!(low > 0.0),
                (None, Some(Decision::Below)) => assert!(high < 0.0),
                (None, Some(Decision::Within)) => assert!(-0.5 < low && high < 0.5),
                (None, None) => assert!(low <= 0.0 && high >= 0.0 && (low <= -0.5 || high >= 0.5)),
            }
        }
    }
}

#[test]
fn without_values_the_interval_is_the_range() {
    let interval = interval(&[], 2.0);
    assert_eq!((interval.low, interval.high), (-2.0, 2.0));
}

/// Checks finite sets of which the mean is 0, and the end of others: it is exact.
#[test]
fn a_finite_set_is_exact_at_its_end() {
    for seed in 0..oracles::test_size(200, 2_000) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut values: Vec<f64> = (0..30).map(|_| rng.random_range(-0.5..0.5)).collect();
        let mean = records::stats::mean(&values).unwrap();
        let mut finite = test(Hypotheses::Sign { margin: None }, 1.0, Population::Finite(30));
        values.shuffle(&mut rng);
        let decision = values.iter().fold(None, |_, value| finite.push(*value));
        let expected = if mean > 0.0 { Decision::Above } else { Decision::Below };
        assert_eq!(decision, Some(expected), "seed {seed}");
        let Interval { low, high } = finite.interval();
        assert_eq!([low, high], [mean; 2]);
    }
    let sets = oracles::test_size(400, 4_000);
    let wrong = (0..sets).filter(|&seed| {
        let mut values = [vec![1.0; 95], vec![-19.0 / 5.0; 25]].concat();
        values.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let mut finite = test(Hypotheses::Sign { margin: None }, 4.0, Population::Finite(120));
        values.iter().any(|value| finite.push(*value).is_some_and(|one| one != Decision::Within))
    });
    let wrong = wrong.count() as u64;
    println!("a set with mean 0: {wrong} of {sets}");
    assert!(wrong * 20 <= sets, "{wrong} of {sets}");
}

/// A loss by the margin is called harmless in at most one duel of twenty, and so is a tie called a
/// loss; a constant tie is soon known to be harmless.
#[test]
fn a_loss_by_the_margin_is_seldom_harmless() {
    for (name, bound, difference) in EQUALS {
        let decision = |seed: u64, shift: f64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (question, bound) = (Hypotheses::NotWorse { margin: 0.3 }, bound + 0.3);
            let mut test = test(question, bound, Population::Unlimited);
            (0..MOST).find_map(|_| test.push(difference(&mut rng) + shift))
        };
        at_most_one_in_twenty(name, |seed| decision(seed, -0.3), |one| one == Decision::Above);
        at_most_one_in_twenty(name, |seed| decision(seed, 0.0), |one| one == Decision::Below);
    }
    let question = Hypotheses::NotWorse { margin: 0.01 };
    let mut test = test(question, 1.0, Population::Unlimited);
    let cases = (1..).find(|_| test.push(0.0).is_some());
    assert_eq!((test.decision, cases), (Some(Decision::Above), Some(442)));
}

/// Checks both errors of the probability ratio test where its conditions hold, and that it needs
/// about as many cases as expected.
#[test]
fn a_ratio_test_errs_as_seldom_as_it_says() {
    type Draw = fn(&mut ChaCha8Rng, f64) -> f64;
    let won: Draw = |rng, mean| {
        if rng.random_bool(0.5 + mean / 2.0) { 1.0 } else { -1.0 }
    };
    let drawn: Draw = |rng, mean| {
        let decided = rng.random_bool(0.5);
        if decided && rng.random_bool(0.5 + mean) { 1.0 } else { -f64::from(u8::from(decided)) }
    };
    for (name, spread, [low, high], draw) in [
        ("normal", 0.02, [0.0, 0.005], (|rng, mean| mean + 0.02 * normal(rng)) as Draw),
        ("normal, not worse", 0.02, [-0.005, 0.0], |rng, mean| mean + 0.02 * normal(rng)),
        ("wins, 60 of 100", 1.0, [0.0, 0.2], won),
        ("wins, half drawn", 0.7, [0.0, 0.2], drawn),
        ("t with 3 degrees", 0.173, [0.0, 0.05], |rng, mean| mean + student(rng) / 10.0),
    ] {
        let cases = |seed: u64, mean: f64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut test = test(Hypotheses::Ratio { low, high }, 99.0, Population::Unlimited);
            let count = (1..).find(|_| test.push(draw(&mut rng, mean)).is_some());
            (test.decision, count.unwrap())
        };
        let duels = oracles::test_size(400, 2_000);
        for (mean, wrong) in [(low, Decision::Above), (high, Decision::Below)] {
            let wrong = (0..duels).filter(|&seed| cases(seed, mean).0 == Some(wrong));
            let wrong = wrong.count() as u64;
            println!("{name}: {wrong} of {duels}");
            // The errors are 1 in 20 only in the limit.
            assert!(wrong * 16 <= duels, "{name}: {wrong} of {duels}");
        }
        let test = ProbabilityRatioTest::new(low, high, SignificanceLevel::default());
        let [expected, most] = test.expected_values(spread);
        let mean = (0..400).map(|seed| cases(seed, high).1 as f64).sum::<f64>() / 400.0;
        println!("{name}: {mean} cases, expected {expected}");
        assert!(0.7 * expected < mean && mean < 1.4 * most, "{name}: {mean}, not {expected}");
    }
}
