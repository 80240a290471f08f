//! Programs that a command line names.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::exec::split;
use crate::runs::{Program, SourceRule};
use crate::signals::Signals;
use game::Game;
use records::UserError;

/// Returns the contestant: built from `cpp`, started by its command, or our solver.
pub(super) fn contestant<G: Game>(
    cpp: &[PathBuf],
    exec: Option<&str>,
    rule: SourceRule,
    signals: &Signals,
) -> Result<Program> {
    if let Some(exec) = exec {
        return program_named(exec, rule).context("--exec");
    }
    if let Some(form) = G::LINKED.filter(|_| !cpp.is_empty()) {
        return Program::linked(&form, cpp, rule, &signals.interrupted);
    }
    let solver = our_solver(G::NAME)?;
    Program::new(vec![solver.into()], SourceRule::here()?)
}

pub(super) fn program_named(line: &str, rule: SourceRule) -> Result<Program> {
    Program::new(split(line).map_err(UserError::of)?, rule)
}

/// Returns our solver: the program `name` in the folder of this program.
pub(super) fn our_solver(name: &str) -> Result<PathBuf> {
    let this = env::current_exe().context("cannot find this program")?;
    let solver = this.with_file_name(name);
    let missing = || format!("no --exec, and no solver at {}", solver.display());
    ensure!(solver.is_file(), UserError(missing()));
    Ok(solver)
}
