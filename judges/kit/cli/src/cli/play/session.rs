//! A person's game up to its current position.

use super::super::source::our_solver;
use super::solver::SolverProcess;
use game::{CasePlay, Details, Fault, Game, JudgedPlay};
use scene::{PieceKind, Scene};
use serde::Deserialize;

/// A person's game: the entries, and the state after them.
pub(super) struct PersonGame<'a, G: Game> {
    pub case: &'a CasePlay<G>,
    pub entries: Vec<String>,
    /// The play with these entries.
    pub played: JudgedPlay<G>,
    /// Scenes of the play, and their number before the last input.
    scenes: Vec<Scene>,
    seen: usize,
    /// For every input, the number of entries and scenes before it.
    starts: Vec<(usize, usize)>,
    pub help: Help,
}

/// Help that a person took in a game.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Help {
    /// Number of inputs that were taken back.
    undos: u32,
    /// Number of entries that our solver proposed or made.
    hints: u32,
}

impl From<Help> for Details {
    fn from(Help { undos, hints }: Help) -> Details {
        Details::new([("undos", undos.into()), ("hints", hints.into())])
    }
}

impl<'a, G: Game> PersonGame<'a, G> {
    /// Starts a game with `entries`; fails at one that breaks a rule.
    pub fn new(case: &'a CasePlay<G>, entries: Vec<String>) -> Result<PersonGame<'a, G>, Fault> {
        let played = case.play_entries(&entries)?;
        Ok(PersonGame {
            case,
            scenes: played.scenes(&entries).map_err(Fault::internal)?,
            entries,
            played,
            seen: 0,
            starts: Vec::new(),
            help: Help::default(),
        })
    }

    /// Returns the scenes since the last input, and the one before, which it may have changed.
    pub fn new_scenes(&self) -> &[Scene] {
        let first = self.seen.saturating_sub(1);
        self.scenes.get(first..).unwrap_or_default()
    }

    pub fn is_over(&self) -> bool {
        !self.played.awaits
    }

    /// Enters all of `more`, or none: as typed, else in small letters, else in capital letters.
    /// Fails if an entry breaks a rule, or with an internal fault.
    pub fn enter(&mut self, more: &[String]) -> Result<(), Fault> {
        self.enter_as_typed(more).or_else(|fault| {
            for change in [str::to_lowercase, str::to_uppercase] {
                let other: Vec<String> = more.iter().map(|entry| change(entry)).collect();
                if self.enter_as_typed(&other).is_ok() {
                    return Ok(());
                }
            }
            Err(fault)
        })
    }

    fn enter_as_typed(&mut self, more: &[String]) -> Result<(), Fault> {
        let (start, seen) = (self.entries.len(), self.scenes.len());
        self.entries.extend_from_slice(more);
        self.play(seen).inspect_err(|_| self.entries.truncate(start))?;
        self.starts.push((start, seen));
        Ok(())
    }

    /// Plays the entries for a person who has seen `seen` scenes.
    fn play(&mut self, seen: usize) -> Result<(), Fault> {
        let played = self.case.play_entries(&self.entries)?;
        self.scenes = played.scenes(&self.entries).map_err(Fault::internal)?;
        (self.played, self.seen) = (played, seen);
        Ok(())
    }

    pub fn about(&self, name: &str) -> String {
        let kinds = self.case.layout().kinds;
        let named = |kind: &&PieceKind| [&kind.label, &kind.name].iter().any(|own| *own == name);
        match kinds.iter().find(named) {
            Some(kind) if kind.note.is_empty() => kind.name.clone(),
            Some(kind) => format!("{}: {}", kind.name, kind.note),
            None => format!("no piece here is called `{name}`"),
        }
    }

    /// Takes back the last input; fails if there is none, or if its reply may have told a secret.
    pub fn undo(&mut self) -> Result<(), Fault> {
        if self.case.has_secret() {
            return Err(Fault::wrong("this game has a secret, so nothing is taken back"));
        }
        let last = self.starts.pop();
        let (start, seen) = last.ok_or_else(|| Fault::wrong("there is nothing to take back"))?;
        self.entries.truncate(start);
        self.help.undos += 1;
        self.play(seen)
    }

    /// Returns the next entry of our solver, or the reason that a hint is missing.
    pub fn hint(&mut self) -> Result<String, String> {
        let solver = our_solver(G::NAME).map_err(|error| format!("{error:#}"))?;
        let answers = self.case.answers(&self.entries)?;
        let [_, sent] = self.case.parts();
        let input = sent + &self.played.input;
        let mut solver = SolverProcess::start(&solver, G::SOLVER_WORK, Some(&answers))?;
        solver.send(&input);
        solver.close();
        let mut output = String::new();
        while let Some(lines) = solver.read() {
            output += &lines;
            if let Some(entry) = self.case.next_entry(&self.entries, &output) {
                self.help.hints += 1;
                return Ok(entry);
            }
        }
        Err("our solver has no answer that goes on from here".into())
    }

    /// Returns the number of entries in `more` before the first wrong one.
    pub fn right(&self, more: &[String]) -> usize {
        let counts: Vec<usize> = (1..=more.len()).collect();
        counts.partition_point(|&count| {
            let entries = [&self.entries, &more[..count]].concat();
            self.case.play_entries(&entries).is_ok()
        })
    }
}
