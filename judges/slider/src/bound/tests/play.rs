//! Random plays.

use super::super::play::PlayedBlocks;
use super::board;
use common::grid::Direction;
use common::rng::Rng;
use common::slider::board::{Landing, Turn, TurnEffect, TurnKind};

/// Draws a play of at most `length` turns. Blocks that have already moved are preferred.
pub(super) fn draw(rng: &mut Rng, side: usize, cells: &[i8], length: usize) -> PlayedBlocks {
    PlayedBlocks::new(&board(side, cells), &draw_turns(rng, side, cells, length))
}

pub(super) fn draw_turns(
    rng: &mut Rng,
    side: usize,
    cells: &[i8],
    length: usize,
) -> Vec<TurnEffect> {
    let mut board = board(side, cells);
    // By block, its square until it falls.
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
        let (row, col) = board.shape().position(from);
        let turn = Turn {
            row,
            col,
            direction: Direction::ALL[rng.below(4) as usize],
            kind: [TurnKind::Move, TurnKind::Slide, TurnKind::Slide][rng.below(3) as usize],
        };
        let played = board.play(turn).unwrap();
        match played.landing {
            Landing::Blocked if rng.below(20) == 0 => break,
            Landing::Blocked => continue,
            Landing::Square(to) => squares[block] = Some(to),
            Landing::Hole(_) => squares[block] = None,
        }
        turns.push(played);
    }
    turns
}
