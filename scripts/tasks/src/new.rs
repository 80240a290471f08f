//! `make game`: writes a new game from templates: a small game of each kind, named `sample`
//! throughout.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::games::DialogueKind;

/// Writes a new game: rules, oracle, solver, judge and tests of a small one that works, to be
/// changed into another
///
/// Exit status: 0, 2 for a name that cannot be one.
#[derive(Args)]
pub struct NewGameOptions {
    /// Name of the game, in lower case
    name: String,
    /// Kind of conversation between judge and contestant
    kind: DialogueKind,
    /// Folder of the workspace
    #[arg(long, default_value = ".")]
    workspace: PathBuf,
}

/// Writes the game and prints the paths of its files.
///
/// # Errors
/// It cannot have this name, a file exists, or cannot be written.
pub fn run(options: &NewGameOptions) -> Result<()> {
    let game = NewGame::new(&options.name, options.kind)?;
    let files = game.write(&options.workspace)?;
    files.iter().for_each(|file| println!("{file}"));
    Ok(())
}

/// A file of a template: its path, and its text.
type Template = (&'static str, &'static str);

/// The template at a path below `templates/`.
macro_rules! template {
    ($folder:literal, $path:literal) => {
        (
            $path,
            include_str!(concat!("../templates/", $folder, "/", $path)),
        )
    };
}

/// The files that a game of a kind has for itself.
macro_rules! of_kind {
    ($folder:literal) => {
        [
            template!($folder, "crates/common/src/sample.rs"),
            template!($folder, "crates/oracles/src/sample.rs"),
            template!($folder, "crates/sample/README.md"),
            template!($folder, "crates/sample/src/main.rs"),
            template!($folder, "judges/sample/src/lib.rs"),
        ]
    };
}

const BOTH: [Template; 3] = [
    template!("both", "crates/sample/Cargo.toml"),
    template!("both", "judges/sample/Cargo.toml"),
    template!("both", "judges/sample/src/main.rs"),
];
const INTERACTIVE: [Template; 5] = of_kind!("interactive");
const OFFLINE: [Template; 5] = of_kind!("offline");

/// Lists of the workspace that name every game: the file, the beginning of the lines of its list,
/// and their end.
const LISTS: [(&str, &str, &str); 3] = [
    ("crates/common/src/lib.rs", "pub mod ", ";"),
    ("crates/oracles/src/lib.rs", "pub mod ", ";"),
    ("Cargo.toml", "", " = { opt-level = 2 }"),
];

/// A game to be written.
#[derive(Clone, Debug)]
pub struct NewGame {
    name: String,
    kind: DialogueKind,
}

impl NewGame {
    /// The game of a name: letters and digits in lower case, a letter first.
    ///
    /// # Errors
    /// The name has another form.
    pub fn new(name: &str, kind: DialogueKind) -> Result<NewGame> {
        let is_known = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit();
        ensure!(
            name.starts_with(|char: char| char.is_ascii_lowercase())
                && name.len() <= 24
                && name.chars().all(is_known),
            "`{name}` is no name of a game: 1 to 24 letters and digits in lower case, a letter first"
        );
        let name = name.into();
        Ok(NewGame { name, kind })
    }

    /// Writes the game into a workspace; returns the paths of its files, then those of the
    /// lists that name it now.
    ///
    /// # Errors
    /// A file exists, or a file cannot be written: then nothing, or a part of it, is.
    pub fn write(&self, workspace: &Path) -> Result<Vec<String>> {
        let of_kind = match self.kind {
            DialogueKind::Interactive => INTERACTIVE,
            DialogueKind::Offline => OFFLINE,
        };
        let templates = BOTH.into_iter().chain(of_kind);
        let mut files: Vec<(String, String)> = templates
            .map(|(path, text)| (self.named(path), self.named(text)))
            .collect();
        for (path, _) in &files {
            ensure!(!workspace.join(path).exists(), "{path} exists");
        }
        for (path, begin, end) in LISTS {
            let text =
                fs::read_to_string(workspace.join(path)).with_context(|| path.to_string())?;
            files.push((path.into(), listed(&text, &self.name, begin, end)));
        }
        for (path, text) in &files {
            let file = workspace.join(path);
            let folder = file.parent().unwrap_or(workspace);
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&file, text))
                .with_context(|| path.clone())?;
        }
        Ok(files.into_iter().map(|(path, _)| path).collect())
    }

    /// A text of a template with the name of this game.
    fn named(&self, text: &str) -> String {
        let (first, rest) = self.name.split_at(1);
        let kind = match self.kind {
            DialogueKind::Interactive => "interactive",
            DialogueKind::Offline => "offline",
        };
        text.replace("\"KIND\"", &format!("{kind:?}"))
            .replace("sample", &self.name)
            .replace("Sample", &(first.to_uppercase() + rest))
    }
}

/// The text with a line for `name` in the first run of lines of this form, in order if they are.
fn listed(text: &str, name: &str, begin: &str, end: &str) -> String {
    let is_one = |line: &&str| line.starts_with(begin) && line.ends_with(end);
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(is_one).unwrap_or(lines.len());
    let count = lines[first..]
        .iter()
        .take_while(|line| is_one(line))
        .count();
    let run = &lines[first..first + count];
    let line = format!("{begin}{name}{end}");
    let sorted = run.iter().collect::<BTreeSet<_>>().into_iter().eq(run);
    let place = match sorted {
        true => run.partition_point(|other| **other < *line),
        false => count,
    };
    let (before, after) = lines.split_at(first + place);
    let lines = before
        .iter()
        .copied()
        .chain([&line[..]])
        .chain(after.iter().copied());
    lines.map(|line| format!("{line}\n")).collect()
}
