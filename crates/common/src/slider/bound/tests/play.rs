//! Random plays, and the modes of their blocks, read off the turns alone.

use super::super::exact::Sort;
use super::super::modes::Event;
use crate::grid::{Direction, Shape};
use crate::rng::Rng;

/// A turn that changed something.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedTurn {
    /// Slot, from 0.
    pub slot: usize,
    /// Direction in which the block went.
    pub direction: Direction,
    /// Where the block ended; nowhere, if it fell.
    pub end: Option<usize>,
}

impl PlayedTurn {
    fn is_across(&self, other: &PlayedTurn) -> bool {
        is_vertical(self.direction) != is_vertical(other.direction)
    }
}

pub(super) fn is_vertical(direction: Direction) -> bool {
    matches!(direction, Direction::Up | Direction::Down)
}

/// A board and what every block did, in the order of their squares.
pub(super) struct RandomPlay {
    shape: Shape,
    cells: Vec<i8>,
    /// By block, where it was before the first turn.
    pub origins: Vec<usize>,
    steps: Vec<Vec<PlayedTurn>>,
}

impl RandomPlay {
    /// A play of at most `length` turns of blocks drawn by `rng`, which prefers
    /// those that it drew before.
    pub fn draw(rng: &mut Rng, side: usize, cells: &[i8], length: usize) -> RandomPlay {
        let shape = Shape::square(side);
        let origins: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] > 0).collect();
        let mut play = RandomPlay {
            shape,
            cells: cells.to_vec(),
            steps: vec![Vec::new(); origins.len()],
            origins,
        };
        let mut squares: Vec<Option<usize>> = play.origins.iter().copied().map(Some).collect();
        let mut block = 0;
        let mut slot = 0;
        while slot < length.min(cells.len()) && squares.iter().any(Option::is_some) {
            if rng.below(2) == 0 {
                block = rng.below(squares.len() as u32) as usize;
            }
            let Some(from) = squares[block] else {
                block = rng.below(squares.len() as u32) as usize;
                continue;
            };
            let direction = Direction::ALL[rng.below(4) as usize];
            let end = play.landing(&squares, from, direction, rng.below(3) > 0);
            if end != Some(from) {
                play.steps[block].push(PlayedTurn {
                    slot,
                    direction,
                    end,
                });
                squares[block] = end;
                slot += 1;
            } else if rng.below(20) == 0 {
                break;
            }
        }
        play
    }

    /// Where a block on `from` ends: nowhere, if it falls.
    fn landing(
        &self,
        squares: &[Option<usize>],
        from: usize,
        direction: Direction,
        slides: bool,
    ) -> Option<usize> {
        let mut at = from;
        while let Some(next) = self.shape.step(at, direction) {
            if self.cells[next] == -1 {
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

    /// The squares from `from` on before a hole or the border, and whether a
    /// hole comes.
    pub fn ray(&self, from: usize, direction: Direction) -> (Vec<usize>, bool) {
        let mut squares = Vec::new();
        let mut at = from;
        while let Some(next) = self.shape.step(at, direction) {
            if self.cells[next] == -1 {
                return (squares, true);
            }
            squares.push(next);
            at = next;
        }
        (squares, false)
    }

    /// The blocks that were on `squares` before the first turn.
    pub fn originals(&self, squares: &[usize]) -> Vec<usize> {
        let blocks = squares
            .iter()
            .map(|square| self.origins.iter().position(|o| o == square));
        blocks.flatten().collect()
    }

    /// The slot of the first turn by which a block is off its row (its column).
    fn off_line(&self, block: usize, row: bool) -> Option<usize> {
        let line = |square: usize| {
            let (r, c) = self.shape.position(square);
            [c, r][usize::from(row)]
        };
        let home = line(self.origins[block]);
        let off = |step: &&PlayedTurn| step.end.map_or(true, |end| line(end) != home);
        self.steps[block].iter().find(off).map(|step| step.slot)
    }

    /// The slot of an event of a block, if it comes.
    pub fn when(&self, block: usize, event: Event) -> Option<usize> {
        match event {
            Event::Touched => self.steps[block].first().map(|step| step.slot),
            Event::OffColumn => self.off_line(block, false),
            Event::OffRow => self.off_line(block, true),
        }
    }

    /// The first turn that ends on `square`: its block and its slot.
    pub fn first_landing(&self, square: usize) -> Option<(usize, usize)> {
        let blocks = self.steps.iter().enumerate();
        let landings = blocks.flat_map(|(block, steps)| {
            let landings = steps.iter().filter(|step| step.end == Some(square));
            landings.map(move |step| (step.slot, block))
        });
        landings.min().map(|(slot, block)| (block, slot))
    }

    /// The square behind another one, if it is no border.
    pub fn behind(&self, square: usize, direction: Direction) -> Option<usize> {
        self.shape.step(square, direction)
    }

    /// Its first turn ends on the next square.
    pub fn is_next(&self, block: usize, first: PlayedTurn) -> bool {
        self.shape.step(self.origins[block], first.direction) == first.end
    }

    /// The points of all blocks.
    pub fn score(&self) -> i64 {
        let blocks = 0..self.steps.len();
        blocks.map(|block| self.points(block)).sum()
    }

    /// The points that a block brings.
    pub fn points(&self, block: usize) -> i64 {
        let worth = i64::from(self.cells[self.origins[block]]) - 1;
        match self.steps[block].last() {
            Some(PlayedTurn {
                slot, end: None, ..
            }) => worth * (self.cells.len() - slot) as i64,
            _ => 0,
        }
    }

    /// The sort of mode of a block, and its charged turns.
    pub fn mode(&self, block: usize) -> Option<(Sort, Vec<PlayedTurn>)> {
        let steps = &self.steps[block];
        let (first, last) = (*steps.first()?, *steps.last()?);
        let straight = !steps.iter().any(|step| step.is_across(&last));
        let fell = last.end.is_none();
        let along = self.off_line(block, !is_vertical(first.direction));
        // The turn by which it leaves the line of its first turn, else its second.
        let leaving = |before: usize| {
            let leaves = steps[..before].iter().find(|step| Some(step.slot) == along);
            *leaves.unwrap_or(&steps[1])
        };
        let points = self.cells[self.origins[block]] > 1;
        Some(match (steps.len(), fell) {
            (1, false) => (Sort::Touch, vec![first]),
            (1, true) => (Sort::Fall, vec![first]),
            (_, true) if straight => (Sort::Line, vec![first, last]),
            (n, _) if !fell || !points => (Sort::Twice, vec![first, leaving(n)]),
            (2, _) => (Sort::Over, vec![first, last]),
            (3, _) => (Sort::Three, steps.clone()),
            (n, _) => (Sort::Four, vec![first, leaving(n - 2), steps[n - 2], last]),
        })
    }
}
