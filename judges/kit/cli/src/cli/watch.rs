//! `watch`: plays the cases of a run again when the program changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::iter;
use std::mem::take;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::config::Config;
use super::run::{RunArgs, RunSettings, RunSetup};
use crate::runs::{Baseline, Finished, LINKED, RecordOptions, SourceRule, Sources};
use crate::signals::Signals;
use game::Game;
use records::{CONFIG, MAX_TEXT, UserError, eprint_line, print, read_text, report};

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
        let config = self.file.as_ref().map(|file| read_text(file, MAX_TEXT));
        Ok(Watched {
            sources: self.rule.read(&self.sources)?,
            config: config.and_then(Result::ok),
            ..self.clone()
        })
    }

    /// Prints the watched files; fails if there are none.
    fn announce(&self) -> Result<()> {
        let nothing = "watch: --exec names no file to watch, and there is no judge.toml";
        let on_path = self.rule.on_path.as_ref();
        let (system, mut names): (Vec<_>, Vec<_>) =
            (self.sources.files.keys()).partition(|path| Some(*path) == on_path);
        if names.is_empty() {
            names = system;
        }
        let names = names.into_iter().map(|path| self.rule.label(path)).chain(self.file.as_deref());
        let names: Vec<String> = names.map(|name| name.display().to_string()).collect();
        ensure!(!names.is_empty(), UserError(nothing.into()));
        let further = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let first = names[..names.len().min(NAMED)].join(", ");
        let cut = self.sources.cut();
        eprint_line(&format!("watching {first}{further}{cut}"));
        Ok(())
    }

    /// Returns the first file that is different in `later`: judge.toml, or a source that `counts`.
    fn change(&self, later: &Watched, counts: impl Fn(&PathBuf) -> bool) -> Option<PathBuf> {
        if self.config != later.config {
            return self.file.as_ref().or(later.file.as_ref()).cloned();
        }
        self.sources.changes(&later.sources).into_iter().find(counts)
    }

    /// Returns the first file that is different in `later`; new files do not count.
    fn change_of_known(&self, later: &Watched) -> Option<PathBuf> {
        self.change(later, |path| self.sources.files.contains_key(path))
    }

    /// Waits for a change, then until the files are stable: editors write in steps. Returns the first
    /// file that changed; `None` at a signal.
    fn wait(&self, signals: &Signals) -> Result<Option<PathBuf>> {
        let mut last = self.clone();
        while !signals.interrupted.load(Ordering::Relaxed) {
            thread::sleep(INTERVAL);
            let now = last.now()?;
            let change = self.change(&now, |_| true);
            if change.is_some() && last.change(&now, |_| true).is_none() {
                return Ok(change);
            }
            last = now;
        }
        Ok(None)
    }

    /// Builds the program; a second time if known sources changed meanwhile, perhaps by the user.
    /// Files that change in each build, be it a failing one, are added to `outputs`.
    fn build(&mut self, config: &Config, outputs: &mut BTreeSet<PathBuf>) -> Result<()> {
        let mut built = Ok(());
        for number in 1..=BUILDS {
            built = config.build_contestant();
            let now = self.now()?;
            let mut changes = self.sources.changes(&now.sources);
            changes.retain(|path| {
                // A build makes the files that the command names.
                let mut named = self.rule.named.iter();
                let is_made =
                    config.build().is_some() && named.any(|named| path.starts_with(named));
                self.sources.files.contains_key(path) && !is_made
            });
            *self = now;
            if changes.is_empty() {
                break;
            }
            if number == BUILDS {
                outputs.extend(changes);
            }
        }
        built
    }
}

