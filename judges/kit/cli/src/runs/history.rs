//! A run of the history while it is played: its folder gets its program, and before each record the
//! output that the record names. Files that the runs of a history share are stored once.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::base::Baseline;
use super::program::Program;
use records::{
    CaseName, Conditions, KeptRun, Record, Run, RunHistory, UserError, Version, counted,
    create_folder, delete_leftovers, digest, eprint_line, json, see, temporary, write,
};

/// Options of the history of runs.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct HistoryOptions {
    /// Keep the run in the history in DIR, with its program and plays; without it, in the folder that
    /// the variable JUDGE_RUNS names; '' keeps nothing
    #[arg(long, value_name = "DIR", value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub runs: Option<PathBuf>,
    /// A note on the run, for the history
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Compare with this run of the history instead of the last whole run like this one
    #[arg(long, value_name = "RUN")]
    pub base: Option<String>,
}

/// A run of the history that is being played.
pub(crate) struct RunInProgress {
    pub kept: KeptRun,
    /// Its base, if there is one.
    pub base: Option<Baseline>,
    /// True before the first record; if dropped then, the run is deleted.
    pub is_empty: bool,
    store: Store,
}

impl RunInProgress {
    /// Describes a new run; it gets its name when it begins.
    pub fn describe(
        game: &str,
        program: &Program,
        conditions: Conditions,
        cases: usize,
    ) -> KeptRun {
        let words = program.command.words.iter().map(|word| word.to_string_lossy().into());
        KeptRun {
            path: PathBuf::new(),
            name: String::new(),
            game: game.into(),
            started: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
            commit: None,
            dirty: None,
            command: program.command.text.clone(),
            words: if program.is_linked { Vec::new() } else { words.collect() },
            build: program.rule.build.clone(),
            program: program.digest.clone(),
            root: program.root(),
            start: program.rule.start.clone(),
            changed: false,
            conditions,
            cases,
            version: Version,
            shard: None,
            base: None,
            note: None,
            pages: None,
        }
    }

    /// Begins this run in a history, as the next one of its game, and keeps the sources of `program`.
    /// The base is `asked`, or else the best base for `cases`.
    pub fn begin(
        history: &RunHistory,
        mut kept: KeptRun,
        program: &Program,
        cases: &[CaseName],
        asked: Option<&str>,
    ) -> Result<RunInProgress> {
        let shown = || history.folder.display().to_string();
        create_folder(&history.folder)?;
        let base = match asked {
            Some(name) => {
                let base = run_named(history, name, &kept.game);
                Some(base.and_then(|base| Run::of(&base)).context("--base")?)
            }
            None if kept.shard.is_some() || kept.cases < 2 => None,
            None => history.base(&kept, cases)?,
        };
        let made = new_folder(&history.folder, &kept.game);
        (kept.name, kept.path) = made.with_context(shown).map_err(UserError::of)?;
        kept.base = base.as_ref().map(|base| base.name.clone());
        (kept.commit, kept.dirty) = revision(&program.rule.folder).unzip();
        let mut run = RunInProgress {
            kept,
            base: base.as_ref().map(Baseline::from),
            is_empty: true,
            store: Store::open(&history.folder).with_context(shown)?,
        };
        fs::create_dir(run.kept.path.join("plays")).with_context(shown)?;
        run.write(false)?;
        File::create(run.kept.records()).with_context(shown)?;
        for path in program.kept() {
            run.keep_source(path).with_context(|| path.display().to_string())?;
        }
        Ok(run)
    }

    /// Keeps a file of the program.
    fn keep_source(&mut self, path: &Path) -> Result<()> {
        let relative = path.strip_prefix(&self.kept.root)?;
        let target = self.kept.sources().join(relative);
        fs::create_dir_all(target.parent().unwrap_or(&self.kept.path))?;
        let content = fs::read(path)?;
        let is_program = fs::metadata(path)?.mode() & 0o111 != 0;
        let key = format!("{}-{}", digest(&content), if is_program { "x" } else { "r" });
        if self.store.keep(&key, &target, USUAL, || Ok(content))? && is_program {
            fs::set_permissions(&target, fs::Permissions::from_mode(0o555))?;
        }
        Ok(())
    }

