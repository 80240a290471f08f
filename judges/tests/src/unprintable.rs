//! Characters that change how the text around them is displayed.

/// One character of each kind: terminal escape, line feed, carriage return, bell, delete, control
/// character of Latin-1, text direction, invisible space, line separator, tag.
const KINDS: [char; 10] = [
    '\u{1b}',
    '\n',
    '\r',
    '\u{7}',
    '\u{7f}',
    '\u{9b}',
    '\u{202e}',
    '\u{200b}',
    '\u{2028}',
    '\u{e0041}',
];

/// Returns a name that begins with `start` and contains all of them.
pub fn unprintable(start: &str) -> String {
    start.chars().chain(KINDS).chain("end".chars()).collect()
}

/// Checks that an output contains no panic and, except for line ends, none of these characters.
///
/// # Panics
/// The output contains one.
#[track_caller]
pub fn assert_printable(output: &[u8], what: &str) {
    let text = String::from_utf8_lossy(output);
    let mut others = text.chars().filter(|char| *char != '\n');
    let raw = others.find(|char| KINDS.contains(char));
    assert_eq!(raw, None, "{what}: {text:?}");
    assert!(!text.contains("panicked"), "{what}: {text}");
}
