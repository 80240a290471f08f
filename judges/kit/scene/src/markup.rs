//! Text within HTML and SVG.

use crate::printable::printable_lines;

/// Escapes `text` for use between tags or in an attribute in double quotes; unprintable characters
/// are shown escaped.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
