//! A play as the proof sees it: the turns and the mode of every block.

use super::columns::{Axis, Event, Mode};
use common::grid::Direction;
use common::slider::board::{Board, Landing, TurnEffect};

#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedTurn {
    pub slot: usize,
    pub direction: Direction,
    /// Square where the turn ended; `None` if the block fell.
    pub end: Option<usize>,
}

/// A board and the turns of every block; blocks are in the order of their squares.
pub(super) struct PlayedBlocks {
    pub board: Board,
    pub origins: Vec<usize>,
    pub worths: Vec<i64>,
    pub steps: Vec<Vec<PlayedTurn>>,
}

impl PlayedBlocks {
    /// Records a play with one turn per slot. A turn that changed nothing leaves its slot empty.
    pub fn new(board: &Board, turns: &[TurnEffect]) -> PlayedBlocks {
        let origins: Vec<usize> = board.blocks().map(|(square, _)| square).collect();
        let mut numbers = vec![None; board.shape().area()];
        for (block, &origin) in origins.iter().enumerate() {
            numbers[origin] = Some(block);
        }
        let mut steps = vec![Vec::new(); origins.len()];
        for (slot, played) in turns.iter().enumerate() {
            let end = match played.landing {
                Landing::Blocked => continue,
                Landing::Square(square) => Some(square),
                Landing::Hole(_) => None,
            };
            let Some(block) = numbers[played.from].take() else {
                continue;
            };
            steps[block].push(PlayedTurn { slot, direction: played.turn.direction, end });
            if let Some(square) = end {
                numbers[square] = Some(block);
            }
        }
        let worths = board.blocks().map(|(_, value)| value.worth().into());
        PlayedBlocks { board: board.clone(), worths: worths.collect(), origins, steps }
    }

    /// Returns the slot of the first turn after which a block is off its original line.
    fn off_line(&self, block: usize, axis: Axis) -> Option<usize> {
        let line = |square: usize| {
            let (row, col) = self.board.shape().position(square);
            match axis {
                Axis::Col => col,
                Axis::Row => row,
            }
        };
        let home = line(self.origins[block]);
        let off = |step: &&PlayedTurn| step.end.is_none_or(|end| line(end) != home);
        self.steps[block].iter().find(off).map(|step| step.slot)
    }

    /// Returns the slot of an event of a block, by number of the event.
    pub fn when(&self, event: usize) -> Option<usize> {
        let block = event / Event::ALL.len();
        match Event::ALL[event % Event::ALL.len()] {
            Event::Touched => self.steps[block].first().map(|step| step.slot),
            Event::Left(axis) => self.off_line(block, axis),
        }
    }

    /// Returns the block and the slot of the first turn that ends on `square`.
    pub fn first_landing(&self, square: usize) -> Option<(usize, usize)> {
        let landings = self.steps.iter().enumerate().flat_map(|(block, steps)| {
            steps.iter().filter(|step| step.end == Some(square)).map(move |step| (step.slot, block))
        });
        landings.min().map(|(slot, block)| (block, slot))
    }

    pub fn points(&self, block: usize) -> i64 {
        match self.steps[block].last() {
            Some(PlayedTurn { slot, end: None, .. }) => {
                self.worths[block] * (self.board.cells().len() - slot) as i64
            }
            _ => 0,
        }
    }

    pub fn mode(&self, block: usize) -> Option<(Mode, Vec<PlayedTurn>)> {
        let steps = &self.steps[block];
        let (first, last) = (*steps.first()?, *steps.last()?);
        let axis = Axis::of(last.direction);
        let straight = steps.iter().all(|step| Axis::of(step.direction) == axis);
        let fell = last.end.is_none();
        let along = self.off_line(block, Axis::of(first.direction));
        // The turn that leaves the line of the first turn, or else the second turn.
        let leaving = |before: usize| {
            let leaves = steps[..before].iter().find(|step| Some(step.slot) == along);
            *leaves.unwrap_or(&steps[1])
        };
        let points = self.worths[block] > 0;
        Some(match (steps.len(), fell) {
            (1, false) => (Mode::Touch, vec![first]),
            (1, true) => (Mode::Fall, vec![first]),
            (_, true) if straight => (Mode::Line, vec![first, last]),
            (n, _) if !fell || !points => (Mode::Twice, vec![first, leaving(n)]),
            (2, _) => (Mode::Corner, vec![first, last]),
            (3, _) => (Mode::Three, steps.clone()),
            (n, _) => (Mode::Four, vec![first, leaving(n - 2), steps[n - 2], last]),
        })
    }
}
