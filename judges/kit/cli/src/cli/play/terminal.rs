//! The person's end: lines that are typed, and what is printed.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};

use super::save;
use super::session::PersonGame;
use game::{Fault, Game, Verdict};
use scene::{TextLegend, printable, summary, text};

pub(super) struct Terminal<R, W> {
    input: R,
    out: W,
    /// True if the person types after the prompt.
    is_terminal: bool,
    colour: bool,
    legend: TextLegend,
    /// The meanings of signs as they were printed last.
    explained: String,
    /// Files of the entries of this game, which a new save replaces.
    saved: HashSet<String>,
}

enum TypedLine<'a> {
    Undo,
    Hint,
    Help,
    Quit,
    Save(&'a str),
    About(&'a str),
    Entries(Vec<String>),
}

impl<R: BufRead, W: Write> Terminal<R, W> {
    pub fn new(input: R, out: W, is_terminal: bool, colour: bool) -> Terminal<R, W> {
        Terminal {
            input,
            out,
            is_terminal,
            colour,
            legend: TextLegend::default(),
            explained: String::new(),
            saved: HashSet::new(),
        }
    }

    /// Lets the game replace the file that it was continued from.
    #[must_use]
    pub fn continued(mut self, path: Option<String>) -> Self {
        self.saved.extend(path);
        self
    }

    /// Lets the person play up to the end, or to the judge's own fault; `heading` names the game in
    /// files.
    pub fn converse<G: Game>(
        &mut self,
        session: &mut PersonGame<G>,
        heading: &str,
    ) -> io::Result<Result<(), Fault>> {
        writeln!(self.out, "{}\n", printable(heading))?;
        self.show(session)?;
        while !session.is_over() {
            let Some(line) = self.ask(G::ENTRIES.expected)? else {
                break;
            };
            let done = match parse(&line) {
                None => continue,
                Some(TypedLine::Quit) => break,
                Some(TypedLine::Help) => {
                    let expected = G::ENTRIES.expected;
                    writeln!(self.out, "an entry: {expected}\n{COMMANDS}")?;
                    continue;
                }
                Some(TypedLine::Hint) => {
                    match session.hint() {
                        Ok(entry) => writeln!(self.out, "hint: {}", printable(&entry))?,
                        Err(reason) => writeln!(self.out, "no hint: {}", printable(&reason))?,
                    }
                    continue;
                }
                Some(TypedLine::Save(path)) => {
                    let again = self.saved.contains(path);
                    match save(path, heading, &session.entries, again) {
                        Ok(()) => {
                            let again = if again { " again" } else { "" };
                            writeln!(self.out, "saved{again}: {}", printable(path))?;
                            self.saved.insert(path.to_string());
                        }
                        Err(error) => writeln!(self.out, "not saved: {}", printable(&error))?,
                    }
                    continue;
                }
                Some(TypedLine::About(name)) => {
                    writeln!(self.out, "{}", printable(&session.about(name)))?;
                    continue;
                }
                Some(TypedLine::Undo) => match session.undo() {
                    Ok(true) => Ok(()),
                    Ok(false) => Err(Fault::wrong("there is nothing to take back")),
                    Err(fault) => Err(fault),
                },
                Some(TypedLine::Entries(entries)) => session.enter(&entries),
            };
            match done {
                Ok(()) => self.show(session)?,
                Err(fault @ Fault::Verdict(Verdict::Ie, _)) => return Ok(Err(fault)),
                Err(fault) => writeln!(self.out, "no: {}", printable(&String::from(fault)))?,
            }
        }
        Ok(Ok(()))
    }

    /// Prints what is new: what happened on the way, then the position.
    fn show<G: Game>(&mut self, session: &PersonGame<G>) -> io::Result<()> {
        let layout = &session.hand.layout;
        let scenes = &session.state.scenes;
        let Some((last, before)) = scenes.split_last() else {
            return Ok(());
        };
        // The first of them is the one that was printed last.
        for scene in before.iter().skip(1) {
            write!(self.out, "{}", summary(scene))?;
        }
        writeln!(self.out, "{}", text(layout, last, self.colour))?;
        scenes.iter().for_each(|scene| self.legend.add(scene));
        let meanings = self.legend.text(layout);
        if meanings != self.explained {
            writeln!(self.out, "{meanings}")?;
            self.explained = meanings;
        }
        Ok(())
    }

    /// Asks for a line; `None` at the end of the input.
    fn ask(&mut self, expected: &str) -> io::Result<Option<String>> {
        let end = if self.is_terminal { " " } else { "\n" };
        write!(self.out, "{expected}:{end}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        let count = self.input.read_until(b'\n', &mut line)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

const COMMANDS: &str = "\
ENTRY *K makes K equal entries; undo takes back the last; hint asks our solver;
about NAME describes a kind of piece; save FILE writes the entries; quit, exit or q ends the game";

/// Most entries that a line can stand for.
const REPEATS: usize = 10_000;

/// Reads a line; `None` if it is blank.
fn parse(line: &str) -> Option<TypedLine<'_>> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some(match (word.to_ascii_lowercase().as_str(), rest.trim()) {
        ("", _) => return None,
        ("undo", "") => TypedLine::Undo,
        ("hint", "") => TypedLine::Hint,
        ("help" | "?", "") => TypedLine::Help,
        ("quit" | "exit" | "q", "") => TypedLine::Quit,
        ("about", name) if !name.is_empty() => TypedLine::About(name),
        ("save", path) if !path.is_empty() => TypedLine::Save(path),
        _ => TypedLine::Entries(entries(line)),
    })
}

/// The entries that a line stands for: K equal ones for `ENTRY *K`.
fn entries(line: &str) -> Vec<String> {
    let repeated = line.rsplit_once('*').and_then(|(entry, count)| {
        let count = count.trim().parse().ok()?;
        (1..=REPEATS)
            .contains(&count)
            .then_some((entry.trim(), count))
    });
    let (entry, count) = repeated.unwrap_or((line, 1));
    vec![entry.to_string(); count]
}
