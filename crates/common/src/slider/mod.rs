//! Slider: blocks are moved and slid over a square board into holes; the
//! earlier a block falls, the more it scores.
//!
//! * [`board`]: squares, turns, and the effect of a turn;
//! * [`way`]: how far a block goes, and what ends its way;
//! * [`case`]: a test case and its text;
//! * [`answer`]: the exact score of a contestant's answer, or the rule it breaks;
//! * [`bound`]: a proven upper bound of what any play can score.

pub mod answer;
pub mod board;
pub mod bound;
pub mod case;
pub mod way;

pub use board::{Board, Cell, Turn, Value};
pub use case::Case;
pub use way::TurnKind;
