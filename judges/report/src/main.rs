//! Reports after runs: `judge-report` reads the records that judges write.

mod cases;
mod compare;
mod comparison;
mod csv;
mod files;
mod groups;
mod league;
mod list;
mod losses;
mod merge;
mod page;
mod print;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use record::Failure;

/// Reads the records of runs: tables them, compares them, shows them on a page,
/// merges shards, lists the history.
///
/// A run is a file of records (`--json` of a judge), a folder with a
/// `records.jsonl`, or the name of a run in the history.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = NOTES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Examples, and notes that belong to no single option.
const NOTES: &str = "\
Examples:
  slider-judge --exec ./mine --seed 1-100 --json a.jsonl   (the judge writes the records)
  judge-report table a.jsonl                               a row for every command
  judge-report compare a.jsonl b.jsonl                     which of two runs is better
  judge-report html a.jsonl b.jsonl --out runs.html        a page about both

Exit status: 0; 1 if `merge` found cases missing or doubled; 2 if the usage is wrong or a file is
missing or malformed; 3 if a report cannot be written.";

#[derive(Subcommand)]
enum Command {
    /// Print a row for every game, variant and command, or CSV with a row for every case
    Table(table::TableArgs),
    /// Compare runs case by case
    Compare(compare::CompareArgs),
    /// Rank many runs of the same cases, and print who is proven better than whom
    League(league::LeagueArgs),
    /// Print where runs lost points
    Losses(losses::LossesArgs),
    /// Write one page about one or several runs
    Html(page::HtmlArgs),
    /// Make one run out of shards
    Merge(merge::MergeArgs),
    /// List the runs of the history, newest first
    List(list::ListArgs),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Table(args) => table::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::League(args) => league::run(&args),
        Command::Losses(args) => losses::run(&args),
        Command::Html(args) => page::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::List(args) => list::run(&args),
    };
    result.unwrap_or_else(|failure: Failure| failure.tell())
}
