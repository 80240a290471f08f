//! Slider: blocks move and slide over a square board into holes. Blocks score more if they fall
//! earlier.
//!
//! * [`board`]: squares, turns, and the effect of a turn;
//! * [`case`]: a test case and its text;
//! * [`answer`]: the exact score of a contestant's answer, or the rule it breaks;
//! * [`bound`]: proven upper bounds of the score of any play.

pub mod answer;
pub mod board;
pub mod bound;
pub mod case;

pub use board::{Board, Cell, Turn, TurnKind, Value};
pub use case::Case;
