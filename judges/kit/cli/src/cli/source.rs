//! Contestants that a command line names.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::exec::split;
use crate::linked::ContestantCommand;
use crate::signals::Signals;
use game::Game;
use records::WrongUsage;

/// The contestant: built, named by its command, or our solver.
pub(super) fn contestant<G: Game>(
    sources: &[PathBuf],
    exec: Option<&str>,
    signals: &Signals,
) -> Result<ContestantCommand> {
    match exec {
        Some(exec) => named(exec).context("--exec"),
        None => match G::LINKED.filter(|_| !sources.is_empty()) {
            Some(form) => ContestantCommand::build(&form, sources, &signals.interrupted),
            None => Ok(ContestantCommand::ready(vec![our_solver(G::NAME)?.into()])),
        },
    }
}

pub(super) fn named(line: &str) -> Result<ContestantCommand> {
    let command = split(line).map_err(WrongUsage::of)?;
    Ok(ContestantCommand::ready(command))
}

/// Our solver: the program of this `name` in the folder of this one.
pub(super) fn our_solver(name: &str) -> Result<PathBuf> {
    let this = env::current_exe().context("cannot find this program")?;
    let solver = this.with_file_name(name);
    let missing = || format!("no --exec, and no solver at {}", solver.display());
    ensure!(solver.is_file(), WrongUsage(missing()));
    Ok(solver)
}
