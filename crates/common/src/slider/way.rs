//! The path of a moving block in one direction and its end. This module does not depend on the
//! representation of squares and boards.

/// The two kinds of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnKind {
    /// The block moves one square.
    Move,
    /// The block slides until a block or the border stops it or a hole swallows it.
    Slide,
}

/// Content of a square, as far as a moving block is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Empty: the block may stop there.
    Nothing,
    /// Another block, an obstacle.
    Block,
    /// A hole, which swallows the block.
    Hole,
}

/// The obstacle or hole that ends a path, on squares of type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayEnd<S> {
    /// The border of the board.
    Border,
    /// The block on this square.
    Block(S),
    /// The hole on this square.
    Hole(S),
}

/// The end of a turn on squares of type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing<S> {
    /// The block stays: another block or the border is next to it.
    Blocked,
    /// The block stops on this square.
    Square(S),
    /// The block falls into the hole on this square.
    Hole(S),
}

/// Returns the `next` square if a block can enter it.
///
/// # Errors
/// The end of the path, if it is there.
#[inline]
pub fn advance<S: Copy>(
    next: Option<S>,
    content: impl FnOnce(S) -> Content,
) -> Result<S, WayEnd<S>> {
    let next = next.ok_or(WayEnd::Border)?;
    match content(next) {
        Content::Nothing => Ok(next),
        Content::Block => Err(WayEnd::Block(next)),
        Content::Hole => Err(WayEnd::Hole(next)),
    }
}

/// Returns the end of a turn of the block on `from`; `step` [advances](advance) it by one square.
#[inline]
pub fn landing<S: Copy + PartialEq>(
    from: S,
    kind: TurnKind,
    step: impl Fn(S) -> Result<S, WayEnd<S>>,
) -> Landing<S> {
    let mut at = from;
    loop {
        match step(at) {
            Ok(next) => at = next,
            Err(WayEnd::Hole(hole)) => return Landing::Hole(hole),
            Err(_) => break,
        }
        if kind == TurnKind::Move {
            break;
        }
    }
    match at == from {
        true => Landing::Blocked,
        false => Landing::Square(at),
    }
}
