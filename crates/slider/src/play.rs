//! A finished play, move by move.

use common::slider::Turn;

use crate::field::Field;
use crate::path::{self, Landing};
use crate::position::{Block, Position, LINES};

/// Turns from one position that is kept to the next.
const STRIDE: usize = 8;

/// A turn and what it does.
#[derive(Clone, Copy)]
pub struct Step {
    /// The turn.
    pub turn: Turn,
    /// The block it moves.
    pub block: Block,
    /// Points per unit of the multiplier when that block falls.
    pub worth: u8,
    /// Where that block ends.
    pub end: Landing,
}

/// The turns of a play that can be entered anywhere.
#[derive(Clone)]
pub struct Play {
    /// The turns.
    pub steps: Vec<Step>,
    /// Its score.
    pub points: i64,
    /// Every [`STRIDE`]th position.
    positions: Vec<Position>,
}

impl Play {
    /// Plays `turns`, of which none may name a square without a block.
    pub fn new(field: &Field, start: &Position, turns: &[Turn]) -> Play {
        let mut position = start.clone();
        let mut play = Play {
            steps: Vec::with_capacity(turns.len()),
            points: 0,
            positions: Vec::with_capacity(turns.len() / STRIDE + 1),
        };
        let mut multiplier = (field.side * field.side) as i64;
        for (index, &turn) in turns.iter().enumerate() {
            if index % STRIDE == 0 {
                play.positions.push(position.clone());
            }
            let from = turn.row * LINES + turn.col;
            let Some(block) = position.block(from) else {
                break;
            };
            let worth = position.values[from] - 1;
            let end = path::play(field, &mut position, turn);
            if end == Landing::Hole {
                play.points += multiplier * i64::from(worth);
            }
            multiplier -= 1;
            play.steps.push(Step {
                turn,
                block,
                worth,
                end,
            });
        }
        play
    }

    /// The turns before the turn of that number.
    pub fn turns(&self, end: usize) -> impl Iterator<Item = Turn> + '_ {
        self.steps[..end].iter().map(|step| step.turn)
    }

    /// The position before one of the turns.
    pub fn position(&self, field: &Field, before: usize) -> Position {
        let mut position = self.positions[before / STRIDE].clone();
        for step in &self.steps[before / STRIDE * STRIDE..before] {
            path::play(field, &mut position, step.turn);
        }
        position
    }
}
