//! Slider: blocks are moved and slid over a square board into holes, and the
//! earlier a block falls the more it is worth.
//!
//! * [`board`]: the squares, the turns and what a turn does;
//! * [`case`]: a test case and its text;
//! * [`answer`]: exact score of a contestant's answer, or the rule it breaks;
//! * [`bound`]: a proven upper bound of what any play can score.

pub mod answer;
pub mod board;
pub mod bound;
pub mod case;

pub use board::{Board, Cell, Kind, Outcome, Turn, Value};
pub use case::Case;
