//! `judge.toml`: options for every run in a contestant's folder.

use std::error::Error as _;
use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Instant;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clap::builder::ValueParser;
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use common::tokens::Malformed;
use toml::Value;

use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::mistakes::option_named;
use super::options::ids;
use crate::runs::{Salts, SourceRule};
use game::Game;
use records::usage::{display_name, spellings};
use records::{
    CONFIG, Claims, ConfigOption, UserError, at, check_owner, config_file, eprint_line, read_config,
};

/// Keys of the build command and of the patterns of source files; all other keys are options.
const BUILD: &str = "build";
const SOURCES: &str = "sources";

/// A key of earlier versions.
const STREAMS: &str = "runs-streams";

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
        // The file names programs to start.
        check_owner(&file)?;
        let mut config = Config {
            folder: Some(file.parent().unwrap_or(Path::new("")).into()),
            ..Config::default()
        };
        let options = read_config(&file)?;
        let wrong = |line, problem: Error| at(&file, &Malformed::rule(line, problem.to_string()));
        for option in &options {
            config.add(option, command).map_err(|problem| wrong(option.line, problem))?;
        }
        let is_on = |(_, value): &&(Arg, String)| !["", "false"].contains(&value.as_str());
        let words = config.values.iter().filter(is_on).flat_map(|(arg, value)| typed(arg, value));
        let read = (command.clone()).try_get_matches_from(iter::once(String::new()).chain(words));
        if let Some(conflict) = read.err().as_ref().and_then(conflict) {
            bail!(UserError(format!("{}: {conflict}", file.display())));
        }
        let build = options.iter().find(|option| option.key == BUILD);
        if let Some(build) = build.filter(|_| config.value("exec").is_none()) {
            let problem = anyhow!("`{BUILD}` without `exec`: name the program that it builds");
            return Err(wrong(build.line, problem));
        }
        Ok(config)
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

    /// Adds an option of the file; fails if `command` does not accept it.
    fn add(&mut self, option: &ConfigOption, command: &Command) -> Result<()> {
        let ConfigOption { key, value, .. } = option;
        // Every history keeps the plays now.
        if key == STREAMS {
            return Ok(());
        }
        if key == SOURCES {
            let patterns = value.clone().try_into();
            let expected = || format!("{SOURCES}: expected a list such as [\"*.cpp\", \"lib\"]");
            self.sources = Some(patterns.map_err(|_| anyhow!(expected()))?);
            return Ok(());
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
            self.build = Some(value);
            return Ok(());
        }
        let is_named = |arg: &&Arg| spellings(arg).any(|name| name == *key);
        let Some(arg) = command.get_arguments().find(is_named) else {
            let advice = match option_named(command, key) {
                Some(option) => format!("did you mean {}?", option.trim_start_matches('-')),
                None => "run --help lists them".into(),
            };
            bail!("`{key}` is not an option of a run: {advice}");
        };
        let is_on = !["", "false"].contains(&value.as_str());
        let is_path = arg.get_value_parser().type_id() == ValueParser::path_buf().type_id();
        let folder = self.folder.as_ref().filter(|_| is_path && is_on);
        let value = match folder {
            Some(folder) => folder.join(value).display().to_string(),
            None => value,
        };
        let takes_values = arg.get_action().takes_values();
        if is_on && takes_values {
            let words = [vec![String::new()], typed(arg, &value)].concat();
            let wrong = command.clone().try_get_matches_from(words).err();
            if let Some(problem) = wrong.as_ref().and_then(wrong_value) {
                bail!("{key}: {problem}");
            }
        } else if is_on && value != "true" {
            bail!("{key}: expected true or false, not `{value}`");
        }
        self.values.push((arg.clone(), value));
        Ok(())
    }

    /// Returns true if the file sets this option, and no typed option takes its place.
    pub fn sets(&self, id: &str) -> bool {
        self.value(id).is_some()
    }

    fn value(&self, id: &str) -> Option<&str> {
        let (_, value) = self.values.iter().find(|(known, _)| known.get_id() == id)?;
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
            command.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other.get_id())
        };
        let is_run = ["run", "watch"].contains(&command.get_name());
        let of_contestant = [ids::<ContestantArgs<G>>(), ids::<WorkerArgs>()].concat();
        self.values.retain(|(of_run, value)| {
            let id = of_run.get_id();
            let Some(arg) = command.get_arguments().find(|arg| arg.get_id() == id) else {
                return false;
            };
            let is_off = value.is_empty() || value == "false";
            let is_free = |other: &&Arg| {
                // If only the case is random, a seed changes nothing of a case from a file.
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
        self.values.iter().flat_map(|(arg, value)| typed(arg, value)).map(OsString::from)
    }

    /// Returns the rule for the sources of a program: the files in the folder of judge.toml. A command in
    /// judge.toml starts in that folder; a typed command, in the working folder.
    pub fn source_rule(&self) -> Result<SourceRule> {
        let mut rule = SourceRule::here()?;
        if let Some(folder) = &self.folder {
            rule.folder = rule.folder.join(folder).canonicalize()?;
            rule.of_folder = true;
            rule.patterns.clone_from(&self.sources);
            let shown = || folder.join(CONFIG).display().to_string();
            rule.check().context(SOURCES).with_context(shown).map_err(UserError::of)?;
            if self.sets("exec") {
                rule.start.clone_from(&rule.folder);
                rule.build.clone_from(&self.build);
            }
        }
        Ok(rule)
    }

    /// Returns the command that builds the contestant of the file.
    pub fn build(&self) -> Option<&String> {
        self.build.as_ref().filter(|_| self.sets("exec"))
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

    /// Builds the contestant if the file has a build command; prints the time that this took.
    pub fn build_contestant(&self) -> Result<()> {
        let Some((build, folder)) = self.build().zip(self.folder.as_ref()) else {
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
        let values = self.values.iter().map(|(arg, value)| (display_name(arg), value));
        for (name, value) in build.chain(values) {
            let name = name.trim_start_matches('-');
            text += &format!("{name} = {}\n", Value::String(value.clone()));
        }
        text
    }
}

/// Returns the reason why the value of an option is wrong; `None` for an error of another kind.
fn wrong_value(error: &clap::Error) -> Option<String> {
    let words = error.get(ContextKind::ValidValue);
    let words = words.map(|words| format!("expected one of {words}"));
    match error.kind() {
        ErrorKind::InvalidValue => words,
        ErrorKind::ValueValidation => error.source().map(ToString::to_string),
        _ => None,
    }
}

/// Returns the options that cannot be used together, if that is the error.
fn conflict(error: &clap::Error) -> Option<String> {
    let (one, other) = (error.get(ContextKind::InvalidArg)?, error.get(ContextKind::PriorArg)?);
    Some(format!("{one} cannot be used with {other}"))
}

/// An option with its value, as words of a command line.
fn typed(arg: &Arg, value: &str) -> Vec<String> {
    match (arg.get_action().takes_values(), arg.get_long()) {
        (false, _) => vec![display_name(arg)],
        (true, Some(_)) => vec![format!("{}={value}", display_name(arg))],
        (true, None) => vec![display_name(arg), value.into()],
    }
}
