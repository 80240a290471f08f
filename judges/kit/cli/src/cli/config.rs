//! `judge.toml`: options for every run in a contestant's folder.

use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use nix::unistd::Uid;
use toml::{Table, Value};

use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::mistakes::option_named;
use super::options::{display_name, ids, spellings};
use crate::runs::is_same_file;
use game::Game;
use records::WrongUsage;

const NAME: &str = "judge.toml";

/// Key of a shell command, run before the contestant plays; every other key is an option.
const BUILD: &str = "build";

/// Errors in the value of an option.
const WRONG_VALUE: [ErrorKind; 2] = [ErrorKind::InvalidValue, ErrorKind::ValueValidation];

/// Returns the message for an `error` in the `text` of a file, with its line.
fn malformed(text: &str, error: &toml::de::Error) -> Error {
    let start = error.span().map_or(0, |span| span.start);
    let number = text[..start].matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default();
    let line = line.split(" #").next().unwrap_or_default();
    let is_unquoted = |(_, value): &(&str, &str)| {
        line.parse::<Table>().is_err() && !value.trim().starts_with(['"', '\'', '[', '{'])
    };
    let problem = match line.split_once('=').filter(is_unquoted) {
        Some((key, value)) => {
            let value = Value::String(value.trim().into());
            format!("write a text in quotes: {} = {value}", key.trim())
        }
        None => error.message().into(),
    };
    anyhow!("line {}: {problem}", number + 1)
}

#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    folder: PathBuf,
    build: Option<String>,
    /// Options of a run, and their values.
    values: Vec<(Arg, String)>,
}

impl Config {
    /// Reads the nearest file from the working folder upwards, if there is one, for the judge
    /// `command`; fails if it has an unknown key or a wrong value.
    pub fn find<G: Game>(command: &Command) -> Result<Config> {
        let here = env::current_dir().context("the working folder")?;
        let mut folders = here.ancestors();
        let Some(folder) = folders.find(|folder| folder.join(NAME).is_file()) else {
            return Ok(Config::default());
        };
        // Paths next to the working folder are shown as they would be typed.
        let folder = if folder == here {
            Path::new("")
        } else {
            folder
        };
        let config = Config::read(folder, command);
        let mut config = config.with_context(|| folder.join(NAME).display().to_string())?;
        if config.value("bests").is_none() {
            let path = folder.join(format!("{}-bests.csv", G::NAME));
            let bests = command.get_arguments().find(|arg| arg.get_id() == "bests");
            let bests = bests.map(|bests| (bests.clone(), path.display().to_string()));
            config.values.extend(bests);
        }
        Ok(config)
    }

