//! `play`: a person in the contestant's seat.

mod browser;
mod http;
mod server;
mod session;
mod solver;
mod terminal;

use std::env;
use std::io::{self, IsTerminal};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, anyhow};

use super::case_args::OneCaseArgs;
use super::game_args::{GameArgs, HandWork};
use super::options::ids;
use super::pages::{Pages, check_files};
use super::run::scaled;
use crate::runs::{CaseJob, Folders, OutputOptions, Outputs, RunFacts, Salts};
use game::{Fault, Game, HandGame, Ruling, Verdict, variant_flag};
use records::{Failure, Fields, Record, fields, print, read_text, write};
use runner::Transcript;
use scene::printable;
use session::PersonGame;
use terminal::Terminal;
use web::FixedCase;

/// The command of a record whose game a person played.
const BY_HAND: &str = "by hand";

/// Plays a case by hand, in the terminal or through pipes.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct PlayArgs<G: Game> {
    #[command(flatten)]
    cases: OneCaseArgs<G, HandWork>,
    /// Go on with a game that was saved in FILE, by default with the seed and the parameters that
    /// it names
    #[arg(long = "continue", value_name = "FILE")]
    saved: Option<PathBuf>,
    /// Play on a page, whose address is printed and opened if there is a desktop; only this
    /// machine reaches it
    #[arg(long)]
    browser: bool,
    #[command(flatten)]
    outputs: OutputOptions,
    #[command(flatten)]
    folders: Folders,
    /// Write a page of the game, its streams and an index to DIR
    #[arg(long, value_name = "DIR", conflicts_with_all = ids::<Folders>())]
    html: Option<PathBuf>,
}

/// Notes on entries and commands.
const NOTES: &str = "\
An entry is a line; one with *K behind it stands for K equal ones. Instead of an entry:
  undo        take back the last entry
  hint        show what our solver enters next: it is started beside this program, is given the
              game so far, and thinks for half a second
  about NAME  tell of a kind of piece by its name or label, such as what a symbol pays
  save FILE   write the entries to FILE, for --continue; once more replaces it
  help        say what an entry is
  quit        end the game here; so do exit, q and the end of the input

Capital letters are as good as small ones.

A finished game is scored and recorded as a contestant's is. One that is quit counts as that of a
contestant whose output ends there: wrong, unless the rules let an answer end early.";

impl<G: Game> PlayArgs<G> {
    /// Does what the options say.
    pub fn execute(mut self) -> Result<ExitCode, Failure> {
        let job = self.job().map_err(Failure::Usage)?;
        let replace = self.outputs.replaces();
        let pages = self
            .html
            .as_ref()
            .map(|html| Pages::new(html, None, vec![job.stem.clone()]).replacing(replace));
        let own = || self.folders.clone().replacing(replace);
        let folders = pages.as_ref().map_or_else(own, Pages::folders);
        if !replace {
            check_files([job.stem.clone()].into_iter(), &folders, pages.as_ref())?;
        }
        if let Some(pages) = &pages {
            pages.create().map_err(Failure::Usage)?;
        }
        folders.create().map_err(Failure::Usage)?;
        let mut outputs = self.open_outputs(&job)?;
        let case = job.case();
        let hand = HandGame::new(&job.game, &case, job.seed);
        let mut session = PersonGame::new(hand).map_err(failure)?;
        if let Some(path) = &self.saved {
            go_on(&mut session, &job, path)?;
        }
        if self.browser {
            self.browse(&job, &mut session)?;
        } else {
            let played = self.converse(&job, &mut session).context("the terminal")?;
            played.map_err(failure)?;
        }
        if !session.is_over() {
            let entries = session.entries().len();
            let plural = if entries == 1 { "y" } else { "ies" };
            print(&format!("quit after {entries} entr{plural}\n"))?;
        }
        let (input, output) = session.streams();
        let mut streams = folders.open(&job.stem)?;
        streams.sent(input.as_bytes());
        streams.written(output.as_bytes());
        streams.keep()?;
        let messages = &input[case.to_string().len()..];
        let replayed = job.replay(&case, messages, output.as_bytes());
        let record = Record {
            command: BY_HAND.into(),
            ..replayed.map_err(|malformed| anyhow!("the game by hand: {malformed}"))?
        };
        let record = outputs.add(record)?;
        let status = outputs.finish()?;
        self.tell(&record, &session)?;
        if let Some(mut pages) = pages {
            pages.add(0, &job, &record)?;
            pages.finish(G::TITLE)?;
        } else if let [input, output, ..] = &folders.targets(&job.stem)[..] {
            tell_of_page::<G>(&job.stem, input, output)?;
        }
        Ok(status)
    }

