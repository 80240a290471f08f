//! The page that shows a replay: one HTML file that holds everything.

mod encode;
mod index;

use crate::Replay;

pub use index::{IndexRow, index};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const BOARD_STYLE: &str = include_str!("board.css");

/// The script's modules; each imports only from those before it.
const MODULES: &[(&str, &str)] = &[
    ("dom.js", include_str!("dom.js")),
    ("number.js", include_str!("number.js")),
    ("replay.js", include_str!("replay.js")),
    ("compare.js", include_str!("compare.js")),
    ("geometry.js", include_str!("geometry.js")),
    ("motion.js", include_str!("motion.js")),
    ("pieces.js", include_str!("pieces.js")),
    ("board.js", include_str!("board.js")),
    ("details.js", include_str!("details.js")),
    ("figures.js", include_str!("figures.js")),
    ("plot.js", include_str!("plot.js")),
    ("rounds.js", include_str!("rounds.js")),
    ("player.js", include_str!("player.js")),
    ("controls.js", include_str!("controls.js")),
    ("keys.js", include_str!("keys.js")),
    ("picture.js", include_str!("picture.js")),
    ("main.js", include_str!("main.js")),
];

/// A page that shows one replay, or several of one case side by side.
pub fn page(title: &str, replays: &[Replay]) -> String {
    let parts = [
        ("{{title}}", escaped(title)),
        ("{{style}}", STYLE.to_string()),
        ("{{board-style}}", BOARD_STYLE.to_string()),
        ("{{data}}", encode::data(title, replays)),
        ("{{script}}", script()),
    ];
    let mut page = String::new();
    let mut rest = TEMPLATE;
    for (name, text) in parts {
        let (before, after) = rest.split_once(name).expect("the template names its parts");
        page += before;
        page += &text;
        rest = after;
    }
    page + rest
}

/// The modules as one: without imports and exports, each name is in sight of all.
fn script() -> String {
    let mut script = String::new();
    for (name, source) in MODULES {
        script += &format!("// {name}\n");
        let lines = source.lines().filter(|line| !line.starts_with("import "));
        for line in lines {
            script += line.strip_prefix("export ").unwrap_or(line);
            script.push('\n');
        }
    }
    script
}

/// The text as HTML.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    for c in text.chars() {
        match c {
            '<' => html += "&lt;",
            '&' => html += "&amp;",
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests;