    /// Keeps the output of a play, and the text of its case if it is from a file; the record names
    /// both. Failures are kept first.
    pub fn keep_play(
        &mut self,
        record: &mut Record,
        output: KeptOutput,
        case: impl FnOnce() -> String,
    ) -> Result<()> {
        let most = if record.is_ok() { USUAL } else { MOST };
        if let Some(digest) = &record.case.file_digest {
            let case = || Ok(KeptOutput::of(case().as_bytes())?.compressed);
            self.keep_text(digest, most, case)?;
        }
        if self.keep_text(&output.digest, most, || Ok(output.compressed))? {
            record.output = Some(output.digest);
        }
        Ok(())
    }

    /// Keeps the text with this digest, which `make` compresses.
    fn keep_text(
        &mut self,
        digest: &str,
        most: u64,
        make: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> Result<bool> {
        let target = self.kept.play(digest);
        let kept = self.store.keep(&format!("{digest}.gz"), &target, most, make);
        kept.with_context(|| target.display().to_string())
    }

    /// Prints the name of the run, and the number of source files that it keeps.
    pub fn announce(&self, program: &Program) {
        let files = counted(program.kept().count(), "file");
        let (name, cut) = (&self.kept.name, program.sources.cut());
        eprint_line(&format!("run {name}, with {files} of the program{cut}"));
        if let Some(paths) = program.newer_source().filter(|_| program.rule.build.is_none()) {
            let [source, program] =
                paths.map(|path| path.file_name().unwrap_or_default().display());
            eprint_line(&format!(
                "warning: {source} is newer than {program}; the key build of judge.toml compiles before every run"
            ));
        }
    }

    fn write(&self, replace: bool) -> Result<()> {
        let line = json(&self.kept).context("the history")? + "\n";
        write(&self.kept.description(), replace, line)
    }

    /// Names the file of the run's records; marks the run if its program `has_changed` during play.
    pub fn finish(&mut self, has_changed: bool) -> Result<()> {
        if self.is_empty {
            return Ok(());
        }
        if has_changed {
            self.kept.changed = true;
            self.write(true)?;
        }
        see(&self.kept.records());
        Ok(())
    }

    /// Returns the last stopped run with the game, command, conditions and shard of `asked`, and with
    /// these cases.
    pub fn stopped(
        history: &RunHistory,
        asked: &KeptRun,
        cases: &[CaseName],
    ) -> Result<Option<RunInProgress>> {
        if !history.folder.is_dir() {
            return Ok(None);
        }
        let is_part = |run: &KeptRun| {
            (&run.game, &run.command, &run.shard) == (&asked.game, &asked.command, &asked.shard)
                && (&run.conditions, run.cases) == (&asked.conditions, asked.cases)
        };
        let cases: HashSet<CaseName> = cases.iter().cloned().map(CaseName::unsalted).collect();
        let is_asked = |record: &Record| cases.contains(&record.case.clone().unsalted());
        for kept in history.runs()?.into_iter().rev().filter(is_part) {
            let Ok(run) = Run::of(&kept).inspect_err(records::warn) else {
                continue;
            };
            if run.records.len() < asked.cases && run.records.iter().all(is_asked) {
                let base = kept.base.as_ref().and_then(|name| history.run(name, None).ok());
                let store = Store::open(&history.folder);
                fs::create_dir_all(kept.path.join("plays"))?;
                return Ok(Some(RunInProgress {
                    base: base.and_then(|base| Some(Baseline::from(&Run::of(&base).ok()?))),
                    store: store.with_context(|| history.folder.display().to_string())?,
                    kept,
                    is_empty: false,
                }));
            }
        }
        Ok(None)
    }
}

impl Drop for RunInProgress {
    fn drop(&mut self) {
        if self.is_empty {
            let _ = fs::remove_dir_all(&self.kept.path);
        }
    }
}

/// Returns the run of the history that `name` names; fails if it is a run of another game.
pub(crate) fn run_named(history: &RunHistory, name: &str, game: &str) -> Result<KeptRun> {
    let run = history.run(name, Some(game))?;
    let other = &run.game;
    let problem = || format!("{name} is a run of {other}; expected a run of {game}");
    ensure!(other == game, UserError(problem()));
    Ok(run)
}

/// Makes the folder of a new run with the next number of its game.
fn new_folder(folder: &Path, game: &str) -> io::Result<(String, PathBuf)> {
    let mut number = 1;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let known = name
            .to_str()
            .and_then(|name| name.strip_prefix(game)?.strip_prefix('-')?.parse::<u64>().ok());
        number = known.map_or(number, |known| number.max(known + 1));
    }
    loop {
        let name = format!("{game}-{number}");
        let path = folder.join(&name);
        match fs::create_dir(&path) {
            Ok(()) => return Ok((name, path)),
            // Another judge has just used this number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Returns the commit of the repository that has `folder`, and whether it has uncommitted changes.
fn revision(folder: &Path) -> Option<(String, bool)> {
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some((commit, !changes.is_empty()))
}

/// Size of the store, bytes, up to which failed plays are kept, and the part of it for other plays
/// and sources.
const MOST: u64 = 1 << 30;
const USUAL: u64 = MOST / 4 * 3;

/// Age from which a file without a run is deleted.
const ORPHAN: Duration = Duration::from_secs(60);

/// Name of the folder in a history with one link to each kept file, by digest.
const STORE: &str = ".store";

/// An output of a contestant, or the text of a case, with its digest.
pub(crate) struct KeptOutput {
    pub digest: String,
    /// The output, compressed with gzip.
    pub compressed: Vec<u8>,
}

impl KeptOutput {
    /// Compresses a text.
    pub fn of(bytes: &[u8]) -> io::Result<KeptOutput> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes)?;
        Ok(KeptOutput { digest: digest(bytes), compressed: encoder.finish()? })
    }
}

/// Files that the runs of a history share.
struct Store {
    folder: PathBuf,
    /// Total size, bytes.
    size: u64,
    is_full: bool,
}

impl Store {
    /// Opens the store of a history. Files that no run has any more are deleted, unless another judge
    /// may just have made them.
    pub fn open(history: &Path) -> io::Result<Store> {
        let folder = history.join(STORE);
        fs::create_dir_all(&folder)?;
        for run in fs::read_dir(history)?.flatten() {
            delete_leftovers(&run.path());
        }
        let mut size = 0;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            // Another judge may delete the file meanwhile.
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            let age = facts.modified()?.elapsed().unwrap_or_default();
            match facts.nlink() == 1 && age > ORPHAN {
                true => drop(fs::remove_file(entry.path())),
                false => size += facts.len(),
            }
        }
        Ok(Store { folder, size, is_full: false })
    }

