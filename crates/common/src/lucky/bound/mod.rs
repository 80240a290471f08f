//! Upper bounds on the mean score of a round, by the shape of the case.
//!
//! * `stopping`: the exact optimum where there are no bonuses;
//! * `equal`: where only equal symbols pay;
//! * `clairvoyant`: for a player who knows all symbols in advance.

mod clairvoyant;
mod equal;
mod stopping;

use super::{Case, Symbol, ROUNDS, TURNS};
use crate::clock::{Budget, Clock};
use crate::fingerprint::fingerprint;
use clairvoyant::Dual;

/// Expected score of a round under optimal play, exactly, of a case without
/// bonus pairs; `None` for others.
pub fn expected_optimum(case: &Case) -> Option<f64> {
    let optimum = || stopping::optimum(case.values(), case.shape().area(), TURNS);
    case.pairs().next().is_none().then(optimum)
}

/// Bound on the expected score of a round where only equal symbols pay, and
/// pay once; `None` for other cases.
pub fn expected_bound(case: &Case) -> Option<f64> {
    let only_equal_pairs = case.pairs().all(|pair| pair.x == pair.y);
    let no_values = case.values().iter().all(|&value| value == 0);
    (only_equal_pairs && no_values).then(|| equal::bound(case, TURNS))
}

/// Bound on the mean score of the rounds that offer `symbols`, one round after the
/// other, for a player who knows them all; `None` unless the rounds are complete. A
/// pair pays `times` times. The larger the budget, the closer the bound; a unit
/// of work is one step in every round.
pub fn clairvoyant_bound(
    case: &Case,
    symbols: &[Symbol],
    times: u32,
    budget: Budget,
) -> Option<f64> {
    let of_round = match budget {
        Budget::Time(time) => Budget::Time(time / ROUNDS as u32),
        Budget::Work(steps) => Budget::Work(steps),
    };
    (symbols.len() == ROUNDS * TURNS).then(|| {
        let mut dual = Dual::new(case, times);
        let rounds = symbols.chunks(TURNS);
        let sum: f64 = rounds
            .map(|round| dual.bound(round, &mut Clock::start(of_round)))
            .sum();
        sum / ROUNDS as f64
    })
}

/// Returns the hash of a case and the symbols of its rounds by which tables name
/// them.
pub fn fingerprint_of(case: &Case, symbols: &[Symbol]) -> u64 {
    let numbers = symbols.iter().map(|symbol| format!("{symbol}\n"));
    let text = case.to_string() + &numbers.collect::<String>();
    fingerprint(text.into_bytes())
}
