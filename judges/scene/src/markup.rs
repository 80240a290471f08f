//! Text within HTML and SVG.

/// Returns `text` as it stands between tags, or in an attribute within double quotes.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
