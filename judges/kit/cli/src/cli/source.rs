//! Programs that a command line names.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::exec::CommandLine;
use crate::runs::{Program, SourceRule, past_program, run_named};
use crate::signals::Signals;
use game::{ANALYSES, Game};
use records::{RunHistory, UserError, quoted};

/// Returns the contestant: built from `cpp`, started by its command, or our solver.
pub(super) fn contestant<G: Game>(
    cpp: &[PathBuf],
    exec: Option<&CommandLine>,
    rule: SourceRule,
    signals: &Signals,
) -> Result<Program> {
    if let Some(exec) = exec {
        return Program::new(exec.clone(), rule);
    }
    if let Some(form) = G::LINKED.filter(|_| !cpp.is_empty()) {
        return Program::linked(&form, cpp, rule, &signals.interrupted);
    }
    let solver = our_solver(G::NAME)?;
    let command =
        CommandLine { text: quoted(&solver.display().to_string()), words: vec![solver.into()] };
    Program::new(command, SourceRule::here()?)
}

/// Returns the program of a command line that `--against` names.
pub(super) fn program_against(line: &str) -> Result<Program> {
    let command = line.parse().map_err(UserError::of);
    Program::new(command.context("--against")?, SourceRule::here()?)
}

/// Returns the other contestant of a comparison: the program of a run of the history, as it was, or
/// that of a command.
pub(super) fn opponent<G: Game>(
    text: &str,
    history: Option<&RunHistory>,
    signals: &Signals,
) -> Result<Program> {
    let Some(history) = history.filter(|history| history.has(text)) else {
        return program_against(text);
    };
    let run = run_named(history, text, G::NAME);
    run.and_then(|run| past_program::<G>(&run, signals)).context("--against")
}

/// Returns our solver: the program `name` in the folder of this program.
pub(super) fn our_solver(name: &str) -> Result<PathBuf> {
    let without = "this judge is without our solver: name a program with --exec";
    ensure!(ANALYSES, UserError(without.into()));
    let solver = env::current_exe().context("cannot find this program")?.with_file_name(name);
    let missing = || format!("no --exec, and no solver at {}", solver.display());
    ensure!(solver.is_file(), UserError(missing()));
    Ok(solver)
}
