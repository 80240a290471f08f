//! The command line that all judges share.

mod case_args;
mod config;
mod contestant_args;
mod duel;
mod generate;
mod play;
mod run;
mod score;
mod show;
mod usage;
mod watch;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::signals::{Signals, set_inherited};
use config::Config;
use duel::DuelArgs;
use game::{CasePlay, Game};
use generate::GenArgs;
use play::PlayArgs;
use records::usage::{exit, printable_words};
use records::{
    CompletionsArgs, UserError, print, report, survive_size_limits, survive_stack_limits,
};
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
    let execute = || execute::<G>(program, args, &signals);
    let status = survive_stack_limits(|| set_inherited().and_then(|()| execute()))
        .unwrap_or_else(|error| report(&error));
    // A signal may have caused the failure.
    signals.status().unwrap_or(status)
}

/// Executes the command line; judge.toml sets options that are not typed. For a wrong command line
/// or `--help`, prints the message and ends the program.
fn execute<G: Game>(program: OsString, args: Vec<OsString>, signals: &Signals) -> Result<ExitCode> {
    case_args::check_declarations::<G>()?;
    let words = [vec![program], show::with_run(args)].concat();
    let (command, config) = match parsed::<G>(&words)? {
        Ok(read) => read,
        Err(error) => exit(&parsed::<G>(&printable_words(&words))?.err().unwrap_or(error)),
    };
    match &command {
        // `watch` builds its contestant before each run.
        Command::Watch(_) => {}
        Command::Run(run) if run.show_config => {}
        _ => config.build_contestant()?,
    }
    match command {
        Command::Run(run) if run.show_config => {
            print(&config.text())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Watch(_) => watch::watch(
            || match parsed::<G>(&words)? {
                Ok((Command::Watch(settings), config)) => Ok((*settings, config)),
                Ok(_) => unreachable!("the words are the same"),
                Err(error) => bail!(UserError(error.to_string())),
            },
            signals,
        ),
        Command::Run(run) => run.execute(&config, signals),
        Command::Gen(generate) => generate.execute().map_err(UserError::of),
        Command::Duel(duel) => duel.execute(&config, signals),
        Command::Score(score) => score.execute().map_err(UserError::of),
        Command::Show(show) => show.execute(&config, signals),
        Command::Play(play) => play.execute(),
        Command::Facts => {
            let case = CasePlay::new(G::default(), 1);
            let facts = serde_json::json!({
                "limits": case.game.limits(), "objective": G::OBJECTIVE,
                "random_play": G::RANDOM_PLAY, "secret": case.has_secret(),
            });
            print(&format!("{facts}\n"))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Completions(completions) => completions.execute(described::<G>()),
    }
}

fn described<G: Game>() -> clap::Command {
    usage::described::<G>(Cli::<G>::command().name(format!("{}-judge", G::NAME)))
}

/// Parses the words of a command line, with defaults from judge.toml. The inner error is about the
/// words, the outer error about the file.
fn parsed<G: Game>(words: &[OsString]) -> Result<Result<(Command<G>, Config), clap::Error>> {
    let mut command = described::<G>();
    command.build();
    let args = usage::canonical(words[1..].to_vec(), &command);
    let subcommand = args.first().and_then(|name| command.find_subcommand(name));
    let subcommand = subcommand.map(|subcommand| subcommand.get_name().to_string());
    let found = match subcommand.as_deref() {
        None | Some("run" | "watch" | "duel" | "show") => Config::find::<G>(&command),
        _ => Ok(Config::default()),
    };
    if let Ok(config) = &found {
        command = match &subcommand {
            Some(name) => command.mut_subcommand(name, |own| config.as_defaults::<G>(own)),
            None => config.as_defaults::<G>(command),
        };
    }
    let read = command.try_get_matches_from_mut(words[..1].iter().chain(&args));
    let read = read.map_err(|error| usage::explained(error, &mut command, &args));
    Ok(match (found, read) {
        // Help is printed whatever the file is like.
        (Err(problem), read) if read.as_ref().err().is_none_or(clap::Error::use_stderr) => {
            return Err(UserError::of(problem));
        }
        (_, Err(error)) => Err(error),
        (found, Ok(matches)) => Cli::<G>::from_arg_matches(&matches).map(|cli| {
            let mut config = found.unwrap_or_default();
            config.retain_used(matches.subcommand().map_or(&matches, |(_, own)| own));
            (cli.command.unwrap_or(Command::Run(Box::new(cli.run))), config)
        }),
    })
}
