//! The best known score of every case, in a file of `case,score` lines, or of `seed=score` lines as
//! the original testers write. Several judges may use a file at a time.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, bail, ensure};
use common::tokens::Malformed;
use game::Objective;

use records::{
    BestScore, NewFile, Outcome, Record, UserError, at, delete_leftovers, eprint_line, read,
    text_of,
};
use scene::printable;

/// Returns the first line of a file, unless it is an original tester's.
fn header(objective: Objective) -> &'static str {
    match objective {
        Objective::Maximise => "case,score",
        Objective::Minimise => "case,cost",
    }
}

/// Largest file, bytes.
const MOST: u64 = 256 << 20;

/// Time between two attempts to lock the file, and the number of them after which the user is told.
const PAUSE: Duration = Duration::from_millis(5);
const TOLD: usize = 200;

/// A file of best scores. New ones are appended, so that a killed judge loses nothing; the end of
/// the run rewrites the file.
pub(super) struct Bests<'a> {
    path: PathBuf,
    scores: BestScores,
    frozen: bool,
    has_appended: bool,
    /// Ends a wait for other judges when set.
    stop: Option<&'a AtomicBool>,
}

#[derive(Default)]
struct BestScores {
    objective: Objective,
    /// True if lines are `seed=score`.
    is_original: bool,
    by_case: BTreeMap<String, f64>,
    /// True if the file's last line lacks its end.
    is_open: bool,
    /// Line of the file that was left out, as incomplete.
    torn: Option<usize>,
}

impl<'a> Bests<'a> {
    /// Reads the file; a missing one counts as empty. A `frozen` file is never written.
    pub fn open(
        path: &Path,
        frozen: bool,
        objective: Objective,
        stop: Option<&'a AtomicBool>,
    ) -> Result<Bests<'a>> {
        let mut bests = Bests {
            path: path.into(),
            scores: read_scores(path, objective)?,
            frozen,
            has_appended: false,
            stop,
        };
        if let Some(line) = bests.scores.torn {
            let name = printable(&path.display().to_string());
            eprint_line(&format!("warning: {name}:{line}: an incomplete last line is left out"));
        }
        if !frozen {
            delete_leftovers(path.parent().unwrap_or(Path::new("")));
            // Fails now rather than at the first new best, if the file cannot be replaced.
            NewFile::create(path, true).map_err(not_kept)?;
            // A line would be appended to half a line.
            if bests.scores.is_open || bests.scores.torn.is_some() {
                bests.write()?;
            }
        }
        Ok(bests)
    }

    /// Locks the file when no other judge writes it; opens it again if another has replaced it.
    fn lock(&self) -> Result<File> {
        let shown = || self.path.display().to_string();
        let mut waits = 0;
        loop {
            let file = File::options().append(true).create(true).open(&self.path);
            let file = file.with_context(shown)?;
            match file.try_lock() {
                Ok(()) => {
                    let own = file.metadata().with_context(shown)?;
                    let now = fs::metadata(&self.path);
                    if now.is_ok_and(|now| (now.dev(), now.ino()) == (own.dev(), own.ino())) {
                        return Ok(file);
                    }
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(shown),
                Err(TryLockError::WouldBlock) => {
                    let is_stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
                    ensure!(!is_stopped, "{}: locked by another program", shown());
                    waits += 1;
                    if waits == TOLD {
                        let name = printable(&shown());
                        eprint_line(&format!("{name}: waiting for the program that has locked it"));
                    }
                    thread::sleep(PAUSE);
                }
            }
        }
    }

    /// Replaces the file by one with the better of both scores for every case.
    fn write(&mut self) -> Result<()> {
        let _lock = self.lock()?;
        for (case, score) in read_scores(&self.path, self.scores.objective)?.by_case {
            self.scores.raise(case, score);
        }
        let mut file = NewFile::create(&self.path, true)?;
        let written = file.write_all(self.scores.text().as_bytes()).and_then(|()| file.sync());
        written.with_context(|| self.path.display().to_string())?;
        file.keep()
    }

    /// Appends a line to the file; of two lines for a case, the better score counts.
    fn append(&self, case: &str, score: f64) -> Result<()> {
        let mut file = self.lock()?;
        let mut append = || {
            let length = file.metadata()?.len();
            let line = match length {
                0 => self.scores.text(),
                _ => self.scores.line(case, score),
            };
            // On a full disk, half a line would make the file malformed.
            file.write_all(line.as_bytes()).or_else(|error| file.set_len(length).and(Err(error)))
        };
        append().with_context(|| self.path.display().to_string())
    }

    /// Adds to `record` the best known score and the ratio to it; keeps a better score.
    pub fn add(&mut self, record: &mut Record) -> Result<()> {
        let key = record.case.to_string();
        if self.scores.is_original && key.parse::<u64>().is_err() {
            bail!(
                "{}: `seed=score` lines cannot name the case {key}; use another file",
                self.path.display()
            );
        }
        let best = self.scores.by_case.get(&key).copied();
        let is_better = |best| self.scores.objective.is_better(record.score.raw, best);
        let is_best = record.is_ok() && best.is_none_or(is_better);
        record.score.best_known = best;
        let most = if is_best { Some(record.score.raw) } else { best };
        record.score.of_best = Some(BestScore(most).ratio(&Outcome::of_play(record)));
        if is_best && !self.frozen {
            self.scores.raise(key.clone(), record.score.raw);
            self.append(&key, record.score.raw)?;
            self.has_appended = true;
        }
        Ok(())
    }

    pub fn finish(&mut self) -> Result<()> {
        if self.has_appended { self.write() } else { Ok(()) }
    }
}

