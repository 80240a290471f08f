//! The way of a block: how far it goes in one direction, and what ends it. The rule
//! knows neither how squares are stored nor how boards are.

/// The two ways to play a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnKind {
    /// It goes one square.
    Move,
    /// It goes on until a block or the border stops it or a hole swallows it.
    Slide,
}

/// Content of a square, as far as it matters to a block that comes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing: the block may stand there.
    Nothing,
    /// Another block, which is in the way.
    Block,
    /// A hole, which swallows the block.
    Hole,
}

/// The end of a block's way on squares of type `S`.
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
    /// The block cannot leave its square: another one or the border is in the way.
    Blocked,
    /// The block stands on another square.
    Square(S),
    /// The block has fallen into the hole on this square.
    Hole(S),
}

/// Advances a block to the `next` square, if there is one on the board, and returns that.
///
/// # Errors
/// The block's way ends before it, or there.
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

/// Returns where a turn of the block on `from` ends; `step` [advances](advance) it by a square.
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

/// Follows the way of a block from `from`, gives each square on which it could stand to `cross`,
/// and returns the end; `step` [advances](advance) it by a square.
#[inline]
pub fn follow<S: Copy>(
    from: S,
    step: impl Fn(S) -> Result<S, WayEnd<S>>,
    mut cross: impl FnMut(S),
) -> WayEnd<S> {
    let mut at = from;
    loop {
        match step(at) {
            Ok(next) => at = next,
            Err(end) => return end,
        }
        cross(at);
    }
}
