//! What an open square costs: learned from whole rounds, simulated or played.

use common::lucky::{Case, TURNS};

use crate::prospect::{Outlook, SLICE, SLICES};
use crate::stopping::Worth;

/// Groups of rounds' states by how much of the board is open.
const GROUPS: usize = 40;
/// Offers remembered in each group.
const MEMORY: usize = 800;
/// Steps of the table of a group's offers.
const STEPS: usize = 112;
/// The least and the largest bonus told apart, in largest bonuses.
const LEAST: f64 = -3.0;
const LARGEST: f64 = 4.0;
/// Values told apart.
const CLASSES: usize = 12;
/// How fast the mean gain of a group follows a symbol that is taken, and one
/// that is not.
const TAKEN: f64 = 0.05;
const REFUSED: f64 = 0.003;
/// Share of the usual bonus that a symbol finds anyway.
const GOING_SHARE: f64 = 0.5;

/// Prices by open squares and turns left.
pub struct Prices {
    squares: usize,
    /// Row `k` has `TURNS + 1` entries, by turns left.
    table: Vec<f32>,
    /// Mean value of each class of symbols, and its share of the symbols.
    classes: Vec<(f64, f64)>,
    unit: f64,
    groups: Vec<Group>,
    slices: [Slice; SLICES],
    arrivals: f32,
}

/// What happened with a like share of the board open.
#[derive(Clone, Default)]
struct Group {
    /// Points that arrivals brought beside their value, less `usual`.
    offers: Vec<f32>,
    /// What taking a symbol usually does for the squares around it.
    usual: f64,
}

/// What happened in a slice of the rounds.
#[derive(Clone, Copy, Default)]
struct Slice {
    turns: f64,
    open: f64,
    found: f64,
}

/// One turn, to learn from.
pub struct Lesson {
    /// Open squares before the turn; at least 1.
    pub open: usize,
    /// Turns left, this one included.
    pub turns_left: usize,
    /// Bonus of the best square for bonuses alone.
    pub found: f32,
    /// Bonus of the chosen square.
    pub bonus: f32,
    /// What the choice does for the squares around it.
    pub gain: f32,
    /// Whether the symbol was taken.
    pub taken: bool,
}

impl Prices {
    /// The prices that would hold without bonuses.
    pub fn new(case: &Case, squares: usize) -> Prices {
        let worth = Worth::new(case.values(), squares);
        let mut table = vec![0.0; TURNS + 1];
        for open in 1..=squares {
            table.extend((0..=TURNS).map(|turns| worth.price(open, turns) as f32));
        }
        let largest = case.pairs().map(|pair| pair.points).max();
        Prices {
            squares,
            table,
            classes: classes(case.values()),
            unit: f64::from(largest.unwrap_or(1)),
            groups: vec![Group::default(); GROUPS],
            slices: [Slice::default(); SLICES],
            arrivals: SLICE as f32 / case.values().len() as f32,
        }
    }

    /// What the last of `open` squares is worth with `turns` turns left.
    pub fn price(&self, open: usize, turns: usize) -> f32 {
        self.table[open * (TURNS + 1) + turns]
    }

    /// What taking a symbol usually does for the squares around it; a choice
    /// that does more than that is worth more.
    pub fn usual_gain(&self, open: usize) -> f32 {
        self.groups[self.group(open)].usual as f32
    }

    fn group(&self, open: usize) -> usize {
        (open - 1) * GROUPS / self.squares
    }

    /// Learns from one turn.
    pub fn observe(&mut self, lesson: &Lesson) {
        let slice = &mut self.slices[lesson.turns_left / SLICE];
        slice.turns += 1.0;
        slice.open += lesson.open as f64;
        slice.found += f64::from(lesson.found);
        let group = self.group(lesson.open);
        let group = &mut self.groups[group];
        let offer = f64::from(lesson.bonus) + f64::from(lesson.gain) - group.usual;
        group.offers.push(offer as f32);
        let rate = if lesson.taken { TAKEN } else { REFUSED };
        group.usual += rate * (f64::from(lesson.gain) - group.usual);
    }

    /// A turn that finds the board full.
    pub fn observe_full(&mut self, turns_left: usize) {
        self.slices[turns_left / SLICE].turns += 1.0;
    }

    /// Works the prices out anew and forgets a part of what was seen.
    pub fn learn(&mut self) {
        let tables = self.offer_tables();
        let least = (LEAST * self.unit) as f32;
        let steps_a_point = 1.0 / self.step() as f32;
        let of_class = |&(value, share): &(f64, f64)| (value as f32, share as f32);
        let classes: Vec<(f32, f32)> = self.classes.iter().map(of_class).collect();
        // Expected points above `price` of an arrival with `turns` turns left.
        let expected = |table: &[[f32; 2]; STEPS + 1], turns: f32, price: f32| -> f32 {
            let above = |&(value, share): &(f32, f32)| {
                let at = (price - value * turns - least) * steps_a_point;
                // Below the table it is as straight as its first step.
                let below = (at as i32).clamp(0, STEPS as i32) as usize;
                let [start, rise] = table[below];
                share * (start + (at - below as f32) * rise)
            };
            classes.iter().map(above).sum()
        };
        let mut worth = vec![0.0; TURNS + 1];
        for open in 1..=self.squares {
            let fewer = worth.clone();
            let table = &tables[self.group(open)];
            for turns in 1..=TURNS {
                let price: f64 = worth[turns - 1] - fewer[turns - 1];
                let gain = expected(table, turns as f32, price as f32);
                worth[turns] = worth[turns - 1] + f64::from(gain);
            }
            let row = &mut self.table[open * (TURNS + 1)..(open + 1) * (TURNS + 1)];
            for ((price, with), without) in row.iter_mut().zip(&worth).zip(&fewer) {
                *price = (with - without) as f32;
            }
        }
        for group in &mut self.groups {
            let forget = group.offers.len().saturating_sub(MEMORY);
            group.offers.drain(..forget);
        }
    }