    /// The case to be played. A saved game names its seed and options where the command line
    /// does not.
    fn job(&mut self) -> Result<CaseJob<G>> {
        let saved = self.saved_case()?;
        if let (Some(saved), None) = (&saved, &self.cases.seed) {
            self.cases.seed = Some(saved.seed);
        }
        let job = self
            .cases
            .job(self.cases.case.as_deref(), None, Salts::None)?;
        let is_given = self.cases.game.options.is_some() || job.file.is_some();
        match saved {
            Some(saved) if !is_given && saved.heading != heading(&job) => {
                let game = GameArgs::of_parameters(&saved.parameters, saved.flag.as_deref());
                self.cases.game = game.map_err(Error::msg).context("--continue")?;
                self.cases.job(None, None, Salts::None)
            }
            _ => Ok(job),
        }
    }

    /// Prints score and outcome of a game, the reason in the words that the person met.
    fn tell(&self, record: &Record, session: &PersonGame<G>) -> Result<()> {
        let score = self.outputs.score_line(record, scaled::<G>);
        print(&format!("{score}\n"))?;
        if !record.is_ok() {
            let verdict = record.ruling.verdict;
            let end = match &session.told().fault {
                _ if !session.is_over() => format!("unfinished, so it counts as {verdict}"),
                Some(reason) => Ruling::failed(verdict, reason).to_string(),
                None => record.ruling.to_string(),
            };
            print(&format!("{end}\n"))?;
        }
        Ok(())
    }

    /// Lets the person play to the end of the game or of the input.
    fn converse(
        &self,
        job: &CaseJob<G>,
        session: &mut PersonGame<G>,
    ) -> io::Result<Result<(), Fault>> {
        let (input, out) = (io::stdin(), io::stdout());
        let is_terminal = input.is_terminal() && out.is_terminal();
        let colour = is_terminal && std::env::var_os("NO_COLOR").is_none();
        let mut terminal = Terminal::new(input.lock(), out.lock(), is_terminal, colour);
        let saved = self.saved.as_ref().map(|path| path.display().to_string());
        terminal = terminal.continued(saved);
        terminal.converse(session, &heading(job))
    }

    /// Lets the person play on a page until it ends the game.
    fn browse(&self, job: &CaseJob<G>, session: &mut PersonGame<G>) -> Result<()> {
        let case = FixedCase {
            game: job.game.clone(),
            seed: job.seed,
            input: match &job.file {
                Some((_, case)) => case.to_string(),
                None => String::new(),
            },
        };
        let entries = browser::play(case, session.entries())?;
        session.replace(entries).map_err(Error::msg)
    }

    fn open_outputs(&self, job: &CaseJob<G>) -> Result<Outputs, Failure> {
        let run = RunFacts {
            game: G::NAME,
            command: BY_HAND.into(),
            limits: None,
            salts: Salts::new(None),
            scaled: scaled::<G>,
            cases: 1,
            repeats: false,
        };
        let options = self.outputs.beside_dialogue().map_err(Failure::Usage)?;
        let outputs = Outputs::open::<G::Total>(&options, &run, &[])?;
        if outputs.has(&job.place()) {
            let error = anyhow!("--resume: the file of --json holds a game of this case already");
            return Err(Failure::Usage(error));
        }
        Ok(outputs)
    }

    /// The case that the first line of a saved game names; none without such a game.
    fn saved_case(&self) -> Result<Option<SavedCase>> {
        let Some(path) = &self.saved else {
            return Ok(None);
        };
        let text = read_text(path)?;
        let first = text.lines().next().unwrap_or_default().trim_end();
        let name = path.display();
        let case = SavedCase::parse(G::NAME, first).with_context(|| {
            format!(
                "{name}:1: `{first}` does not name a game of {}, its seed and its parameters",
                G::NAME
            )
        });
        case.map(Some)
    }
}

