//! The cases of the match, drawn as TopCoder's tester draws them.

use std::ops::RangeInclusive;

use common::slider::case::{COLOURS, HOLES, SIDES};

use super::generate::{CaseParameters, CellSource, FILLS};
use super::secure_random::SecureRandom;
use crate::Drawn;

/// Draws the case of a seed. Seed 1 has the minimum of all parameters and seed 2 the maximum; their
/// drawn parameters are discarded.
pub fn draw(seed: u64) -> Drawn {
    let mut random = SecureRandom::new(seed);
    let colours = usize::from(*COLOURS.start())..=usize::from(*COLOURS.end());
    let parameters = CaseParameters {
        side: chosen(seed, SIDES, random.integer(SIDES)),
        colours: chosen(seed, COLOURS, random.integer(colours) as u8),
        holes: chosen(seed, HOLES, random.integer(HOLES)),
        fill: chosen(seed, FILLS, random.real(*FILLS.start(), *FILLS.end())),
    };
    parameters.draw(&mut random)
}

/// Returns the parameter of a seed: an end of its range for seeds 1 and 2, else the drawn one.
fn chosen<T: Copy>(seed: u64, range: RangeInclusive<T>, drawn: T) -> T {
    match seed {
        1 => *range.start(),
        2 => *range.end(),
        _ => drawn,
    }
}

impl CellSource for SecureRandom {
    /// Draws the row before the column.
    fn cell(&mut self, side: usize) -> usize {
        let row = self.integer(0..=side - 1);
        row * side + self.integer(0..=side - 1)
    }

    fn is_block(&mut self, fill: f64) -> bool {
        self.real(0.0, 1.0) < fill
    }

    fn value(&mut self, colours: u8) -> u8 {
        self.integer(1..=usize::from(colours)) as u8
    }
}

#[cfg(test)]
mod tests {
    use common::slider::board::Cell;

    use super::*;

    /// The sums of the match's own cases. The columns are the seed, the sum, and others.
    const OFFICIAL: &str = include_str!("../../../../data/slider/official.csv");

    /// Returns the sum of (N² − i)(value − 1) over all values in descending order, with i from 0.
    fn sum(drawn: &Drawn) -> usize {
        let cells = drawn.case.board().cells().iter();
        let mut values: Vec<usize> = cells
            .filter_map(|cell| match cell {
                Cell::Block(value) => Some(value.get().into()),
                _ => None,
            })
            .collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        let turns = drawn.case.turns();
        values.iter().zip(0..).map(|(value, i)| (turns - i) * (value - 1)).sum()
    }

    #[test]
    fn sums_are_those_of_the_match() {
        let mut checked = 0;
        for row in OFFICIAL.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let (seed, recorded) = (fields[0].parse().unwrap(), fields[1]);
            if !recorded.is_empty() {
                assert_eq!(sum(&draw(seed)).to_string(), recorded, "seed {seed}");
                checked += 1;
            }
        }
        assert_eq!(checked, 50);
    }
}