    /// A typical round, by what was seen lately.
    pub fn outlook(&mut self) -> Outlook {
        let mut outlook = Outlook {
            price: [0.0; SLICES],
            going: [0.0; SLICES],
            arrivals: self.arrivals,
            now: 0,
        };
        for index in 0..SLICES {
            let seen = &mut self.slices[index];
            let turns = seen.turns.max(1.0);
            let open = (seen.open / turns).round() as usize;
            outlook.going[index] = (GOING_SHARE * seen.found / turns) as f32;
            for number in [&mut seen.turns, &mut seen.open, &mut seen.found] {
                *number *= 0.5;
            }
            let middle = (index * SLICE + SLICE / 2).min(TURNS);
            outlook.price[index] = self.price(open.max(1), middle);
        }
        outlook
    }

    fn step(&self) -> f64 {
        (LARGEST - LEAST) * self.unit / STEPS as f64
    }

    /// For each group, the mean of what its offers are above a bonus and how it
    /// changes, by steps of the bonus; a group not seen is like the nearest one
    /// that was. Above the last step nothing is offered.
    fn offer_tables(&self) -> Vec<[[f32; 2]; STEPS + 1]> {
        let mean_above = |offers: &[f32], step: usize| {
            let bonus = LEAST * self.unit + step as f64 * self.step();
            let above = |&offer: &f32| (f64::from(offer) - bonus).max(0.0);
            offers.iter().map(above).sum::<f64>() / offers.len() as f64
        };
        let seen = |index: usize| !self.groups[index].offers.is_empty();
        (0..GROUPS)
            .map(|index| {
                let nearest = (0..GROUPS)
                    .filter(|&other| seen(other))
                    .min_by_key(|other| other.abs_diff(index));
                let offers = nearest.map_or(&[0.0][..], |nearest| &self.groups[nearest].offers);
                let mut table = [[0.0; 2]; STEPS + 1];
                let mut next = 0.0;
                for step in (0..STEPS).rev() {
                    let mean = mean_above(offers, step);
                    table[step] = [mean as f32, (next - mean) as f32];
                    next = mean;
                }
                table
            })
            .collect()
    }
}

/// Groups the values into at most [`CLASSES`] classes, each with its mean and
/// its share. Few different values keep a class each.
fn classes(values: &[u32]) -> Vec<(f64, f64)> {
    let mut ascending = values.to_vec();
    ascending.sort_unstable();
    let mut different = ascending.clone();
    different.dedup();
    let mean =
        |class: &[u32]| class.iter().map(|&v| f64::from(v)).sum::<f64>() / class.len() as f64;
    let share = |class: &[u32]| class.len() as f64 / values.len() as f64;
    let class = |class: &[u32]| (mean(class), share(class));
    if different.len() <= CLASSES {
        let same = |&value: &u32| {
            let first = ascending.partition_point(|&other| other < value);
            let last = ascending.partition_point(|&other| other <= value);
            class(&ascending[first..last])
        };
        different.iter().map(same).collect()
    } else {
        ascending
            .chunks(values.len().div_ceil(CLASSES))
            .map(class)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::Shape;
    use common::lucky::Pair;

    #[test]
    fn classes_keep_the_mean() {
        let values: Vec<u32> = (0..997).map(|i| i * i % 1000).collect();
        let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / 997.0;
        for values in [&values[..], &[4, 4, 7]] {
            let classes = classes(values);
            assert!(classes.len() <= CLASSES);
            let shares: f64 = classes.iter().map(|class| class.1).sum();
            assert!((shares - 1.0).abs() < 1e-9);
            let of_classes: f64 = classes.iter().map(|(mean, share)| mean * share).sum();
            let of_values = values.iter().map(|&v| f64::from(v)).sum::<f64>() / values.len() as f64;
            assert!((of_classes - of_values).abs() < 1e-6);
        }
        assert!(mean > 0.0);
    }

    /// Without bonuses to offer, learning must find the optimal stopping prices.
    #[test]
    fn learned_prices_meet_the_exact_ones() {
        let values = vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        let pair = Pair {
            x: 0,
            y: 1,
            points: 50,
        };
        let case = Case::new(Shape::square(6), values, vec![pair]).unwrap();
        let exact = Prices::new(&case, 36);
        let mut prices = Prices::new(&case, 36);
        prices.observe(&Lesson {
            open: 36,
            turns_left: TURNS,
            found: 0.0,
            bonus: 0.0,
            gain: 0.0,
            taken: false,
        });
        prices.learn();
        for open in [1, 5, 20, 36] {
            for turns in [10, 99, 300, 999] {
                let (learned, exact) = (prices.price(open, turns), exact.price(open, turns));
                let off = (learned - exact).abs();
                assert!(
                    off <= 0.02 * exact + 10.0,
                    "{open} {turns}: {learned} {exact}"
                );
            }
        }
    }
}
