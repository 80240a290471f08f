//! Where runs come from: a contestant that plays now, or saved streams.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::exec::split;
use crate::linked::ContestantCommand;
use crate::runs::CaseJob;
use crate::signals::Signals;
use game::{CasePlay, Game};
use records::{Failure, Record, at, read_text};

/// The contestant: built, named by its command, or our solver.
pub(super) fn contestant<G: Game>(
    sources: &[PathBuf],
    exec: Option<&str>,
    signals: &Signals,
) -> Result<ContestantCommand, Failure> {
    match exec {
        Some(exec) => named(exec).context("--exec").map_err(Failure::Usage),
        None => match G::LINKED.filter(|_| !sources.is_empty()) {
            Some(form) => ContestantCommand::build(&form, sources, signals.interrupted()),
            None => Ok(ContestantCommand::ready(vec![our_solver(G::NAME)?.into()])),
        },
    }
}

pub(super) fn named(line: &str) -> Result<ContestantCommand> {
    split(line).map(ContestantCommand::ready)
}

/// Our solver: the program of this `name` in the folder of this one.
pub(super) fn our_solver(name: &str) -> Result<PathBuf, Failure> {
    let this = env::current_exe().context("cannot find this program")?;
    let solver = this.with_file_name(name);
    if !solver.is_file() {
        let missing = anyhow!("no --exec, and no solver at {}", solver.display());
        return Err(Failure::Usage(missing));
    }
    Ok(solver)
}

/// Reads the play of `job` from its streams in `folder`, `<case>.in` and `<case>.out`, and names the
/// file of the input. Without a saved input the case is generated, and nothing was sent after it.
pub(super) fn load<G: Game>(job: &CaseJob<G>, folder: &Path) -> Result<(CasePlay<G>, PathBuf)> {
    let stream = |ending: &str| folder.join(format!("{}.{ending}", job.stem));
    let (path, output) = (stream("in"), records::read(&stream("out"))?);
    let play = match path.exists() {
        true => read(&job.play, &path, output)?.or_equal(&job.play),
        false => job.play.with_streams(String::new(), output),
    };
    Ok((play, path))
}

/// Reads the play of a contestant that read the file `input`, case and messages, and wrote
/// `output`.
pub(super) fn read<G: Game>(
    play: &CasePlay<G>,
    input: &Path,
    output: Vec<u8>,
) -> Result<CasePlay<G>> {
    let text = read_text(input)?;
    let read = play.read(&text, output);
    read.map_err(|malformed| at(input, &malformed))
}

/// Scores a play that was read from the file `input`; fails at a line that this judge did not send.
pub(super) fn rescore<G: Game>(
    job: &CaseJob<G>,
    (play, input): &(CasePlay<G>, PathBuf),
) -> Result<Record> {
    let rescored = job.rescore(play);
    rescored.map_err(|malformed| at(input, &malformed))
}
