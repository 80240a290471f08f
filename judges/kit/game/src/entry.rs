//! A person's entries, and the contestant's output that they produce.

use scene::{Place, Scene};

/// A move by pointing, legal or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Move {
    /// Places to point at, in this order.
    pub places: Vec<Place>,
    /// Entry of the move; empty if the move is never legal.
    pub entry: String,
    /// Sentence that says why the entry is illegal and which are legal; `None` for a legal entry.
    pub refusal: Option<String>,
}

impl Move {
    /// Creates a legal move with one place.
    pub fn at(place: Place, entry: String) -> Move {
        Move {
            places: vec![place],
            entry,
            refusal: None,
        }
    }

    /// Creates a place where a move is never legal.
    pub fn never(place: Place, refusal: &str) -> Move {
        Move::at(place, String::new()).refused_if(true, refusal)
    }

    /// Returns the move, refused if `is_refused`.
    #[must_use]
    pub fn refused_if(self, is_refused: bool, refusal: &str) -> Move {
        let refusal = is_refused.then(|| refusal.to_string());
        Move { refusal, ..self }
    }
}

/// Function that returns the scenes of a game with these entries.
pub type EntryScenes<C> = fn(&C, &[String]) -> Vec<Scene>;

/// Form of a person's entries in a game with cases `C`.
pub struct EntryForm<C> {
    /// Short description of an entry, for a prompt.
    pub expected: &'static str,
    /// True if only the complete answer can break a rule. A broken rule then ends the game.
    pub judged_at_end: bool,
    /// Returns the contestant's output for the entries. If the flag is true, no entry follows;
    /// otherwise the last line may be incomplete. Fails if an entry has a wrong form.
    pub output: fn(&C, &[String], bool) -> Result<String, String>,
    /// Returns the entry that follows the given ones in a solver's output so far, if there is one.
    pub next: fn(&C, &[String], &str) -> Option<String>,
    /// Returns all scenes of a game with these entries. `None` if the scenes of the play are
    /// enough, because entries contain no more than the output.
    pub scenes: Option<EntryScenes<C>>,
}

impl<C> EntryForm<C> {
    /// Returns a form in which entries are lines of the protocol.
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

    /// Returns the line after the lines that equal `entries` word by word, if there is one.
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