impl BestScores {
    /// Adds the scores in the text of a file, which NULs followed if `has_lost`; of two scores for a case, the better
    /// counts. An open last line is left out if NULs followed, or if it is malformed.
    fn with(mut self, text: &str, has_lost: bool) -> Result<BestScores, Malformed> {
        let header = header(self.objective);
        let mut number = 0;
        for line in text.split_inclusive('\n') {
            number += 1;
            self.is_open = !line.ends_with('\n');
            let line = line.trim_end_matches(['\r', '\n']);
            if number == 1 && line == header {
                continue;
            }
            let is_original = !line.contains(',');
            let split = if is_original { line.split_once('=') } else { line.rsplit_once(',') };
            let parsed = split.and_then(|(case, score)| Some((case, score.trim().parse().ok()?)));
            match parsed.filter(|(_, score)| f64::is_finite(*score)) {
                Some((case, score)) if !(self.is_open && has_lost) => {
                    self.is_original |= is_original;
                    self.raise(case.into(), score);
                }
                _ if self.is_open && (has_lost || number > 1) => self.torn = Some(number),
                _ => {
                    let expected = format!("expected `{header}` or `seed=score`");
                    return Err(Malformed::rule(number, expected));
                }
            }
        }
        self.torn = self.torn.or(has_lost.then_some(number + 1));
        Ok(self)
    }

    fn raise(&mut self, case: String, score: f64) {
        let best = self.by_case.entry(case).or_insert(score);
        if self.objective.is_better(score, *best) {
            *best = score;
        }
    }

    fn text(&self) -> String {
        let header =
            if self.is_original { String::new() } else { format!("{}\n", header(self.objective)) };
        let lines = self.by_case.iter().map(|(case, &score)| self.line(case, score));
        header + &lines.collect::<String>()
    }

    fn line(&self, case: &str, score: f64) -> String {
        let sign = if self.is_original { '=' } else { ',' };
        format!("{case}{sign}{score}\n")
    }
}

/// Adds to an error of writing how to play without that.
fn not_kept(error: Error) -> Error {
    let advice =
        "--freezeBests only reads best scores, `bests = false` in judge.toml leaves them out";
    if error.is::<UserError>() { UserError(format!("{error}; {advice}")).into() } else { error }
}

/// Reads the file at `path`, which may lack the end of its last line after a power cut.
fn read_scores(path: &Path, objective: Objective) -> Result<BestScores> {
    let none = BestScores { objective, ..BestScores::default() };
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(none),
        Ok(facts) if !facts.is_file() => {
            let path = path.display();
            bail!(UserError(format!("{path}: expected a file of best scores")));
        }
        _ => {}
    }
    let mut bytes = read(path, MOST)?;
    let lost = bytes.iter().position(|&byte| byte == 0);
    let is_blank = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
    let lost = lost.filter(|&start| bytes[start..].iter().all(is_blank));
    bytes.truncate(lost.unwrap_or(bytes.len()));
    none.with(&text_of(path, bytes)?, lost.is_some()).map_err(|malformed| at(path, &malformed))
}
