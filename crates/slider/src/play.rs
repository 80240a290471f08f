//! A finished play, move by move.

use common::slider::Turn;

use crate::layout::Layout;
use crate::path::{self, Landing};
use crate::position::{BlockId, Position, LINES};

/// Turns from one position that is kept to the next.
const SNAPSHOT_INTERVAL: usize = 32;

/// A turn and what it does.
#[derive(Clone, Copy)]
pub struct Step {
    /// The turn.
    pub turn: Turn,
    /// The block it moves.
    pub block: BlockId,
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
    /// Every [`SNAPSHOT_INTERVAL`]th position.
    snapshots: Vec<Position>,
}

impl Play {
    /// Plays `turns`, of which none may name a square without a block.
    pub fn new(layout: &Layout, start: &Position, turns: &[Turn]) -> Play {
        let mut position = start.clone();
        let mut play = Play {
            steps: Vec::with_capacity(turns.len()),
            points: 0,
            snapshots: Vec::with_capacity(turns.len() / SNAPSHOT_INTERVAL + 1),
        };
        play.snapshots.push(start.clone());
        let mut multiplier = (layout.side * layout.side) as i64;
        for &turn in turns {
            let from = turn.row * LINES + turn.col;
            let Some(block) = position.block(from) else {
                break;
            };
            let worth = position.values[from] - 1;
            let end = path::play(layout, &mut position, turn);
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
            if play.steps.len() % SNAPSHOT_INTERVAL == 0 {
                play.snapshots.push(position.clone());
            }
        }
        play
    }

    /// The first turns.
    pub fn turns(&self, count: usize) -> impl Iterator<Item = Turn> + '_ {
        self.steps[..count].iter().map(|step| step.turn)
    }

    /// How many turns there are up to the last one in which a block falls.
    pub fn last_fall(&self) -> usize {
        let falls = |step: &Step| step.end == Landing::Hole;
        self.steps
            .iter()
            .rposition(falls)
            .map_or(0, |last| last + 1)
    }

    /// The position after that many turns.
    pub fn position(&self, layout: &Layout, played: usize) -> Position {
        let mut position = self.snapshots[played / SNAPSHOT_INTERVAL].clone();
        for step in &self.steps[played / SNAPSHOT_INTERVAL * SNAPSHOT_INTERVAL..played] {
            path::play(layout, &mut position, step.turn);
        }
        position
    }
}
