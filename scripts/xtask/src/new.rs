//! `make game`: writes a new game from a template, a small game that is called `sample` throughout.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

/// Contents of a template file.
macro_rules! template {
    ($path:literal) => {
        ($path, include_str!(concat!("../templates/", $path)))
    };
}
/// Files of the template: path and text. A line that begins with `i|`, `o|` or `h|` is for one kind
/// only.
const TEMPLATE: [(&str, &str); 8] = [
    template!("crates/common/src/sample.rs"),
    template!("crates/oracles/src/sample.rs"),
    template!("crates/sample/Cargo.toml"),
    template!("crates/sample/README.md"),
    template!("crates/sample/src/main.rs"),
    template!("judges/sample/Cargo.toml"),
    template!("judges/sample/src/lib.rs"),
    template!("judges/sample/src/main.rs"),
];

/// Files of a game with a secret, instead of those with the same path after `hidden/`.
const HIDDEN: [(&str, &str); 5] = [
    template!("hidden/crates/common/src/sample.rs"),
    template!("hidden/crates/oracles/src/sample.rs"),
    template!("hidden/crates/sample/README.md"),
    template!("hidden/crates/sample/src/main.rs"),
    template!("hidden/judges/sample/src/lib.rs"),
];

/// Kind of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NewKind {
    /// Played in turns, with random choices of the judge.
    Interactive,
    /// The whole input, then the whole output.
    Offline,
    /// Played in turns: questions about a secret, which cost as little as possible.
    Hidden,
}

/// Lists of the workspace that name every game: the file, and how each line of the list begins and
/// ends. rustfmt sorts the Rust ones.
const LISTS: [(&str, &str, &str); 5] = [
    ("crates/common/src/lib.rs", "pub mod ", ";"),
    ("crates/oracles/src/lib.rs", "pub mod ", ";"),
    ("Cargo.toml", "", " = { codegen-units = 1 }"),
    ("Cargo.toml", "", "-judge = { opt-level = 1 }"),
    ("Cargo.toml", "", " = { opt-level = 2 }"),
];

/// Writes a new game: rules, oracle, solver, judge and tests of a small one that works, to be
/// changed into another
///
/// Exit status: 0, 2 for a name that cannot be one.
#[derive(Args)]
pub struct NewGame {
    /// Name of the game, in lower case
    pub name: String,
    /// Kind of the game
    pub kind: NewKind,
    /// Folder of the workspace
    #[arg(long, default_value = ".")]
    pub workspace: PathBuf,
}

impl NewGame {
    /// Writes the game. Returns the paths of its files, then those of the lists that were extended.
    ///
    /// # Errors
    /// The name is not lower-case letters and digits with a letter first; a file exists (then
    /// nothing is written); or a file cannot be written (then a part of the game may exist).
    pub fn write(&self) -> Result<Vec<String>> {
        let (name, workspace) = (&self.name, &self.workspace);
        let is_known = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit();
        ensure!(
            name.starts_with(|char: char| char.is_ascii_lowercase())
                && name.len() <= 24
                && name.chars().all(is_known),
            "`{name}` cannot name a game: expected 1 to 24 letters and digits in lower case, a letter first"
        );
        let mut files = Vec::new();
        for (path, text) in TEMPLATE {
            let is_it = |other: &&(&str, &str)| other.0.strip_prefix("hidden/") == Some(path);
            let hidden = HIDDEN.iter().find(is_it).filter(|_| self.kind == NewKind::Hidden);
            let text = hidden.map_or(text, |(_, text)| *text);
            let path = self.renamed(path);
            ensure!(!workspace.join(&path).exists(), "{path} exists");
            files.push((path, self.renamed(text)));
        }
        for (path, begin, end) in LISTS {
            let text = match files.iter().position(|(other, _)| other == path) {
                Some(index) => files.remove(index).1,
                None => fs::read_to_string(workspace.join(path)).context(path)?,
            };
            files.push((path.into(), listed(&text, name, begin, end)));
        }
        for (path, text) in &files {
            let file = workspace.join(path);
            let folder = file.parent().unwrap_or(workspace);
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
            written.with_context(|| path.clone())?;
        }
        Ok(files.into_iter().map(|(path, _)| path).collect())
    }

    /// Returns a text of the template, written for this game.
    fn renamed(&self, text: &str) -> String {
        let (first, rest) = self.name.split_at(1);
        let own = match self.kind {
            NewKind::Interactive => "i|",
            NewKind::Offline => "o|",
            NewKind::Hidden => "h|",
        };
        let lines = text.lines().map(|line| line.strip_prefix(own).unwrap_or(line));
        let is_other = |line: &&str| ["i|", "o|", "h|"].iter().any(|kind| line.starts_with(kind));
        let lines: Vec<&str> = lines.filter(|line| !is_other(line)).collect();
        let text = lines.join("\n") + if text.ends_with('\n') { "\n" } else { "" };
        text.replace("sample", &self.name).replace("Sample", &(first.to_uppercase() + rest))
    }
}

/// Inserts a line for `name` after the first block of lines that begin and end like this.
fn listed(text: &str, name: &str, begin: &str, end: &str) -> String {
    let is_one = |line: &&str| line.starts_with(begin) && line.ends_with(end);
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(is_one).unwrap_or(lines.len());
    let run = lines[first..].iter().take_while(|line| is_one(line));
    let (last, line) = (first + run.count(), format!("{begin}{name}{end}"));
    lines.insert(last, &line);
    lines.join("\n") + "\n"
}