/// The case of a saved game.
struct SavedCase {
    /// The line that names it.
    heading: String,
    seed: u64,
    /// The flag that chooses its variant.
    flag: Option<String>,
    parameters: Fields,
}

impl SavedCase {
    /// Parses the first line of a saved game, as [`heading`] writes it.
    fn parse(game: &str, line: &str) -> Option<SavedCase> {
        let (words, _) = line.split_once('{')?;
        let named = words.strip_prefix(&format!("# {game}: seed "))?;
        let mut named = named.split_whitespace();
        let seed = named.next()?.parse().ok()?;
        let flag = named.find_map(|word| word.strip_prefix("--"));
        Some(SavedCase {
            heading: line.to_string(),
            seed,
            flag: flag.map(str::to_string),
            parameters: serde_json::from_str(&line[words.len()..]).ok()?,
        })
    }
}

/// Enters what was saved at `path`.
fn go_on<G: Game>(
    session: &mut PersonGame<G>,
    job: &CaseJob<G>,
    path: &Path,
) -> Result<(), Failure> {
    let text = read_text(path).map_err(Failure::Usage)?;
    let name = path.display();
    let (first, entries) = text.split_once('\n').unwrap_or((&text, ""));
    let expected = heading(job);
    if first.trim_end() != expected {
        let error = anyhow!("{name}:1: `{first}` is not `{expected}`, the game to be played");
        return Err(Failure::Usage(error));
    }
    let entries: Vec<String> = entries.lines().map(str::to_string).collect();
    let entered = session.enter(&entries);
    entered.map_err(|fault| {
        // The heading goes before the entries.
        let line = session.right(&entries) + 2;
        failure(fault.at(format!("{name}:{line}")))
    })
}

/// Blames the judge for a fault of its own, else the user.
fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Verdict(Verdict::Ie, reason) => Failure::Own(anyhow!(reason)),
        fault => Failure::Usage(anyhow!(String::from(fault))),
    }
}

/// Says how to see the game of these streams.
fn tell_of_page<G: Game>(stem: &str, input: &Path, output: &Path) -> Result<()> {
    let [input, output] = [input, output].map(|path| path.display().to_string());
    let page = free_page(&format!("{}-{stem}", G::NAME));
    let judge = env::args().next().unwrap_or_default();
    let words = [&judge, "show", &input, &output, "--out", &page];
    let command = shlex::try_join(words).context("a name with a NUL")?;
    print(&format!("to see the game: {}\n", printable(&command)))
}

/// The first name of a page that no file has: `stem.html`, `stem-2.html`, ...
fn free_page(stem: &str) -> String {
    let names = (2..).map(|number| format!("{stem}-{number}.html"));
    let mut names = iter::once(format!("{stem}.html")).chain(names);
    let free = names.find(|name| !Path::new(name).exists());
    free.expect("there are more names than files")
}

/// Names a game and its case, as the first line of a saved game does.
fn heading<G: Game>(job: &CaseJob<G>) -> String {
    let parameters = serde_json::Value::Object(fields(job.game.parameters(&job.case())));
    let file = job.file.as_ref().map(|(name, _)| format!(" {name}"));
    let flag = variant_flag(&job.game).map(|name| format!(" --{name}"));
    let (file, flag) = (file.unwrap_or_default(), flag.unwrap_or_default());
    format!("# {}: seed {}{file}{flag} {parameters}", G::NAME, job.seed)
}

/// Writes the entries of a game to a file, which must not exist unless it is written `again`.
///
/// # Errors
/// It exists, or cannot be written.
fn save(path: &str, heading: &str, entries: &[String], again: bool) -> Result<(), String> {
    if !again && Path::new(path).exists() {
        return Err(format!("{path}: exists already"));
    }
    let lines: String = entries.iter().map(|entry| entry.clone() + "\n").collect();
    let saved = write(path.as_ref(), again, format!("{heading}\n{lines}"));
    saved.map_err(|error| format!("{error:#}"))
}
