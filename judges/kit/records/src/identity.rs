//! The one rule that decides whether a record belongs to a run.

use crate::conditions::Conditions;
use crate::record::Record;

/// Common facts of all records of a run.
#[derive(Clone, Debug, Default)]
pub struct RunIdentity {
    /// The game.
    pub game: String,
    /// The contestant's command.
    pub command: String,
    /// Digest of the program.
    pub program: Option<String>,
    /// Conditions of the plays; `None` if no contestant ran.
    pub conditions: Option<Conditions>,
}

impl RunIdentity {
    /// Returns the identity of plays that no contestant's process plays.
    pub fn without_contestant(game: &str, command: &str) -> RunIdentity {
        RunIdentity { game: game.into(), command: command.into(), ..RunIdentity::default() }
    }

    /// Returns the identity of the run that has this record.
    pub fn of(record: &Record) -> RunIdentity {
        RunIdentity {
            game: record.case.game.clone(),
            command: record.origin.command.clone(),
            program: record.origin.program.clone(),
            conditions: record.conditions.clone(),
        }
    }

    /// Returns the reason why a record of `other` does not belong to this run; `None` if it does.
    pub fn difference(&self, other: &RunIdentity) -> Option<String> {
        for (name, here, there) in
            [("game", &other.game, &self.game), ("command", &other.command, &self.command)]
        {
            if here != there {
                return Some(format!("{name} is `{here}`, not `{there}`"));
            }
        }
        if self.program != other.program {
            return Some(format!("`{}` has changed", self.command));
        }
        let conditions = other.conditions.as_ref().zip(self.conditions.as_ref());
        let differences = conditions.map(|(here, there)| here.differences(there));
        let differences = differences.filter(|differences| !differences.is_empty());
        differences.map(|differences| format!("other conditions: {differences}"))
    }
}
