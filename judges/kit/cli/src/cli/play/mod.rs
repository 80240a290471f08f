//! `play`: a person plays a case.

mod browser;
mod session;
mod terminal;

use std::env;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, anyhow, ensure};

use super::case_args::{OneCaseArgs, ids};
use crate::runs::{
    CaseJob, Folders, OutputOptions, Outputs, RecordOptions, ScoreFormat, ScoreOptions, case_files,
};
use browser::EndedGame;
use common::tokens::Malformed;
use game::{Fault, Game, Line, OptionEffect, SavedGame, Verdict};
use records::{Claims, Origin, Record, RunIdentity, UserError, at, print, read_text};
use scene::printable;
use session::PersonGame;
use terminal::Terminal;

const BY_HAND: &str = "by hand";

/// Plays a case by hand, in the terminal or through pipes.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct PlayArgs<G: Game> {
    #[command(flatten)]
    cases: OneCaseArgs<G>,
    /// Continue the game that was saved in FILE, by default with its seed and parameters
    #[arg(long = "continue", value_name = "FILE")]
    saved: Option<PathBuf>,
    /// Play on a page, whose address is printed and opened if there is a desktop; only this
    /// machine reaches it
    #[arg(long)]
    browser: bool,
    #[command(flatten)]
    records: RecordOptions,
    #[command(flatten)]
    scores: ScoreOptions,
    #[command(flatten)]
    folders: Folders,
    /// Write a page of the game, its streams and an index to DIR
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with_all = ids::<Folders>())]
    html: Option<PathBuf>,
}

const NOTES: &str = "\
An entry is a line; with *K at its end it stands for K equal entries. Instead of an entry:
  undo        take back the last entry
  hint        show what our solver enters next: it starts from the game so far, and thinks for
              half a second
  about NAME  describe a kind of piece by its name or label, such as what a symbol pays
  save FILE   write the entries to FILE, for --continue; saving again replaces it
  help        describe an entry
  quit        end the game here; so do exit, q and the end of the input

Small letters and capitals are the same.

A finished game is scored and recorded like a contestant's, with the numbers of undos and hints as
data. A game with a secret has no undo, and a broken rule ends it. Quitting counts as ending the
output: wrong, unless the rules let an answer end early.";

impl<G: Game> PlayArgs<G> {
    pub fn execute(mut self) -> Result<ExitCode> {
        let saved = self.saved_game().map_err(UserError::of)?;
        let job = self.job(saved.as_ref()).map_err(UserError::of)?;
        let (html, stems) = (self.html.as_deref(), iter::once(job.stem.clone()));
        let streams = Folders { replace: self.records.replace(), ..self.folders.clone() };
        let mut claims = Claims::default();
        for path in self.cases.case.iter().chain(&self.saved) {
            claims.input(path, &path.display().to_string());
        }
        let (folders, pages) = case_files(None, streams, html, stems, &mut claims)?;
        let options = OutputOptions {
            records: self.records.clone(),
            scores: self.scores.clone(),
            pages,
            identity: RunIdentity::without_contestant(G::NAME, BY_HAND),
            salts: self.cases.game.salts.clone(),
            cases: 1,
            ..OutputOptions::default()
        };
        let mut outputs = Outputs::open(options, &mut claims).map_err(UserError::of)?;
        let problem = "--resume: the file of --json holds a game of this case already";
        ensure!(!outputs.has_played(&job.play_id()), UserError(problem.into()));
        let own_failure = |fault| failure(fault, "");
        let mut session = PersonGame::new(&job.play, Vec::new()).map_err(own_failure)?;
        if let (Some(path), Some(saved)) = (&self.saved, saved) {
            go_on(&mut session, &job, path, &saved)?;
        }
        if self.browser {
            let EndedGame { entries, help } = browser::play(job.play.clone(), &session.entries)?;
            session = PersonGame::new(&job.play, entries).map_err(own_failure)?;
            session.help = help;
        } else {
            let mut terminal = Terminal::new(self.saved.as_deref());
            let played = terminal.converse(&mut session, &job.play.heading());
            played.context("the terminal")?.map_err(own_failure)?;
        }
        if !session.is_over() {
            let entries = session.entries.len();
            let plural = if entries == 1 { "y" } else { "ies" };
            print(&format!("quit after {entries} entr{plural}\n"))?;
        }
        let (output, played) = job.play.ended(&session.entries);
        let mut streams = folders.open(&job.stem)?;
        streams.append(0, (job.play.case().to_string() + &played.input).as_bytes());
        streams.append(1, output.as_bytes());
        streams.keep()?;
        let mut play = job.scored(played, Origin::of(BY_HAND));
        play.record.data = session.help.into();
        let record = outputs.add(&job, play)?;
        Self::print_outcome(&record, &session)?;
        if let (None, [input, output, ..]) = (&self.html, &folders.targets(&job.stem)[..]) {
            print_command(input, output)?;
        }
        Ok(ExitCode::from(outputs.finish()?.status))
    }

