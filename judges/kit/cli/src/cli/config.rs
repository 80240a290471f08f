//! `judge.toml`: options for every run in a contestant's folder.

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::builder::{ArgPredicate, Resettable, ValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Id};
use common::tokens::Malformed;
use toml::Value;

use super::case_args::ids;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::usage::option_named;
use crate::runs::SourceRule;
use game::Game;
use records::usage::{display_name, spellings};
use records::{CONFIG, Claims, UserError, at, check_owner, config_file, eprint_line, read_config};

/// Keys of the build command and of the patterns of source files; all other keys are options.
const BUILD: &str = "build";
const SOURCES: &str = "sources";

/// A key of earlier versions.
const STREAMS: &str = "runs-streams";

#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// Path of the file, if there is one.
    pub file: Option<PathBuf>,
    build: Option<String>,
    sources: Option<Vec<String>>,
    /// Options of a run, and their values.
    values: Vec<(Arg, String)>,
}

impl Config {
    /// Reads the file in the working folder, or in the nearest folder above that has one, and adds a
    /// file of best scores. Fails if it has a key or a value that the judge `command` does not accept.
    pub fn find<G: Game>(command: &Command) -> Result<Config> {
        let Some(file) = config_file()? else {
            return Ok(Config::default());
        };
        // The file names programs to start.
        check_owner(&file)?;
        let mut config = Config { file: Some(file.clone()), ..Config::default() };
        // `exec` comes before `build`.
        for option in read_config(&file)?.iter().rev() {
            let added = config.add(&option.key, &option.value, command);
            added.map_err(|error| at(&file, &Malformed::rule(option.line, error.to_string())))?;
        }
        config.values.reverse();
        if config.value("bests").is_none() && !config.has_drawn_salts() {
            let bests = format!("{}-bests.csv", G::NAME);
            config.add("bests", &Value::String(bests), command)?;
        }
        config.values.retain(|(_, value)| is_on(value));
        Ok(config)
    }

    /// Adds an option of the file; fails if `command` does not accept it.
    fn add(&mut self, key: &str, value: &Value, command: &Command) -> Result<()> {
        let value = match (key, value) {
            // Every history keeps the plays now.
            (STREAMS, _) => return Ok(()),
            (SOURCES, value) => {
                let patterns = value.clone().try_into();
                let expected =
                    || anyhow!("{SOURCES}: expected a list such as [\"*.cpp\", \"lib\"]");
                self.sources = Some(patterns.map_err(|_| expected())?);
                return Ok(());
            }
            (_, Value::String(text)) => text.clone(),
            (_, Value::Boolean(_) | Value::Integer(_) | Value::Float(_)) => value.to_string(),
            (_, Value::Table(_)) => {
                bail!("[{key}]: a table is not expected; write `option = value` lines alone")
            }
            _ => bail!("{key}: expected a text, a number, true or false"),
        };
        if key == BUILD {
            let has_program = self.value("exec").is_some();
            ensure!(has_program, "`{BUILD}` without `exec`: name the program that it builds");
            self.build = Some(value);
            return Ok(());
        }
        let is_named = |arg: &&Arg| spellings(arg).any(|name| name == key);
        let Some(arg) = command.get_arguments().find(is_named) else {
            let advice = match option_named(command, key) {
                Some(option) => format!("did you mean {}?", option.trim_start_matches('-')),
                None => "run --help lists them".into(),
            };
            bail!("`{key}` is not an option of a run: {advice}");
        };
        let is_path = arg.get_value_parser().type_id() == ValueParser::path_buf().type_id();
        let value = match self.folder().filter(|_| is_path && is_on(&value)) {
            Some(folder) => folder.join(value).display().to_string(),
            None => value,
        };
        if is_on(&value) {
            if let Some(problem) = problem(command, arg, &value) {
                bail!("{key}: {problem}");
            }
            let mut others = self.values.iter().filter(|(_, value)| is_on(value));
            if let Some((other, _)) = others.find(|(other, _)| exclude(command, arg, other)) {
                bail!("{arg} cannot be used with {other}");
            }
        }
        self.values.push((arg.clone(), value));
        Ok(())
    }

    /// Returns the folder of the file: empty for the working folder.
    fn folder(&self) -> Option<&Path> {
        self.file.as_deref()?.parent()
    }

    /// Returns true if a run takes this option from the file.
    pub fn sets(&self, id: &str) -> bool {
        self.value(id).is_some()
    }

    fn value(&self, id: &str) -> Option<&String> {
        self.values.iter().find(|(arg, _)| arg.get_id() == id).map(|(_, value)| value)
    }

    fn has_drawn_salts(&self) -> bool {
        self.value("salt").is_some_and(|salt| salt == "random")
    }

