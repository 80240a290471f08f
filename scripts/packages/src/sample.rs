//! The worked dialogue of a game's rules.

use std::fs;

use anyhow::{Context, Result};
use tasks::workspace;

/// Begins the block of a README that is a dialogue.
const FENCE: &str = "```text dialogue\n";

/// Lines of a dialogue in their order.
pub struct WorkedDialogue {
    /// Each line, and whether the judge has written it.
    lines: Vec<(bool, String)>,
}

impl WorkedDialogue {
    /// Reads the dialogue in the rules of a game, as far as it is written out.
    ///
    /// # Errors
    /// There is none.
    pub fn read(game: &str) -> Result<WorkedDialogue> {
        let path = format!("crates/{game}/README.md");
        let text = fs::read_to_string(workspace().join(&path)).with_context(|| path.clone())?;
        let block = text.split_once(FENCE).map(|(_, rest)| rest);
        let begin = FENCE.trim_end();
        let block = block.with_context(|| {
            format!("{path} has no worked dialogue: a block that begins with {begin}")
        })?;
        let line = |line: &str| match line.split_at_checked(2)? {
            ("> ", text) => Some((true, text.to_string())),
            ("< ", text) => Some((false, text.to_string())),
            _ => None,
        };
        Ok(WorkedDialogue {
            lines: block.lines().map_while(line).collect(),
        })
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
        anyhow::bail!("the worked dialogue does not begin with a case")
    }
}
