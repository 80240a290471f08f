//! Entries by which a person plays, and the contestant's output that they make.

use scene::{Place, Scene};

/// A move that a person can point at, legal or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Move {
    /// Places to point at, in order.
    pub places: Vec<Place>,
    /// The entry that it makes; empty where a move is never legal.
    pub entry: String,
    /// Sentence that explains an illegal entry to a person, and names what is legal; `None` if it is.
    pub refusal: Option<String>,
}

impl Move {
    /// A legal move that one place stands for.
    pub fn at(place: Place, entry: String) -> Move {
        Move {
            places: vec![place],
            entry,
            refusal: None,
        }
    }

    /// A place where a move is never legal.
    pub fn never(place: Place, refusal: &str) -> Move {
        Move::at(place, String::new()).refused_if(true, refusal)
    }

    /// The same move, refused if `is_refused`.
    #[must_use]
    pub fn refused_if(self, is_refused: bool, refusal: &str) -> Move {
        let refusal = is_refused.then(|| refusal.to_string());
        Move { refusal, ..self }
    }
}

/// The scenes of a game with these entries.
pub type EntryScenes<C> = fn(&C, &[String]) -> Vec<Scene>;

/// Form of a person's entries in a game whose cases are `C`.
pub struct EntryForm<C> {
    /// An entry in a few words, as a prompt.
    pub expected: &'static str,
    /// True if a single entry cannot break a rule: only the complete answer can be wrong, and then
    /// the game ends.
    pub judged_at_end: bool,
    /// Returns the contestant's output of the entries. true: no entry follows; otherwise the last
    /// line may be left open. Fails if an entry has another form: what was found, and what was
    /// expected.
    pub output: fn(&C, &[String], bool) -> Result<String, String>,
    /// Returns the entry after those given in a solver's output so far, if there is one.
    pub next: fn(&C, &[String], &str) -> Option<String>,
    /// Returns all scenes of a game with these entries, where an entry holds more than the output that it
    /// makes; otherwise the scenes are those of the play.
    pub scenes: Option<EntryScenes<C>>,
}

impl<C> EntryForm<C> {
    /// Entries that are lines of the protocol.
    pub const fn lines(expected: &'static str) -> EntryForm<C> {
        EntryForm {
            expected,
            judged_at_end: false,
            output: |_, entries, _| Ok(Self::joined(entries)),
            next: |_, entries, output| Self::following(entries, output.lines()),
            scenes: None,
        }
    }

    /// Joins entries as lines.
    pub fn joined(entries: &[String]) -> String {
        entries.iter().map(|entry| entry.clone() + "\n").collect()
    }

    /// Returns the line after those that equal `entries` word for word; `None` if the lines differ or
    /// end before.
    pub fn following<'a>(
        entries: &[String],
        mut lines: impl Iterator<Item = &'a str>,
    ) -> Option<String> {
        for entry in entries {
            let words = lines.next()?.split_whitespace();
            words.eq(entry.split_whitespace()).then_some(())?;
        }
        lines.next().map(str::to_string)
    }
}
