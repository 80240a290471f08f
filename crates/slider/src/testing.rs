//! Random boards and plays for the tests.

use common::clock::{Budget, Clock};
use common::rng::Rng;
use common::slider::board::Landing;
use common::slider::{Case, Turn};
use common::tokens::Tokens;
use oracles::slider::{draw_cells, PlainCase};
use proptest::prelude::*;

use crate::beam;
use crate::layout::Layout;
use crate::path::{self, Motion};
use crate::play::Play;
use crate::position::Position;
use crate::square::Square;

/// Returns the case with these cells (0, -1 or a value), row by row.
pub fn case(side: usize, cells: &[i8]) -> Case {
    let cells = cells.iter().map(|&cell| cell.into()).collect();
    let colours = 9;
    let plain = PlainCase { side, colours, cells };
    Case::read(&mut Tokens::new(plain.text().as_bytes())).unwrap()
}

pub fn cases() -> impl Strategy<Value = Case> {
    any::<u64>().prop_map(|seed| random_case(&mut Rng::new(seed), 30))
}

pub fn short_search(layout: &Layout, start: &Position) -> Play {
    let mut clock = Clock::start(Budget::Work(20));
    let none = Play::replay(layout, start, &[]);
    let turns = beam::search(layout, &none, 0, None, 1.0, &mut clock);
    Play::replay(layout, start, &turns)
}

/// A random case, in the forms that judge and solver use, and a random play of the case.
pub struct Random {
    pub case: Case,
    pub layout: Layout,
    pub start: Position,
    pub turns: Vec<Turn>,
}

/// Draws a case and up to `most` turns of random blocks in random directions, none wasted.
pub fn random_play(seed: u64, most: usize) -> Random {
    let mut rng = Rng::new(seed);
    let case = random_case(&mut rng, 15);
    let (layout, start) = Layout::new(&case);
    let mut position = start.clone();
    let mut turns = Vec::new();
    for _ in 0..most {
        let squares: Vec<Square> = position.squares().collect();
        if squares.is_empty() {
            break;
        }
        let from = squares[rng.below(squares.len() as u32) as usize];
        let turn = Motion::ALL[rng.below(8) as usize].turn(from);
        if path::play(&layout, &mut position, turn) != Landing::Blocked {
            turns.push(turn);
        }
    }
    Random { case, layout, start, turns }
}

/// Draws a case. Its side is at most `most`.
fn random_case(rng: &mut Rng, most: u32) -> Case {
    let (side, filled) = (10 + rng.below(most - 9) as usize, 10 + rng.below(80));
    let holes = 1 + rng.below(10) as usize;
    let cells = draw_cells([side, holes], 9, filled, |below| rng.below(below));
    case(side, &cells)
}
