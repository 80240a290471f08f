//! Upper bounds on the score: at once, from a table, or worked out for a given time.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use common::clock::Budget;
use common::lucky::bound::{clairvoyant_bound, expected_bound, expected_optimum, fingerprint_of};
use common::lucky::{Case, Symbol};
use game::Bound;

/// Kind of a bound that is the mean of the best strategy; a lucky run may pass it.
const OPTIMUM: &str = "expected optimum";

/// Kind of a bound that no strategy's mean passes; a lucky run may.
const EXPECTED: &str = "expected bound";

/// Kind of a bound that no play of these very rounds passes, not even with all symbols known.
const CLAIRVOYANT: &str = "clairvoyant bound";

/// Clairvoyant bounds of subtasks 5 to 7 of the first seeds: columns `times`,
/// `bound` and `fingerprint`, 2, 3 and 5 of 5.
const TABLE: &str = include_str!("../../../data/lucky/bounds.csv");

/// Bounds of the table by fingerprint and by the times that a pair pays.
static KNOWN: LazyLock<HashMap<(u64, u32), f64>> = LazyLock::new(|| {
    let row = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        let fingerprint = u64::from_str_radix(fields.get(4)?, 16).ok()?;
        let times = fields.get(1)?.parse().ok()?;
        Some(((fingerprint, times), fields.get(2)?.parse().ok()?))
    };
    TABLE.lines().skip(1).filter_map(row).collect()
});

/// Returns a bound on the mean score of a round: one on the expectation, which a
/// lucky run may pass, where the case has one; else one on these very rounds, from
/// the table or after `time` is spent on it.
pub(crate) fn bound(
    case: &Case,
    symbols: &[Symbol],
    times: u32,
    time: Option<Duration>,
) -> Option<Bound> {
    let optimum = || expected_optimum(case).map(|mean| Bound::new(OPTIMUM, mean));
    let expected = || {
        let bound = expected_bound(case).map(|once| f64::from(times) * once);
        bound.map(|bound| Bound::new(EXPECTED, bound))
    };
    let clairvoyant = || {
        let known = KNOWN.get(&(fingerprint_of(case, symbols), times)).copied();
        let found =
            time.and_then(|time| clairvoyant_bound(case, symbols, times, Budget::Time(time)));
        let least = known.into_iter().chain(found).min_by(f64::total_cmp);
        least.map(|bound| Bound::new(CLAIRVOYANT, bound))
    };
    optimum().or_else(expected).or_else(clairvoyant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lucky, Pairs, Subtask};
    use common::lucky::{ROUNDS, TURNS};
    use game::{Game, choices};
    use rand::RngExt;

    fn lucky(subtask: &str) -> Lucky {
        Lucky {
            subtask: Subtask::numbered(subtask.parse().unwrap()),
            pairs: Pairs::Once,
            bound_time: None,
            rounds: ROUNDS as u8,
        }
    }

    #[test]
    fn every_row_of_the_table_is_read() {
        assert!(!KNOWN.is_empty());
        assert_eq!(KNOWN.len(), TABLE.lines().count() - 1);
    }

    /// The command that made the table makes the same rows today.
    #[test]
    fn rows_of_the_table_are_worked_out_again() {
        for (seed, subtask, times) in [(1, "5", 1), (16, "5", 2)] {
            let game = lucky(subtask);
            let case = game.generate(seed);
            let mut choices = choices(&game, seed, None);
            let kinds = case.values().len();
            let symbols: Vec<Symbol> = (0..ROUNDS * TURNS)
                .filter_map(|_| case.symbol(choices.random_range(0..kinds)))
                .collect();
            let bound = clairvoyant_bound(&case, &symbols, times, Budget::Work(2000)).unwrap();
            let fingerprint = fingerprint_of(&case, &symbols);
            let row = format!("{seed}/{subtask},{times},{bound:.1},2000,{fingerprint:016x}");
            assert!(TABLE.lines().any(|line| line == row), "{row}");
        }
    }

    /// The baseline has today's bounds on expectations, and the table's on foresight.
    #[test]
    fn the_baseline_is_of_these_bounds() {
        let baseline = include_str!("../../../data/lucky/baseline.csv");
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
