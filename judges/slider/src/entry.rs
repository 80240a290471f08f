//! A person's entries: turns, which the number of turns goes before.

use game::{EntryForm, following};

use crate::Drawn;

/// Entries that are turns.
pub(crate) struct Turns;

impl EntryForm<Drawn> for Turns {
    fn expected(&self) -> &'static str {
        "a turn: row and column of a block, M (move) or S (slide), U, D, L or R"
    }

    /// As long as more are to come, the answer announces as many as there can be.
    fn output(&self, case: &Drawn, entries: &[String], over: bool) -> Result<String, String> {
        let most = case.case.turns();
        if entries.len() > most {
            return Err(format!("more than {most} turns, the most there can be"));
        }
        let announced = if over { entries.len() } else { most };
        let lines: String = entries.iter().map(|entry| entry.clone() + "\n").collect();
        Ok(format!("{announced}\n{lines}"))
    }

    fn next(&self, _case: &Drawn, entries: &[String], output: &str) -> Option<String> {
        following(entries, output.lines().skip(1))
    }
}
