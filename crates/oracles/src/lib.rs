//! A second implementation of the rules of every game: slow, obvious, and independent of `common`.
//! Tests compare kernels and judges with it.

pub mod ioiwari;
pub mod lucky;
pub mod slider;
pub mod slider_optimum;
pub mod tonga;
pub mod yahtzee;

/// Returns the size of a random test: `all` if the environment has `THOROUGH=1`, as in CI,
/// otherwise `few`. With `few`, the test still finds the fault that it was written for.
pub fn test_size<T>(few: T, all: T) -> T {
    let is_thorough = std::env::var_os("THOROUGH").is_some_and(|value| value == "1");
    if is_thorough {
        all
    } else {
        few
    }
}

/// Parses `word` digit by digit: an optional sign, then digits only. Returns `None` for other words
/// and for numbers beyond 64 bits.
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

/// Parses the numbers of a line, separated by ASCII white space.
pub fn numbers<const K: usize>(line: &str) -> Option<[i64; K]> {
    let words: Option<Vec<i64>> = line.split_ascii_whitespace().map(number).collect();
    words?.try_into().ok()
}

/// Splits a stream into lines; the newline after the last one is optional.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let count = if text.is_empty() { 0 } else { usize::MAX };
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    lines.take(count)
}

/// Removes ASCII white space at both ends.
pub fn trimmed(line: &str) -> &str {
    line.trim_matches(|char: char| char.is_ascii_whitespace())
}

/// Returns true if the line consists of ASCII white space.
pub fn is_blank(line: &str) -> bool {
    trimmed(line).is_empty()
}
