//! `run --html`: a page for every case, and an index of them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::source::SavedRun;
use crate::runs::{CaseJob, Folders, Record, record_replay};
use game::Game;
use scene::page::{IndexRow, index, page};

/// A folder of pages.
pub(super) struct Pages {
    folder: PathBuf,
    /// Where the streams of the cases are.
    streams: PathBuf,
    rows: Vec<IndexRow>,
}

impl Pages {
    /// Creates the folder. The streams are read from `saved`, else kept in a folder
    /// beside the pages.
    ///
    /// # Errors
    /// It holds an index already, or cannot be created.
    pub fn create(folder: &Path, saved: Option<&Path>) -> Result<Pages> {
        if folder.join("index.html").exists() {
            bail!("{} holds an index.html already", folder.display());
        }
        let streams = saved.map_or_else(|| folder.join("streams"), Path::to_path_buf);
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        Ok(Pages {
            folder: folder.into(),
            streams,
            rows: Vec::new(),
        })
    }

    /// The folders in which a run has to save its streams.
    pub fn folders(&self) -> Folders {
        Folders::all(&self.streams)
    }

    /// Writes the page of a case.
    ///
    /// # Errors
    /// Its streams cannot be read, or the page not written.
    pub fn add<G: Game>(&mut self, job: &CaseJob<G>, record: &Record) -> Result<()> {
        let run = SavedRun::load(job, &self.streams)?;
        let replay = record_replay(&job.game, &run.case, &run.streams, record);
        let name = format!("{}.html", job.stem);
        let path = self.folder.join(&name);
        let title = format!("{} {}", G::NAME, record.key());
        fs::write(&path, page(&title, &[replay])).with_context(|| path.display().to_string())?;
        self.rows.push(IndexRow {
            page: name,
            case: record.key().to_string(),
            verdict: record.ruling.verdict.to_string(),
            score: record.score,
            share: record.share,
            reason: record.ruling.reason.clone().unwrap_or_default(),
        });
        Ok(())
    }

    /// Writes the index.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(self, game: &str) -> Result<()> {
        let path = self.folder.join("index.html");
        fs::write(&path, index(game, &self.rows)).with_context(|| path.display().to_string())
    }
}
