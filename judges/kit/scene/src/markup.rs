//! Text within HTML and SVG.

use crate::printable::printable_lines;

/// Returns `text` escaped for use between tags or in an attribute within double quotes, unprintable
/// characters shown.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
