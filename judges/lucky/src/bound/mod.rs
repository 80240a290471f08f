//! Upper bounds on the score, chosen by the shape of the case.

mod clairvoyant;
mod equal;
mod stopping;

use common::lucky::{Case, ROUNDS, Symbol, TURNS};
use judge_kit::{Bound, BoundKind};

/// The bound on the mean score of a round that costs next to nothing, if the
/// case has one. It is one on the expectation: a lucky run may pass it.
/// `times` says how often an adjacent pair pays.
pub(crate) fn quick(case: &Case, times: u32) -> Option<Bound> {
    if case.pairs().next().is_none() {
        return Some(Bound {
            kind: BoundKind::ExpectedOptimum,
            value: stopping::optimum(case.values(), case.shape().area(), TURNS),
        });
    }
    let only_equal_pairs = case.pairs().all(|pair| pair.x == pair.y);
    let no_values = case.values().iter().all(|&value| value == 0);
    (only_equal_pairs && no_values).then(|| Bound {
        kind: BoundKind::ExpectedBound,
        value: f64::from(times) * equal::bound(case, TURNS),
    })
}

/// The bound on the mean score of these very rounds, for a player who knows
/// all symbols in advance; `None` unless the rounds are complete.
pub(crate) fn clairvoyant(case: &Case, symbols: &[Symbol], times: u32) -> Option<Bound> {
    (symbols.len() == ROUNDS * TURNS).then(|| {
        let mut dual = clairvoyant::Dual::new(case, times);
        let rounds = symbols.chunks(TURNS);
        let sum: f64 = rounds.map(|round| dual.bound(round)).sum();
        Bound {
            kind: BoundKind::ClairvoyantBound,
            value: sum / ROUNDS as f64,
        }
    })
}
