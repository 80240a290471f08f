//! The page that shows a replay: one self-contained HTML file.

mod encode;
mod index;
mod links;
mod rules;

use crate::{Replay, escaped};

pub use encode::{base64, data, packed};
pub use index::{IndexRow, index};
pub use links::PageLinks;
pub use rules::summary;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const BOARD_STYLE: &str = include_str!("board.css");

/// The script's modules; each imports only from the preceding ones.
const MODULES: &[(&str, &str)] = &[
    ("dom.js", include_str!("dom.js")),
    ("number.js", include_str!("number.js")),
    ("replay.js", include_str!("replay.js")),
    ("compare.js", include_str!("compare.js")),
    ("geometry.js", include_str!("geometry.js")),
    ("motion.js", include_str!("motion.js")),
    ("pieces.js", include_str!("pieces.js")),
    ("board.js", include_str!("board.js")),
    ("legend.js", include_str!("legend.js")),
    ("seat.js", include_str!("seat.js")),
    ("details.js", include_str!("details.js")),
    ("events.js", include_str!("events.js")),
    ("figures.js", include_str!("figures.js")),
    ("plot.js", include_str!("plot.js")),
    ("rounds.js", include_str!("rounds.js")),
    ("player.js", include_str!("player.js")),
    ("controls.js", include_str!("controls.js")),
    ("keys.js", include_str!("keys.js")),
    ("picture.js", include_str!("picture.js")),
    ("main.js", include_str!("main.js")),
];

/// Returns a page that shows one replay, or several of one case next to each other. `rules` are
/// those of the game, as Markdown.
pub fn page(title: &str, replays: &[Replay], rules: &str, links: &PageLinks) -> String {
    document(&Parts {
        title,
        rules,
        links: &links.markup(),
        data: &data(title, replays),
        modules: &[("start.js", include_str!("start.js"))],
        ..Parts::default()
    })
}

/// The variable parts of pages around the viewer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts<'a> {
    /// The title, as text.
    pub title: &'a str,
    /// Additional sources of scripts in the content security policy, and additional rules at its
    /// end.
    pub policy: (&'a str, &'a str),
    /// Additional style after that of the viewer.
    pub style: &'a str,
    /// The game's rules, as Markdown; may be empty.
    pub rules: &'a str,
    /// Markup of links to other pages.
    pub links: &'a str,
    /// Markup next to the board, before the figures.
    pub panel: &'a str,
    /// Data for the script: JSON without any `<`.
    pub data: &'a str,
    /// Additional modules of the script after those of the viewer, by name; the last one starts the
    /// page.
    pub modules: &'a [(&'a str, &'a str)],
}

/// Returns the viewer's page with these parts, as one file.
pub fn document(parts: &Parts) -> String {
    let parts = [
        ("{{script-policy}}", parts.policy.0.to_string()),
        ("{{policy}}", parts.policy.1.to_string()),
        ("{{title}}", escaped(parts.title)),
        ("{{style}}", STYLE.to_string() + parts.style),
        ("{{board-style}}", BOARD_STYLE.to_string()),
        ("{{links}}", parts.links.to_string()),
        ("{{panel}}", parts.panel.to_string()),
        ("{{rules}}", rules::markup(parts.rules)),
        ("{{data}}", parts.data.to_string()),
        ("{{script}}", script(parts.modules)),
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

/// Joins the viewer's modules and `more`, without imports and exports: all names share one scope.
fn script(more: &[(&str, &str)]) -> String {
    let mut script = String::new();
    for (name, source) in MODULES.iter().chain(more) {
        script += &format!("// {name}\n");
        let lines = source.lines().filter(|line| !line.starts_with("import "));
        for line in lines {
            script += line.strip_prefix("export ").unwrap_or(line);
            script.push('\n');
        }
    }
    script
}

#[cfg(test)]
mod tests;
