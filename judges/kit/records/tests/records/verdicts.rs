//! Rates of false statements about equal programs, by the functions that the commands call.

use game::Measure;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use records::stats::{
    CaseValue, Decision, Hypotheses, Population, SequentialTest, SignificanceLevel, league,
};
use records::{Outcome, conclusion};

/// Draws the difference of a case.
type Draw = fn(&mut ChaCha8Rng) -> f64;

/// Kinds of differences between equal programs, from −1 to 1, with mean 0.
const KINDS: [(&str, Draw); 5] = [
    ("normal", |rng| (0.02 * normal(rng)).clamp(-1.0, 1.0)),
    ("won or lost", |rng| if rng.random_bool(0.5) { 1.0 } else { -1.0 }),
    ("lost 1 in 20", |rng| if rng.random_bool(0.05) { -1.0 } else { 1.0 / 19.0 }),
    ("lost 1 in 100", |rng| if rng.random_bool(0.01) { -1.0 } else { 1.0 / 99.0 }),
    ("heavy tails", |rng| {
        let squares: f64 = (0..3).map(|_| normal(rng).powi(2)).sum();
        (0.02 * normal(rng) / (squares / 3.0).sqrt()).clamp(-1.0, 1.0)
    }),
];

/// Name of cases that are sorted: in the first half of 200, B is better.
const SORTED: &str = "sorted";

/// Maximum number of cases of a duel.
const MOST: usize = 500;

fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt() * angle.cos()
}

/// False statements of a procedure about equal programs.
pub struct ErrorRate {
    pub procedure: String,
    /// Kind of differences.
    pub kind: &'static str,
    /// Share of the trials with a false statement.
    pub rate: f64,
    /// Largest share that the procedure claims; `None` if the kind is outside what it assumes.
    pub claim: Option<f64>,
}

fn sorted() -> Vec<f64> {
    [[0.1; 100], [-0.1; 100]].concat()
}

/// Returns differences in the order in which duels and leagues take them: sorted cases are a finite
/// set, which they shuffle; others are drawn.
fn differences(kind: usize, rng: &mut ChaCha8Rng, count: usize) -> (Vec<f64>, Population) {
    match KINDS.get(kind) {
        Some((_, draw)) => ((0..count).map(|_| draw(rng)).collect(), Population::Unlimited),
        None => {
            let mut sorted = sorted();
            sorted.shuffle(rng);
            (sorted, Population::Finite(200))
        }
    }
}

/// Returns true if a duel of equals with this question errs.
fn duel_errs(kind: usize, seed: u64, question: Hypotheses, are_wins: bool) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (differences, population) = differences(kind, &mut rng, MOST);
    let mut test = SequentialTest::new(question, SignificanceLevel::default(), 1.0, population);
    // Equal programs are at the edge of what would be true.
    let shift = match question {
        Hypotheses::NotWorse { margin } => -margin,
        _ => 0.0,
    };
    let decision = differences.into_iter().find_map(|difference| {
        let value = match are_wins {
            // A rare loss is as rare as a win: everything else is a tie.
            true if (2..4).contains(&kind) => {
                f64::from(u8::from(difference < 0.0)) * if rng.random() { 1.0 } else { -1.0 }
            }
            true => difference.signum(),
            false => difference + shift,
        };
        test.push(value.max(-1.0))
    });
    match question {
        Hypotheses::Sign { .. } => matches!(decision, Some(Decision::Above | Decision::Below)),
        _ => decision == Some(Decision::Above),
    }
}

/// Returns true if a league of three equal runs proves something, at one of these numbers of cases.
fn league_errs(kind: usize, seed: u64, looks: &[usize]) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let runs: [Vec<f64>; 3] = [(); 3].map(|()| differences(kind, &mut rng, 200).0);
    looks.iter().any(|&look| {
        let mut order: Vec<usize> = (0..look).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(0));
        let value = |case: usize, run: usize| 0.5 + runs[run][order[case]] / 2.0;
        let cases = (0..look).map(|case| [0, 1, 2].map(|run| (value(case, run), false)).into());
        let cases: Vec<Vec<CaseValue>> = cases.collect();
        let difference =
            |case: usize, [one, other]: [usize; 2]| value(case, other) - value(case, one);
        let places = league(&cases, difference, &(0.0..=1.0), SignificanceLevel::default());
        places.iter().any(|place| !place.better_than.is_empty())
    })
}

