//! Slider: blocks are moved and slid over a square board into holes; the earlier a block falls, the
//! more it scores.
//!
//! * [`board`]: squares, turns, and the effect of a turn;
//! * [`way`]: the path of a moving block and its end;
//! * [`case`]: a test case and its text;
//! * [`answer`]: the exact score of a contestant's answer, or the rule it breaks;
//! * [`bound`]: proven upper bounds of the score of any play.

pub mod answer;
pub mod board;
pub mod bound;
pub mod case;
pub mod way;

pub use board::{Board, Cell, Turn, Value};
pub use case::Case;
pub use way::TurnKind;
