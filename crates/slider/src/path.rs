//! Turns of a single block.

use common::grid::Direction;
use common::slider::{Kind, Turn};

use crate::field::Field;
use crate::position::{has, Axis, Position, Square, LINES};
use crate::reach::Levels;

/// The turns a block may try, the first choice first.
pub type Preference = [(Kind, Direction); 8];

/// Every turn a block may try, slides first.
pub const TURNS: Preference = [
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
pub fn step(field: &Field, square: Square, direction: Direction) -> Option<Square> {
    let (row, col) = (square / LINES, square % LINES);
    match direction {
        Direction::Up => (row > 0).then(|| square - LINES),
        Direction::Down => (row + 1 < field.side).then_some(square + LINES),
        Direction::Left => (col > 0).then(|| square - 1),
        Direction::Right => (col + 1 < field.side).then_some(square + 1),
    }
}

/// Plays a turn of a block that is there; says where it ended.
pub fn play(field: &Field, position: &mut Position, turn: Turn) -> Landing {
    let from = turn.row * LINES + turn.col;
    let end = landing(field, position, from, turn.kind, turn.direction);
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
    field: &Field,
    position: &Position,
    from: Square,
    kind: Kind,
    direction: Direction,
) -> Landing {
    let mut at = from;
    while let Some(next) = step(field, at, direction) {
        if has(&position.blocks[Axis::Row as usize], next) {
            break;
        }
        if has(&field.holes[Axis::Row as usize], next) {
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
    field: &Field,
    position: &Position,
    from: Square,
    direction: Direction,
) -> Option<Square> {
    let mut at = from;
    loop {
        at = step(field, at, direction)?;
        if has(&position.blocks[Axis::Row as usize], at) {
            return Some(at);
        }
        if has(&field.holes[Axis::Row as usize], at) {
            return None;
        }
    }
}

/// A way of exactly `turns` turns into a hole for a block that has been taken
/// off `from`, along falling `levels`; the first of those in `preference`.
pub fn delivery(
    field: &Field,
    position: &Position,
    levels: &Levels,
    from: Square,
    turns: usize,
    preference: &Preference,
) -> Option<Vec<Turn>> {
    let mut way = Vec::with_capacity(turns);
    descend(field, position, levels, from, turns, preference, &mut way).then_some(way)
}

fn descend(
    field: &Field,
    position: &Position,
    levels: &Levels,
    from: Square,
    turns: usize,
    preference: &Preference,
    way: &mut Vec<Turn>,
) -> bool {
    for &(kind, direction) in preference {
        way.push(turn(from, kind, direction));
        let arrives = match landing(field, position, from, kind, direction) {
            Landing::Blocked => false,
            Landing::Hole => turns == 1,
            Landing::Square(to) => {
                turns > 1
                    && has(&levels[turns - 2], to)
                    && descend(field, position, levels, to, turns - 1, preference, way)
            }
        };
        if arrives {
            return true;
        }
        way.pop();
    }
    false
}

/// A turn that takes a block from `from` to `to`.
pub fn shift(field: &Field, position: &Position, from: Square, to: Square) -> Option<Turn> {
    let mut turns = TURNS.into_iter();
    let (kind, direction) = turns.find(|&(kind, direction)| {
        landing(field, position, from, kind, direction) == Landing::Square(to)
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