    /// Reads the file in `folder`; fails if a value is not valid for its option in `command`.
    fn read(folder: &Path, command: &Command) -> Result<Config> {
        let path = folder.join(NAME);
        // It names programs to start.
        if ![0, Uid::effective().as_raw()].contains(&fs::metadata(&path)?.uid()) {
            bail!("another user's file; expected your own");
        }
        let text = fs::read_to_string(&path)?;
        let table: Table = text.parse().map_err(|error| malformed(&text, &error))?;
        let mut config = Config {
            folder: folder.into(),
            ..Config::default()
        };
        let mut words = vec![String::new()];
        for (key, value) in &table {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => value.to_string(),
                Value::Table(_) => {
                    bail!("[{key}]: a table is not expected; write `option = value` lines alone")
                }
                _ => bail!("{key}: expected a text, a number, true or false"),
            };
            if key == BUILD {
                config.build = Some(value);
                continue;
            }
            let is_named = |arg: &&Arg| spellings(arg).any(|name| name == *key);
            let Some(arg) = command.get_arguments().find(is_named) else {
                let advice = match option_named(command, key) {
                    Some(option) => format!("did you mean {}?", option.trim_start_matches('-')),
                    None => "run --help lists them".into(),
                };
                bail!("`{key}` is not an option of a run: {advice}");
            };
            let is_path = arg.get_value_parser().type_id() == ValueParser::path_buf().type_id();
            let value = match arg.get_id().as_str() {
                "exec" => config.placed_words(&value),
                _ if is_path && !value.is_empty() => config.placed(&value),
                _ => value,
            };
            let typed = display_name(arg);
            match (arg.get_action().takes_values(), value.as_str()) {
                (_, "" | "false") | (false, "true") => {}
                (false, _) => {
                    let name = typed.trim_start_matches('-');
                    bail!("{name}: expected true or false, not `{value}`")
                }
                (true, _) if arg.get_long().is_some() => words.push(format!("{typed}={value}")),
                (true, _) => words.extend([typed, value.clone()]),
            }
            config.values.push((arg.clone(), value));
        }
        if config.build.is_some() && config.value("exec").is_none() {
            bail!("`{BUILD}` without `exec`: name the program that it builds");
        }
        let wrong = command.clone().try_get_matches_from(words).err();
        if let Some(error) = wrong.filter(|error| WRONG_VALUE.contains(&error.kind())) {
            let text = error.to_string();
            let message = text.split("\n\n").next().unwrap_or_default();
            let message: Vec<&str> = message.split_whitespace().skip(1).collect();
            bail!("{}", message.join(" "));
        }
        Ok(config)
    }

    fn placed(&self, path: &str) -> String {
        self.folder.join(path).display().to_string()
    }

    /// Returns a command in which words that name files of the folder are paths to them.
    fn placed_words(&self, line: &str) -> String {
        let Some(words) = shlex::split(line).filter(|_| self.folder != Path::new("")) else {
            return line.into();
        };
        let words: Vec<String> = words
            .into_iter()
            .map(|word| match self.folder.join(&word).is_file() {
                true => self.placed(&word),
                false => word,
            })
            .collect();
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or(line.into())
    }

    fn value(&self, id: &str) -> Option<&str> {
        let mut values = self.values.iter();
        values
            .find(|(known, _)| known.get_id() == id)
            .map(|(_, value)| value.as_str())
    }

    /// Drops options that the subcommand lacks, that were typed, or that conflict with typed ones;
    /// outside a whole run, all but the contestant's.
    #[must_use]
    pub fn merged<G: Game>(mut self, command: &Command, matches: &ArgMatches) -> Config {
        let is_typed = |arg: &&Arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        let typed: Vec<&Arg> = command.get_arguments().filter(is_typed).collect();
        let excludes = |one: &Arg, other: &Arg| {
            let conflicts = command.get_arg_conflicts_with(one);
            conflicts.iter().any(|arg| arg.get_id() == other.get_id())
        };
        let is_run = ["run", "watch"].contains(&command.get_name());
        let of_contestant = [ids::<ContestantArgs<G>>(), ids::<WorkerArgs>()].concat();
        self.values.retain(|(of_run, value)| {
            let id = of_run.get_id();
            let mut args = command.get_arguments();
            let Some(arg) = args.find(|arg| arg.get_id() == id) else {
                return false;
            };
            let is_off = value.is_empty() || value == "false";
            let is_free = |other: &&Arg| {
                // A case from a file is the same for every seed where nothing else is random.
                let is_fixed = !G::RANDOM_PLAY && id == "seed" && other.get_id() == "case";
                let is_same = id == other.get_id();
                !is_same && !is_fixed && !excludes(arg, other) && !excludes(other, arg)
            };
            let fits = is_run || id == "runs" || of_contestant.contains(id);
            fits && !is_off && typed.iter().all(is_free)
        });
        self
    }

    pub fn apply(&self, command: Command) -> Command {
        self.values.iter().fold(command, |command, (arg, value)| {
            command.mut_arg(arg.get_id(), |arg| arg.default_value(value.clone()))
        })
    }

    /// The command that builds the contestant, if the contestant is the one of the file.
    fn build(&self) -> Option<&str> {
        self.value("exec").and(self.build.as_deref())
    }

    pub fn build_contestant(&self) -> Result<()> {
        let Some(build) = self.build() else {
            return Ok(());
        };
        let status = Process::new("sh")
            .args(["-c", build])
            .current_dir(Path::new(".").join(&self.folder))
            .stdin(Stdio::null())
            .stdout(std::io::stderr())
            .status()
            .context("sh")?;
        let path = self.folder.join(NAME);
        let failed = || format!("{}: `{build}` failed: {status}", path.display());
        ensure!(status.success(), WrongUsage(failed()));
        Ok(())
    }

    /// The configuration as it was read: a line for each option.
    pub fn text(&self) -> String {
        let mut text = format!("# {}\n", self.folder.join(NAME).display());
        let build = self.build.iter().map(|build| (BUILD.to_string(), build));
        let values = self
            .values
            .iter()
            .map(|(arg, value)| (display_name(arg), value));
        for (name, value) in build.chain(values) {
            let name = name.trim_start_matches('-');
            text += &format!("{name} = {}\n", Value::String(value.clone()));
        }
        text
    }

    /// Files and folders whose change affects the contestant of `exec`: those that `exec` and `build`
    /// name, judge.toml itself, and `src` next to it; not the files that the build writes.
    pub fn sources(&self, exec: Option<&str>) -> Vec<PathBuf> {
        let words = |line: Option<&str>| line.and_then(shlex::split).unwrap_or_default();
        let program: Vec<PathBuf> = words(exec).iter().map(PathBuf::from).collect();
        let build = words(self.build());
        let build = build.iter().map(|word| self.folder.join(word));
        let mut sources: Vec<PathBuf> = match build.len() {
            0 => program,
            _ => build
                .filter(|path| !program.iter().any(|program| is_same_file(program, path)))
                .collect(),
        };
        if !self.values.is_empty() || self.build.is_some() {
            sources.extend([NAME, "src"].map(|name| self.folder.join(name)));
        }
        sources.retain(|path| path.exists());
        sources
    }
}
