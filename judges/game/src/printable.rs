//! Text that may hold anything, made fit to be shown.

/// `text` with its control characters escaped: what a contestant wrote may hold anything.
pub fn printable(text: &str) -> String {
    let escaped = |char: char| match char {
        char if char.is_control() => char.escape_default().to_string(),
        char => char.to_string(),
    };
    text.chars().map(escaped).collect()
}
