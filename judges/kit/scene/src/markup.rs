//! Text within HTML and SVG.

use crate::printable::printable_lines;

/// Returns `text` as it stands between tags, or in an attribute within double quotes; its
/// unprintable characters are shown escaped.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
