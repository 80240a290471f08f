//! The command line that all judges share.

mod case_args;
mod config;
mod contestant_args;
mod duel;
mod game_args;
mod generate;
mod help;
mod limits;
mod mistakes;
mod options;
mod play;
mod recorded;
mod run;
mod score;
mod show;
mod source;
mod topcoder;
mod watch;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::signals::{Signals, set_inherited};
use config::Config;
use duel::DuelArgs;
use game::Game;
use generate::GenArgs;
use play::PlayArgs;
use records::usage::{CompletionsArgs, exit};
use records::{UserError, print, report, survive_size_limits};
use run::{RunArgs, RunSettings};
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
    /// Play cases again whenever the contestant changes, and compare with the last whole run
    Watch(Box<RunSettings<G>>),
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
    Completions(CompletionsArgs),
    /// Print facts of the game for other tools, as JSON
    #[command(hide = true)]
    Facts,
}

/// Runs the command line of a judge; a judge's `main` does nothing else.
pub fn main<G: Game>() -> ExitCode {
    let mut args = env::args_os();
    let program = args.next().unwrap_or_default();
    let args: Vec<OsString> = args.collect();
    survive_size_limits();
    if let Some(status) = runner::run_as_helper(&args) {
        return status;
    }
    let signals = Signals::default();
    let status = set_inherited().and_then(|()| execute::<G>(program, args, &signals));
    let status = status.unwrap_or_else(|error| report(&error));
    // A signal may have caused the failure.
    signals.status().unwrap_or(status)
}

impl<G: Game> Cli<G> {
    /// Executes the words `args` with judge.toml's options in `config`; `reread` reads the file
    /// again.
    fn execute(
        self,
        args: &[OsString],
        config: &Config,
        reread: impl Fn() -> Result<Config>,
        signals: &Signals,
    ) -> Result<ExitCode> {
        let mut subcommand = self.command.unwrap_or(Command::Run(Box::new(self.run)));
        if let Command::Run(run) = &subcommand
            && run.show_config
        {
            print(&config.text())?;
            return Ok(ExitCode::SUCCESS);
        }
        match &subcommand {
            // `watch` builds its contestant before each run.
            Command::Watch(_) => {}
            Command::Run(run) if run.built => {}
            _ => config.build_contestant()?,
        }
        let exec = match &mut subcommand {
            Command::Run(run) => Some(&mut run.settings.live.contestant.exec),
            Command::Duel(duel) => Some(&mut duel.contestant.exec),
            Command::Show(show) => Some(&mut show.contestant.exec),
            _ => None,
        };
        if let Some((exec, placed)) = exec.zip(config.exec()) {
            *exec = Some(placed);
        }
        match subcommand {
            Command::Watch(settings) => settings.watch(&args[1..], reread, signals),
            Command::Run(run) => run.execute(config, signals),
            Command::Gen(generate) => generate.execute().map_err(UserError::of),
            Command::Duel(duel) => duel.execute(config.claims(), signals),
            Command::Score(score) => score.execute().map_err(UserError::of),
            Command::Show(show) => show.execute(config.claims(), signals),
            Command::Play(play) => play.execute(),
            Command::Facts => {
                let limits = G::default().limits();
                print(&format!("{}\n", serde_json::json!({ "limits": limits })))?;
                Ok(ExitCode::SUCCESS)
            }
            Command::Completions(completions) => completions.execute(described::<G>()),
        }
    }
}

fn described<G: Game>() -> clap::Command {
    help::described::<G>(Cli::<G>::command().name(format!("{}-judge", G::NAME)))
}

fn built<G: Game>() -> clap::Command {
    let mut command = described::<G>();
    command.build();
    command
}

/// Executes the command line; judge.toml sets options that are not typed. For a wrong command line
/// or `--help`, prints the message and ends the program.
fn execute<G: Game>(program: OsString, args: Vec<OsString>, signals: &Signals) -> Result<ExitCode> {
    game_args::check_declarations::<G>()?;
    let mut command = built::<G>();
    let args = options::canonical(show::with_run(args), &command);
    let words = |args: &[OsString]| [&[program.clone()][..], args].concat();
    // judge.toml may set the options that seem to be missing.
    let lenient = command.clone().ignore_errors(true);
    let matches = lenient.try_get_matches_from(words(&args));
    let matches = matches.unwrap_or_else(|error| exit(&error));
    let config = configured::<G>(&command, &matches).map_err(UserError::of)?;
    let mut all = args.clone();
    let place = usize::from(matches.subcommand_name().is_some());
    all.splice(place..place, config.words());
    let read = command.try_get_matches_from_mut(words(&all));
    let read = read.unwrap_or_else(|error| exit(&mistakes::explained(error, &mut command, &args)));
    let cli = Cli::<G>::from_arg_matches(&read).unwrap_or_else(|error| exit(&error));
    // A long run needs the memory.
    drop((command, read));
    let reread = || configured::<G>(&built::<G>(), &matches).map_err(UserError::of);
    cli.execute(&args, &config, reread, signals)
}

/// Returns the options that judge.toml adds to a command line; none if no contestant plays.
fn configured<G: Game>(command: &clap::Command, matches: &clap::ArgMatches) -> Result<Config> {
    let (name, own) = matches.subcommand().unwrap_or(("run", matches));
    let subcommand = command.find_subcommand(name);
    let Some(subcommand) = subcommand.filter(|_| ["run", "watch", "duel", "show"].contains(&name))
    else {
        return Ok(Config::default());
    };
    Ok(Config::find(command)?.merged::<G>(subcommand, own))
}