    /// Keeps a file as `target`, unless the store has reached `most` bytes; says so once. Files with
    /// equal keys share their content, which `make` returns.
    pub fn keep(
        &mut self,
        key: &str,
        target: &Path,
        most: u64,
        make: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> io::Result<bool> {
        let shared = self.folder.join(key);
        if target.exists() {
            return Ok(true);
        }
        let content = make()?;
        // A power cut can have damaged the shared file.
        let is_whole = fs::read(&shared).is_ok_and(|known| known == content);
        if is_whole && fs::hard_link(&shared, target).is_ok() {
            return Ok(true);
        }
        let size = self.size + content.len() as u64;
        if size > most {
            let kind = match most {
                MOST => "plays",
                _ => "plays without a failure, and no sources,",
            };
            if !self.is_full {
                eprint_line(&format!(
                    "the history has {} MiB: no more {kind} are kept (judge-report prune deletes old runs)",
                    most >> 20
                ));
            }
            self.is_full = true;
            return Ok(false);
        }
        let mut file = temporary(&self.folder)?;
        file.write_all(&content)?;
        let mut permissions = file.as_file().metadata()?.permissions();
        // A change of this file would change other runs too.
        permissions.set_readonly(true);
        file.as_file().set_permissions(permissions)?;
        self.size = size;
        file.persist(&shared).map_err(|failed| failed.error)?;
        // Some file systems lack links.
        fs::hard_link(&shared, target).or_else(|_| fs::rename(&shared, target))?;
        Ok(true)
    }
}
