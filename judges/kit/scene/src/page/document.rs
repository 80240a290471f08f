//! The viewer's page, as one file.

use super::links::PageLinks;
use super::rules;
use crate::encode::data;
use crate::{Replay, escaped};

/// Modules that other pages use, too: elements, sorted tables, and numbers as people read them.
pub(super) const BASICS: [(&str, &str); 3] = [
    ("dom.js", include_str!("dom.js")),
    ("sorting.js", include_str!("sorting.js")),
    ("number.js", include_str!("number.js")),
];

/// Style rules that other pages use, too.
const BASIC_STYLE: &str = include_str!("basics.css");
pub(super) const STYLE: &str = include_str!("page.css");
pub(super) const BOARD_STYLE: &str = include_str!("board.css");

/// The modules that draw a position, after [`BASICS`]; each imports only from those above it.
pub(super) const DRAWING: &[(&str, &str)] = &[
    ("replay.js", include_str!("replay.js")),
    ("geometry.js", include_str!("geometry.js")),
    ("motion.js", include_str!("motion.js")),
    ("pieces.js", include_str!("pieces.js")),
    ("board.js", include_str!("board.js")),
];

/// The other modules of the viewer, after those.
pub(super) const VIEWER: &[(&str, &str)] = &[
    ("legend.js", include_str!("legend.js")),
    ("events.js", include_str!("events.js")),
    ("seat.js", include_str!("seat.js")),
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

/// A page with one replay, or several of one case side by side; `rules` are Markdown.
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

/// The parts in which pages around the viewer differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts<'a> {
    /// The title, as text.
    pub title: &'a str,
    /// More script sources of the content security policy, and more of its rules.
    pub policy: (&'a str, &'a str),
    /// Style rules after the viewer's.
    pub style: &'a str,
    /// The game's rules, as Markdown.
    pub rules: &'a str,
    /// Markup of links to other pages.
    pub links: &'a str,
    /// Markup next to the board, in front of the figures.
    pub panel: &'a str,
    /// Data for the script: JSON without `<`.
    pub data: &'a str,
    /// Script modules after the viewer's, by name; the last one starts the page.
    pub modules: &'a [(&'a str, &'a str)],
}

/// The viewer's page with these parts, as one file.
pub fn document(parts: &Parts) -> String {
    let modules = [DRAWING, VIEWER, parts.modules].concat();
    let body = [
        ("{{links}}", parts.links.to_string()),
        ("{{panel}}", parts.panel.to_string()),
        ("{{rules}}", rules::markup(parts.rules)),
        ("{{data}}", parts.data.to_string()),
    ];
    let body = filled(include_str!("page.html"), body);
    let (scripts, pictures) = (parts.policy.0, format!(" blob:{}", parts.policy.1));
    let policy = (scripts, pictures.as_str());
    let style = STYLE.to_string() + parts.style;
    skeleton(parts.title, policy, (&style, BOARD_STYLE), body, &modules)
}

/// A page as one file: its title as text; more script sources of the content security policy, and what
/// follows its sources of pictures; its style after the basic one, and that of boards; its markup; its script's
/// modules after [`BASICS`].
pub fn skeleton(
    title: &str,
    policy: (&str, &str),
    style: (&str, &str),
    body: String,
    modules: &[(&str, &str)],
) -> String {
    let parts = [
        ("{{script-policy}}", policy.0.to_string()),
        ("{{policy}}", policy.1.to_string()),
        ("{{title}}", escaped(title)),
        ("{{style}}", BASIC_STYLE.to_string() + style.0),
        ("{{board-style}}", style.1.to_string()),
        ("{{body}}", body),
        ("{{script}}", script(&[&BASICS, modules].concat())),
    ];
    filled(include_str!("skeleton.html"), parts)
}

/// The template with texts in place of its parts, which are given in their order.
pub fn filled<const N: usize>(template: &str, parts: [(&str, String); N]) -> String {
    let mut page = String::new();
    let mut rest = template;
    for (name, text) in parts {
        let (before, after) = rest.split_once(name).expect("the template names its parts");
        page += before;
        page += &text;
        rest = after;
    }
    page + rest
}

/// Modules, by name, as one script, without imports and exports.
fn script(modules: &[(&str, &str)]) -> String {
    let mut script = String::new();
    for (name, source) in modules {
        script += &format!("// {name}\n");
        let lines = source.lines().filter(|line| !line.starts_with("import "));
        for line in lines {
            script += line.strip_prefix("export ").unwrap_or(line);
            script.push('\n');
        }
    }
    script
}
