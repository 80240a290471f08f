//! Every tuned constant of the solver. `EXPERIMENTS.md` has the trials behind
//! them; constants of the fitting program are in `examples/fit`.

use std::time::Duration;

use common::tonga::Side;

/// Time for all moves of a game, of the 20 s allowed. The longest of 120
/// games took 18.7 s of wall time.
pub const TIME: Duration = Duration::from_millis(18_300);

/// Solve exactly at or below this many empty squares: 0.2 s for 13, five
/// times as much for 15.
pub const EXACT_EMPTY: u32 = 13;

/// Factor C of progressive widening. 1 and 4 made no difference that shows.
pub const WIDENING_C: f32 = 2.0;

/// Exponent alpha of progressive widening. 0.4 and 0.5 were not better.
pub const WIDENING_ALPHA: f32 = 0.3;

/// Own moves of a rollout before the value estimates the rest. 1, 2 and 10
/// were not better.
pub const ROLLOUT_MOVES: usize = 4;

/// Maximum number of moves considered in a position. 24, 36 and 64 were used
/// in trials, never apart from other changes.
pub const MAX_MOVES: usize = 36;

/// Maximum number of nodes held: a game has taken at most 41 MiB, of 64.
pub const MAX_NODES: usize = 100_000;

/// Boards up to this side have policy and value of their own.
pub const LARGEST_SMALL_SIDE: usize = 10;

/// Exploration constant of UCB1, in units of the score. Among 0.35 to 5 these
/// were best: on the smallest boards the policy is less to be trusted.
pub fn exploration(side: Side) -> f32 {
    if side.rows() <= 8 {
        1.6
    } else {
        0.7
    }
}

/// Moves that sequential halving begins with, a power of two; `None` where the
/// most visited move is played: halving loses on the smallest boards, and on
/// large ones it gains nothing that could be told from noise.
pub fn halved_moves(side: Side) -> Option<usize> {
    matches!(side.rows(), 8 | 10).then_some(8)
}
