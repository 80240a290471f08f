//! Characters that change how a text around them is shown.

/// Of every kind: a terminal's escape, a line end, a return, a bell, delete, a control character of
/// Latin-1, a reversal of direction, an invisible space, a separator of lines, a tag.
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

/// Returns a name that begins with `start` and holds them all.
pub fn unprintable(start: &str) -> String {
    start.chars().chain(KINDS).chain("end".chars()).collect()
}

/// Checks that an output holds none of them but line ends, and no panic.
///
/// # Panics
/// It holds one.
#[track_caller]
pub fn assert_printable(output: &[u8], what: &str) {
    let text = String::from_utf8_lossy(output);
    let mut others = text.chars().filter(|char| *char != '\n');
    let raw = others.find(|char| KINDS.contains(char));
    assert_eq!(raw, None, "{what}: {text:?}");
    assert!(!text.contains("panicked"), "{what}: {text}");
}
