//! Upper bounds on the mean score of a round. Cases without bonuses have their exact optimum. If
//! only equal symbols have bonuses, the bound is on the expected score. All other cases have a
//! bound for a player who knows all symbols in advance, after a number of steps.

mod equal;
mod perfect_information;

pub use perfect_information::{edges, Dual, RoundPrices};

use super::stopping::StoppingValue;
use super::{Case, Symbol, ROUNDS, TURNS};

/// Returns an upper bound on the score of any round: every square has the highest value as early as
/// possible, and every pair scores the highest bonus `pair_multiplicity` times.
pub fn most(case: &Case, pair_multiplicity: u32) -> f64 {
    let shape = case.shape();
    let most = |points: u64, count: u64| (points * count) as f64;
    let value = case.values().iter().max().copied().unwrap_or(0);
    let bonus = case.pairs().map(|pair| pair.points).max().unwrap_or(0);
    let turns = (0..shape.area().min(TURNS)).map(|placed| (TURNS - placed) as u64);
    let pairs = edges(shape) as u64;
    most(value.into(), turns.sum()) + most(u64::from(pair_multiplicity) * u64::from(bonus), pairs)
}

/// Returns true if the bound holds for the mean of many rounds only: a lucky round may exceed it.
pub fn is_on_the_mean(case: &Case) -> bool {
    has_no_bonus(case) || has_equal_pairs_alone(case)
}

fn has_no_bonus(case: &Case) -> bool {
    case.pairs().next().is_none()
}

fn has_equal_pairs_alone(case: &Case) -> bool {
    let no_values = case.values().iter().all(|&value| value == 0);
    no_values && case.pairs().all(|pair| pair.x == pair.y)
}

/// Returns the exact mean score of optimal play, or `None` if the case has bonus pairs.
pub fn expected_optimum(case: &Case) -> Option<f64> {
    let squares = case.shape().area();
    let optimum = || StoppingValue::new(case.values(), squares).value(squares, TURNS);
    has_no_bonus(case).then(optimum)
}

/// Returns a bound on the mean score if only equal symbols score bonuses, once; else `None`.
pub fn expected_bound(case: &Case) -> Option<f64> {
    has_equal_pairs_alone(case).then(|| equal::bound(case, TURNS))
}

/// Returns a bound on the mean score of the rounds that offer `symbols`, in order, for a player who
/// knows all symbols in advance. Returns `None` unless the rounds are complete. A pair scores
/// `pair_multiplicity` times. More `steps` per round make the bound tighter.
pub fn perfect_information_bound(
    case: &Case,
    symbols: &[Symbol],
    pair_multiplicity: u32,
    steps: u64,
) -> Option<f64> {
    (symbols.len() == ROUNDS * TURNS).then(|| {
        let mut dual = Dual::new(case, pair_multiplicity);
        let rounds = symbols.chunks(TURNS);
        let sum: f64 = rounds.map(|round| dual.prices(round, steps).bound).sum();
        sum / ROUNDS as f64
    })
}
