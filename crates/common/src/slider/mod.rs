//! Slider: blocks move and slide over a square board into holes. Blocks score more if they fall
//! earlier.

pub mod answer;
pub mod board;
pub mod case;

pub use board::{Board, Cell, Turn, TurnKind, Value};
pub use case::Case;
