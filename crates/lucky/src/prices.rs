//! Bid prices of open squares, by number of open squares and turns left.
//!
//! The price is the difference of two values of a dynamic programme: the expected points with k and
//! with k - 1 open squares. An arrival brings its value, a bonus and a gain. The distribution of
//! bonus and gain depends on how full the board is. It is learned from simulated or played rounds.

use common::lucky::stopping::StoppingValue;
use common::lucky::{Case, TURNS};

use crate::square_value::{RoundProfile, STAGES};
use crate::tuning::bid_price::{BASELINE_SHARE, RATE_REFUSED, RATE_TAKEN, STAGE_TURNS};

/// Number of fill levels. Each is an equal range of the number of open squares.
const FILL_LEVELS: usize = 40;
/// Maximum number of samples per fill level.
const MAX_SAMPLES: usize = 800;
const TABLE_STEPS: usize = 112;
/// Range of the tables of excesses, in units of the largest bonus.
const LOWEST_SAMPLE: f64 = -3.0;
const HIGHEST_SAMPLE: f64 = 4.0;
/// Maximum number of classes of values. 12 change the score by less than 0.1 %.
const MAX_CLASSES: usize = 6;

/// Prices by open squares and turns left, with the statistics from which they are computed.
pub struct PriceTable {
    squares: usize,
    /// Price in points; row `k` has `TURNS + 1` entries, by turns left.
    table: Vec<f32>,
    classes: Vec<ValueClass>,
    /// Largest bonus, in points.
    bonus_scale: f64,
    levels: Vec<FillLevel>,
    stages: [StageTotals; STAGES],
    /// Expected arrivals of one symbol in a stage.
    stage_arrivals: f32,
}

#[derive(Clone, Copy, Debug)]
struct ValueClass {
    /// Mean value, in points per turn.
    mean: f64,
    share: f64,
}

/// The mean excess of samples over a price, by step of the price, and its change to the next step;
/// both in points.
type ExcessTable = [[f32; 2]; TABLE_STEPS + 1];

/// Statistics of the turns with a similar number of open squares.
#[derive(Clone, Default)]
struct FillLevel {
    /// Bonus and gain of arrivals minus `mean_gain`, in points; the oldest first.
    samples: Vec<f32>,
    /// Moving average of the gain of a placed symbol, in points.
    mean_gain: f64,
}

#[derive(Clone, Copy, Default)]
struct StageTotals {
    turns: f64,
    open: f64,
    best_bonus: f64,
}

/// Data of one turn from which prices are learned.
pub struct Observation {
    /// Number of open squares before the turn, at least 1.
    pub open: usize,
    /// Number of turns left, including this turn.
    pub turns_left: usize,
    /// Largest bonus on any open square, in points.
    pub best_bonus: f32,
    /// Bonus on the chosen square, in points.
    pub bonus: f32,
    /// Change of the premiums of the squares around the chosen square, minus the premium of the
    /// chosen square, in points.
    pub gain: f32,
    pub taken: bool,
}

impl PriceTable {
    pub fn new(case: &Case, squares: usize) -> PriceTable {
        let worth = StoppingValue::new(case.values(), squares);
        let mut table = vec![0.0; TURNS + 1];
        for open in 1..=squares {
            table.extend((0..=TURNS).map(|turns| worth.price(open, turns) as f32));
        }
        let largest = case.pairs().map(|pair| pair.points).max();
        PriceTable {
            squares,
            table,
            classes: classes(case.values()),
            bonus_scale: f64::from(largest.unwrap_or(1)),
            levels: vec![FillLevel::default(); FILL_LEVELS],
            stages: [StageTotals::default(); STAGES],
            stage_arrivals: STAGE_TURNS as f32 / case.values().len() as f32,
        }
    }

    /// Returns the worth, in points, of the last of `open` squares with `turns` turns left.
    pub fn price(&self, open: usize, turns: usize) -> f32 {
        self.table[open * (TURNS + 1) + turns]
    }

    /// Returns the mean gain, in points, of a placed symbol when `open` squares are open. The price
    /// contains this mean, so that only the excess of a gain counts.
    pub fn mean_gain(&self, open: usize) -> f32 {
        self.levels[self.level(open)].mean_gain as f32
    }

    fn level(&self, open: usize) -> usize {
        (open - 1) * FILL_LEVELS / self.squares
    }

    pub fn observe(&mut self, observation: &Observation) {
        let stage = &mut self.stages[observation.turns_left / STAGE_TURNS];
        stage.turns += 1.0;
        stage.open += observation.open as f64;
        stage.best_bonus += f64::from(observation.best_bonus);
        let index = self.level(observation.open);
        let level = &mut self.levels[index];
        let sample = f64::from(observation.bonus) + f64::from(observation.gain) - level.mean_gain;
        level.samples.push(sample as f32);
        let rate = if observation.taken { RATE_TAKEN } else { RATE_REFUSED };
        level.mean_gain += rate * (f64::from(observation.gain) - level.mean_gain);
    }

    /// Adds a turn with a full board.
    pub fn observe_full(&mut self, turns_left: usize) {
        self.stages[turns_left / STAGE_TURNS].turns += 1.0;
    }

