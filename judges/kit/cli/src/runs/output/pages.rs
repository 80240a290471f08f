//! Pages of `--html`: one for every case, and an index.

use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::Result;

use super::super::replay::{record_replay, title};
use super::super::saved::{ScoredPlay, load, stream};
use crate::runs::CaseJob;
use game::Game;
use records::{Outcome, Record, see, write};
use scene::page::{IndexRow, PageLinks, index, last_position, page};

/// A case of a run with its record.
pub(super) struct FinishedCase<'a, G: Game> {
    /// Index of the case in the run.
    pub index: usize,
    pub job: &'a CaseJob<G>,
    pub record: &'a Record,
    /// The play; `None` if an earlier part of the run has played the case.
    pub play: Option<&'a ScoredPlay<G>>,
}

pub(super) struct Pages {
    pub folder: PathBuf,
    /// Folder of the cases' streams.
    streams: PathBuf,
    /// Stems of the cases in the order of the run.
    stems: Vec<String>,
    /// True if existing pages are replaced.
    replace: bool,
    /// Rows of the index, by the case's index in the run.
    rows: BTreeMap<usize, IndexRow>,
    /// True if a play has a bound; failed plays may lack theirs.
    has_bounds: bool,
}

impl Pages {
    /// Makes pages in `folder` for the cases with these stems. Their streams are in `saved`, or
    /// else in [`Pages::streams`]. If `replace` is true, existing pages are replaced.
    pub fn new(folder: &Path, saved: Option<&Path>, stems: Vec<String>, replace: bool) -> Pages {
        Pages {
            folder: folder.into(),
            streams: saved.map_or_else(|| Pages::streams(folder), Path::to_path_buf),
            stems,
            replace,
            rows: BTreeMap::new(),
            has_bounds: false,
        }
    }

    /// Returns the folder of streams for pages in `folder`.
    pub fn streams(folder: &Path) -> PathBuf {
        folder.join("streams")
    }

    /// Returns the file of the index.
    pub fn index(&self) -> PathBuf {
        self.folder.join(INDEX)
    }

    /// Returns the file of a case's page.
    pub fn page(&self, stem: &str) -> PathBuf {
        self.folder.join(page_name(stem))
    }

    /// Returns the links from a case's page to the index and its neighbours.
    fn links(&self, stem: &str) -> PageLinks {
        let at = self.stems.iter().position(|known| known == stem);
        let near = |step: isize| {
            let stem = self.stems.get(at?.checked_add_signed(step)?)?;
            Some(page_name(stem))
        };
        PageLinks {
            before: near(-1),
            index: Some(INDEX.into()),
            after: near(1),
        }
    }

    /// Writes the page of a case. Without its streams there is none: a killed judge may not have
    /// completed those of its last cases.
    pub fn add<G: Game>(&mut self, played: &FinishedCase<G>) -> Result<()> {
        let FinishedCase { job, record, .. } = played;
        let replay = match played.play {
            Some(play) => record_replay(play, None)?,
            None if !stream(&self.streams, &job.stem, "out").exists() => return Ok(()),
            None => {
                let loaded = load(job, &self.streams)?;
                let record = (*record).clone();
                record_replay(&ScoredPlay { record, ..loaded }, None)?
            }
        };
        let is_pictured = self.stems.len() <= PICTURED;
        let position = is_pictured.then(|| last_position(&replay));
        let (title, links) = (title::<G>(&record.key), self.links(&job.stem));
        let page = page(&title, slice::from_ref(&replay), G::RULES, &links);
        write(&self.page(&job.stem), self.replace, page)?;
        let outcome = Outcome::of_play(record);
        self.has_bounds |= outcome.bound.is_some();
        let row = IndexRow {
            page: page_name(&job.stem),
            header: replay.header,
            counted_score: outcome.counted_score,
            share: outcome.bound_ratio,
            position: position.unwrap_or_default(),
        };
        self.rows.insert(played.index, row);
        Ok(())
    }

    /// Writes the index.
    pub fn finish(&mut self, title: &str) -> Result<()> {
        let path = self.index();
        let mut rows: Vec<IndexRow> = mem::take(&mut self.rows).into_values().collect();
        if !self.has_bounds {
            rows.iter_mut().for_each(|row| row.share = None);
        }
        write(&path, self.replace, index(title, &rows))?;
        see(&path);
        Ok(())
    }
}

/// Maximum number of cases for which the index shows last positions.
const PICTURED: usize = 5000;

/// File of the index.
const INDEX: &str = "index.html";

fn page_name(stem: &str) -> String {
    format!("{stem}.html")
}
