//! The command line that all judges share.

mod case_args;
mod config;
mod contestant_args;
mod duel;
mod game_args;
mod generate;
mod help;
mod limits;
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
use std::iter;
use std::process::ExitCode;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::signals::Signals;
use crate::usage::{CompletionsArgs, exit};
use config::Config;
use duel::DuelArgs;
use game::Game;
use generate::GenArgs;
use options::shown;
use play::PlayArgs;
use records::{WrongUsage, print, report, survive_size_limits};
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

/// Runs a judge's command line: the whole of its `main`.
pub fn main<G: Game>() -> ExitCode {
    let mut args = env::args_os();
    let program = args.next().unwrap_or_default();
    let args: Vec<OsString> = args.collect();
    survive_size_limits();
    if let Some(status) = runner::run_as_helper(&args) {
        return status;
    }
    let signals = Signals::default();
    let status = execute::<G>(program, args, &signals);
    let status = status.unwrap_or_else(|error| report(&error));
    // What a signal has cut short may look like a failure.
    signals.status().unwrap_or(status)
}

impl<G: Game> Cli<G> {
    /// Does the work of the words `args`, with the options of judge.toml in `config`.
    fn execute(self, args: &[OsString], config: &Config, signals: &Signals) -> Result<ExitCode> {
        let subcommand = self.command.unwrap_or(Command::Run(Box::new(self.run)));
        if let Command::Run(run) = &subcommand
            && run.show_config
        {
            print(&config.text())?;
            return Ok(ExitCode::SUCCESS);
        }
        // A watched run builds its contestant itself.
        if !matches!(subcommand, Command::Watch(_)) {
            config.build_contestant()?;
        }
        match subcommand {
            Command::Watch(settings) => settings.watch(&args[1..], config),
            Command::Run(run) => run.execute(signals),
            Command::Gen(generate) => generate.execute(),
            Command::Duel(duel) => duel.execute(signals),
            Command::Score(score) => score.execute(),
            Command::Show(show) => show.execute(signals),
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

/// Executes the command line, with judge.toml for options that are not typed; prints what is wrong
/// with the command line, or its help, and ends the program.
fn execute<G: Game>(program: OsString, args: Vec<OsString>, signals: &Signals) -> Result<ExitCode> {
    game_args::check_declarations::<G>()?;
    let plain = described::<G>();
    let mut command = plain.clone();
    command.build();
    let args = options::canonical(show::with_run(args), &command).unwrap_or_else(|word| {
        let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(&command);
        error.insert(ContextKind::InvalidArg, ContextValue::String(word));
        exit(&with_tips(error, &command, &[]))
    });
    let read = |command: &mut clap::Command| {
        let words = iter::once(&program).chain(&args);
        let matches = command.try_get_matches_from_mut(words);
        matches.unwrap_or_else(|error| exit(&with_advice(error, command, &args)))
    };
    let matches = read(&mut command);
    let config = configured::<G>(&command, &matches).map_err(WrongUsage::of)?;
    let mut command = match matches.subcommand_name() {
        None => config.apply(plain),
        Some(name) => plain.mut_subcommand(name, |own| config.apply(own)),
    };
    command.build();
    let cli = Cli::<G>::from_arg_matches(&read(&mut command)).unwrap_or_else(|error| exit(&error));
    cli.execute(&args, &config, signals)
}

/// Options that judge.toml adds to a command line; empty where a contestant does not play.
fn configured<G: Game>(command: &clap::Command, matches: &clap::ArgMatches) -> Result<Config> {
    let (name, own) = matches.subcommand().unwrap_or(("run", matches));
    let subcommand = command.find_subcommand(name);
    let Some(subcommand) = subcommand.filter(|_| ["run", "watch", "duel", "show"].contains(&name))
    else {
        return Ok(Config::default());
    };
    Ok(Config::find::<G>(command)?.merged::<G>(subcommand, own))
}

/// Returns the `error`, or advice on a word of `args` in the place of a subcommand.
fn with_advice(error: clap::Error, command: &mut clap::Command, args: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return with_tips(error, command, args);
    };
    let similar = match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::Strings(similar)) => similar.first().map(String::as_str),
        _ => {
            let mut names = command.get_subcommands().map(clap::Command::get_name);
            names.find(|name| letters(name) == letters(word))
        }
    };
    let advice = match similar {
        _ if command.find_subcommand(word).is_some() => {
            format!("'{word}' is a subcommand: it comes first, before all options")
        }
        Some(similar) => format!("'{word}' is not a subcommand; did you mean '{similar}'?"),
        None => {
            let words = args.iter().map(|arg| arg.to_string_lossy());
            let words: Vec<_> = words.skip_while(|other| other != word).collect();
            let exec = words.join(" ");
            let exec = shlex::try_quote(&exec).map_or(exec.clone(), |quoted| quoted.into());
            format!("'{word}' is not a subcommand; to run a contestant, type --exec {exec}")
        }
    };
    command.error(ErrorKind::InvalidSubcommand, advice)
}

