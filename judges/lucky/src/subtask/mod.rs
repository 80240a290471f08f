//! The seven official subtasks: their cases, and the official percentage of a score.

#[cfg(feature = "cases")]
mod draw;

use common::grid::Shape;
use common::lucky::round::ScoreParts;
use common::lucky::{Case, ROUNDS};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnPairs {
    /// This many unordered pairs, drawn uniformly without repetition.
    Any(usize),
    /// Every symbol with itself.
    Equal,
}

/// One of the seven subtasks: a row of the official table.
#[derive(Debug, PartialEq, Eq)]
pub struct Subtask {
    /// The subtask's number, 1 to 7.
    pub number: u8,
    /// The subtask's official points.
    pub points: u32,
    shape: Shape,
    symbols: usize,
    pairs: DrawnPairs,
    max_value: u32,
    max_bonus: u32,
    /// Average scores that give 0 % and 100 %.
    thresholds: (u64, u64),
}

#[rustfmt::skip]
static TABLE: [Subtask; 7] = {
    use DrawnPairs::{Any, Equal};
    const fn row(
        (number, points): (u8, u32), side: usize, (symbols, pairs): (usize, DrawnPairs),
        (max_value, max_bonus): (u32, u32), thresholds: (u64, u64),
    ) -> Subtask {
        Subtask { number, points, shape: Shape::square(side), symbols, pairs, max_value, max_bonus, thresholds }
    }
    [
        row((1, 8),   1, (1000, Any(0)),    (1000, 0),  (450_000, 953_000)),
        row((2, 8),   3, (1000, Any(0)),    (1000, 0),  (4_500_000, 8_120_000)),
        row((3, 18), 50, (10, Equal),       (0, 1),     (3_000, 3_590)),
        row((4, 18), 15, (2000, Equal),     (0, 1),     (0, 104)),
        row((5, 16), 20, (10, Any(50)),     (10, 2000), (2_500_000, 3_620_000)),
        row((6, 16), 20, (100, Any(500)),   (10, 2000), (1_500_000, 3_260_000)),
        row((7, 16), 20, (1000, Any(5000)), (10, 2000), (1_500_000, 2_580_000)),
    ]
};

impl Subtask {
    /// Returns all subtasks, in order.
    pub fn all() -> impl Iterator<Item = &'static Subtask> {
        TABLE.iter()
    }

    /// Returns the subtask with this number, 1 to 7.
    pub fn numbered(number: u8) -> Option<&'static Subtask> {
        Subtask::all().find(|subtask| subtask.number == number)
    }

    /// Returns the subtask whose row fits `case`, even if the case was not drawn for it.
    pub fn of(case: &Case) -> Option<&'static Subtask> {
        let pairs = case.pairs().count();
        let equal = case.pairs().all(|pair| pair.x == pair.y);
        Subtask::all().find(|row| {
            let bonuses = match row.pairs {
                DrawnPairs::Any(count) => pairs == count,
                DrawnPairs::Equal => pairs == row.symbols && equal,
            };
            let most_value = case.values().iter().max().copied().unwrap_or(0);
            let most_bonus = case.pairs().map(|pair| pair.points).max().unwrap_or(0);
            case.shape() == row.shape
                && case.values().len() == row.symbols
                && bonuses
                && most_value <= row.max_value
                && most_bonus <= row.max_bonus
        })
    }

    /// Returns the official percentage, 0 to 100, of a case whose rounds scored `total` together.
    /// It fits the published thresholds only if pairs score twice.
    pub fn percentage(&self, total: ScoreParts) -> u64 {
        let (from, to) = self.thresholds;
        let rounds = ROUNDS as u64;
        // 100 * (average - from) / (to - from), where the average is a hundredth of the total.
        let share = total.points(2).saturating_sub(from * rounds) * 100 / ((to - from) * rounds);
        share.min(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_make_a_hundred() {
        let found = Subtask::all().map(|subtask| subtask.points).sum::<u32>();
        assert_eq!(found, 100);
    }

    #[test]
    fn percentages_are_rounded_down_between_the_thresholds() {
        let percentage = |number: u8, average: u64, cents: u64| {
            let value = average * ROUNDS as u64 + cents;
            let subtask = Subtask::numbered(number).unwrap();
            subtask.percentage(ScoreParts { value, ..ScoreParts::default() })
        };
        assert_eq!(percentage(3, 2999, 99), 0);
        assert_eq!(percentage(3, 3000, 0), 0);
        assert_eq!(percentage(3, 3005, 89), 0);
        assert_eq!(percentage(3, 3005, 90), 1);
        assert_eq!(percentage(3, 3589, 99), 99);
        assert_eq!(percentage(3, 3590, 0), 100);
        assert_eq!(percentage(3, 9999, 0), 100);
        assert_eq!(percentage(4, 52, 0), 50);
        let paired = ScoreParts { value: 0, equal: 100 * 20, different: 100 * 6 };
        assert_eq!(Subtask::numbered(4).unwrap().percentage(paired), 50);
    }
}
