//! The page that shows a replay: one self-contained HTML file.

mod index;
mod rules;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;

use sha2::{Digest, Sha256};

use crate::encode::{base64, data};
use crate::{Replay, escaped};

pub use index::{IndexRow, index, last_position, percent};
pub use rules::{section, summary};

/// Lists script modules from a folder beside the calling file, by file name.
#[macro_export]
macro_rules! modules {
    ($folder:literal $($name:literal)*) => {
        &[$((concat!($name, ".js"), include_str!(concat!($folder, $name, ".js")))),*]
    };
}

/// Modules that other pages also use: elements, sorted tables, readable numbers, and plots.
const BASICS: &[(&str, &str)] = modules! { "" "dom" "sorting" "number" "tooltip" "axes" };

/// Style rules that other pages also use.
const BASIC_STYLE: &str = include_str!("basics.css");
/// Style of the viewer and of boards.
const STYLE: &str = concat!(include_str!("page.css"), include_str!("board.css"));

/// Modules that draw a position. They follow [`BASICS`]; each imports only from earlier modules.
const DRAWING: &[(&str, &str)] = modules! { "" "replay" "geometry" "motion" "pieces" "board" };

/// Modules of the viewer that follow [`DRAWING`].
const VIEWER: &[(&str, &str)] = modules! {
    "" "legend" "events" "inspector" "run-panel" "figures" "plot" "rounds" "player" "controls"
    "keys" "target" "viewer"
};

/// Returns a page with one replay, or with several of one case side by side; `rules` are Markdown.
pub fn page(title: &str, replays: &[Replay], rules: &str, links: &PageLinks) -> String {
    document(&Parts {
        title,
        rules,
        links: &links.markup(),
        data: &data(title, replays),
        modules: modules! { "" "start" },
        ..Parts::default()
    })
}

/// Returns true if a page that begins with these bytes has this title.
pub fn is_titled(start: &[u8], title: &str) -> bool {
    let title = format!("<title>{}</title>", escaped(title));
    String::from_utf8_lossy(start).contains(&title)
}

/// File names of the pages around a page.
#[derive(Clone, Debug, Default)]
pub struct PageLinks {
    /// Page of the previous case.
    pub before: Option<String>,
    /// Index of all cases.
    pub index: Option<String>,
    /// Page of the next case.
    pub after: Option<String>,
}

impl PageLinks {
    /// Returns the links as markup.
    fn markup(&self) -> String {
        let link = |file: &Option<String>, rel: &str, text: &str| {
            let file = file.as_deref().map(address);
            let link = file.map(|file| format!("<a rel=\"{rel}\" href=\"{file}\">{text}</a>"));
            link.unwrap_or_default()
        };
        let links = [
            link(&self.before, "prev", "← case before"),
            link(&self.index, "up", "all cases"),
            link(&self.after, "next", "next case →"),
        ];
        match links.concat() {
            links if links.is_empty() => links,
            links => format!("<nav class=\"links\" aria-label=\"Cases\">{links}</nav>"),
        }
    }
}

/// Percent-encodes the path of a file.
pub fn address(path: impl AsRef<OsStr>) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    let encoded = path.as_ref().as_encoded_bytes().iter().map(|&byte| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    });
    encoded.collect()
}

/// Parts that differ between pages with the viewer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts<'a> {
    /// The title, as text.
    pub title: &'a str,
    /// Additional script sources, and additional rules, of the content security policy.
    pub policy: (&'a str, &'a str),
    /// Style rules that follow the viewer's.
    pub style: &'a str,
    /// The game's rules, as Markdown.
    pub rules: &'a str,
    /// Markup of links to other pages.
    pub links: &'a str,
    /// Markup beside the board, before the figures.
    pub panel: &'a str,
    /// Data for the script: JSON without `<`.
    pub data: &'a str,
    /// Script modules by name; they follow the viewer's, and the last one starts the page.
    pub modules: &'a [(&'a str, &'a str)],
}

/// Returns the viewer's page with these parts, as one file.
pub fn document(parts: &Parts) -> String {
    let modules = [DRAWING, VIEWER, parts.modules].concat();
    let body = [
        ("{{links}}", parts.links.to_string()),
        ("{{panel}}", parts.panel.to_string()),
        ("{{rules}}", rules::markup(parts.rules)),
        ("{{data}}", parts.data.to_string()),
    ];
    let body = filled(include_str!("page.html"), body);
    let style = STYLE.to_string() + parts.style;
    skeleton(parts.title, parts.policy, &style, body, &modules)
}

/// Returns a page as one file. `policy` has additional script sources and rules of the content
/// security policy; `modules` follow [`BASICS`].
pub fn skeleton(
    title: &str,
    policy: (&str, &str),
    style: &str,
    body: String,
    modules: &[(&str, &str)],
) -> String {
    let script = script(&[BASICS, modules].concat());
    let parts = [
        ("{{script}}", digest(&script) + policy.0),
        ("{{policy}}", policy.1.to_string()),
        ("{{title}}", escaped(title)),
        ("{{style}}", BASIC_STYLE.to_string() + style),
        ("{{body}}", body),
        ("{{script}}", script),
    ];
    filled(include_str!("skeleton.html"), parts)
}

/// Replaces the named parts of a template by texts; the parts are in the template's order.
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

/// Returns a script as a source of the content security policy, so that no other script can run.
fn digest(script: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(script)))
}

/// Joins modules into one script. Each becomes a block; later blocks import from it.
///
/// # Panics
/// A module imports or exports other than by name, or imports from a module that does not come
/// earlier.
fn script(modules: &[(&str, &str)]) -> String {
    let mut script = String::from("\nconst modules = {};\n");
    for (index, (name, source)) in modules.iter().enumerate() {
        let above = &modules[..index];
        let mut exports = Vec::new();
        script += &format!("{{ // {name}\n");
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    statement += lines.next().unwrap_or(";");
                }
                let import = import(&statement, above);
                script += &import.unwrap_or_else(|| panic!("{name}: {statement}"));
            } else if let Some(declaration) = line.strip_prefix("export ") {
                let exported = exported(declaration);
                exports.push(exported.unwrap_or_else(|| panic!("{name}: {line}")));
                script += declaration;
            } else {
                script += line;
            }
            script.push('\n');
        }
        let exports = exports.join(", ");
        script += &format!("modules[\"{name}\"] = {{ {exports} }};\n}}\n");
    }
    script
}

/// Converts an import from an earlier module to a declaration of constants.
fn import(statement: &str, above: &[(&str, &str)]) -> Option<String> {
    let (names, from) = statement.strip_prefix("import {")?.split_once("} from \"./")?;
    let from = from.strip_suffix("\";")?;
    let is_above = above.iter().any(|(name, _)| *name == from);
    let names = names.replace(" as ", ": ");
    is_above.then(|| format!("const {{{names}}} = modules[\"{from}\"];"))
}

/// Returns the name that a declaration defines.
fn exported(declaration: &str) -> Option<&str> {
    let (kind, rest) = declaration.strip_prefix("async ").unwrap_or(declaration).split_once(' ')?;
    let is_known = ["function", "class", "const"].contains(&kind);
    let mut names = rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
    names.next().filter(|name| is_known && !name.is_empty())
}
