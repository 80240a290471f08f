//! Turns of a single block: where they lead, and routes into a hole.

use common::grid::Direction;
use common::slider::way::{self, Content, Landing, WayEnd};
use common::slider::{Turn, TurnKind};

use crate::layers::Layers;
use crate::layout::Layout;
use crate::position::Position;
use crate::square::Square;

/// A way in which a block can be played: a move or a slide in some direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Move or slide.
    pub kind: TurnKind,
    /// Direction.
    pub direction: Direction,
}

impl Motion {
    /// All motions, slides first.
    pub const ALL: [Motion; 8] = [
        Motion::slide(Direction::Up),
        Motion::slide(Direction::Down),
        Motion::slide(Direction::Left),
        Motion::slide(Direction::Right),
        Motion::single(Direction::Up),
        Motion::single(Direction::Down),
        Motion::single(Direction::Left),
        Motion::single(Direction::Right),
    ];

    const fn slide(direction: Direction) -> Motion {
        Motion {
            kind: TurnKind::Slide,
            direction,
        }
    }

    const fn single(direction: Direction) -> Motion {
        Motion {
            kind: TurnKind::Move,
            direction,
        }
    }

    /// Returns the motion of a turn.
    #[inline]
    pub fn of_turn(turn: Turn) -> Motion {
        Motion {
            kind: turn.kind,
            direction: turn.direction,
        }
    }

    /// Returns the turn that plays the block on `from` in this way.
    pub fn turn(self, from: Square) -> Turn {
        Turn {
            row: from.row(),
            col: from.col(),
            kind: self.kind,
            direction: self.direction,
        }
    }
}

/// Returns the next square in a direction, or `None` at the border.
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

/// Plays the turn of a block that must be there; returns where it ends.
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

/// Returns where a block played from `from` ends.
pub fn landing(
    layout: &Layout,
    position: &Position,
    from: Square,
    motion: Motion,
) -> Landing<Square> {
    let step = |at| advance(layout, position, at, motion.direction);
    way::landing(from, motion.kind, step)
}

/// Advances a block from `at` by a square.
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

/// Returns the first block in a direction, or `None` if a hole or the border
/// comes first.
pub fn nearest(
    layout: &Layout,
    position: &Position,
    from: Square,
    direction: Direction,
) -> Option<Square> {
    let step = |at| advance(layout, position, at, direction);
    match way::follow(from, step, |_| {}) {
        WayEnd::Block(block) => Some(block),
        WayEnd::Hole(_) | WayEnd::Border => None,
    }
}

/// Returns a route of exactly `turns` turns into a hole for a block that has
/// been taken off `from`. Each turn leads one of the `layers` nearer; among such
/// turns the first in `motions` is tried first.
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

/// A depth-first search from layer to layer.
struct PathSearch<'a> {
    layout: &'a Layout,
    without: &'a Position,
    layers: &'a Layers,
    motions: &'a [Motion; 8],
    route: Vec<Turn>,
}

impl PathSearch<'_> {
    /// Extends the route by `turns` turns into a hole, or leaves it as it is.
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

/// Returns a turn that takes the block on `from` to `to`.
pub fn find_shift(layout: &Layout, position: &Position, from: Square, to: Square) -> Option<Turn> {
    let leads_there =
        |motion: &Motion| landing(layout, position, from, *motion) == Landing::Square(to);
    let motion = Motion::ALL.into_iter().find(leads_there)?;
    Some(motion.turn(from))
}
