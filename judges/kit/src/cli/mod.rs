//! The command line that all judges share.

mod failure;
mod generate;
mod options;
mod pages;
mod run;
mod score;
mod show;
mod signals;
mod source;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::contestant;
use crate::game::Game;
use failure::tell;
use generate::Gen;
use run::Run;
use score::Score;
use show::Show;

/// Generates cases, plays them with a contestant, and scores.
///
/// Exit status: 0 all cases were OK, 1 some contestant failed, 2 wrong usage or
/// a malformed file, 3 the judge itself failed, 130 or 143 stopped by a signal.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli<G: Game> {
    #[command(subcommand)]
    command: Command<G>,
}

#[derive(Subcommand)]
enum Command<G: Game> {
    /// Play cases and print scores (the default)
    Run(Box<Run<G>>),
    /// Write cases without playing them
    Gen(Gen<G>),
    /// Score a saved answer or transcript
    Score(Score<G>),
    /// Show a run, as a page or as text
    Show(Box<Show<G>>),
}

/// The whole of a judge's `main`.
pub fn main<G: Game>() -> ExitCode {
    let mut args = env::args_os();
    let program = args.next().unwrap_or_default();
    let args: Vec<OsString> = args.collect();
    if args
        .first()
        .is_some_and(|first| first == contestant::ARGUMENT)
    {
        return contestant::supervise(args.into_iter().skip(1));
    }
    let cli = match parse::<G>(program, args) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let result = match cli.command {
        Command::Run(run) => run.execute(),
        Command::Gen(generate) => generate.execute(),
        Command::Score(score) => score.execute(),
        Command::Show(show) => show.execute(),
    };
    result.unwrap_or_else(|failure| tell(&failure))
}

fn parse<G: Game>(program: OsString, args: Vec<OsString>) -> Result<Cli<G>, clap::Error> {
    let command = Cli::<G>::command().name(G::NAME);
    let mut args = options::canonical(args.into_iter(), &command);
    let named = |first: &OsString| {
        [
            "run",
            "gen",
            "score",
            "show",
            "help",
            "--help",
            "-h",
            "--version",
            "-V",
        ]
        .iter()
        .any(|name| first == name)
    };
    if !args.first().is_some_and(named) {
        args.insert(0, "run".into());
    }
    args.insert(0, program);
    Cli::from_arg_matches(&command.try_get_matches_from(args)?)
}
