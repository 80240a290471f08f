//! A finished play, turn by turn.

use common::slider::board::Landing;
use common::slider::Turn;

use crate::layout::Layout;
use crate::path;
use crate::position::{BlockId, Position};
use crate::square::Square;

/// Number of turns from one stored position to the next.
const SNAPSHOT_INTERVAL: usize = 32;

#[derive(Clone, Copy)]
pub struct Step {
    pub turn: Turn,
    pub block: BlockId,
    /// Worth of the block, whether it falls or not.
    pub worth: u8,
    pub end: Landing<Square>,
}

impl Step {
    pub fn gain(&self) -> u8 {
        match self.end {
            Landing::Hole(_) => self.worth,
            Landing::Blocked | Landing::Square(_) => 0,
        }
    }
}

/// A play with fast access to the position after any turn.
#[derive(Clone)]
pub struct Play {
    pub steps: Vec<Step>,
    pub points: i64,
    /// The first position, and the position after every [`SNAPSHOT_INTERVAL`] turns.
    snapshots: Vec<Position>,
}

impl Play {
    /// Plays `turns` from `start`. Stops at a turn whose square holds no block.
    pub fn replay(layout: &Layout, start: &Position, turns: &[Turn]) -> Play {
        let mut position = start.clone();
        let mut play = Play {
            steps: Vec::with_capacity(turns.len()),
            points: 0,
            snapshots: Vec::with_capacity(turns.len() / SNAPSHOT_INTERVAL + 1),
        };
        play.snapshots.push(start.clone());
        let mut multiplier = layout.max_turns() as i64;
        for &turn in turns {
            let from = Square::of_turn(turn);
            let Some(block) = position.id(from) else {
                break;
            };
            let step = Step {
                turn,
                block,
                worth: position.worth(from),
                end: path::play(layout, &mut position, turn),
            };
            play.points += multiplier * i64::from(step.gain());
            multiplier -= 1;
            play.steps.push(step);
            if play.steps.len() % SNAPSHOT_INTERVAL == 0 {
                play.snapshots.push(position.clone());
            }
        }
        play
    }

    pub fn turns(&self, count: usize) -> impl Iterator<Item = Turn> + '_ {
        self.steps[..count].iter().map(|step| step.turn)
    }

    pub fn last_fall(&self) -> usize {
        let falls = |step: &Step| matches!(step.end, Landing::Hole(_));
        let last = self.steps.iter().rposition(falls);
        last.map_or(0, |last| last + 1)
    }

    pub fn position(&self, layout: &Layout, count: usize) -> Position {
        let snapshot = count / SNAPSHOT_INTERVAL;
        let mut position = self.snapshots[snapshot].clone();
        for step in &self.steps[snapshot * SNAPSHOT_INTERVAL..count] {
            path::play(layout, &mut position, step.turn);
        }
        position
    }
}
