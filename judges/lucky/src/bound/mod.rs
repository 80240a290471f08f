//! The bound in a record. Cases without bonuses have their exact optimum. If only equal symbols have
//! bonuses, the bound is on the expected score. All other cases have a bound for a player who knows
//! all symbols in advance.

mod equal_pairs;
mod perfect_information;

use std::collections::HashMap;
use std::sync::LazyLock;

use common::fingerprint::fingerprint;
use common::lucky::stopping::StoppingValue;
use common::lucky::{Case, Symbol, TURNS};
use game::Bound;

pub use perfect_information::perfect_information_bound;
#[cfg(feature = "cases")]
pub(crate) use perfect_information::{Pdhg, RoundDuals, edges};

/// The mean score of the best strategy. A lucky run may exceed it.
const OPTIMUM: &str = "expected optimum";

/// A bound on the mean score of any strategy. A lucky run may exceed it.
const EXPECTED: &str = "expected bound";

/// A bound on any play of these rounds, even if the player knows all symbols.
const PERFECT_INFORMATION: &str = "perfect-information bound";

/// Perfect-information bounds of subtasks 5 to 7 for the first seeds. Columns 2, 3 and 5 of 5 are
/// `pair_multiplicity`, `bound` and `fingerprint`.
const TABLE: &str = include_str!("../../../../data/lucky/bounds.csv");

/// Bounds of the table, by fingerprint and by the number of times that a pair scores.
static KNOWN: LazyLock<HashMap<(u64, u32), f64>> = LazyLock::new(|| {
    let row = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        let fingerprint = u64::from_str_radix(fields.get(4)?, 16).ok()?;
        let pair_multiplicity = fields.get(1)?.parse().ok()?;
        Some(((fingerprint, pair_multiplicity), fields.get(2)?.parse().ok()?))
    };
    TABLE.lines().skip(1).filter_map(row).collect()
});

/// Returns a bound on the mean score of a round. Some cases have a bound on the expectation, which
/// a lucky run may exceed. Others have a bound on these rounds, from the table or after `steps`
/// steps.
pub(crate) fn bound(
    case: &Case,
    symbols: &[Symbol],
    pair_multiplicity: u32,
    steps: Option<u64>,
) -> Option<Bound> {
    if has_no_bonus(case) {
        let squares = case.shape().area();
        let optimum = StoppingValue::new(case.values(), squares).value(squares, TURNS);
        return Some(Bound::new(OPTIMUM, optimum));
    }
    if has_equal_pairs_alone(case) {
        let once = equal_pairs::bound(case, TURNS);
        return Some(Bound::new(EXPECTED, f64::from(pair_multiplicity) * once));
    }
    let row = (fingerprint_of(case, symbols), pair_multiplicity);
    let known = KNOWN.get(&row).copied();
    let found =
        steps.and_then(|steps| perfect_information_bound(case, symbols, pair_multiplicity, steps));
    let least = known.into_iter().chain(found).min_by(f64::total_cmp);
    least.map(|bound| Bound::new(PERFECT_INFORMATION, bound))
}

/// Returns an upper bound on the score of any round: every square has the highest value as early as
/// possible, and every pair scores the highest bonus `pair_multiplicity` times.
#[cfg(feature = "cases")]
pub(crate) fn most(case: &Case, pair_multiplicity: u32) -> f64 {
    let shape = case.shape();
    let most = |points: u64, count: u64| (points * count) as f64;
    let value = case.values().iter().max().copied().unwrap_or(0);
    let bonus = case.pairs().map(|pair| pair.points).max().unwrap_or(0);
    let turns = (0..shape.area().min(TURNS)).map(|placed| (TURNS - placed) as u64);
    let pairs = edges(shape) as u64;
    most(value.into(), turns.sum()) + most(u64::from(pair_multiplicity) * u64::from(bonus), pairs)
}

/// Returns true if the bound holds for the mean of many rounds only: a lucky round may exceed it.
#[cfg(feature = "cases")]
pub(crate) fn is_on_the_mean(case: &Case) -> bool {
    has_no_bonus(case) || has_equal_pairs_alone(case)
}

fn has_no_bonus(case: &Case) -> bool {
    case.pairs().next().is_none()
}

fn has_equal_pairs_alone(case: &Case) -> bool {
    let no_values = case.values().iter().all(|&value| value == 0);
    no_values && case.pairs().all(|pair| pair.x == pair.y)
}

/// Returns a hash of a case and of the symbols of its rounds. It identifies them in tables.
pub fn fingerprint_of(case: &Case, symbols: &[Symbol]) -> u64 {
    let numbers = symbols.iter().map(|symbol| format!("{symbol}\n"));
    let text = case.to_string() + &numbers.collect::<String>();
    fingerprint(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lucky;
    use common::lucky::ROUNDS;
    use game::{CasePlay, Game};

    fn lucky(subtask: &str) -> Lucky {
        Lucky::with(&[("subtask", subtask)]).unwrap()
    }

    #[test]
    fn every_row_of_the_table_is_read() {
        assert!(!KNOWN.is_empty());
        assert_eq!(KNOWN.len(), TABLE.lines().count() - 1);
    }

    /// The table is reproducible.
    #[test]
    fn rows_of_the_table_are_worked_out_again() {
        for (seed, subtask, pair_multiplicity) in [(1, "5", 1), (16, "5", 2)] {
            let game = lucky(subtask);
            let case = game.generate(seed);
            let mut rng = CasePlay::new(game, seed).rng();
            let kinds = case.values().len();
            let symbols: Vec<Symbol> =
                (0..ROUNDS * TURNS).filter_map(|_| case.symbol(rng.draw(kinds).unwrap())).collect();
            let bound =
                perfect_information_bound(&case, &symbols, pair_multiplicity, 2000).unwrap();
            let fingerprint = fingerprint_of(&case, &symbols);
            let row =
                format!("{seed}/{subtask},{pair_multiplicity},{bound:.1},2000,{fingerprint:016x}");
            assert!(TABLE.lines().any(|line| line == row), "{row}");
        }
    }

    /// The baseline contains the current bounds, both on expectations and from the table.
    #[test]
    fn the_baseline_is_of_these_bounds() {
        let baseline = include_str!("../../../../data/lucky/baseline.csv");
        let mut count = 0;
        for row in baseline.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let (Ok(seed), Some(subtask)) =
                (fields[0].parse::<u64>(), fields[1].strip_prefix("subtask-"))
            else {
                continue;
            };
            let bound = bound(&lucky(subtask).generate(seed), &[], 1, None);
            let bound = bound.map(|bound| bound.value.to_string());
            let known = || {
                let case = format!("{seed}/{subtask},1,");
                let row = TABLE.lines().find_map(|row| row.strip_prefix(&case));
                let value: f64 = row.unwrap().split(',').next().unwrap().parse().unwrap();
                value.to_string()
            };
            assert_eq!(fields[9], bound.unwrap_or_else(known), "{seed}/{subtask}");
            count += 1;
        }
        assert_eq!(count, 16 * 7);
    }
}
