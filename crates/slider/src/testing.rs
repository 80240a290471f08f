//! Random boards and plays for the tests.

use common::clock::{Budget, Clock};
use common::rng::Rng;
use common::slider::board::Landing;
use common::slider::{Case, Turn};
use common::tokens::Tokens;
use proptest::prelude::*;

use crate::beam;
use crate::layout::Layout;
use crate::path::{self, Motion};
use crate::play::Play;
use crate::position::Position;
use crate::square::Square;

/// Returns the case with these cells (0, -1 or a value), row by row.
pub fn case(side: usize, cells: &[i32]) -> Case {
    let holes = cells.iter().filter(|&&cell| cell == -1).count();
    let mut text = format!("{side} 9 {holes}\n");
    for cell in cells {
        text += &format!("{cell}\n");
    }
    Case::read(&mut Tokens::new(text.as_bytes())).unwrap()
}

pub fn cases() -> impl Strategy<Value = Case> {
    any::<u64>().prop_map(|seed| random_case(&mut Rng::new(seed), 30))
}

pub fn short_search(layout: &Layout, start: &Position) -> Play {
    let mut clock = Clock::start(Budget::Work(20));
    let none = Play::replay(layout, start, &[]);
    let turns = beam::search(layout, &none, 0, None, None, 1.0, &mut clock);
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
    Random {
        case,
        layout,
        start,
        turns,
    }
}

/// Draws a case. Its side is at most `most`.
fn random_case(rng: &mut Rng, most: u32) -> Case {
    let side = 10 + rng.below(most - 9) as usize;
    let fill = 0.1 + 0.8 * rng.unit();
    let cell = |rng: &mut Rng| {
        if rng.unit() < fill {
            1 + rng.below(9) as i32
        } else {
            0
        }
    };
    let mut cells: Vec<i32> = (0..side * side).map(|_| cell(rng)).collect();
    for _ in 0..1 + rng.below(10) {
        cells[rng.below((side * side) as u32) as usize] = -1;
    }
    case(side, &cells)
}
