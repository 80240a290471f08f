//! Answers that a submission takes as its own, to go on from a position in the middle of a game.

use std::env;

/// Returns the answers that the environment gives in `SOLVER_ANSWERS`, a line each, for the
/// submission to give first; the budget is then that of the answer after them. `None`
/// without the variable: the submission plays a whole game.
pub fn given() -> Option<Vec<String>> {
    let text = env::var("SOLVER_ANSWERS").ok()?;
    Some(text.lines().map(str::to_string).collect())
}
