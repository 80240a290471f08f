//! Where the records of a run go.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::bests::Bests;
use super::progress::Progress;
use super::record::Record;
use crate::game::Game;
use crate::stats::Summary;
use crate::verdict::Verdict;

/// A text file that is written line by line.
struct Lines {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    length: u64,
}

impl Lines {
    fn create(path: &Path) -> Result<Lines> {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Lines {
            path: path.into(),
            file,
            length: 0,
        })
    }

    /// Writes `line` at one stroke, so that the file is valid whenever the judge
    /// is killed; takes a part of it back if the disk is full.
    fn push(&mut self, line: &str) -> Result<()> {
        let line = format!("{line}\n");
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.length);
            return Err(error).with_context(|| self.path.display().to_string());
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// What a run reports, and the records so far.
pub(crate) struct Report {
    json: Option<Lines>,
    scores: Option<Lines>,
    bests: Option<Bests>,
    progress: Progress,
    records: Vec<Record>,
}

impl Report {
    /// Opens the files of a run of `cases` cases.
    pub fn open(
        cases: usize,
        json: Option<&Path>,
        scores: Option<&Path>,
        bests: Option<&Path>,
    ) -> Result<Report> {
        Ok(Report {
            json: json.map(Lines::create).transpose()?,
            scores: scores.map(Lines::create).transpose()?,
            bests: bests.map(Bests::read).transpose()?,
            progress: Progress::new(cases),
            records: Vec::new(),
        })
    }

    /// Takes the next record.
    pub fn add(&mut self, mut record: Record) -> Result<()> {
        if let Some(bests) = &mut self.bests {
            bests.update(&mut record);
        }
        if let Some(json) = &mut self.json {
            json.push(&serde_json::to_string(&record)?)?;
        }
        if let Some(scores) = &mut self.scores {
            scores.push(&format!("{},{}", record.key(), record.score))?;
        }
        self.progress.show(&record)?;
        self.records.push(record);
        Ok(())
    }

    /// Ends the run: the best scores, the summary if wanted, and the exit status.
    pub fn close<G: Game>(self, game: &G, summary: bool) -> Result<ExitCode> {
        self.progress.finish();
        if let Some(bests) = &self.bests {
            bests.write()?;
        }
        if summary {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", Summary::of(&self.records))?;
            writeln!(out, "total    {}", game.total(&self.records))?;
        }
        let any =
            |wanted: fn(Verdict) -> bool| self.records.iter().any(|record| wanted(record.verdict));
        Ok(ExitCode::from(if any(|verdict| verdict == Verdict::Ie) {
            3
        } else {
            u8::from(any(|verdict| verdict != Verdict::Ok))
        }))
    }
}