/// The letters of a word, in alphabetical order: transposed letters do not count.
fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns the option among `args` that requires a missing one, and that one; `None` if no single
/// option does.
fn requirement(command: &clap::Command, args: &[OsString]) -> Option<String> {
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let (operands, options) = args.split_at(args.iter().position(is_option)?);
    let program = OsString::new();
    let missing = |option: &[OsString]| {
        let words = iter::once(&program).chain(operands).chain(option);
        let error = command.clone().try_get_matches_from(words).err();
        let error = error.filter(|error| error.kind() == ErrorKind::MissingRequiredArgument)?;
        error.get(ContextKind::InvalidArg).map(ToString::to_string)
    };
    let always = missing(&[]);
    let mut options = options.chunk_by(|_, next| !is_option(next));
    options.find_map(|option| {
        let missing = missing(option).filter(|_| always.is_none())?;
        Some(format!("{} requires {missing}", option[0].display()))
    })
}

/// Adds tips to an `error` in the words `args`: the meanings of two options in conflict, the option
/// that requires a missing one, the subcommands that take an option, or why none takes a salt.
fn with_tips(mut error: clap::Error, command: &clap::Command, args: &[OsString]) -> clap::Error {
    let named =
        [ContextKind::InvalidArg, ContextKind::PriorArg].map(|kind| match error.get(kind) {
            Some(ContextValue::String(option)) => option.clone(),
            _ => String::new(),
        });
    let own = args.first().and_then(|name| command.find_subcommand(name));
    let tips: Vec<String> = match error.kind() {
        ErrorKind::ArgumentConflict => {
            let args = own.unwrap_or(command).get_arguments();
            args.filter(|arg| named.contains(&arg.to_string()))
                .filter_map(|arg| Some(format!("{}: {}", shown(arg), arg.get_help()?)))
                .collect()
        }
        ErrorKind::MissingRequiredArgument => requirement(command, args).into_iter().collect(),
        ErrorKind::UnknownArgument => {
            let has_option = |command: &&clap::Command| {
                let mut options = command.get_arguments().map(shown);
                options.any(|option| [&option, &option[1..]].contains(&&*named[0]))
            };
            let commands = command.get_subcommands().filter(has_option);
            let commands: Vec<&str> = commands.map(clap::Command::get_name).collect();
            let name = named[0].trim_start_matches('-').split('=').next();
            let is_salt = name.is_some_and(|name| name.eq_ignore_ascii_case("salt"));
            match commands[..] {
                [] if is_salt => vec!["nothing is random in the play of this game".into()],
                [] => Vec::new(),
                _ => vec![format!("an option of {}", commands.join(", "))],
            }
        }
        _ => Vec::new(),
    };
    // A two-letter option of TopCoder's is similar to almost every mistake.
    let is_short = |similar: &ContextValue| similar.to_string().len() <= "--xy".len();
    let similar = error.get(ContextKind::SuggestedArg);
    if !tips.is_empty() || similar.is_some_and(is_short) {
        error.remove(ContextKind::SuggestedArg);
    }
    if !tips.is_empty() {
        let tips = tips.into_iter().map(Into::into).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}
