//! Turns of a single block.

use common::grid::Direction;
use common::slider::{Kind, Turn};

use crate::layers::Layers;
use crate::layout::Layout;
use crate::position::{has, Axis, Position, Square, LINES};

/// The turns a block may try, the first choice first.
pub type MotionOrder = [(Kind, Direction); 8];

/// Every turn a block may try, slides first.
pub const TURNS: MotionOrder = [
    (Kind::Slide, Direction::Up),
    (Kind::Slide, Direction::Down),
    (Kind::Slide, Direction::Left),
    (Kind::Slide, Direction::Right),
    (Kind::Move, Direction::Up),
    (Kind::Move, Direction::Down),
    (Kind::Move, Direction::Left),
    (Kind::Move, Direction::Right),
];

/// Where a turn takes a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Nowhere.
    Blocked,
    /// Into a hole.
    Hole,
    /// To another square.
    Square(Square),
}

/// The square beside, unless the border is there.
pub fn step(layout: &Layout, square: Square, direction: Direction) -> Option<Square> {
    let (row, col) = (square / LINES, square % LINES);
    match direction {
        Direction::Up => (row > 0).then(|| square - LINES),
        Direction::Down => (row + 1 < layout.side).then_some(square + LINES),
        Direction::Left => (col > 0).then(|| square - 1),
        Direction::Right => (col + 1 < layout.side).then_some(square + 1),
    }
}

/// Plays a turn of a block that is there; says where it ended.
pub fn play(layout: &Layout, position: &mut Position, turn: Turn) -> Landing {
    let from = turn.row * LINES + turn.col;
    let end = landing(layout, position, from, turn.kind, turn.direction);
    if end != Landing::Blocked {
        let piece = position.take(from);
        if let Landing::Square(to) = end {
            position.put(to, piece);
        }
    }
    end
}

/// Where a block goes from `from`.
pub fn landing(
    layout: &Layout,
    position: &Position,
    from: Square,
    kind: Kind,
    direction: Direction,
) -> Landing {
    let mut at = from;
    while let Some(next) = step(layout, at, direction) {
        if has(&position.blocks[Axis::Row as usize], next) {
            break;
        }
        if has(&layout.holes[Axis::Row as usize], next) {
            return Landing::Hole;
        }
        at = next;
        if kind == Kind::Move {
            break;
        }
    }
    if at == from {
        Landing::Blocked
    } else {
        Landing::Square(at)
    }
}

/// The first block seen from `from`, unless a hole comes first.
pub fn nearest(
    layout: &Layout,
    position: &Position,
    from: Square,
    direction: Direction,
) -> Option<Square> {
    let mut at = from;
    loop {
        at = step(layout, at, direction)?;
        if has(&position.blocks[Axis::Row as usize], at) {
            return Some(at);
        }
        if has(&layout.holes[Axis::Row as usize], at) {
            return None;
        }
    }
}

/// A route of exactly `turns` turns into a hole for a block that has been taken
/// off `from`, along falling `layers`; the first of those in `order`.
pub fn find_delivery(
    layout: &Layout,
    position: &Position,
    layers: &Layers,
    from: Square,
    turns: usize,
    order: &MotionOrder,
) -> Option<Vec<Turn>> {
    let mut route = Vec::with_capacity(turns);
    descend(layout, position, layers, from, turns, order, &mut route).then_some(route)
}

fn descend(
    layout: &Layout,
    position: &Position,
    layers: &Layers,
    from: Square,
    turns: usize,
    order: &MotionOrder,
    route: &mut Vec<Turn>,
) -> bool {
    for &(kind, direction) in order {
        route.push(turn(from, kind, direction));
        let arrives = match landing(layout, position, from, kind, direction) {
            Landing::Blocked => false,
            Landing::Hole => turns == 1,
            Landing::Square(to) => {
                turns > 1
                    && has(&layers[turns - 2], to)
                    && descend(layout, position, layers, to, turns - 1, order, route)
            }
        };
        if arrives {
            return true;
        }
        route.pop();
    }
    false
}

/// A turn that takes a block from `from` to `to`.
pub fn find_shift(layout: &Layout, position: &Position, from: Square, to: Square) -> Option<Turn> {
    let mut turns = TURNS.into_iter();
    let (kind, direction) = turns.find(|&(kind, direction)| {
        landing(layout, position, from, kind, direction) == Landing::Square(to)
    })?;
    Some(turn(from, kind, direction))
}

fn turn(from: Square, kind: Kind, direction: Direction) -> Turn {
    Turn {
        row: from / LINES,
        col: from % LINES,
        kind,
        direction,
    }
}
