//! Random plays.

use super::super::super::board::{Turn, TurnEffect, Value};
use super::super::super::way::{Landing, TurnKind};
use super::super::play::PlayedBlocks;
use super::board;
use crate::grid::{Direction, Shape};
use crate::rng::Rng;

/// Draws a play of at most `length` turns, preferably of blocks that have already moved.
pub(super) fn draw(rng: &mut Rng, side: usize, cells: &[i8], length: usize) -> PlayedBlocks {
    PlayedBlocks::new(&board(side, cells), &draw_turns(rng, side, cells, length))
}

pub(super) fn draw_turns(
    rng: &mut Rng,
    side: usize,
    cells: &[i8],
    length: usize,
) -> Vec<TurnEffect> {
    let shape = Shape::square(side);
    let origins = (0..cells.len()).filter(|&at| cells[at] > 0);
    let mut squares: Vec<Option<usize>> = origins.map(Some).collect();
    let mut turns = Vec::new();
    let mut block = 0;
    while turns.len() < length.min(cells.len()) && squares.iter().any(Option::is_some) {
        if rng.below(2) == 0 {
            block = rng.below(squares.len() as u32) as usize;
        }
        let Some(from) = squares[block] else {
            block = rng.below(squares.len() as u32) as usize;
            continue;
        };
        let direction = Direction::ALL[rng.below(4) as usize];
        let end = landing(shape, cells, &squares, (from, direction), rng.below(3) > 0);
        if end != Some(from) {
            turns.push(effect(shape, from, direction, end));
            squares[block] = end;
        } else if rng.below(20) == 0 {
            break;
        }
    }
    turns
}

/// Returns the square where a turn in a direction ends; `None` if the block falls.
fn landing(
    shape: Shape,
    cells: &[i8],
    squares: &[Option<usize>],
    (from, direction): (usize, Direction),
    slides: bool,
) -> Option<usize> {
    let mut at = from;
    while let Some(next) = shape.step(at, direction) {
        if cells[next] == -1 {
            return None;
        }
        if squares.contains(&Some(next)) {
            break;
        }
        at = next;
        if !slides {
            break;
        }
    }
    Some(at)
}

/// Returns a turn with this end. The kind of turn, the value and the hole do not matter to a play.
fn effect(shape: Shape, from: usize, direction: Direction, end: Option<usize>) -> TurnEffect {
    let (row, col) = shape.position(from);
    TurnEffect {
        turn: Turn {
            row,
            col,
            kind: TurnKind::Slide,
            direction,
        },
        from,
        value: Value::MAX,
        landing: end.map_or(Landing::Hole(from), Landing::Square),
    }
}
