//! Play in the terminal: typed lines and printed positions.

use std::collections::HashSet;
use std::io::{self, BufRead, IsTerminal, Read, StdinLock, StdoutLock, Write};
use std::path::Path;

use super::session::PersonGame;
use game::{Fault, Game, Verdict};
use records::{has_colour, write};
use scene::{TextLegend, printable, summary, text};

pub(super) struct Terminal {
    input: StdinLock<'static>,
    out: StdoutLock<'static>,
    /// True if a person types the input.
    is_terminal: bool,
    colour: bool,
    legend: TextLegend,
    /// The legend of signs that was printed last.
    explained: String,
    /// Files with the entries of this game; saving again replaces them.
    saved: HashSet<String>,
}

impl Terminal {
    /// Makes a terminal for a game that may continue the file `saved`.
    pub fn new(saved: Option<&Path>) -> Terminal {
        let (input, out) = (io::stdin().lock(), io::stdout().lock());
        let is_terminal = input.is_terminal() && out.is_terminal();
        let saved = saved.map(|path| path.display().to_string());
        Terminal {
            colour: is_terminal && has_colour(&out),
            input,
            out,
            is_terminal,
            legend: TextLegend::default(),
            explained: String::new(),
            saved: saved.into_iter().collect(),
        }
    }

    /// Lets the person play until the end or an internal failure; `heading` begins saved files.
    pub fn converse<G: Game>(
        &mut self,
        session: &mut PersonGame<G>,
        heading: &str,
    ) -> io::Result<Result<(), Fault>> {
        writeln!(self.out, "{}\n", printable(heading))?;
        self.show(session)?;
        while !session.is_over() {
            let expected = G::ENTRIES.expected;
            let Some(line) = self.ask(expected)? else {
                break;
            };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let said = match (word.to_ascii_lowercase().as_str(), rest.trim()) {
                ("", _) => continue,
                ("quit" | "exit" | "q", "") => break,
                ("help" | "?", "") => {
                    let ends = match session.case.has_secret() {
                        true => "one that breaks a rule ends the game",
                        false => "undo takes back the last",
                    };
                    writeln!(self.out, "an entry: {expected}; {ends}\n{COMMANDS}")?;
                    continue;
                }
                ("hint", "") => match session.hint() {
                    Ok(entry) => format!("hint: {entry}"),
                    Err(reason) => format!("no hint: {reason}"),
                },
                ("about", name) if !name.is_empty() => session.about(name),
                ("save", path) if !path.is_empty() => self.save(path, heading, &session.entries),
                command => {
                    let changed = match command {
                        ("undo", "") => session.undo(),
                        _ => session.enter(&entries(line)),
                    };
                    match changed {
                        Ok(()) => {
                            self.show(session)?;
                            continue;
                        }
                        Err(fault) if fault.verdict() == Verdict::Ie => return Ok(Err(fault)),
                        Err(fault) => format!("no: {fault}"),
                    }
                }
            };
            writeln!(self.out, "{}", printable(&said))?;
        }
        Ok(Ok(()))
    }

    /// Writes the entries to a file. Fails if it exists, unless this game was saved there.
    fn save(&mut self, path: &str, heading: &str, entries: &[String]) -> String {
        let again = self.saved.contains(path);
        if !again && Path::new(path).exists() {
            return format!("not saved: {path}: exists already");
        }
        let lines: String = entries.iter().map(|entry| entry.clone() + "\n").collect();
        match write(path.as_ref(), again, format!("{heading}\n{lines}")) {
            Ok(()) => {
                self.saved.insert(path.to_string());
                format!("saved{}: {path}", if again { " again" } else { "" })
            }
            Err(error) => format!("not saved: {error:#}"),
        }
    }

    /// Prints the events since the last position, then the current position.
    fn show<G: Game>(&mut self, session: &PersonGame<G>) -> io::Result<()> {
        let layout = &session.case.layout();
        let scenes = session.new_scenes();
        let Some((last, before)) = scenes.split_last() else {
            return Ok(());
        };
        // The first of these scenes was printed last time.
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

    /// Asks for a line; `None` at the end of the input, and for a line longer than [`LONGEST`].
    fn ask(&mut self, expected: &str) -> io::Result<Option<String>> {
        let end = if self.is_terminal { " (? for help): " } else { ":\n" };
        write!(self.out, "{expected}{end}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        let count = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        let is_line = count > 0 && (count as u64) < LONGEST;
        Ok(is_line.then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

const COMMANDS: &str = "\
ENTRY *K makes K equal entries; hint asks our solver; about NAME describes a kind of piece;
save FILE writes the entries; quit, exit or q ends the game";

const REPEATS: usize = 10_000;
/// Maximum length of a typed line, bytes.
const LONGEST: u64 = 1 << 20;

/// Returns the entries of a line; `ENTRY *K` stands for K equal ones.
fn entries(line: &str) -> Vec<String> {
    let repeated = line.rsplit_once('*').and_then(|(entry, count)| {
        let count = count.trim().parse().ok()?;
        (1..=REPEATS).contains(&count).then_some((entry.trim(), count))
    });
    let (entry, count) = repeated.unwrap_or((line, 1));
    vec![entry.to_string(); count]
}
