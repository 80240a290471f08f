//! Finds the best card with the bonus, by dynamic programming over sets of rounds (as in Held and
//! Karp, "A dynamic programming approach to sequencing problems", 1962).
//!
//! A split is a choice of the six rounds that go to the upper categories. For a fixed split, the
//! highest upper sum is best for the total and for the bonus. So two tables settle a game: by set
//! of rounds, the highest upper sum and the highest lower sum. All sums fit a byte. The games of a
//! batch are processed in parallel.

use crate::lanes::{Lanes, LANES};
use crate::table::GameScores;
use common::yahtzee::{Card, Category, BONUS, BONUS_FROM, ROUNDS, UPPER};

/// By size, the index of the first set. Sets of at most six rounds are ordered by size.
const FIRST: [usize; UPPER + 2] = [0, 1, 14, 92, 378, 1093, 2380, SETS];
/// Number of sets of at most six of the thirteen rounds: half of all sets.
const SETS: usize = 1 << (ROUNDS - 1);
/// Index of the first split. The splits are the sets of six rounds.
const SPLITS: usize = FIRST[UPPER];

/// The last lower category to be entered.
const CHANCE: usize = Category::Chance as usize;

/// A set of at most six rounds, by its index below [`SETS`].
#[derive(Clone, Copy)]
struct SetId(u16);

impl SetId {
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A way to build a set of rounds: add `round` to the set `from`, which has one round fewer.
#[derive(Clone, Copy)]
struct Transition {
    from: SetId,
    round: u16,
}

/// Highest sums of a batch, by set of rounds and game.
type Sums = [Lanes; SETS];
/// Scores of a batch in one category, by round and game.
type Column = [Lanes; ROUNDS];

pub struct SplitSolver {
    /// By size k from 1 to 6: for each set of k rounds, its k ways to add the last round.
    transitions: [Vec<Transition>; UPPER],
    /// For each split, the 7 ways to add the last of the seven other rounds.
    complements: Vec<Transition>,
    /// By set, the highest sum of its rounds in the first upper categories.
    upper: Box<Sums>,
    /// By set, the highest sum of its rounds in the first categories after the chance.
    lower: Box<Sums>,
    columns: [Column; ROUNDS],
}

impl SplitSolver {
    pub fn new() -> SplitSolver {
        let mut masks: Vec<usize> =
            (0..1usize << ROUNDS).filter(|mask| mask.count_ones() as usize <= UPPER).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        let mut index = vec![SetId(0); 1 << ROUNDS];
        for (position, &mask) in (0..).zip(&masks) {
            index[mask] = SetId(position);
        }
        let ways = |mask: usize| {
            let index = &index;
            (0..ROUNDS as u16)
                .filter(move |round| mask >> round & 1 == 1)
                .map(move |round| Transition { from: index[mask & !(1 << round)], round })
        };
        let all = (1 << ROUNDS) - 1;
        SplitSolver {
            transitions: std::array::from_fn(|size| {
                let sets = &masks[FIRST[size + 1]..FIRST[size + 2]];
                sets.iter().flat_map(|&mask| ways(mask)).collect()
            }),
            complements: (masks[SPLITS..].iter()).flat_map(|&mask| ways(all & !mask)).collect(),
            upper: Box::new([Lanes::ZERO; SETS]),
            lower: Box::new([Lanes::ZERO; SETS]),
            columns: [[Lanes::ZERO; ROUNDS]; ROUNDS],
        }
    }

