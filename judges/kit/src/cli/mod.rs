//! The command line that all judges share.

mod checks;
mod declarations;
mod duel;
mod game_args;
mod generate;
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
use duel::DuelArgs;
use game::{Game, OptionValues};
use generate::GenArgs;
use play::PlayArgs;
use record::Failure;
use run::RunArgs;
use score::ScoreArgs;
use show::ShowArgs;

/// Plays cases of a game with a contestant, under limits, and scores them.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = NOTES, args_conflicts_with_subcommands = true)]
struct Cli<G: Game> {
    #[command(subcommand)]
    command: Option<Command<G>>,
    #[command(flatten)]
    run: RunArgs<G>,
}

/// Notes that belong to no single option.
const NOTES: &str = "\
Options may have one dash or two, in any case: -sd 5, --seed 5, -SEED=5.

The contestant's command is split as a shell would do it, but no shell runs it. It gets PATH, HOME
and TMPDIR of this environment, LANG=C.UTF-8, and no other variable: --exec \"env NAME=value CMD\"
sets one. A file named - is standard input or output.

Exit status: 0 all cases were OK, 1 some contestant failed, 2 wrong usage or a malformed file, 3 the
judge itself failed, 130 or 143 stopped by a signal.";

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
        }
    }
}

fn parse<G: Game>(
    command: clap::Command,
    program: OsString,
    args: Vec<OsString>,
) -> Result<Cli<G>, clap::Error> {
    let mut command = negative_values(described::<G>(command));
    let args = options::canonical(args, &command)
        .map_err(|unknown| command.error(ErrorKind::UnknownArgument, unknown))?;
    let args = iter::once(program).chain(args);
    let matches = command.try_get_matches_from_mut(args)?;
    checks::check::<G>(&command, &matches)?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    let options = options::of_cases::<G>(&command, &matches);
    match &mut cli.command {
        None => cli.run.options = options,
        Some(Command::Run(run)) => run.options = options,
        Some(Command::Duel(duel)) => duel.options = options,
        Some(Command::Play(play)) => play.options = options,
        Some(_) => {}
    }
    Ok(cli)
}

/// Lets every value be a negative number: what is wrong with it is said by the
/// option that gets it.
fn negative_values(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    });
    command.mut_subcommands(negative_values)
}

/// The name of the judge's program; there is one in a process.
fn judge_name<G: Game>() -> &'static str {
    format!("{}-judge", G::NAME).leak()
}

/// The command, with the game's limits in its help, and with what a person plays.
fn described<G: Game>(command: clap::Command) -> clap::Command {
    let limits = default_game::<G>().limits();
    let command = checks::hide_unused::<G>(command, "run");
    limits::with_defaults(command, &limits)
        .mut_subcommand("run", |run| limits::with_defaults(run, &limits))
        .mut_subcommand("duel", |duel| limits::with_defaults(duel, &limits))
        .mut_subcommand("play", |play| {
            let by_hand = G::BY_HAND.iter();
            by_hand.fold(play, |play, &(option, value)| {
                play.mut_arg(option, |arg| arg.default_value(value))
            })
        })
        .mut_subcommands(|command| {
            let name = command.get_name().to_string();
            checks::hide_unused::<G>(command, &name)
        })
}

/// The game without any option.
fn default_game<G: Game>() -> G {
    G::new(&OptionValues::default())
}
