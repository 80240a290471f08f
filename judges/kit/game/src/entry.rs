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
    /// The move in words, for a button; empty if the entry itself says enough.
    pub label: String,
    /// Number of times that the entry can be made in a row, 0 if that is never useful.
    pub repeats: usize,
    /// Sentence that says why the entry is illegal and which are legal; `None` for a legal entry.
    pub refusal: Option<String>,
    /// If the move is a part of entries: their verbs, each with words for its button. The entry `ask 3
    /// 7` has the verb `ask` and the parts `3` and `7`.
    pub verbs: Verbs,
}

/// Verbs of entries, each with words for a button.
pub type Verbs = &'static [(&'static str, &'static str)];

impl Move {
    /// Creates a legal move with one place.
    pub fn at(place: Place, entry: String) -> Move {
        Move {
            places: vec![place],
            entry,
            label: String::new(),
            repeats: 0,
            refusal: None,
            verbs: &[],
        }
    }

    /// Creates a place where a move is never legal.
    pub fn never(place: Place, refusal: &str) -> Move {
        Move::at(place, String::new()).refused_if(true, refusal)
    }

    /// Creates a part of entries with these verbs, in which any set of parts can be chosen.
    pub fn part(place: Place, word: String, verbs: Verbs) -> Move {
        Move { verbs, ..Move::at(place, word) }
    }

    /// Returns the places of an entry, which is one of these moves or consists of them; empty if it
    /// cannot be chosen by pointing.
    pub fn places_of(moves: &[Move], entry: &str) -> Vec<Place> {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let is_entry = |one: &&Move| one.entry.split_whitespace().eq(words.iter().copied());
        if let Some(found) = moves.iter().find(|one| one.verbs.is_empty() && is_entry(one)) {
            return found.places.clone();
        }
        let is_part = |one: &&Move| {
            let mut verbs = one.verbs.iter();
            verbs.any(|(verb, _)| words.first() == Some(verb)) && words[1..].contains(&&*one.entry)
        };
        moves.iter().filter(is_part).flat_map(|one| one.places.clone()).collect()
    }

    /// Returns the move with words for a button.
    #[must_use]
    pub fn labelled(self, label: String) -> Move {
        Move { label, ..self }
    }

    /// Returns the move, which can be made this many times in a row.
    #[must_use]
    pub fn repeated(self, repeats: usize) -> Move {
        Move { repeats, ..self }
    }

    /// Returns the move, refused if `is_refused`.
    #[must_use]
    pub fn refused_if(self, is_refused: bool, refusal: &str) -> Move {
        Move { refusal: is_refused.then(|| refusal.into()), ..self }
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
            lines.next()?.split_whitespace().eq(entry.split_whitespace()).then_some(())?;
        }
        lines.next().map(str::to_string)
    }
}
