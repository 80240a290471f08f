//! `watch`: plays the cases of a run again when the program changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::config::Config;
use super::run::RunSettings;
use crate::exec::split;
use crate::runs::{LINKED, SourceRule, Sources};
use crate::signals::Signals;
use game::Game;
use records::{UserError, eprint_line, print, report};

/// Time between two checks of the files.
const INTERVAL: Duration = Duration::from_millis(150);

/// Number of builds or starts in a row: a file that changes in each of them counts as output.
const BUILDS: usize = 2;
const STARTS: usize = 3;

/// Time at the start of a run in which a change may be the program's own.
const START: Duration = Duration::from_secs(4);

/// Maximum number of watched files whose names are printed.
const NAMED: usize = 12;

/// State at one moment of all files that a watched run depends on.
#[derive(Clone, Debug, Default)]
struct Watched {
    rule: SourceRule,
    sources: Sources,
    /// The file judge.toml, if there is one, and its content.
    file: Option<PathBuf>,
    config: Option<String>,
}

impl Watched {
    /// Reads all files again.
    fn now(&self) -> Result<Watched> {
        let config = self.file.as_ref().map(fs::read_to_string);
        Ok(Watched {
            sources: self.rule.read(&self.sources)?,
            config: config.and_then(Result::ok),
            ..self.clone()
        })
    }

    /// Returns true if nothing but `outputs` of builds is different in `later`.
    fn is_same(&self, later: &Watched, outputs: &BTreeSet<PathBuf>) -> bool {
        let changes = self.sources.changes(&later.sources);
        let is_output = |path: &PathBuf| outputs.contains(&self.rule.folder.join(path));
        self.config == later.config && changes.iter().all(is_output)
    }

    /// Prints the watched files; fails if there are none.
    fn announce(&self) -> Result<()> {
        let nothing = "watch: --exec names no file to watch, and there is no judge.toml";
        let (on_path, mut names): (Vec<_>, Vec<_>) = (self.sources.files.iter())
            .partition(|(_, source)| Some(&source.path) == self.rule.on_path.as_ref());
        if names.is_empty() {
            names = on_path;
        }
        let paths = names.into_iter().map(|(name, _)| name).chain(&self.file);
        let names: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        ensure!(!names.is_empty(), UserError(nothing.into()));
        let further = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let beyond = match self.sources.is_cut {
            true => "; files beyond 64 MiB or 10000 files are not watched",
            false => "",
        };
        let first = &names[..names.len().min(NAMED)];
        eprint_line(&format!("watching {}{further}{beyond}", first.join(", ")));
        Ok(())
    }

    /// Returns the first file that is different in `later`; new files count only if `with_new`.
    fn change(&self, later: &Watched, with_new: bool) -> Option<PathBuf> {
        if self.config != later.config {
            return self.file.clone();
        }
        let is_known = |path: &PathBuf| self.sources.files.contains_key(path);
        let mut changes = self.sources.changes(&later.sources).into_iter();
        changes.find(|path| with_new || is_known(path))
    }
}

