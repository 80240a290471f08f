//! Files of every case: its streams and its page.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::super::saved::{Folders, stream};
use super::pages::{FinishedCase, Pages};
use game::Game;
use records::{Claims, UserError, check_free};

/// Output files of the cases of a run.
pub(crate) struct CaseFiles {
    /// Folders of the streams that the run saves.
    pub folders: Folders,
    pub(super) pages: Option<Pages>,
    /// Folder in the history for copies of the streams, if they are saved next to pages.
    pub(super) copies: Option<PathBuf>,
}

impl CaseFiles {
    /// Makes the files of the cases with these stems. Streams are in `loaded`, or else are saved
    /// next to the pages of `html`, or else in the history's folder `kept`, or else in `saved`. If
    /// `replace` is true, existing files are replaced.
    ///
    /// # Errors
    /// A file exists and must not be replaced, or is claimed; or another judge writes to a folder.
    pub fn new(
        loaded: Option<&Path>,
        saved: Folders,
        html: Option<&Path>,
        kept: Option<&Path>,
        stems: impl Iterator<Item = String>,
        replace: bool,
        claims: &mut Claims,
    ) -> Result<CaseFiles> {
        let kept = kept.filter(|_| loaded.is_none());
        let mut folders = match (loaded, html, kept) {
            (Some(_), ..) => Folders::default(),
            (None, Some(html), _) => Folders::all(&Pages::streams(html)),
            (None, None, Some(kept)) => Folders::all(kept).with_error(saved.error),
            (None, None, None) => saved,
        };
        folders.replace = replace;
        // A long run without such files needs no names.
        let has_files = html.is_some() || folders.keep_any();
        let stems: Vec<String> = stems.filter(|_| has_files).collect();
        let files = CaseFiles {
            folders,
            pages: html.map(|html| Pages::new(html, loaded, stems.clone(), replace)),
            copies: kept.filter(|_| html.is_some()).map(Path::to_path_buf),
        };
        let claimed = files.claim(&stems, replace, claims);
        claimed.map(|()| files).map_err(UserError::of)
    }

    /// Claims the files and their folders; fails if one exists and must not be replaced.
    fn claim(&self, stems: &[String], replace: bool, claims: &mut Claims) -> Result<()> {
        let pages = self.pages.as_ref();
        // Other testers start one judge for each case, several at a time.
        let is_one = stems.len() == 1 && pages.is_none();
        let folders = pages.iter().map(|pages| &pages.folder);
        for folder in folders.chain(self.folders.given()).chain(&self.copies) {
            claims.folder(folder, is_one)?;
        }
        let page = |stem: &String| pages.map(|pages| pages.page(stem));
        let of_case = |stem: &String| self.folders.targets(stem).into_iter().chain(page(stem));
        let of_cases = stems.iter().flat_map(of_case);
        for path in of_cases.chain(pages.map(Pages::index)) {
            if !replace {
                check_free([&path])?;
            }
            claims.output(&path, "a stream or page of a case")?;
        }
        Ok(())
    }

    /// Copies the streams of a case to the history, and writes its page.
    pub(super) fn add<G: Game>(&mut self, played: &FinishedCase<G>) -> Result<()> {
        let stem = &played.job.stem;
        if let Some(folder) = &self.copies {
            for (path, ending) in self.folders.targets(stem).iter().zip(["in", "out"]) {
                let copy = stream(folder, stem, ending);
                fs::copy(path, &copy).with_context(|| copy.display().to_string())?;
            }
        }
        let mut pages = self.pages.iter_mut();
        pages.try_for_each(|pages| pages.add(played))
    }
}
