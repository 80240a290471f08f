//! Turns of a single block: their ends, and routes into a hole.

use common::grid::Direction;
use common::slider::way::{self, Content, Landing, WayEnd};
use common::slider::{Turn, TurnKind};

use crate::layers::Layers;
use crate::layout::Layout;
use crate::position::Position;
use crate::square::{Axis, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    pub kind: TurnKind,
    pub direction: Direction,
}

impl Motion {
    /// All motions, slides first.
    pub const ALL: [Motion; 8] = [
        Motion::new(TurnKind::Slide, Direction::Up),
        Motion::new(TurnKind::Slide, Direction::Down),
        Motion::new(TurnKind::Slide, Direction::Left),
        Motion::new(TurnKind::Slide, Direction::Right),
        Motion::new(TurnKind::Move, Direction::Up),
        Motion::new(TurnKind::Move, Direction::Down),
        Motion::new(TurnKind::Move, Direction::Left),
        Motion::new(TurnKind::Move, Direction::Right),
    ];

    pub const fn new(kind: TurnKind, direction: Direction) -> Motion {
        Motion { kind, direction }
    }

    #[inline]
    pub fn of_turn(turn: Turn) -> Motion {
        Motion::new(turn.kind, turn.direction)
    }

    pub fn turn(self, from: Square) -> Turn {
        Turn {
            row: from.row(),
            col: from.col(),
            kind: self.kind,
            direction: self.direction,
        }
    }
}

#[inline]
fn step(layout: &Layout, square: Square, direction: Direction) -> Option<Square> {
    let (row, col) = (square.row(), square.col());
    match direction {
        Direction::Up => (row > 0).then(|| Square::at(row - 1, col)),
        Direction::Down => (row + 1 < layout.side).then(|| Square::at(row + 1, col)),
        Direction::Left => (col > 0).then(|| Square::at(row, col - 1)),
        Direction::Right => (col + 1 < layout.side).then(|| Square::at(row, col + 1)),
    }
}

/// Plays the turn of a block that must be there; returns its end.
pub fn play(layout: &Layout, position: &mut Position, turn: Turn) -> Landing<Square> {
    let from = Square::of_turn(turn);
    let end = landing(layout, position, from, Motion::of_turn(turn));
    if end != Landing::Blocked {
        let block = position.take(from);
        if let Landing::Square(to) = end {
            position.put(to, block);
        }
    }
    end
}

#[inline]
pub fn landing(
    layout: &Layout,
    position: &Position,
    from: Square,
    motion: Motion,
) -> Landing<Square> {
    Ray::new(layout, position, from, motion.direction).landing(motion.kind)
}

#[inline]
pub fn advance(
    layout: &Layout,
    position: &Position,
    at: Square,
    direction: Direction,
) -> Result<Square, WayEnd<Square>> {
    way::advance(step(layout, at, direction), |next| {
        if position.has_block(next) {
            Content::Block
        } else if layout.is_hole(next) {
            Content::Hole
        } else {
            Content::Nothing
        }
    })
}

/// Returns the first block in a direction, or `None` if a hole or the border comes first.
#[inline]
pub fn nearest(
    layout: &Layout,
    position: &Position,
    from: Square,
    direction: Direction,
) -> Option<Square> {
    match Ray::new(layout, position, from, direction).end() {
        WayEnd::Block(block) => Some(block),
        WayEnd::Hole(_) | WayEnd::Border => None,
    }
}

/// The squares ahead of a block in one direction, read from the word of the line (a ray, as in
/// chess programs).
pub struct Ray<'a> {
    position: &'a Position,
    side: usize,
    axis: Axis,
    line: usize,
    bit: usize,
    /// True if the ray points towards the lowest bit.
    is_backward: bool,
    /// Number of squares on which the block could stop.
    free: usize,
}