impl<G: Game> RunSettings<G> {
    /// Builds, and plays with the words `args` after the subcommand; starts again after every
    /// change of judge.toml or of the program's sources, even during a run. A signal ends this.
    /// Fails if there is nothing to watch.
    pub fn watch(
        self,
        args: &[OsString],
        reread: impl Fn() -> Result<Config>,
        signals: &Signals,
    ) -> Result<ExitCode> {
        signals.listen()?;
        let folder = tempfile::tempdir().context("no folder for the records")?;
        let (last, records) = (folder.path().join("last"), folder.path().join("records"));
        let is_stopped = || signals.interrupted.load(Ordering::Relaxed);
        let (mut outputs, mut early) = (BTreeSet::new(), BTreeMap::<PathBuf, usize>::new());
        let mut watched = Watched::default();
        // The files of the last run that was not stopped.
        let mut played: Option<Watched> = None;
        let mut is_first = true;
        while !is_stopped() {
            watched = watched.now()?;
            let begun = reread().and_then(|config| {
                let rule = self.rule(&config, &outputs)?;
                watched = Watched {
                    rule,
                    file: config.file(),
                    ..watched.clone()
                }
                .now()?;
                if is_first {
                    watched.announce()?;
                }
                build(&config, &mut watched, &mut outputs)
            });
            if let Err(error) = begun {
                ensure!(watched.file.is_some(), error);
                // The user's next change starts a new attempt.
                report(&error);
            } else if played
                .as_ref()
                .is_some_and(|played| played.is_same(&watched, &outputs))
            {
                eprint_line("nothing has changed since the last run: not played again");
            } else if let Some(path) = self.play(
                args,
                [&records, &last],
                &mut watched,
                &mut played,
                &is_stopped,
            )? {
                let count = early.entry(path.clone()).or_default();
                *count += 1;
                if *count == STARTS {
                    eprint_line(&format!(
                        "{} changes at the start of every run: not watched",
                        path.display()
                    ));
                    outputs.insert(watched.rule.folder.join(path));
                }
            } else {
                early.clear();
            }
            is_first = false;
            wait_for_change(&watched, &is_stopped)?;
            if !is_stopped() {
                print("\n")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Plays a run in a process until it ends or a change stops it; `played` becomes the files of a
    /// whole run. Writes `records`, and compares them with the `last` run. Returns the changed file if
    /// the run had just started: the program may write it itself.
    fn play(
        &self,
        args: &[OsString],
        [records, last]: [&Path; 2],
        watched: &mut Watched,
        played: &mut Option<Watched>,
        is_stopped: &impl Fn() -> bool,
    ) -> Result<Option<PathBuf>> {
        let began = Instant::now();
        // This program, even if its file has been replaced.
        let mut run = Command::new("/proc/self/exe");
        run.args(["run", "--built"]).args(args);
        run.args(["--force", "--json"]).arg(records);
        if last.exists() && self.history().is_none() {
            run.arg("--baseline").arg(last);
        }
        let mut run = run.spawn().context("the run")?;
        let status = loop {
            if let Some(status) = run.try_wait().context("the run")? {
                break status;
            }
            thread::sleep(INTERVAL);
            if let Some(path) = watched.change(&watched.now()?, false) {
                eprint_line(&format!(
                    "{} has changed: the run begins anew",
                    path.display()
                ));
                stop(&mut run)?;
                return Ok((began.elapsed() < START).then_some(path));
            }
            if is_stopped() {
                stop(&mut run)?;
                return Ok(None);
            }
        };
        // Files that the run has made do not count as changes.
        let now = watched.now()?;
        if watched.change(&now, false).is_none() {
            *watched = now;
        }
        // A run that failed may lack records.
        if matches!(status.code(), Some(0 | 1)) {
            fs::rename(records, last).context("the records of the run")?;
            *played = Some(watched.clone());
        }
        Ok(None)
    }

    /// Returns the rule for the sources of the program, without files that it writes.
    fn rule(&self, config: &Config, outputs: &BTreeSet<PathBuf>) -> Result<SourceRule> {
        let mut rule = config.source_rule()?;
        let exec = config.exec().or_else(|| self.live.contestant.exec.clone());
        let sources = || self.cases.game.sources.iter().map(OsString::from);
        let words = match &exec {
            Some(exec) => split(exec).map_err(UserError::of)?,
            None => iter::once(LINKED.into()).chain(sources()).collect(),
        };
        rule.name(&words);
        self.written().for_each(|path| rule.exclude(&path));
        rule.outputs.extend(outputs.iter().cloned());
        Ok(rule)
    }
}

/// Builds the program; a second time if known sources changed meanwhile, perhaps by the user. Files
/// that change in each build, be it a failing one, are added to `outputs`.
fn build(config: &Config, watched: &mut Watched, outputs: &mut BTreeSet<PathBuf>) -> Result<()> {
    let mut built = Ok(());
    for number in 1..=BUILDS {
        built = config.build_contestant();
        let now = watched.now()?;
        // A build makes the files that the command names.
        let rule = &watched.rule;
        let names = |path: &PathBuf| {
            let mut named = rule.named.iter();
            named.any(|named| path.starts_with(rule.relative(named)))
        };
        let mut changes = watched.sources.changes(&now.sources);
        changes.retain(|path| {
            let is_made = config.builds() && names(path);
            watched.sources.files.contains_key(path) && !is_made
        });
        *watched = now;
        if changes.is_empty() {
            break;
        }
        if number == BUILDS {
            let folder = &watched.rule.folder;
            outputs.extend(changes.into_iter().map(|path| folder.join(path)));
        }
    }
    built
}

/// Asks a run to end, and waits until it has ended.
fn stop(run: &mut Child) -> Result<()> {
    let _ = kill(Pid::from_raw(run.id() as i32), Signal::SIGTERM);
    run.wait().context("the run").map(drop)
}

/// Waits for a change since `before`, then until the files are stable: editors write in steps.
fn wait_for_change(before: &Watched, is_stopped: &impl Fn() -> bool) -> Result<()> {
    let mut last = before.clone();
    while !is_stopped() {
        thread::sleep(INTERVAL);
        let now = last.now()?;
        if last.change(&now, true).is_none() && before.change(&now, true).is_some() {
            break;
        }
        last = now;
    }
    Ok(())
}