    /// Makes the values defaults of the options of `command`, unless a typed option excludes them. A
    /// subcommand that plays no whole run takes only the options of contestants and `--runs`.
    pub fn as_defaults<G: Game>(&self, command: Command) -> Command {
        let of_contestant = [ids::<ContestantArgs<G>>(), ids::<WorkerArgs>()].concat();
        let is_run = !["duel", "show"].contains(&command.get_name());
        let fits =
            |arg: &Arg| is_run || arg.get_id() == "runs" || of_contestant.contains(arg.get_id());
        // If only the case is random, a seed changes nothing of a case from a file.
        let is_fixed = |arg: &Arg, other: &Arg| {
            !G::RANDOM_PLAY && arg.get_id() == "seed" && other.get_id() == "case"
        };
        let (all, salt) = (command.clone(), Id::from("salt"));
        command.mut_args(|arg| {
            let has_bests = arg.get_id() == "freeze_bests" && self.sets("bests");
            let arg = if has_bests { arg.requires(Resettable::Reset) } else { arg };
            let value = self.value(arg.get_id().as_str()).filter(|_| fits(&arg));
            let Some(value) = value.cloned() else {
                return arg;
            };
            let off = (!arg.get_action().takes_values()).then_some("false");
            let mut others: Vec<&Arg> = all.get_arguments().collect();
            others.retain(|other| is_fixed(&arg, other) || exclude(&all, &arg, other));
            let typed = others.into_iter().filter_map(|other| {
                let takes_values = other.get_action().takes_values();
                match (takes_values, other.get_default_values()) {
                    (false, _) => Some((other.get_id(), ArgPredicate::from("true"), off)),
                    (true, []) => Some((other.get_id(), ArgPredicate::IsPresent, off)),
                    (true, _) => None,
                }
            });
            // With salts of its own, no case is played twice.
            let is_bests = arg.get_id() == "bests" && !self.has_drawn_salts();
            let drawn = is_bests.then(|| (&salt, ArgPredicate::from("random"), off));
            arg.default_value_ifs(typed.chain(drawn)).default_value(value)
        })
    }

    /// Drops the values that the command line does not take from the file.
    pub fn retain_used(&mut self, matches: &ArgMatches) {
        self.values.retain(|(arg, value)| {
            let id = arg.get_id().as_str();
            let taken = matches.try_get_raw(id).ok().flatten();
            taken.is_some_and(|mut taken| taken.any(|taken| taken == value.as_str()))
                && matches.value_source(id) == Some(ValueSource::DefaultValue)
        });
    }

    /// Returns the rule for the sources of a program: the files in the folder of judge.toml. A command in
    /// judge.toml starts in that folder; a typed command, in the working folder.
    pub fn source_rule(&self) -> Result<SourceRule> {
        let mut rule = SourceRule::here()?;
        if let Some(folder) = self.folder() {
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

    /// Claims the file as an input.
    pub fn claims(&self) -> Claims {
        let mut claims = Claims::default();
        self.file.iter().for_each(|file| claims.input(file, CONFIG));
        claims
    }

    /// Builds the contestant if the file has a build command; prints the time that this took.
    pub fn build_contestant(&self) -> Result<()> {
        let Some((build, folder)) = self.build().zip(self.folder()) else {
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
        let file = self.file.as_deref().unwrap_or(Path::new(""));
        let mut text = format!("# {}\n", file.display());
        let build = self.build.iter().map(|build| (BUILD.to_string(), build));
        let values = self.values.iter().map(|(arg, value)| (display_name(arg), value));
        for (name, value) in build.chain(values) {
            let name = name.trim_start_matches('-');
            text += &format!("{name} = {}\n", Value::String(value.clone()));
        }
        text
    }
}

/// Returns false for a value that switches an option off.
fn is_on(value: &str) -> bool {
    !["", "false"].contains(&value)
}

/// Returns true if `command` does not accept two options together.
fn exclude(command: &Command, one: &Arg, other: &Arg) -> bool {
    let names = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other.get_id())
    };
    one.get_id() == other.get_id() || names(one, other) || names(other, one)
}

/// Returns the reason why the value of an option is wrong, if it is.
fn problem(command: &Command, arg: &Arg, value: &str) -> Option<String> {
    let command = command.clone().mut_arg(arg.get_id(), |arg| arg.default_value(value.to_string()));
    let error = command.try_get_matches_from([""]).err()?;
    match error.get(ContextKind::ValidValue).filter(|_| error.kind() == ErrorKind::InvalidValue) {
        Some(words) => Some(format!("expected one of {words}")),
        None => error.source().map(ToString::to_string),
    }
}
