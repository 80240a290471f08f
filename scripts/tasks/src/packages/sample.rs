//! The worked dialogue of a game's rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::program::{EDITION, dialogue_checker};
use crate::bundle::compiler::{self, feed};
use crate::workspace;

/// Begins the block of a README that is a dialogue.
const FENCE: &str = "```text dialogue\n";

/// A dialogue that is written out in the rules.
pub struct WorkedDialogue {
    /// The file that it stands in.
    path: String,
    /// Number of lines before it there.
    before: usize,
    /// The dialogue as problem packages have it: `<` before a line of the judge, `>` before one of
    /// the contestant.
    pub interaction: String,
    /// True if its game goes on after the last line.
    is_cut: bool,
}

impl WorkedDialogue {
    /// Reads the dialogue in the rules of a game.
    ///
    /// # Errors
    /// They do not have one.
    pub fn read(game: &str) -> Result<WorkedDialogue> {
        let path = format!("crates/{game}/README.md");
        let text = fs::read_to_string(workspace().join(&path)).with_context(|| path.clone())?;
        WorkedDialogue::parse(path, &text)
    }

    /// Reads the dialogue in the text of the file `path`.
    fn parse(path: String, text: &str) -> Result<WorkedDialogue> {
        let begin = FENCE.trim_end();
        let (head, block) = text.split_once(FENCE).with_context(|| {
            format!("{path} has no worked dialogue: a block that begins with {begin}")
        })?;
        let line = |line: &str| match line.split_at_checked(2)? {
            ("> ", text) => Some(format!("<{text}\n")),
            ("< ", text) => Some(format!(">{text}\n")),
            _ => None,
        };
        let lines: Vec<_> = block.lines().map_while(line).collect();
        let before = head.lines().count() + 1;
        let next = block.lines().nth(lines.len()).unwrap_or_default();
        let is_cut = next.starts_with('[');
        ensure!(
            is_cut || next.starts_with("```"),
            "{path}:{}: `{next}` begins with none of `> `, `< ` and `[`",
            before + lines.len() + 1
        );
        Ok(WorkedDialogue {
            before,
            is_cut,
            path,
            interaction: lines.concat(),
        })
    }

    /// Returns its case, once the game's referee has played it.
    ///
    /// # Errors
    /// The first impossible line, and the rule.
    pub fn checked_case(&self, game: &str) -> Result<String> {
        let folder = tempfile::tempdir()?;
        self.check(&compiled_checker(game, folder.path())?)
    }

    /// Lets `checker` play it; returns its case.
    fn check(&self, checker: &Path) -> Result<String> {
        let mut check = Command::new(checker);
        check.arg(self.before.to_string());
        check.args(self.is_cut.then_some("cut"));
        let output = feed(&mut check, &self.interaction)?;
        let problem = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "{}:{}",
            self.path,
            problem.trim_end()
        );
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Compiles the program that plays the worked dialogue of a game; returns its path.
fn compiled_checker(game: &str, folder: &Path) -> Result<PathBuf> {
    let source = folder.join(format!("{game}.rs"));
    fs::write(&source, dialogue_checker(game)?)?;
    let checker = folder.join(game);
    compiler::compile(&source, EDITION, &checker).map(|()| checker)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule that is broken anywhere is reported with its line, whichever side breaks it.
    #[test]
    fn a_worked_dialogue_is_replayed_by_the_referee() {
        let folder = tempfile::tempdir().unwrap();
        let checker = |game: &str| compiled_checker(game, folder.path()).unwrap();
        let [ioiwari, lucky, tonga] = ["ioiwari", "lucky", "tonga"].map(checker);
        for (game, checker) in [("ioiwari", &ioiwari), ("lucky", &lucky), ("tonga", &tonga)] {
            let dialogue = WorkedDialogue::read(game).unwrap();
            let case = dialogue.check(checker).unwrap();
            assert!(!case.is_empty() && dialogue.interaction.replace("<", "").starts_with(&case));
        }
        for (checker, dialogue, expected) in [
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n< 3 3 0 0\n",
                "4: `3 3 0 0` is not a pit, 1 to 7",
            ),
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n< 5\n< 5\n",
                "5: an answer where a message of the judge is due",
            ),
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n> 3\n< 5\n",
                "4: a message of the judge where an answer is due",
            ),
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n< 5\n> nonsense\n",
                "5: `nonsense` is no message that the judge can choose",
            ),
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n< 5\n> 3\n",
                "5: the dialogue ends here, but the game goes on",
            ),
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n< 5\n> 3\n[and so on]\n< 9\n",
                "",
            ),
            (
                &ioiwari,
                "> 2 4 2 2 4 2 4\n<5\n",
                "4: `<5` begins with none of",
            ),
            (&ioiwari, "> 2 4 2 2 4 2\n", "4: the input ends where"),
            (&ioiwari, "> 1 0 0 0 0 0 19\n", "3: "),
            (
                &lucky,
                "> 1 1 1 0\n> 3\n> newRound\n> playTurn 1\n[…]\n",
                "6: `playTurn 1` is no message",
            ),
            (
                &lucky,
                "> 1 1 1 0\n> 3\n> playTurn 0\n[…]\n",
                "5: `playTurn 0` is not `newRound`",
            ),
            (
                &tonga,
                "> 6 -1 -1\n< 3 4\n> 0 0\n[…]\n",
                "5: `0 0` is no message",
            ),
        ] {
            let text = format!("# Game\n{FENCE}{dialogue}```\n");
            let dialogue = WorkedDialogue::parse("README.md".into(), &text);
            let played = dialogue.and_then(|dialogue| dialogue.check(checker));
            let played = played.map_err(|error| error.to_string());
            match (played, expected) {
                (Ok(_), "") => {}
                (Err(error), _) if !expected.is_empty() => {
                    let expected = format!("README.md:{expected}");
                    assert!(error.starts_with(&expected), "{error}, expected {expected}");
                    assert_eq!(error.lines().count(), 1, "{error}");
                }
                (played, _) => panic!("{played:?}, expected {expected}"),
            }
        }
    }
}