impl<'a> Ray<'a> {
    #[inline]
    pub fn new(
        layout: &Layout,
        position: &'a Position,
        from: Square,
        direction: Direction,
    ) -> Ray<'a> {
        let (axis, is_backward) = match direction {
            Direction::Up => (Axis::Col, true),
            Direction::Down => (Axis::Col, false),
            Direction::Left => (Axis::Row, true),
            Direction::Right => (Axis::Row, false),
        };
        let (line, bit) = axis.line_and_bit(from);
        // Square i is bit i + 1, which leaves room for the border at both ends.
        let border = 1 | 2 << layout.side;
        let stops = (position.blocks(axis)[line] | layout.holes(axis)[line]) << 1 | border;
        let free = if is_backward {
            (stops << (31 - bit)).leading_zeros()
        } else {
            (stops >> (bit + 2)).trailing_zeros()
        };
        Ray {
            position,
            side: layout.side,
            axis,
            line,
            bit,
            is_backward,
            free: free as usize,
        }
    }

    #[inline]
    pub fn landing(&self, kind: TurnKind) -> Landing<Square> {
        match (self.free, self.end()) {
            (1.., _) if kind == TurnKind::Move => Landing::Square(self.square(1)),
            (_, WayEnd::Hole(hole)) => Landing::Hole(hole),
            (0, _) => Landing::Blocked,
            (free, _) => Landing::Square(self.square(free)),
        }
    }

    #[inline]
    fn square(&self, distance: usize) -> Square {
        let bit = if self.is_backward {
            self.bit - distance
        } else {
            self.bit + distance
        };
        self.axis.square(self.line, bit)
    }

    /// Returns the obstacle or hole after the last free square.
    #[inline]
    fn end(&self) -> WayEnd<Square> {
        let border = if self.is_backward {
            self.bit
        } else {
            self.side - 1 - self.bit
        };
        if self.free == border {
            return WayEnd::Border;
        }
        let square = self.square(self.free + 1);
        if self.position.has_block(square) {
            WayEnd::Block(square)
        } else {
            WayEnd::Hole(square)
        }
    }
}

/// Returns a route of exactly `turns` turns into a hole for a block that has been taken off `from`.
/// Each turn leads to the next lower of the `layers`; `motions` are tried in order.
pub fn find_delivery(
    layout: &Layout,
    without: &Position,
    layers: &Layers,
    from: Square,
    turns: usize,
    motions: &[Motion; 8],
) -> Option<Vec<Turn>> {
    let mut search = PathSearch {
        layout,
        without,
        layers,
        motions,
        route: Vec::with_capacity(turns),
    };
    search.search(from, turns).then_some(search.route)
}

struct PathSearch<'a> {
    layout: &'a Layout,
    without: &'a Position,
    layers: &'a Layers,
    motions: &'a [Motion; 8],
    route: Vec<Turn>,
}

impl PathSearch<'_> {
    fn search(&mut self, from: Square, turns: usize) -> bool {
        for &motion in self.motions {
            self.route.push(motion.turn(from));
            let arrives = match landing(self.layout, self.without, from, motion) {
                Landing::Blocked => false,
                Landing::Hole(_) => turns == 1,
                Landing::Square(to) => {
                    turns > 1 && self.layers.reach(to, turns - 1) && self.search(to, turns - 1)
                }
            };
            if arrives {
                return true;
            }
            self.route.pop();
        }
        false
    }
}

pub fn find_shift(layout: &Layout, position: &Position, from: Square, to: Square) -> Option<Turn> {
    let leads_there =
        |motion: &Motion| landing(layout, position, from, *motion) == Landing::Square(to);
    let motion = Motion::ALL.into_iter().find(leads_there)?;
    Some(motion.turn(from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_ray_read_off_a_word_is_the_way_gone_square_by_square(case in cases()) {
            let (layout, position) = Layout::new(&case);
            for row in 0..layout.side {
                for col in 0..layout.side {
                    let from = Square::at(row, col);
                    for motion in Motion::ALL {
                        let step = |at| advance(&layout, &position, at, motion.direction);
                        let by_steps = way::landing(from, motion.kind, step);
                        prop_assert_eq!(landing(&layout, &position, from, motion), by_steps);
                        let mut end = step(from);
                        while let Ok(next) = end {
                            end = step(next);
                        }
                        let block = match end {
                            Err(WayEnd::Block(block)) => Some(block),
                            _ => None,
                        };
                        prop_assert_eq!(nearest(&layout, &position, from, motion.direction), block);
                    }
                }
            }
        }
    }
}