/// Returns true if `compare` says something false of equals on this number of cases.
fn compare_errs(kind: usize, seed: u64, count: usize) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let differences = match kind < KINDS.len() {
        true => differences(kind, &mut rng, count).0,
        false => sorted(),
    };
    let outcome = |score: f64| Outcome {
        score,
        counted_score: score,
        measure: Measure::Score,
        ..Outcome::default()
    };
    let pairs = differences.iter().take(count);
    let pairs: Vec<[Outcome; 2]> = pairs.map(|one| [outcome(1.0), outcome(1.0 + one)]).collect();
    let said = conclusion(Measure::Score, "B", &pairs, SignificanceLevel::default());
    // With rare losses, it is true that B wins more often.
    let is_won = said.contains("B wins more often") && !(2..4).contains(&kind);
    is_won || said.contains("loses more often") || said.contains("better") || said.contains("worse")
}

/// Returns the rates of all procedures, each from this number of trials.
pub fn rates(trials: u64) -> Vec<ErrorRate> {
    let mut rates = Vec::new();
    let mut add = |procedure: &str, claimed: &[usize], errs: &dyn Fn(usize, u64) -> bool| {
        for kind in 0..=KINDS.len() {
            let wrong = (0..trials).filter(|&seed| errs(kind, seed)).count();
            rates.push(ErrorRate {
                procedure: procedure.into(),
                kind: KINDS.get(kind).map_or(SORTED, |(name, _)| name),
                rate: wrong as f64 / trials as f64,
                claim: claimed.contains(&kind).then_some(0.05),
            });
        }
    };
    let all = [0, 1, 2, 3, 4, 5];
    let sign = Hypotheses::Sign { margin: None };
    add("duel", &all, &|kind, seed| duel_errs(kind, seed, sign, false));
    add("duel --measure wins", &all, &|kind, seed| duel_errs(kind, seed, sign, true));
    let not_worse = Hypotheses::NotWorse { margin: 0.01 };
    add("duel --not-worse 0.01", &all, &|kind, seed| duel_errs(kind, seed, not_worse, false));
    let ratio = Hypotheses::Ratio { low: 0.0, high: 0.01 };
    add("duel --sprt 0,0.01", &[0, 1, 4, 5], &|kind, seed| duel_errs(kind, seed, ratio, false));
    add("league, one look", &all, &|kind, seed| league_errs(kind, seed, &[200]));
    let looks: Vec<usize> = (1..=20).map(|look| 10 * look).collect();
    add("league, 20 looks", &[], &|kind, seed| league_errs(kind, seed, &looks));
    for count in [2, 3, 5, 10, 40] {
        let procedure = format!("compare, {count} cases");
        add(&procedure, &[0, 1, 2, 3, 4], &|kind, seed| compare_errs(kind, seed, count));
    }
    rates
}

/// Returns the median numbers of cases to a verdict about unequal programs, of 200 duels each.
pub fn median_cases() -> Vec<(String, usize)> {
    let sign = Hypotheses::Sign { margin: None };
    let gain: Draw = |rng| 0.005 + 0.02 * normal(rng);
    let won: Draw = |rng| if rng.random_bool(0.6) { 1.0 } else { -1.0 };
    let ratio = |high: f64| Hypotheses::Ratio { low: 0.0, high };
    let duels: [(&str, &str, Draw, Hypotheses); 5] = [
        ("+0.5 % with a spread of 2 %", "duel", gain, sign),
        (
            "+0.5 % with a spread of 2 %",
            "--measure wins",
            |rng| (0.005 + 0.02 * normal(rng)).signum(),
            sign,
        ),
        ("+0.5 % with a spread of 2 %", "--sprt 0,0.005", gain, ratio(0.005)),
        ("60 of 100 won", "duel, or --measure wins", won, sign),
        ("60 of 100 won", "--measure wins --sprt 0,0.2", won, ratio(0.2)),
    ];
    let medians = duels.map(|(effect, procedure, draw, question)| {
        let cases = (0..200).map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (alpha, unlimited) = (SignificanceLevel::default(), Population::Unlimited);
            let mut test = SequentialTest::new(question, alpha, 1.0, unlimited);
            while test.push(draw(&mut rng)).is_none() {}
            test.differences.len()
        });
        let mut cases: Vec<usize> = cases.collect();
        cases.sort_unstable();
        (format!("{effect}, {procedure}"), cases[cases.len() / 2])
    });
    medians.into()
}

#[test]
fn equals_are_seldom_told_apart() {
    let trials = oracles::test_size(100, 2_000);
    for ErrorRate { procedure, kind, rate, claim } in rates(trials) {
        println!("{procedure}, {kind}: {rate}");
        let Some(claim) = claim else { continue };
        let chance = claim * (1.0 - claim) / trials as f64;
        assert!(rate <= claim + 3.0 * chance.sqrt(), "{procedure}, {kind}: {rate}");
    }
}

#[test]
fn wins_and_hypotheses_need_fewer_cases() {
    let cases: Vec<usize> = median_cases().into_iter().map(|(_, cases)| cases).collect();
    println!("{cases:?}");
    assert!(4 * cases[1] < cases[0] && 2 * cases[2] < cases[1] && cases[4] < cases[3], "{cases:?}");
}
