//! Worked dialogue in a game's rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::program::{EDITION, definition, expanded};
use crate::bundle::compiler::{self, feed};
use crate::text;

/// First line of the block with the dialogue in a README.
const FENCE: &str = "```text dialogue\n";

/// Dialogue that the rules show as an example.
pub struct WorkedDialogue {
    /// File that contains it.
    path: String,
    /// Number of lines before it in this file.
    before: usize,
    /// The dialogue in the form of problem packages: `<` before a line of the judge, `>` before a
    /// line of the contestant; and `=` before a hidden line of the case, which comes first.
    pub interaction: String,
    /// True if the game continues after the last line.
    is_cut: bool,
}

impl WorkedDialogue {
    /// Reads the dialogue in the rules of a game.
    pub fn read(game: &str) -> Result<WorkedDialogue> {
        let path = format!("crates/{game}/README.md");
        let text = text(&path)?;
        WorkedDialogue::parse(path, &text)
    }

    /// Parses `text`, the content of the file `path`.
    pub fn parse(path: String, text: &str) -> Result<WorkedDialogue> {
        let begin = FENCE.trim_end();
        let (head, block) = text.split_once(FENCE).with_context(|| {
            format!("{path} has no worked dialogue: a block that begins with {begin}")
        })?;
        let line = |line: &str| match line.split_at_checked(2)? {
            ("> ", text) => Some(format!("<{text}\n")),
            ("< ", text) => Some(format!(">{text}\n")),
            ("= ", text) => Some(format!("={text}\n")),
            _ => None,
        };
        let lines: Vec<_> = block.lines().map_while(line).collect();
        let before = head.lines().count() + 1;
        let next = block.lines().nth(lines.len()).unwrap_or_default();
        let is_cut = next.starts_with('[');
        ensure!(
            is_cut || next.starts_with("```"),
            "{path}:{}: `{next}` begins with none of `> `, `< `, `= ` and `[`",
            before + lines.len() + 1
        );
        Ok(WorkedDialogue { before, is_cut, path, interaction: lines.concat() })
    }

    /// Plays the dialogue with `checker`; returns its case.
    ///
    /// # Errors
    /// A line breaks a rule; the error names the line and the rule.
    pub fn check(&self, checker: &Path) -> Result<String> {
        let mut check = Command::new(checker);
        check.arg(self.before.to_string());
        check.args(self.is_cut.then_some("cut"));
        let output = feed(&mut check, &self.interaction)?;
        let problem = String::from_utf8_lossy(&output.stderr);
        let (path, problem) = (&self.path, problem.trim_end());
        ensure!(output.status.success(), "{path}:{problem}");
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Compiles the program that plays a game's worked dialogue; returns its path.
pub fn compiled_checker(game: &str, folder: &Path) -> Result<PathBuf> {
    let definition = definition(game)?;
    let main = format!(
        "#![allow(warnings)]\nfn main() -> std::process::ExitCode {{\n    \
         export::check_dialogue::<{definition}>()\n}}\n"
    );
    let source = folder.join(format!("{game}.rs"));
    fs::write(&source, expanded(game, &main)?)?;
    let checker = folder.join(game);
    compiler::compile(&source, EDITION, 0, &checker).map(|()| checker)
}
