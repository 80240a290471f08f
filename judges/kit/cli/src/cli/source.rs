//! Contestants that a command line names.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};

use crate::exec::split;
use crate::linked::ContestantCommand;
use crate::signals::Signals;
use game::Game;
use records::Failure;

/// The contestant: built, named by its command, or our solver.
pub(super) fn contestant<G: Game>(
    sources: &[PathBuf],
    exec: Option<&str>,
    signals: &Signals,
) -> Result<ContestantCommand, Failure> {
    match exec {
        Some(exec) => named(exec).context("--exec").map_err(Failure::Usage),
        None => match G::LINKED.filter(|_| !sources.is_empty()) {
            Some(form) => ContestantCommand::build(&form, sources, &signals.interrupted),
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