    pub fn solve<'a>(
        &'a mut self,
        games: impl Iterator<Item = &'a GameScores<'a>>,
    ) -> impl Iterator<Item = Card> + 'a {
        let mut count = 0;
        for (lane, rows) in games.take(LANES).enumerate() {
            for (round, row) in rows.iter().enumerate() {
                for (column, &score) in self.columns.iter_mut().zip(*row) {
                    column[round].0[lane] = score;
                }
            }
            count += 1;
        }
        let transitions = &self.transitions;
        for (half, first) in [(&mut self.upper, 0), (&mut self.lower, CHANCE + 1)] {
            let columns = &self.columns[first..];
            extend::<1>(&transitions[0], half, &columns[0]);
            extend::<2>(&transitions[1], half, &columns[1]);
            extend::<3>(&transitions[2], half, &columns[2]);
            extend::<4>(&transitions[3], half, &columns[3]);
            extend::<5>(&transitions[4], half, &columns[4]);
            extend::<6>(&transitions[5], half, &columns[5]);
        }
        let splits = self.best_splits();
        (0..count).map(move |lane| self.card(lane, splits[lane] as usize))
    }

    /// Returns, for each game, the number of the split with the highest total, counted from 0.
    fn best_splits(&self) -> [i16; LANES] {
        let mut best = [-1; LANES];
        let mut splits = [0; LANES];
        let ways = self.complements.chunks_exact(UPPER + 1);
        for (split, (ways, upper)) in (0..).zip(ways.zip(&self.upper[SPLITS..])) {
            let lower = best_of(ways, &*self.lower, &self.columns[CHANCE]);
            for lane in 0..LANES {
                let upper = i16::from(upper.0[lane]);
                let bonus = if upper >= BONUS_FROM as i16 { BONUS as i16 } else { 0 };
                let total = upper + bonus + i16::from(lower.0[lane]);
                // A mask instead of a branch, which would prevent vectorisation.
                let better = -i16::from(total > best[lane]);
                best[lane] = best[lane].max(total);
                splits[lane] = (split & better) | (splits[lane] & !better);
            }
        }
        splits
    }

    fn card(&self, lane: usize, split: usize) -> Card {
        let mut card = Card::default();
        let upper = SPLITS + split;
        self.trace_back(&mut card, lane, &self.upper, upper, 0);
        let ways = &self.complements[split * (UPPER + 1)..][..UPPER + 1];
        let chance = &self.columns[CHANCE];
        let sum = |way: &Transition| {
            self.lower[way.from.index()].0[lane] + chance[usize::from(way.round)].0[lane]
        };
        if let Some(way) = ways.iter().max_by_key(|way| sum(way)) {
            card.scores[CHANCE] = chance[usize::from(way.round)].0[lane];
            self.trace_back(&mut card, lane, &self.lower, way.from.index(), CHANCE + 1);
        }
        card
    }

    /// Enters the rounds of `set` in the six categories from `first` on, as in `sums`.
    fn trace_back(&self, card: &mut Card, lane: usize, sums: &Sums, mut set: usize, first: usize) {
        for size in (0..UPPER).rev() {
            let column = &self.columns[first + size];
            let ways = &self.transitions[size][(set - FIRST[size + 1]) * (size + 1)..][..size + 1];
            let best = sums[set].0[lane];
            for way in ways {
                let score = column[usize::from(way.round)].0[lane];
                if sums[way.from.index()].0[lane] + score == best {
                    card.scores[first + size] = score;
                    set = way.from.index();
                    break;
                }
            }
        }
    }
}

/// Computes the sums of the sets of `SIZE` rounds. Compared with smaller sets, they fill one more
/// category; `column` has its scores.
fn extend<const SIZE: usize>(transitions: &[Transition], sums: &mut Sums, column: &Column) {
    let (known, rest) = sums.split_at_mut(FIRST[SIZE]);
    for (ways, sum) in transitions.chunks_exact(SIZE).zip(rest) {
        *sum = best_of(ways, known, column);
    }
}

/// Returns the highest sum over the ways to build a set.
#[inline(always)]
fn best_of(ways: &[Transition], sums: &[Lanes], column: &Column) -> Lanes {
    let mut best = Lanes::ZERO;
    for way in ways {
        best.max_with_sum(&sums[way.from.index()], &column[usize::from(way.round)]);
    }
    best
}
