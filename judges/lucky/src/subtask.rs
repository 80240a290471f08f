//! The seven official subtasks: the cases each draws, and what a score is worth.

use std::collections::HashSet;
use std::fmt;

use common::grid::Shape;
use common::lucky::round::ScoreParts;
use common::lucky::{BonusPair, Case, ROUNDS};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// One of the seven subtasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtask(&'static Row);

/// The bonus pairs of a subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnPairs {
    /// This many unordered pairs, drawn uniformly without repetition.
    Any(usize),
    /// Every symbol with itself.
    Equal,
}

/// A line of the official table.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    number: u8,
    /// Official points of the subtask.
    points: u32,
    shape: Shape,
    symbols: usize,
    pairs: DrawnPairs,
    max_value: u32,
    max_bonus: u32,
    /// Average scores at which the official percentage starts and is full.
    thresholds: (u64, u64),
}

#[rustfmt::skip]
static TABLE: [Row; 7] = {
    use DrawnPairs::{Any, Equal};
    const fn row(
        (number, points): (u8, u32), side: usize, (symbols, pairs): (usize, DrawnPairs),
        (max_value, max_bonus): (u32, u32), thresholds: (u64, u64),
    ) -> Row {
        Row { number, points, shape: Shape::square(side), symbols, pairs, max_value, max_bonus, thresholds }
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
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Subtask> {
        TABLE.iter().map(Subtask)
    }

    /// The subtask of this number, 1 to 7.
    pub fn numbered(number: u8) -> Option<Subtask> {
        Subtask::all().find(|subtask| subtask.number() == number)
    }

    /// The subtask whose table entry `case` fits, wherever it came from.
    pub fn of(case: &Case) -> Option<Subtask> {
        let pairs = case.pairs().count();
        let equal = case.pairs().all(|pair| pair.x == pair.y);
        Subtask::all().find(|Subtask(row)| {
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

    /// Its number, 1 to 7.
    pub fn number(self) -> u8 {
        self.0.number
    }

    /// Its official points.
    pub fn points(self) -> u32 {
        self.0.points
    }

    /// Draws one of its cases.
    pub fn draw(self, rng: &mut ChaCha8Rng) -> Case {
        let row = self.0;
        let values = (0..row.symbols)
            .map(|_| rng.random_range(0..=row.max_value))
            .collect();
        let chosen = match row.pairs {
            DrawnPairs::Any(count) => distinct_pairs(row.symbols, count, rng),
            DrawnPairs::Equal => (0..row.symbols).map(|x| (x, x)).collect(),
        };
        let pairs = chosen
            .into_iter()
            .map(|(x, y)| {
                let points = rng.random_range(1..=row.max_bonus);
                BonusPair::new(points, x, y, row.symbols)
            })
            .collect::<Result<Vec<BonusPair>, String>>();
        pairs
            .and_then(|pairs| Case::new(row.shape, values, pairs))
            .expect("the table keeps the rules of a case")
    }

    /// The official percentage of a case whose rounds scored `total` in sum,
    /// 0 to 100. It only fits the published thresholds if pairs pay twice.
    pub fn percentage(self, total: ScoreParts) -> u64 {
        let (from, to) = self.0.thresholds;
        let rounds = ROUNDS as u64;
        // 100 * (average - from) / (to - from), where the average is a hundredth.
        let share = total.twice().saturating_sub(from * rounds) * 100 / ((to - from) * rounds);
        share.min(100)
    }
}

/// `count` different unordered pairs, in the order they were drawn.
fn distinct_pairs(symbols: usize, count: usize, rng: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let all = (symbols * (symbols + 1) / 2) as u64;
    let mut seen = HashSet::new();
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let index = rng.random_range(0..all);
        if seen.insert(index) {
            pairs.push(pair_of(index));
        }
    }
    pairs
}

/// Pair `index` in the order (0,0) (0,1) (1,1) (0,2) (1,2) (2,2) …
fn pair_of(index: u64) -> (usize, usize) {
    let y = ((8 * index + 1).isqrt() - 1) / 2;
    ((index - y * (y + 1) / 2) as usize, y as usize)
}

impl fmt::Display for Subtask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_one_index() {
        let listed = (0..40usize).flat_map(|y| (0..=y).map(move |x| (x, y)));
        for (index, pair) in listed.enumerate() {
            assert_eq!(pair_of(index as u64), pair);
        }
    }

    #[test]
    fn the_points_make_a_hundred() {
        assert_eq!(Subtask::all().map(Subtask::points).sum::<u32>(), 100);
    }

    #[test]
    fn percentages_are_rounded_down_between_the_thresholds() {
        let percentage = |number: u8, average: u64, cents: u64| {
            let value = average * ROUNDS as u64 + cents;
            let subtask = Subtask::numbered(number).unwrap();
            subtask.percentage(ScoreParts {
                value,
                ..ScoreParts::default()
            })
        };
        assert_eq!(percentage(3, 2999, 99), 0);
        assert_eq!(percentage(3, 3000, 0), 0);
        assert_eq!(percentage(3, 3005, 89), 0);
        assert_eq!(percentage(3, 3005, 90), 1);
        assert_eq!(percentage(3, 3589, 99), 99);
        assert_eq!(percentage(3, 3590, 0), 100);
        assert_eq!(percentage(3, 9999, 0), 100);
        assert_eq!(percentage(4, 52, 0), 50);
        let paired = ScoreParts {
            value: 0,
            equal: 100 * 20,
            different: 100 * 6,
        };
        assert_eq!(Subtask::numbered(4).unwrap().percentage(paired), 50);
    }
}
