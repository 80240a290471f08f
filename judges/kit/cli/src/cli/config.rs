//! `judge.toml`: options for every run in a contestant's folder.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Instant;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use nix::unistd::Uid;
use toml::{Table, Value};

use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::mistakes::option_named;
use super::options::ids;
use crate::runs::{Salts, SourceRule};
use game::Game;
use records::usage::{display_name, spellings};
use records::{CONFIG, Claims, UserError, config_file, eprint_line};

/// Keys of the build command and of the patterns of source files; all other keys are options.
const BUILD: &str = "build";
const SOURCES: &str = "sources";

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
    /// Folder of the file: empty for the working folder, `None` without a file.
    folder: Option<PathBuf>,
    build: Option<String>,
    sources: Option<Vec<String>>,
    /// Options of a run, and their values.
    values: Vec<(Arg, String)>,
}

impl Config {
    /// Reads the file in the working folder, or in the nearest folder above that has one. Fails if
    /// it has a key or a value that the judge `command` does not accept.
    pub fn find(command: &Command) -> Result<Config> {
        let Some(file) = config_file()? else {
            return Ok(Config::default());
        };
        let folder = file.parent().unwrap_or(Path::new(""));
        Config::read(folder, command).with_context(|| file.display().to_string())
    }

    /// Adds a file of best scores in the folder, unless judge.toml names one or salts are random.
    fn add_bests<G: Game>(&mut self, command: &Command, matches: &ArgMatches) {
        let typed: Option<&Salts> = matches.try_get_one("salt").ok().flatten();
        let is_drawn = match typed {
            Some(salts) => matches!(salts, Salts::Drawn(_)),
            None => self.value("salt") == Some("random"),
        };
        let Some(folder) = self.folder.as_ref().filter(|_| !is_drawn) else {
            return;
        };
        if self.value("bests").is_none() {
            let path = folder.join(format!("{}-bests.csv", G::NAME));
            let bests = command.get_arguments().find(|arg| arg.get_id() == "bests");
            let bests = bests.map(|bests| (bests.clone(), path.display().to_string()));
            self.values.extend(bests);
        }
    }

    /// Reads the file in `folder`; fails if an option of `command` does not accept its value.
    fn read(folder: &Path, command: &Command) -> Result<Config> {
        let path = folder.join(CONFIG);
        // The file names programs to start.
        if ![0, Uid::effective().as_raw()].contains(&fs::metadata(&path)?.uid()) {
            bail!("another user's file; expected your own");
        }
        let text = fs::read_to_string(&path)?;
        let table: Table = text.parse().map_err(|error| malformed(&text, &error))?;
        let mut config = Config {
            folder: Some(folder.into()),
            ..Config::default()
        };
        let mut words = vec![String::new()];
        for (key, value) in &table {
            if key == SOURCES {
                let patterns = value.clone().try_into();
                let expected =
                    || format!("{SOURCES}: expected a list such as [\"*.cpp\", \"lib\"]");
                config.sources = Some(patterns.map_err(|_| anyhow!(expected()))?);
                continue;
            }
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
            let value = match is_path && !value.is_empty() {
                true => folder.join(value).display().to_string(),
                false => value,
            };
            let takes_values = arg.get_action().takes_values();
            if !takes_values && !["", "true", "false"].contains(&value.as_str()) {
                let name = display_name(arg);
                let name = name.trim_start_matches('-');
                bail!("{name}: expected true or false, not `{value}`");
            }
            if takes_values && !["", "false"].contains(&value.as_str()) {
                words.extend(typed(arg, &value));
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

    fn value(&self, id: &str) -> Option<&str> {
        let mut values = self.values.iter();
        let (_, value) = values.find(|(known, _)| known.get_id() == id)?;
        Some(value.as_str())
    }

    /// Drops options that the subcommand lacks, that are typed, or that conflict with typed ones. A
    /// subcommand that plays no whole run keeps only the options of contestants and `--runs`.
    #[must_use]
    pub fn merged<G: Game>(mut self, command: &Command, matches: &ArgMatches) -> Config {
        self.add_bests::<G>(command, matches);
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
                // If only the case is random, a seed has no effect on a case from a file.
                let is_fixed = !G::RANDOM_PLAY && id == "seed" && other.get_id() == "case";
                let is_same = id == other.get_id();
                !is_same && !is_fixed && !excludes(arg, other) && !excludes(other, arg)
            };
            let fits = is_run || id == "runs" || of_contestant.contains(id);
            fits && !is_off && typed.iter().all(is_free)
        });
        self
    }

