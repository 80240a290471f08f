//! Turns of a single block: their ends, and routes into a hole.

use common::grid::Direction;
use common::slider::board::Landing;
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
        Turn { row: from.row(), col: from.col(), kind: self.kind, direction: self.direction }
    }
}

/// The obstacle or hole that ends a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayEnd {
    Border,
    Block(Square),
    Hole(Square),
}

/// Plays a turn, whose square must hold a block, and returns where it ends.
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

/// Returns the nearest block in a direction, or `None` if a hole or the border comes first.
#[inline]
pub fn nearest(
    layout: &Layout,
    position: &Position,
    from: Square,
    direction: Direction,
) -> Option<Square> {
    match Ray::new(layout, position, from, direction).end() {
        RayEnd::Block(block) => Some(block),
        RayEnd::Hole(_) | RayEnd::Border => None,
    }
}

/// The squares ahead of a block, read from the word of its line (a ray, as in chess programs).
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
        // Square i is bit i + 1, so both ends have room for the border.
        let border = 1 | 2 << layout.side;
        let stops = (position.blocks(axis)[line] | layout.holes[axis][line]) << 1 | border;
        let free = if is_backward {
            (stops << (31 - bit)).leading_zeros()
        } else {
            (stops >> (bit + 2)).trailing_zeros()
        };
        Ray { position, side: layout.side, axis, line, bit, is_backward, free: free as usize }
    }

    #[inline]
    pub fn landing(&self, kind: TurnKind) -> Landing<Square> {
        match (self.free, self.end()) {
            (1.., _) if kind == TurnKind::Move => Landing::Square(self.square(1)),
            (_, RayEnd::Hole(hole)) => Landing::Hole(hole),
            (0, _) => Landing::Blocked,
            (free, _) => Landing::Square(self.square(free)),
        }
    }

    #[inline]
    fn square(&self, distance: usize) -> Square {
        let bit = if self.is_backward { self.bit - distance } else { self.bit + distance };
        self.axis.square(self.line, bit)
    }

    /// Returns the free squares, the nearest first.
    pub fn free_squares(&self) -> impl Iterator<Item = Square> + '_ {
        (1..=self.free).map(|distance| self.square(distance))
    }

    /// Returns the obstacle or hole after the last free square.
    #[inline]
    pub fn end(&self) -> RayEnd {
        let border = if self.is_backward { self.bit } else { self.side - 1 - self.bit };
        if self.free == border {
            return RayEnd::Border;
        }
        let square = self.square(self.free + 1);
        if self.position.has_block(square) {
            RayEnd::Block(square)
        } else {
            RayEnd::Hole(square)
        }
    }
}

/// Returns a route of exactly `turns` turns into a hole for a block that was removed from `from`.
/// Each turn leads to the next lower layer of `layers`. `motions` are tried in order.
pub fn find_delivery(
    layout: &Layout,
    without: &Position,
    layers: &Layers,
    from: Square,
    turns: usize,
    motions: &[Motion; 8],
) -> Option<Vec<Turn>> {
    motions.iter().find_map(|&motion| {
        let mut route = match landing(layout, without, from, motion) {
            Landing::Hole(_) if turns == 1 => Vec::new(),
            Landing::Square(to) if turns > 1 && layers.reach(to, turns - 1) => {
                find_delivery(layout, without, layers, to, turns - 1, motions)?
            }
            _ => return None,
        };
        route.insert(0, motion.turn(from));
        Some(route)
    })
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
    use common::slider::Cell;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_ray_read_off_a_word_ends_as_the_rules_say(case in cases()) {
            let (layout, position) = Layout::new(&case);
            let (board, shape) = (case.board(), case.board().shape());
            let square = |index| {
                let (row, col) = shape.position(index);
                Square::at(row, col)
            };
            for from in 0..shape.area() {
                for motion in Motion::ALL {
                    let ahead = |at| shape.step(at, motion.direction);
                    let mut end = ahead(from);
                    while end.is_some_and(|at| board.cells()[at] == Cell::Empty) {
                        end = end.and_then(ahead);
                    }
                    let block = end.filter(|&at| matches!(board.cells()[at], Cell::Block(_)));
                    let found = nearest(&layout, &position, square(from), motion.direction);
                    prop_assert_eq!(found, block.map(square));
                    let Ok(played) = board.clone().play(motion.turn(square(from))) else {
                        continue;
                    };
                    let expected = match played.landing {
                        Landing::Blocked => Landing::Blocked,
                        Landing::Square(to) => Landing::Square(square(to)),
                        Landing::Hole(hole) => Landing::Hole(square(hole)),
                    };
                    prop_assert_eq!(landing(&layout, &position, square(from), motion), expected);
                }
            }
        }
    }
}