    /// Returns the case to play. A saved game sets seed and options that are not typed.
    fn job(&mut self, saved: Option<&SavedGame>) -> Result<CaseJob<G>> {
        if let (Some(saved), None) = (saved, self.cases.seed) {
            self.cases.seed = Some(saved.seed);
        }
        let file = self.cases.case.as_ref();
        let job = self.cases.job(file, None)?;
        let is_given = self.cases.game.are_given() || file.is_some();
        match saved {
            Some(saved) if !is_given && saved.heading != job.play.heading() => {
                // The option of a practice game is not an option of the judge.
                let is_own = |(name, _): &(String, String)| {
                    let mut options = G::OPTIONS.iter();
                    options.any(|own| own.name == *name && own.effect != OptionEffect::Practice)
                };
                let mut options = saved.options.clone();
                options.retain(is_own);
                self.cases.game.set(&options).map_err(Error::msg).context("--continue")?;
                self.cases.job(None, None)
            }
            _ => Ok(job),
        }
    }

    /// Prints the score and the outcome; a reason is stated in the person's terms.
    fn print_outcome(record: &Record, session: &PersonGame<G>) -> Result<()> {
        let score = ScoreFormat::Bare.line::<G>(record, true);
        print(&format!("{score}\n"))?;
        if !record.is_ok() {
            let verdict = record.ruling.verdict;
            let end = match session.is_over() {
                true => session.played.ruling.to_string(),
                false => format!("unfinished, so it counts as {verdict}"),
            };
            print(&format!("{end}\n"))?;
        }
        Ok(())
    }

    fn saved_game(&self) -> Result<Option<SavedGame>> {
        let Some(path) = &self.saved else {
            return Ok(None);
        };
        let text = read_text(path, G::default().limits().max_stream_bytes())?;
        let wrong = || {
            let first = Line::new(1, text.lines().next().unwrap_or_default().as_bytes());
            let expected = format!("a game of {}, its seed and its parameters", G::NAME);
            let rule = format!("{} does not name {expected}", first.quoted());
            at(path, &Malformed::rule(1, rule))
        };
        SavedGame::parse(G::NAME, &text).ok_or_else(wrong).map(Some)
    }
}

/// Enters the entries of a game that was saved at `path`.
fn go_on<G: Game>(
    session: &mut PersonGame<G>,
    job: &CaseJob<G>,
    path: &Path,
    saved: &SavedGame,
) -> Result<()> {
    let name = path.display();
    let (first, expected) = (&saved.heading, job.play.heading());
    let problem = || format!("{name}:1: `{first}` is not `{expected}`, the game to be played");
    ensure!(*first == expected, UserError(problem()));
    session.enter(&saved.entries).map_err(|fault| {
        // A heading line precedes the entries.
        let line = session.right(&saved.entries) + 2;
        failure(fault, &format!("{name}:{line}: "))
    })
}

/// Converts a fault at `place` into an error: an internal failure for `IE`, else wrong usage.
fn failure(fault: Fault, place: &str) -> Error {
    let problem = format!("{place}{fault}");
    if fault.verdict() == Verdict::Ie { anyhow!(problem) } else { UserError(problem).into() }
}

fn print_command(input: &Path, output: &Path) -> Result<()> {
    let [input, output] = [input, output].map(|path| path.display().to_string());
    let judge = env::args_os().next().unwrap_or_default();
    let judge = judge.to_string_lossy();
    let words = [&judge, "show", &input, &output];
    let command = shlex::try_join(words).context("a name with a NUL")?;
    print(&format!("to see the game: {}\n", printable(&command)))
}
