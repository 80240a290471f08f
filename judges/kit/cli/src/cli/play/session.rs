//! A person's game up to its current position, and our solver as a helper in it.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::super::contestant_args::our_solver;
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
            let fits = [str::to_lowercase, str::to_uppercase].into_iter().any(|change| {
                let changed: Vec<String> = more.iter().map(|entry| change(entry)).collect();
                self.enter_as_typed(&changed).is_ok()
            });
            if fits { Ok(()) } else { Err(fault) }
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

/// Maximum time of a solver, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running solver, which is killed when dropped.
pub(super) struct SolverProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    until: Instant,
}

impl SolverProcess {
    /// Starts a solver, which has already given `answers`, with a fixed amount of work
    /// unless this process has its own `SOLVER_WORK`.
    pub fn start(solver: &Path, work: u64, answers: Option<&str>) -> Result<Self, String> {
        let started = Command::new(solver)
            .env("SOLVER_WORK", env::var("SOLVER_WORK").unwrap_or_else(|_| work.to_string()))
            .envs(answers.map(|answers| ("SOLVER_ANSWERS", answers)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let failed = |error: io::Error| format!("{}: {error}", solver.display());
        let mut child = started.map_err(failed)?;
        let (input, stdout) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = channel();
        let process = SolverProcess { child, input, lines, until: Instant::now() + PATIENCE };
        let read = move || {
            let lines = stdout.into_iter();
            let lines = lines.flat_map(|out| BufReader::new(out).lines());
            lines.map_while(io::Result::ok).try_for_each(|line| sender.send(line + "\n"))
        };
        // If the thread cannot be started, `process` is dropped and the solver killed.
        thread::Builder::new().spawn(read).map_err(failed)?;
        Ok(process)
    }

    pub fn send(&mut self, text: &str) {
        // The solver may have closed its input: it has read enough.
        let _ = self.input.iter_mut().try_for_each(|input| {
            input.write_all(text.as_bytes())?;
            input.flush()
        });
    }

    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the lines since the last call, at least one; `None` at the end of output or time.
    pub fn read(&mut self) -> Option<String> {
        let left = self.until.saturating_duration_since(Instant::now());
        let first = self.lines.recv_timeout(left).ok()?;
        Some(first + &self.lines.try_iter().collect::<String>())
    }

    /// Plays a whole game and returns the solver's output. From this output, `feed` returns all
    /// that the judge sends, and whether the solver may write more.
    pub fn play(&mut self, mut feed: impl FnMut(&str) -> (String, bool)) -> String {
        let (mut sent, mut output) = (0, String::new());
        while self.input.is_some() {
            let (input, awaits) = feed(&output);
            self.send(input.get(sent..).unwrap_or_default());
            sent = input.len();
            if !awaits {
                self.close();
            } else if let Some(lines) = self.read() {
                output += &lines;
            } else {
                return output;
            }
        }
        output.extend(std::iter::from_fn(|| self.read()));
        output
    }
}

impl Drop for SolverProcess {
    fn drop(&mut self) {
        // The solver may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
