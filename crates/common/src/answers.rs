//! Answers that a submission gives first, so that it continues in the middle of a game.

/// Returns the lines of the environment variable `SOLVER_ANSWERS`: the answers to give first. The
/// budget then covers only the next answer. Without the variable, returns `None`, and the
/// submission plays a whole game. A single file plays whole games only.
pub fn given() -> Option<Vec<String>> {
    let text = std::env::var("SOLVER_ANSWERS").ok()?;
    Some(text.lines().map(str::to_string).collect())
}