/// Plays a run whenever the program or judge.toml changes, even during a run; `read` reads the
/// command line together with judge.toml. A signal ends this.
///
/// # Errors
/// There is nothing to watch, or the first run cannot begin without a judge.toml.
pub(super) fn watch<G: Game>(
    read: impl Fn() -> Result<(RunSettings<G>, Config)>,
    signals: &Signals,
) -> Result<ExitCode> {
    signals.listen()?;
    let is_stopped = || signals.interrupted.load(Ordering::Relaxed);
    let (mut outputs, mut early) = (BTreeSet::new(), BTreeMap::<PathBuf, usize>::new());
    let mut watched = Watched::default();
    // The files and the records of the last whole run.
    let mut last: Option<(Watched, Baseline)> = None;
    let mut is_first = true;
    while !is_stopped() {
        watched = watched.now()?;
        let begun = read().and_then(|(settings, config)| {
            let is_gone = watched.file.is_some() && config.file != watched.file;
            ensure!(!is_gone, UserError(format!("{CONFIG} is gone; waiting for it")));
            settings.check_cases()?;
            let rule = settings.source_rule(&config, &outputs)?;
            let file = config.file.clone();
            watched = Watched { rule, file, ..watched.clone() }.now()?;
            if take(&mut is_first) {
                watched.announce()?;
            }
            watched.build(&config, &mut outputs)?;
            Ok((settings, config))
        });
        let is_same = |(played, _): &(Watched, _)| {
            played.change(&watched, |path| !outputs.contains(path)).is_none()
        };
        match begun {
            // The user's next change starts a new attempt.
            Err(error) if watched.file.is_some() => drop(report(&error)),
            Err(error) => return Err(error),
            Ok(_) if last.as_ref().is_some_and(is_same) => {
                eprint_line("nothing has changed since the last run: not played again");
            }
            Ok((settings, config)) => {
                let began = Instant::now();
                let played =
                    settings.play_until_change(&config, &mut last, &mut watched, signals)?;
                if let Some(path) = played {
                    let shown = watched.rule.label(&path).display();
                    eprint_line(&format!("{shown} has changed: the run begins anew"));
                    let count = early.entry(path.clone()).or_default();
                    *count += usize::from(began.elapsed() < START);
                    if *count == STARTS {
                        let shown = path.display();
                        eprint_line(&format!(
                            "{shown} changes at the start of every run: not watched"
                        ));
                        outputs.insert(path);
                    }
                    print("\n")?;
                    continue;
                }
                early.clear();
            }
        }
        if let Some(path) = watched.wait(signals)? {
            print("\n")?;
            eprint_line(&format!("{} has changed", watched.rule.label(&path).display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl<G: Game> RunSettings<G> {
    /// Plays a run until it ends, or until a known file changes; returns this file. A whole run becomes
    /// the `last` one. Without a history, it is compared with the one before.
    fn play_until_change(
        self,
        config: &Config,
        last: &mut Option<(Watched, Baseline)>,
        watched: &mut Watched,
        signals: &Signals,
    ) -> Result<Option<PathBuf>> {
        let (stop, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
        let look = || {
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(INTERVAL);
                if signals.interrupted.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(None);
                }
                if let Some(path) = watched.change_of_known(&watched.now()?) {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(Some(path));
                }
            }
            anyhow::Ok(None)
        };
        let (records, shard, load) = (RecordOptions::default(), None, None);
        let args = RunArgs { settings: self, records, shard, load, show_config: false };
        let setup = RunSetup {
            args: &args,
            config,
            signals,
            stop: &stop,
            base: last.as_ref().map(|(_, run)| run.clone()),
            is_watched: true,
        };
        let (played, looked) = thread::scope(|scope| {
            let looking = scope.spawn(look);
            let played = setup.execute();
            is_over.store(true, Ordering::Relaxed);
            (played, looking.join())
        });
        let changed = looked.unwrap_or_else(|panic| resume_unwind(panic))?;
        if changed.is_some() {
            return Ok(changed);
        }
        // Files that the run has made do not count as changes.
        let now = watched.now()?;
        if watched.change_of_known(&now).is_none() {
            *watched = now;
        }
        match played {
            Ok(Finished { base: Some(run), .. }) => *last = Some((watched.clone(), run)),
            Ok(_) => {}
            Err(error) => drop(report(&error)),
        }
        Ok(None)
    }

    /// Checks that the case files can be read again: a pipe would end, or wait, in the second run.
    fn check_cases(&self) -> Result<()> {
        for path in &self.cases.case {
            let facts = path.metadata();
            let is_pipe = path.as_os_str() == "-" || facts.is_ok_and(|facts| !facts.is_file());
            let problem = || format!("watch: {}: expected a case file", path.display());
            ensure!(!is_pipe, UserError(problem()));
        }
        Ok(())
    }

    /// Returns the rule for the sources of the program, without files that it writes.
    fn source_rule(&self, config: &Config, outputs: &BTreeSet<PathBuf>) -> Result<SourceRule> {
        let mut rule = config.source_rule()?;
        let sources = || self.cases.game.sources.iter().map(OsString::from);
        match &self.contestant.exec {
            Some(exec) => rule.name(&exec.words),
            None => rule.name(&iter::once(LINKED.into()).chain(sources()).collect::<Vec<_>>()),
        }
        self.written().for_each(|path| rule.exclude(&path));
        rule.outputs.extend(outputs.iter().cloned());
        Ok(rule)
    }
}
