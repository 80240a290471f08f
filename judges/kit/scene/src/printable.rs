//! Makes arbitrary text safe to display: file names, commands, output of contestants. All output of
//! the judges passes through here.

use std::fmt::Write;

/// First and last character of each range of invisible characters that change how other text is
/// displayed (Unicode 16, category Cf), and of line and paragraph separators.
const FORMATS: [(char, char); 21] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{2066}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{fff9}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0001}', '\u{e0001}'),
    ('\u{e0020}', '\u{e007f}'),
];

/// Returns false for control characters and for others that change how text is displayed.
pub fn is_printable(char: char) -> bool {
    let is_format = |(first, last): &(char, char)| (*first..=*last).contains(&char);
    // A fast path: most text is ASCII.
    !char.is_control() && (char.is_ascii() || !FORMATS.iter().any(is_format))
}

/// Returns `text` as one line with unprintable characters escaped: `a\u{1b}[2J\n`.
pub fn printable(text: &str) -> String {
    escaped_unless(text, is_printable)
}

/// Returns `text` with unprintable characters escaped, except for line ends.
pub fn printable_lines(text: &str) -> String {
    escaped_unless(text, |char| char == '\n' || is_printable(char))
}

fn escaped_unless(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if is_kept(char) { shown.push(char) } else { shown.extend(char.escape_default()) }
    }
    shown
}

/// Escapes `text` for HTML and SVG, between tags or inside an attribute with double quotes.
/// Unprintable characters become visible.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns an equivalent JSON text; unprintable characters in its strings are escaped.
pub fn printable_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for char in json.chars() {
        if char == '\n' || is_printable(char) {
            shown.push(char);
            continue;
        }
        for unit in char.encode_utf16(&mut [0; 2]) {
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terminal escape, line feed, carriage return, control character of Latin-1, delete, text
    /// direction, invisible space, line separator, tag.
    const HOSTILE: &str = "\u{1b}[2J\n\r\u{9b}\u{7f}\u{202e}\u{200b}\u{2028}\u{e0041}é字😀\\\"'";

    #[test]
    fn every_kind_of_unprintable_character_is_escaped() {
        let shown = printable(HOSTILE);
        let escaped = r#"\u{1b}[2J\n\r\u{9b}\u{7f}\u{202e}\u{200b}\u{2028}\u{e0041}é字😀\"'"#;
        assert_eq!(shown, escaped.to_string());
        assert!(shown.chars().all(is_printable));
        assert_eq!(printable(&shown), shown);
        assert_eq!(printable_lines(HOSTILE), shown.replacen("\\n", "\n", 1));
    }

    #[test]
    fn ranges_are_in_order_and_apart() {
        let ends: Vec<char> = FORMATS.iter().flat_map(|(a, b)| [*a, *b]).collect();
        assert!(ends.is_sorted());
    }

    #[test]
    fn json_keeps_its_values() {
        let json = "{\n\"a\u{7f}\":\"\u{202e}\u{e0041}é\"}";
        let shown = r#"{ "a\u007f":"\u202e\udb40\udc41é"}"#.replacen(' ', "\n", 1);
        assert_eq!(printable_json(json), shown);
    }
}
