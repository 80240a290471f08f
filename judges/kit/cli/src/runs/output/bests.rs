//! The best known score of every case, in a file of `case,score` lines, or of `seed=score` lines as
//! the original testers write. Several judges may use a file at a time.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use common::tokens::Malformed;

use records::{NewFile, Record, at};

const HEADER: &str = "case,score";

/// A file of best scores. New ones are appended, so that a killed judge loses nothing; the end of
/// the run rewrites the file.
pub(super) struct Bests {
    path: PathBuf,
    scores: BestScores,
    frozen: bool,
    has_appended: bool,
}

#[derive(Default)]
struct BestScores {
    /// True if lines are `seed=score`.
    is_original: bool,
    by_case: BTreeMap<String, f64>,
}

impl Bests {
    /// Reads the file; a missing one counts as empty. A `frozen` file is never written.
    pub fn open(path: &Path, frozen: bool) -> Result<Bests> {
        let bests = Bests {
            path: path.into(),
            scores: read(path)?,
            frozen,
            has_appended: false,
        };
        // Fails now rather than at the first new best, if the file cannot be replaced.
        if !frozen {
            NewFile::create(path, true)?;
        }
        Ok(bests)
    }

    /// Locks the file when no other judge writes it; opens it again if another has replaced it.
    fn lock(&self) -> Result<File> {
        let lock = || loop {
            let file = File::options().append(true).create(true).open(&self.path)?;
            file.lock()?;
            let (own, now) = (file.metadata()?, fs::metadata(&self.path));
            if now.is_ok_and(|now| (now.dev(), now.ino()) == (own.dev(), own.ino())) {
                return Ok(file);
            }
        };
        let locked: io::Result<File> = lock();
        locked.with_context(|| self.path.display().to_string())
    }

    /// Replaces the file by one with the better of both scores for every case.
    fn write(&mut self) -> Result<()> {
        let _lock = self.lock()?;
        for (case, score) in read(&self.path)?.by_case {
            self.scores.raise(case, score);
        }
        let mut file = NewFile::create(&self.path, true)?;
        let written = file.write_all(self.scores.text().as_bytes());
        let written = written.and_then(|()| file.sync());
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
            let written = file.write_all(line.as_bytes());
            written.or_else(|error| file.set_len(length).and(Err(error)))
        };
        append().with_context(|| self.path.display().to_string())
    }

    /// Adds to `record` the best known score and the ratio to it; keeps a better score.
    pub fn add(&mut self, record: &mut Record) -> Result<()> {
        let key = record.key.to_string();
        if self.scores.is_original && key.parse::<u64>().is_err() {
            bail!(
                "{}: `seed=score` lines cannot name the case {key}; use another file",
                self.path.display()
            );
        }
        let best = self.scores.by_case.get(&key).copied();
        let is_best = record.is_ok() && best.is_none_or(|best| record.score > best);
        record.best_known = best;
        let most = if is_best { Some(record.score) } else { best };
        record.of_best = match most {
            // The ratio to a score below 0 is meaningless.
            Some(most) if most < 0.0 => None,
            Some(most) if record.is_ok() && record.score == most => Some(1.0),
            Some(most) if record.is_ok() && most > 0.0 => Some((record.score / most).max(0.0)),
            _ => Some(0.0),
        };
        if is_best && !self.frozen {
            self.scores.raise(key.clone(), record.score);
            self.append(&key, record.score)?;
            self.has_appended = true;
        }
        Ok(())
    }

    pub fn finish(&mut self) -> Result<()> {
        match self.has_appended {
            true => self.write(),
            false => Ok(()),
        }
    }
}

impl BestScores {
    fn raise(&mut self, case: String, score: f64) {
        let best = self.by_case.entry(case).or_insert(score);
        *best = best.max(score);
    }

    fn text(&self) -> String {
        let header = match self.is_original {
            true => String::new(),
            false => format!("{HEADER}\n"),
        };
        let lines = self.by_case.iter();
        let lines = lines.map(|(case, &score)| self.line(case, score));
        header + &lines.collect::<String>()
    }

    fn line(&self, case: &str, score: f64) -> String {
        let sign = if self.is_original { '=' } else { ',' };
        format!("{case}{sign}{score}\n")
    }
}

fn read(path: &Path) -> Result<BestScores> {
    match fs::read_to_string(path) {
        Ok(text) => scores(&text).map_err(|malformed| at(path, &malformed)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BestScores::default()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Parses the text of a file; of two scores for a case, the better counts.
fn scores(text: &str) -> Result<BestScores, Malformed> {
    let mut scores = BestScores::default();
    for (index, line) in text.lines().enumerate() {
        if index == 0 && line == HEADER {
            continue;
        }
        let is_original = !line.contains(',');
        let split = match is_original {
            true => line.split_once('='),
            false => line.rsplit_once(','),
        };
        let parsed = split.and_then(|(case, score)| Some((case, score.trim().parse().ok()?)));
        let Some((case, score)) = parsed.filter(|(_, score)| f64::is_finite(*score)) else {
            let expected = "expected `case,score` or `seed=score`";
            return Err(Malformed::rule(index + 1, expected.into()));
        };
        scores.is_original |= is_original;
        scores.raise(case.into(), score);
    }
    Ok(scores)
}