    /// Returns the options as words of a command line.
    pub fn words(&self) -> impl Iterator<Item = OsString> {
        let words = self
            .values
            .iter()
            .flat_map(|(arg, value)| typed(arg, value));
        words.map(OsString::from)
    }

    /// Returns the command of the contestant, if the file has one. Words that name files of the
    /// folder become paths. Call this after the build, which makes some of these files.
    pub fn exec(&self) -> Option<String> {
        let (line, folder) = (self.value("exec")?, self.folder.as_ref()?);
        let placed = |word: String| {
            let path = folder.join(&word);
            let is_program = path.exists() && word != "." && word != "..";
            if is_program {
                path.display().to_string()
            } else {
                word
            }
        };
        if folder.as_os_str().is_empty() {
            return Some(line.into());
        }
        let words: Vec<String> = shlex::split(line)?.into_iter().map(placed).collect();
        let joined = shlex::try_join(words.iter().map(String::as_str));
        Some(joined.unwrap_or_else(|_| line.into()))
    }

    /// Returns the rule for the sources of a program in the file's folder.
    pub fn source_rule(&self) -> Result<SourceRule> {
        let mut rule = SourceRule::here()?;
        if let Some(folder) = &self.folder {
            rule.folder = rule.folder.join(folder);
            rule.of_folder = true;
            rule.patterns.clone_from(&self.sources);
        }
        Ok(rule)
    }

    /// Returns the path of the file, if there is one.
    pub fn file(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(CONFIG))
    }

    /// Claims the file as an input.
    pub fn claims(&self) -> Claims {
        let mut claims = Claims::default();
        if let Some(file) = self.file() {
            claims.input(&file, CONFIG);
        }
        claims
    }

    /// Returns true if the file has both a contestant and a build command.
    pub fn builds(&self) -> bool {
        self.build.is_some() && self.value("exec").is_some()
    }

    /// Builds the contestant if the file has a build command; prints the time that this took.
    pub fn build_contestant(&self) -> Result<()> {
        let build = self.build.as_ref().filter(|_| self.builds());
        let Some((build, folder)) = build.zip(self.folder.as_ref()) else {
            return Ok(());
        };
        eprint_line(&format!("building: {build}"));
        let began = Instant::now();
        let status = Process::new("sh")
            .args(["-c", build])
            .current_dir(Path::new(".").join(folder))
            .stdin(Stdio::null())
            .stdout(std::io::stderr())
            .status()
            .context("sh")?;
        let path = folder.join(CONFIG);
        let failed = || format!("{}: `{build}` failed: {status}", path.display());
        ensure!(status.success(), UserError(failed()));
        eprint_line(&format!("built in {:.1} s", began.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Returns the configuration as it was read, one option per line.
    pub fn text(&self) -> String {
        let mut text = format!("# {}\n", self.file().unwrap_or_default().display());
        let build = self.build.iter().map(|build| (BUILD.to_string(), build));
        let values = self.values.iter();
        let values = values.map(|(arg, value)| (display_name(arg), value));
        for (name, value) in build.chain(values) {
            let name = name.trim_start_matches('-');
            text += &format!("{name} = {}\n", Value::String(value.clone()));
        }
        text
    }
}

/// An option with its value, as words of a command line.
fn typed(arg: &Arg, value: &str) -> Vec<String> {
    match (arg.get_action().takes_values(), arg.get_long()) {
        (false, _) => vec![display_name(arg)],
        (true, Some(_)) => vec![format!("{}={value}", display_name(arg))],
        (true, None) => vec![display_name(arg), value.into()],
    }
}
