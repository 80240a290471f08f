//! `judge-report`: reports on the records that judges write.

mod cases;
mod comparison;
mod files;
mod groups;
mod help;
mod history;
mod league;
mod losses;
mod markdown;
mod merge;
mod page;
mod reward;
mod show_command;
mod table;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use clap::{CommandFactory, FromArgMatches, Parser};
use records::usage::{exit, printable_words};
use records::{CompletionsArgs, UserError, report, survive_size_limits, survive_stack_limits};

/// Reads the records of runs: tables them, compares them, shows them on a page,
/// merges shards, lists the history
#[derive(Parser)]
#[command(version, max_term_width = 100)]
enum Command {
    Table(table::TableArgs),
    Reward(reward::RewardArgs),
    Compare(comparison::CompareArgs),
    League(league::LeagueArgs),
    Losses(losses::LossesArgs),
    Html(page::HtmlArgs),
    Merge(merge::MergeArgs),
    List(history::ListArgs),
    Diff(history::DiffArgs),
    Note(history::NoteArgs),
    Prune(history::PruneArgs),
    Completions(CompletionsArgs),
}

fn main() -> ExitCode {
    survive_size_limits();
    survive_stack_limits(execute)
}

fn execute() -> ExitCode {
    let command = help::described(Command::command());
    let args: Vec<OsString> = env::args_os().collect();
    let read =
        |args: &[OsString]| Command::from_arg_matches(&command.clone().try_get_matches_from(args)?);
    let asked = read(&args).unwrap_or_else(|error| {
        let error = read(&printable_words(&args)).err().unwrap_or(error);
        exit(&help::hinted(error, command.clone(), args.get(1)))
    });
    let done = match asked {
        Command::Table(args) => table::run(&args),
        Command::Reward(args) => reward::run(&args),
        Command::Compare(args) => comparison::run(&args),
        Command::League(args) => league::run(&args),
        Command::Losses(args) => losses::run(&args),
        Command::Html(args) => page::run(&args),
        Command::List(args) => history::list(&args),
        Command::Diff(args) => history::diff(&args),
        Command::Note(args) => history::note(&args),
        Command::Prune(args) => history::prune(&args),
        Command::Merge(args) => return status(merge::run(&args)),
        Command::Completions(args) => return status(args.execute(command)),
    };
    status(done.map(|()| ExitCode::SUCCESS))
}

/// Returns the exit status; a failure is wrong usage, unless the host failed.
fn status(result: Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| report(&UserError::of(error)))
}
