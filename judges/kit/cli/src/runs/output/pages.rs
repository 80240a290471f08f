//! Pages of `--html`: one for every case, and an index; and the claims of pages and streams.

use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Error, Result};

use super::super::cases::{CaseJob, ScoredPlay};
use super::super::saved::{Folders, load, stream};
use super::CaseOutput;
use game::Game;
use records::{
    CaseFigures, CaseName, Claims, Outcome, Record, UserError, check_free, outcomes, see, write,
};
use scene::page::{IndexRow, PageLinks, index, last_position, page, percent};
use scene::{Header, Recorder, Replay, decimal, printable};
use web::header;

/// The pages of a run.
pub(crate) struct Pages {
    pub folder: PathBuf,
    /// Folder of the cases' streams.
    streams: PathBuf,
    /// Stems of the cases in the order of the run.
    stems: Vec<String>,
    /// True if existing pages are replaced.
    replace: bool,
    /// Rows of the index with the outcomes of their plays, by the play's index in the run.
    rows: BTreeMap<usize, (CaseName, Outcome, IndexRow)>,
}

impl Pages {
    /// Returns the links from a case's page to the index and its neighbours.
    fn links(&self, stem: &str) -> PageLinks {
        let at = self.stems.iter().position(|known| known == stem);
        let near = |step| Some(page_name(self.stems.get(at?.checked_add_signed(step)?)?));
        PageLinks { before: near(-1), index: Some(INDEX.into()), after: near(1) }
    }
}

impl<G: Game> CaseOutput<G> for Pages {
    /// Writes the page of a case. Without its streams there is none: a killed judge may not have
    /// completed those of its last cases.
    fn add(
        &mut self,
        job: &CaseJob<G>,
        record: &Record,
        play: Option<&ScoredPlay<G>>,
    ) -> Result<()> {
        let replay = match play {
            Some(play) => record_replay(play)?,
            None if !stream(&self.streams, &job.stem, "out").exists() => return Ok(()),
            None => {
                let (loaded, record) = (load(job, &self.streams)?, record.clone());
                record_replay(&ScoredPlay { record, ..loaded })?
            }
        };
        let position =
            if self.stems.len() <= PICTURED { last_position(&replay) } else { String::new() };
        let (title, links) = (title::<G>(&record.case), self.links(&job.stem));
        let page = page(&title, slice::from_ref(&replay), G::RULES, &links);
        write(&self.folder.join(page_name(&job.stem)), self.replace, page)?;
        let outcome = Outcome::of_play(record);
        let row = IndexRow {
            page: page_name(&job.stem),
            header: replay.header,
            share: outcome.bound_ratio,
            position,
        };
        let case = record.case.clone();
        self.rows.insert(job.index, (case, outcome, row));
        Ok(())
    }

    /// Writes the index.
    fn finish(&mut self) -> Result<()> {
        let path = self.folder.join(INDEX);
        let rows = mem::take(&mut self.rows).into_values();
        let (plays, mut rows): (Vec<_>, Vec<_>) =
            rows.map(|(case, outcome, row)| ((case, outcome), row)).unzip();
        let cases = outcomes(plays);
        let figures = CaseFigures::of(cases.values());
        // Failed plays have a share even if no play has a bound.
        if figures.bound().is_none() {
            rows.iter_mut().for_each(|row| row.share = None);
        }
        let failed = cases.values().filter(|case| case.has_failed()).count();
        let figures = [
            ("cases", Some(figures.cases().to_string())),
            ("failed", (failed > 0).then(|| failed.to_string())),
            ("mean score", Some(decimal(figures.score()))),
            ("mean share of bound", figures.bound_ratio().map(percent)),
        ];
        let shown: Vec<_> =
            figures.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        write(&path, self.replace, index(G::TITLE, &shown, &rows))?;
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

/// Claims the files of the cases with these stems, and returns the folders of their streams and their
/// pages. Streams are in `loaded`, or else are saved next to the pages of `html`, or else in `saved`.
///
/// # Errors
/// A file exists and must not be replaced, or is claimed; or another judge writes to a folder.
pub(crate) fn case_files(
    loaded: Option<&Path>,
    saved: Folders,
    html: Option<&Path>,
    stems: impl Iterator<Item = String>,
    claims: &mut Claims,
) -> Result<(Folders, Option<Pages>)> {
    let (replace, streams) = (saved.replace, html.map(|html| html.join("streams")));
    let folders = match (loaded, &streams) {
        (None, None) => saved,
        (None, all) => Folders { all: all.clone(), replace, ..Folders::default() },
        _ => Folders { replace, ..Folders::default() },
    };
    // A long run without such files needs no names.
    let has_files = html.is_some() || folders.keep_any();
    let stems: Vec<String> = stems.filter(|_| has_files).collect();
    let streams = loaded.map(PathBuf::from).or(streams);
    let pages = html.zip(streams).map(|(html, streams)| Pages {
        folder: html.into(),
        streams,
        stems: stems.clone(),
        replace,
        rows: BTreeMap::new(),
    });
    claim(&folders, pages.as_ref(), &stems, claims).map_err(UserError::of)?;
    Ok((folders, pages))
}

fn claim(
    folders: &Folders,
    pages: Option<&Pages>,
    stems: &[String],
    claims: &mut Claims,
) -> Result<()> {
    // Other testers start one judge for each case, several at a time.
    let is_one = stems.len() == 1 && pages.is_none();
    for folder in pages.iter().map(|pages| &pages.folder).chain(folders.given()) {
        claims.folder(folder, is_one)?;
    }
    let page = |name: String| pages.map(|pages| pages.folder.join(name));
    let of_case = |stem: &String| folders.targets(stem).into_iter().chain(page(page_name(stem)));
    for path in stems.iter().flat_map(of_case).chain(page(INDEX.into())) {
        if !folders.replace {
            check_free([&path])?;
        }
        claims.output(&path, "a stream or page of a case")?;
    }
    Ok(())
}

/// Replays a play with the outcome in its record, and with its losses if they are known.
pub(crate) fn record_replay<G: Game>(
    ScoredPlay { judged, losses, record, .. }: &ScoredPlay<G>,
) -> Result<Replay> {
    let mut recorder = Recorder::default();
    judged.show(losses.as_ref(), |scene| recorder.show(scene)).map_err(Error::msg)?;
    let layout = judged.case.layout();
    let score = &record.score;
    let known = (score.bound.as_ref(), score.best_known);
    let header = Header {
        case: printable(&record.case.label()),
        contestant: printable(&record.origin.command),
        ..header::<G>(&layout, &record.parameters, &record.ruling, score.raw, known)
    };
    Ok(recorder.finish(header, layout))
}

/// Returns the title of a page about the case.
pub(crate) fn title<G: Game>(case: &CaseName) -> String {
    format!("{}, {}", G::TITLE, case.full_label())
}
