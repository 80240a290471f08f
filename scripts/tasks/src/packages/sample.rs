//! The worked dialogue of a game's rules.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bundle::compiler::feed;
use crate::workspace;
use anyhow::{Context, Result, ensure};

/// Begins the block of a README that is a dialogue.
const FENCE: &str = "```text dialogue\n";

/// Lines of a dialogue in their order.
pub struct WorkedDialogue {
    /// The file that it stands in.
    path: String,
    /// Number of lines before it there.
    before: usize,
    /// Each line, and whether the judge has written it.
    lines: Vec<(bool, String)>,
    /// True if its game goes on after the last line.
    is_cut: bool,
}

impl WorkedDialogue {
    /// Reads the dialogue in the rules of a game, as far as it is written out.
    ///
    /// # Errors
    /// There is none.
    pub fn read(game: &str) -> Result<WorkedDialogue> {
        let path = format!("crates/{game}/README.md");
        let text = fs::read_to_string(workspace().join(&path)).with_context(|| path.clone())?;
        WorkedDialogue::parse(path, &text)
    }

    /// The dialogue in the text of the file `path`.
    fn parse(path: String, text: &str) -> Result<WorkedDialogue> {
        let begin = FENCE.trim_end();
        let (head, block) = text.split_once(FENCE).with_context(|| {
            format!("{path} has no worked dialogue: a block that begins with {begin}")
        })?;
        let line = |line: &str| match line.split_at_checked(2)? {
            ("> ", text) => Some((true, text.to_string())),
            ("< ", text) => Some((false, text.to_string())),
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
            lines,
        })
    }

    /// Checks that the game's referee could have played it; `checker` is the program that ends with
    /// `check_dialogue` of the package `validator`.
    ///
    /// # Errors
    /// The line that could not have come there, and the rule.
    pub fn check(&self, checker: &Path) -> Result<()> {
        let mut check = Command::new(checker);
        check.arg(self.before.to_string());
        check.args(self.is_cut.then_some("cut"));
        let output = feed(&mut check, &self.interaction())?;
        let problem = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "{}:{}",
            self.path,
            problem.trim_end()
        );
        Ok(())
    }

    /// The dialogue as problem packages have it: `<` before a line of the judge.
    pub fn interaction(&self) -> String {
        let mark = |is_judge: bool| if is_judge { '<' } else { '>' };
        let lines = self.lines.iter();
        lines
            .map(|(is_judge, text)| format!("{}{text}\n", mark(*is_judge)))
            .collect()
    }

    /// Its case: the first lines of the judge that `is_case` accepts.
    ///
    /// # Errors
    /// There are none, or `is_case` fails.
    pub fn case(&self, is_case: impl Fn(&str) -> Result<bool>) -> Result<String> {
        let mut case = String::new();
        for (_, line) in self.lines.iter().take_while(|(is_judge, _)| *is_judge) {
            case += &format!("{line}\n");
            if is_case(&case)? {
                return Ok(case);
            }
        }
        anyhow::bail!(
            "{}: the worked dialogue does not begin with a case",
            self.path
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::bundle::compiler;

    use super::*;
    use crate::packages::program::{EDITION, dialogue_checker};

    /// A rule that is broken anywhere is reported with its line, whichever side breaks it.
    #[test]
    fn a_worked_dialogue_is_replayed_by_the_referee() {
        let folder = tempfile::tempdir().unwrap();
        let checker = |game: &str| {
            let source = folder.path().join(format!("{game}.rs"));
            fs::write(&source, dialogue_checker(game).unwrap()).unwrap();
            let program = folder.path().join(game);
            compiler::compile(&source, EDITION, &program).unwrap();
            program
        };
        let [ioiwari, lucky, tonga] = ["ioiwari", "lucky", "tonga"].map(checker);
        for (game, checker) in [("ioiwari", &ioiwari), ("lucky", &lucky), ("tonga", &tonga)] {
            WorkedDialogue::read(game).unwrap().check(checker).unwrap();
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
            let told = dialogue.and_then(|dialogue| dialogue.check(checker));
            let told = told.map_err(|error| error.to_string());
            match (told, expected) {
                (Ok(()), "") => {}
                (Err(told), _) if !expected.is_empty() => {
                    let expected = format!("README.md:{expected}");
                    assert!(told.starts_with(&expected), "{told}, expected {expected}");
                    assert_eq!(told.lines().count(), 1, "{told}");
                }
                (told, _) => panic!("{told:?}, expected {expected}"),
            }
        }
    }
}
