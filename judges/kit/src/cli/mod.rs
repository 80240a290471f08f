//! The command line that all judges share.

mod case_args;
mod checks;
mod completions;
mod contestant_args;
mod declarations;
mod duel;
mod game_args;
mod generate;
mod help;
mod limits;
mod options;
mod pages;
mod play;
mod run;
mod score;
mod show;
mod source;
mod topcoder;

use std::env;
use std::ffi::OsString;
use std::iter;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::signals::Signals;
use completions::CompletionsArgs;
use duel::DuelArgs;
use game::Game;
use generate::GenArgs;
use play::PlayArgs;
use record::Failure;
use run::RunArgs;
use score::ScoreArgs;
use show::ShowArgs;

/// Plays cases of a game with a contestant, under limits, and scores them.
#[derive(Parser)]
#[command(version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli<G: Game> {
    #[command(subcommand)]
    command: Option<Command<G>>,
    #[command(flatten)]
    run: RunArgs<G>,
}

#[derive(Subcommand)]
enum Command<G: Game> {
    /// Play cases and print scores (the default)
    Run(Box<RunArgs<G>>),
    /// Write cases without playing them
    Gen(GenArgs<G>),
    /// Play two contestants until it is clear which is better
    Duel(Box<DuelArgs<G>>),
    /// Score a saved answer or transcript
    Score(ScoreArgs<G>),
    /// Show a run, as a page or as text
    Show(Box<ShowArgs<G>>),
    /// Play a case by hand
    Play(Box<PlayArgs<G>>),
    /// Write completions for bash, zsh and fish, and manual pages
    Completions(CompletionsArgs),
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
    let command = Cli::<G>::command().name(judge_name::<G>());
    if let Err(failure) = declarations::check::<G>(&command) {
        return failure.tell();
    }
    let cli = match parse::<G>(command, program, args) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let signals = Signals::default();
    let status = cli.execute(&signals);
    let status = status.unwrap_or_else(|failure| failure.tell());
    // What a signal has cut short may look like a failure.
    signals.status().unwrap_or(status)
}

impl<G: Game> Cli<G> {
    /// Does what the command line says; commands that start programs watch for `signals`.
    fn execute(self, signals: &Signals) -> Result<ExitCode, Failure> {
        match self.command {
            None => self.run.execute(signals),
            Some(Command::Run(run)) => run.execute(signals),
            Some(Command::Gen(generate)) => generate.execute(),
            Some(Command::Duel(duel)) => duel.execute(signals),
            Some(Command::Score(score)) => score.execute(),
            Some(Command::Show(show)) => show.execute(signals),
            Some(Command::Play(play)) => play.execute(),
            Some(Command::Completions(completions)) => completions.execute(help::described::<G>(
                Cli::<G>::command().name(judge_name::<G>()),
            )),
        }
    }
}

fn parse<G: Game>(
    command: clap::Command,
    program: OsString,
    args: Vec<OsString>,
) -> Result<Cli<G>, clap::Error> {
    let mut command = help::described::<G>(command);
    command.build();
    let args = options::canonical(args, &command)
        .map_err(|unknown| command.error(ErrorKind::UnknownArgument, unknown))?;
    let args = iter::once(program).chain(args);
    let matches = command.try_get_matches_from_mut(args)?;
    checks::check::<G>(&command, &matches)?;
    Cli::from_arg_matches(&matches)
}

/// The name of the judge's program; there is one in a process.
fn judge_name<G: Game>() -> &'static str {
    format!("{}-judge", G::NAME).leak()
}
