//! `judge-report`: reports on the records that judges write.

mod cases;
mod compare;
mod comparison;
mod csv;
mod diff;
mod files;
mod groups;
mod help;
mod history;
mod league;
mod list;
mod losses;
mod markdown;
mod marks;
mod merge;
mod page;
mod show_command;
mod table;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use clap::{CommandFactory, FromArgMatches, Parser};
use records::usage::CompletionsArgs;
use records::{UserError, report, survive_size_limits};

/// Reads the records of runs: tables them, compares them, shows them on a page,
/// merges shards, lists the history
#[derive(Parser)]
#[command(version, max_term_width = 100)]
enum Command {
    Table(table::TableArgs),
    Compare(compare::CompareArgs),
    League(league::LeagueArgs),
    Losses(losses::LossesArgs),
    Html(page::HtmlArgs),
    Merge(merge::MergeArgs),
    List(list::ListArgs),
    Diff(diff::DiffArgs),
    Note(marks::NoteArgs),
    Prune(marks::PruneArgs),
    Completions(CompletionsArgs),
}

fn main() -> ExitCode {
    survive_size_limits();
    let command = help::described(Command::command());
    let args: Vec<OsString> = env::args_os().collect();
    let read = || Command::from_arg_matches(&command.clone().try_get_matches_from(&args)?);
    let asked = read().unwrap_or_else(|error| {
        records::usage::exit(&help::hinted(error, command.clone(), args.get(1)))
    });
    let done = match asked {
        Command::Table(args) => table::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::League(args) => league::run(&args),
        Command::Losses(args) => losses::run(&args),
        Command::Html(args) => page::run(&args),
        Command::List(args) => list::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Note(args) => marks::note(&args),
        Command::Prune(args) => marks::prune(&args),
        Command::Merge(args) => return status(merge::run(&args)),
        Command::Completions(args) => return status(args.execute(command)),
    };
    status(done.map(|()| ExitCode::SUCCESS))
}

/// Returns the exit status; a failure is wrong usage, unless the host failed.
fn status(result: Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| report(&UserError::of(error)))
}
