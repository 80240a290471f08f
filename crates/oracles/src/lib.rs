//! The rules of every game once more, written straight from what the game
//! says: slow, obvious, and sharing nothing with `common`. Tests compare the
//! kernels and the judges with them.

pub mod ioiwari;
pub mod lucky;
pub mod slider;
pub mod slider_optimum;
pub mod tonga;
pub mod yahtzee;

/// The value of `word`, digit by digit: an optional sign, then digits only.
/// `None` for anything else, and for what 64 bits do not hold.
///
/// ```
/// assert_eq!(oracles::number("-0012"), Some(-12));
/// assert_eq!(oracles::number("1e9"), None);
/// assert_eq!(oracles::number("9223372036854775808"), None);
/// ```
pub fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() {
        return None;
    }
    let mut value: i128 = 0;
    for char in digits.chars() {
        value = (value * 10 + i128::from(char.to_digit(10)?)).min(1 << 64);
    }
    let sign = if word.starts_with('-') { -1 } else { 1 };
    i64::try_from(sign * value).ok()
}

/// The numbers of a line whose words are separated by ASCII white space.
pub fn numbers<const K: usize>(line: &str) -> Option<[i64; K]> {
    let words: Option<Vec<i64>> = line.split_ascii_whitespace().map(number).collect();
    words?.try_into().ok()
}

/// The lines of a stream; the last one needs no end.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let count = if text.is_empty() { 0 } else { usize::MAX };
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    lines.take(count)
}

/// The line without ASCII white space at its ends.
pub fn trimmed(line: &str) -> &str {
    line.trim_matches(|char: char| char.is_ascii_whitespace())
}

/// Returns true if the line holds nothing but ASCII white space.
pub fn is_blank(line: &str) -> bool {
    trimmed(line).is_empty()
}
