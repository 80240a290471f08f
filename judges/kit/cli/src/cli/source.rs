//! Where runs come from: a contestant that plays now, or saved streams.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use common::tokens::Malformed;

use crate::exec::split;
use crate::linked::ContestantCommand;
use crate::runs::{CaseJob, Streams, load};
use game::{Game, read_case};
use records::{Failure, Record, at, read_text};

/// The contestant: built, named by its command, or our solver.
///
/// # Errors
/// It is not there or cannot be built.
pub(super) fn contestant<G: Game>(
    sources: &[PathBuf],
    exec: Option<&str>,
) -> Result<ContestantCommand, Failure> {
    match exec {
        Some(exec) => named(exec).context("--exec").map_err(Failure::Usage),
        None => match G::LINKED.filter(|_| !sources.is_empty()) {
            Some(form) => ContestantCommand::build(&form, sources),
            None => Ok(ContestantCommand::ready(vec![our_solver(G::NAME)?.into()])),
        },
    }
}

/// The contestant of a command line.
///
/// # Errors
/// It is no command.
pub(super) fn named(line: &str) -> Result<ContestantCommand> {
    split(line).map(ContestantCommand::ready)
}

/// The solver's binary beside this one.
///
/// # Errors
/// There is none.
pub(super) fn our_solver(name: &str) -> Result<PathBuf, Failure> {
    let this = env::current_exe().context("cannot find this program")?;
    let solver = this.with_file_name(name);
    if !solver.is_file() {
        let missing = anyhow!("no --exec, and no solver at {}", solver.display());
        return Err(Failure::Usage(missing));
    }
    Ok(solver)
}

/// A run that was saved: its case and its streams.
pub(super) struct SavedRun<G: Game> {
    /// The case it was played on.
    pub case: Arc<G::Case>,
    /// The text the contestant read and wrote.
    pub streams: Streams,
    /// The file of what it read, and the number of its lines before what followed the case.
    input: (PathBuf, usize),
}

impl<G: Game> SavedRun<G> {
    /// The run of `job` whose streams are in `folder`. Without a saved input the case is
    /// generated, and nothing was sent after it.
    ///
    /// # Errors
    /// A stream cannot be read, or the case is malformed.
    pub fn load(job: &CaseJob<G>, folder: &Path) -> Result<SavedRun<G>> {
        let (path, output) = load(folder, &job.stem)?;
        match path.exists() {
            true => {
                let mut run = SavedRun::read(&job.game, &path, output)?;
                // The seed's own case knows more of its parameters than the file tells.
                let own = job.case();
                if own.to_string() == run.case.to_string() {
                    run.case = own;
                }
                Ok(run)
            }
            false => {
                let case = job.case();
                let lines = case.to_string().lines().count();
                Ok(SavedRun {
                    case,
                    streams: Streams {
                        input: String::new(),
                        output,
                    },
                    input: (path, lines),
                })
            }
        }
    }

    /// The run whose input is in a file: the case, and what was sent after it.
    ///
    /// # Errors
    /// The file cannot be read, or the case is malformed.
    pub fn read(game: &G, path: &Path, output: Vec<u8>) -> Result<SavedRun<G>> {
        let text = read_text(path)?;
        let parsed = read_case(game, &text);
        let (case, rest) = parsed.map_err(|malformed| at(path, &malformed))?;
        let before = &text[..text.len() - rest.len()];
        Ok(SavedRun {
            case: Arc::new(case),
            input: (path.into(), before.matches('\n').count()),
            streams: Streams {
                input: rest.to_string(),
                output,
            },
        })
    }

    /// The run, refereed once more.
    ///
    /// # Errors
    /// A line that the contestant read was not sent by this judge.
    pub fn record(&self, job: &CaseJob<G>) -> Result<Record> {
        let replayed = job.replay(&self.case, &self.streams.input, &self.streams.output);
        replayed.map_err(|Malformed { line, problem }| {
            let (path, before) = &self.input;
            let line = before + line;
            at(path, &Malformed { line, problem })
        })
    }
}