    /// Computes the prices from the samples, then forgets all but the latest samples.
    pub fn refit(&mut self) {
        let tables = self.excess_tables();
        let lowest = (LOWEST_SAMPLE * self.bonus_scale) as f32;
        let steps_a_point = 1.0 / self.step() as f32;
        let of_class = |class: &ValueClass| (class.mean as f32, class.share as f32);
        let classes: Vec<(f32, f32)> = self.classes.iter().map(of_class).collect();
        let mean_excess = |table: &ExcessTable, turns: f32, price: f32| {
            let of_class = |&(value, share): &(f32, f32)| {
                let at = (price - value * turns - lowest) * steps_a_point;
                // Below the table, the function continues with the slope of its first step.
                let below = (at as i32).clamp(0, TABLE_STEPS as i32) as usize;
                let [start, rise] = table[below];
                share * (start + (at - below as f32) * rise)
            };
            classes.iter().map(of_class).sum::<f32>()
        };
        let mut worth = vec![0.0; TURNS + 1];
        for open in 1..=self.squares {
            let fewer = worth.clone();
            let table = &tables[self.level(open)];
            for turns in 1..=TURNS {
                let price = (worth[turns - 1] - fewer[turns - 1]) as f32;
                let gain = mean_excess(table, turns as f32, price);
                worth[turns] = worth[turns - 1] + f64::from(gain);
            }
            let row = &mut self.table[open * (TURNS + 1)..(open + 1) * (TURNS + 1)];
            for ((price, with), without) in row.iter_mut().zip(&worth).zip(&fewer) {
                *price = (with - without) as f32;
            }
        }
        for level in &mut self.levels {
            let forget = level.samples.len().saturating_sub(MAX_SAMPLES);
            level.samples.drain(..forget);
        }
    }

    pub fn profile(&self) -> RoundProfile {
        let mut profile = RoundProfile {
            price: [0.0; STAGES],
            baseline_bonus: [0.0; STAGES],
            stage_arrivals: self.stage_arrivals,
            current_stage: 0,
        };
        for index in 0..STAGES {
            let seen = &self.stages[index];
            let turns = seen.turns.max(1.0);
            let open = (seen.open / turns).round() as usize;
            profile.baseline_bonus[index] = (BASELINE_SHARE * seen.best_bonus / turns) as f32;
            let middle = (index * STAGE_TURNS + STAGE_TURNS / 2).min(TURNS);
            profile.price[index] = self.price(open.max(1), middle);
        }
        profile
    }

    /// Returns the width of a step of the tables of excesses, in points.
    fn step(&self) -> f64 {
        (HIGHEST_SAMPLE - LOWEST_SAMPLE) * self.bonus_scale / TABLE_STEPS as f64
    }

    /// Returns a table for each fill level. A level without samples uses those of the nearest level
    /// with samples. Above the last step the excess is 0.
    fn excess_tables(&self) -> Vec<ExcessTable> {
        let mean_above = |samples: &[f32], step: usize| {
            let price = LOWEST_SAMPLE * self.bonus_scale + step as f64 * self.step();
            let above = |&sample: &f32| (f64::from(sample) - price).max(0.0);
            samples.iter().map(above).sum::<f64>() / samples.len() as f64
        };
        let has_samples = |index: usize| !self.levels[index].samples.is_empty();
        (0..FILL_LEVELS)
            .map(|index| {
                let nearest = (0..FILL_LEVELS)
                    .filter(|&other| has_samples(other))
                    .min_by_key(|other| other.abs_diff(index));
                let samples = nearest.map_or(&[0.0][..], |nearest| &self.levels[nearest].samples);
                let mut table = [[0.0; 2]; TABLE_STEPS + 1];
                let mut next = 0.0;
                for step in (0..TABLE_STEPS).rev() {
                    let mean = mean_above(samples, step);
                    table[step] = [mean as f32, (next - mean) as f32];
                    next = mean;
                }
                table
            })
            .collect()
    }
}

/// Returns the means of at most [`MAX_CLASSES`] classes of values, and their shares of the symbols.
fn classes(values: &[u32]) -> Vec<ValueClass> {
    let mut ascending = values.to_vec();
    ascending.sort_unstable();
    let class = |class: &[u32]| ValueClass {
        mean: class.iter().map(|&v| f64::from(v)).sum::<f64>() / class.len() as f64,
        share: class.len() as f64 / values.len() as f64,
    };
    let size = values.len().div_ceil(MAX_CLASSES);
    ascending.chunks(size).map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::Shape;
    use common::lucky::{BonusPair, Symbol};

    #[test]
    fn classes_keep_the_mean() {
        let values: Vec<u32> = (0..997).map(|i| i * i % 1000).collect();
        let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / 997.0;
        for values in [&values[..], &[4, 4, 7]] {
            let classes = classes(values);
            assert!(classes.len() <= MAX_CLASSES);
            let shares: f64 = classes.iter().map(|class| class.share).sum();
            assert!((shares - 1.0).abs() < 1e-9);
            let of_classes: f64 = classes.iter().map(|class| class.mean * class.share).sum();
            let of_values = values.iter().map(|&v| f64::from(v)).sum::<f64>() / values.len() as f64;
            assert!((of_classes - of_values).abs() < 1e-6);
        }
        assert!(mean > 0.0);
    }

    /// Without bonuses, the prices are those of optimal stopping.
    #[test]
    fn learned_prices_meet_the_exact_ones() {
        let values = vec![0, 2, 4, 6, 8, 10];
        let pair = BonusPair { x: Symbol::new(0), y: Symbol::new(1), points: 50 };
        let case = Case::new(Shape::square(6), values, vec![pair]).unwrap();
        let exact = PriceTable::new(&case, 36);
        let mut prices = PriceTable::new(&case, 36);
        prices.observe(&Observation {
            open: 36,
            turns_left: TURNS,
            best_bonus: 0.0,
            bonus: 0.0,
            gain: 0.0,
            taken: false,
        });
        prices.refit();
        for open in [1, 5, 20, 36] {
            for turns in [10, 99, 300, 999] {
                let (learned, exact) = (prices.price(open, turns), exact.price(open, turns));
                let off = (learned - exact).abs();
                let is_right = off <= 0.02 * exact + 10.0;
                assert!(is_right, "{open} {turns}: {learned} {exact}");
            }
        }
    }
}
