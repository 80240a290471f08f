//! Every tuned constant of the solver.

use std::time::Duration;

use common::tonga::Side;

/// Time for all moves of a game. The limit is 20 s.
pub const TIME: Duration = Duration::from_millis(18_700);

/// Maximum number of empty squares that are solved exactly. 15 take five times as long as 13.
pub const EXACT_EMPTY: u32 = 13;

/// Work that the endgame is expected to take, in simulations times squares of the board. Endgames
/// took 16,000 to 60,000.
pub const ENDGAME_WORK: u64 = 120_000;

/// Factor C of progressive widening. 1 and 4 made no visible difference.
pub const WIDENING_C: f32 = 2.0;

/// Exponent alpha of progressive widening. 0.4 and 0.5 were not better.
pub const WIDENING_ALPHA: f32 = 0.3;

/// Least logarithm of a probability, relative to the most probable move.
pub const MIN_LOG_PROBABILITY: f32 = -12.0;

/// Number of own moves in a rollout before the value takes over. 1, 2 and 10 were not better.
pub const ROLLOUT_MOVES: usize = 4;

/// Maximum number of moves considered in a position. 24, 36 and 64 were tried, always together with
/// other changes.
pub const MAX_MOVES: usize = 36;

/// Maximum memory of the search tree, in bytes. The limit is 64 MiB for the program.
pub const TREE_BYTES: usize = 44 << 20;

/// Largest side of a board that uses the policy and value for small boards.
pub const LARGEST_SMALL_SIDE: usize = 10;

/// Parameters of the selection of moves in the search tree.
#[derive(Clone, Copy)]
pub struct Selection {
    /// Exploration constant of UCB1, in units of the score.
    pub exploration: f32,
    /// Weight of the progressive bias, in units of the score.
    pub bias: f32,
    /// Number of visits of a move from which on RAVE has at most half the weight.
    pub amaf_visits: f32,
}

/// Returns the parameters for boards of `side`. The exploration was the best among 0.35 to 5; the
/// policy is less reliable on the smallest boards. Half and twice the bias were not better. The bias
/// gains nothing on 6, RAVE nothing on 8 and 10; 120 visits were not better than 20 to 50.
pub fn selection(side: Side) -> Selection {
    let (exploration, bias, amaf_visits) = match side.rows() {
        6 => (1.6, 0.0, 0.0),
        8 => (1.6, 0.5, 0.0),
        10 => (0.7, 0.2, 0.0),
        _ => (0.7, 0.2, 40.0),
    };
    Selection { exploration, bias, amaf_visits }
}
