//! Entries by which a person plays, and the contestant's output that they make.

use scene::Place;

/// A move that a person can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The places that stand for it, one after another.
    pub places: Vec<Place>,
    /// The entry that it makes; empty where no move is ever legal.
    pub entry: String,
    /// Sentence that explains an illegal entry to a person, and names what is legal.
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

    /// A place where no move is ever legal.
    pub fn never(place: Place, refusal: &str) -> Choice {
        Choice::at(place, String::new()).refused_if(true, refusal)
    }

    /// The same move, refused if `is_refused`.
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
    /// Names an entry in a few words, as a prompt.
    fn expected(&self) -> &'static str;

    /// True if a single entry cannot break a rule: only the complete answer can be wrong, and then
    /// the game ends.
    fn is_strict(&self) -> bool {
        false
    }

    /// Returns the contestant's output of `entries`; unless they are all (`over`), an unfinished
    /// last line awaits more. Fails if an entry has another form: what was found, and what was
    /// expected.
    fn output(&self, case: &C, entries: &[String], over: bool) -> Result<String, String>;

    /// Returns the entry after `entries` in a solver's `output` so far, if there is one.
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

/// Returns the line after those that equal `entries` word for word; `None` if the lines differ or
/// end before.
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
