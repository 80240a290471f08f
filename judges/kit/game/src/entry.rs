//! Entries by which a person plays, and the contestant's output that they make.

use scene::Place;

/// A move that a person can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The places that stand for it, one after another.
    pub places: Vec<Place>,
    /// The entry that it is; empty where nothing is ever played.
    pub entry: String,
    /// Reason for which the rules do not allow it now, and what they do allow: a sentence for a person. `None`
    /// if the move is legal.
    pub refusal: Option<String>,
}

impl Choice {
    /// A legal move that one place stands for.
    pub fn at(place: Place, entry: String) -> Choice {
        Choice {
            places: vec![place],
            entry,
            refusal: None,
        }
    }

    /// A place where nothing is ever played.
    pub fn never(place: Place, refusal: &str) -> Choice {
        Choice::at(place, String::new()).refused_if(true, refusal)
    }

    /// The same move, which the rules refuse if `is_refused`.
    #[must_use]
    pub fn refused_if(self, is_refused: bool, refusal: &str) -> Choice {
        Choice {
            refusal: is_refused.then(|| refusal.to_string()),
            ..self
        }
    }

    /// Returns true if the rules allow the move now.
    pub fn is_legal(&self) -> bool {
        self.refusal.is_none()
    }
}

/// Form of a person's entries in a game whose cases are `C`.
pub trait EntryForm<C> {
    /// Names an entry in a few words, after which the person is asked for one.
    fn expected(&self) -> &'static str;

    /// True if no entry that makes an output breaks a rule: an answer that is wrong only as a whole
    /// ends the game.
    fn is_strict(&self) -> bool {
        false
    }

    /// Returns the contestant's output that `entries` make. While more are to come
    /// (`over` is false), a last line without its end is one that needs more entries.
    ///
    /// # Errors
    /// An entry is none of this form: what was found, and what was expected.
    fn output(&self, case: &C, entries: &[String], over: bool) -> Result<String, String>;

    /// Returns the entry after `entries` that a solver's `output` makes, as far as it
    /// has come; `None` where there is none.
    fn next(&self, case: &C, entries: &[String], output: &str) -> Option<String>;
}

/// Entries that are lines of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct LineEntries(pub &'static str);

impl<C> EntryForm<C> for LineEntries {
    fn expected(&self) -> &'static str {
        self.0
    }

    fn output(&self, _case: &C, entries: &[String], _over: bool) -> Result<String, String> {
        Ok(entries.iter().map(|entry| entry.clone() + "\n").collect())
    }

    fn next(&self, _case: &C, entries: &[String], output: &str) -> Option<String> {
        following(entries, output.lines())
    }
}

/// Returns the line after those that are the same as `entries`, word for word; `None` if
/// the lines depart from them or end before.
pub fn following<'a>(
    entries: &[String],
    mut lines: impl Iterator<Item = &'a str>,
) -> Option<String> {
    for entry in entries {
        let same = lines
            .next()?
            .split_whitespace()
            .eq(entry.split_whitespace());
        same.then_some(())?;
    }
    lines.next().map(str::to_string)
}
