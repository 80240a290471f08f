//! Files of every case: its streams and its page.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::super::saved::Folders;
use super::pages::Pages;
use records::{Claims, UserError, check_free};

/// Files of the cases of a run.
pub(crate) struct CaseFiles {
    /// The folders in which the run saves its streams.
    pub folders: Folders,
    pub(super) pages: Option<Pages>,
    /// The folder in the history to which streams are copied that are saved next to pages.
    pub(super) copies: Option<PathBuf>,
}

impl CaseFiles {
    /// The files of the cases with these stems. Streams are those in `loaded`, or saved in a folder
    /// next to the pages of `html`, or in the folder `kept` of the history, else in `saved`. Files that
    /// exist are replaced if `replace` is true.
    ///
    /// # Errors
    /// A file exists that must not be replaced, or is claimed; or another judge writes to a folder.
    pub fn new(
        loaded: Option<&Path>,
        saved: Folders,
        html: Option<&Path>,
        kept: Option<&Path>,
        stems: Vec<String>,
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
        let files = CaseFiles {
            folders,
            pages: html.map(|html| Pages::new(html, loaded, stems.clone(), replace)),
            copies: kept.filter(|_| html.is_some()).map(Path::to_path_buf),
        };
        files
            .claim(&stems, replace, claims)
            .map_err(UserError::of)?;
        Ok(files)
    }

    /// Claims the files and their folders; fails if a file exists that must not be replaced.
    fn claim(&self, stems: &[String], replace: bool, claims: &mut Claims) -> Result<()> {
        let pages = self.pages.as_ref();
        if pages.is_none() && !self.folders.keep_any() {
            return Ok(());
        }
        let folders = pages.iter().map(|pages| &pages.folder);
        for folder in folders.chain(self.folders.given()).chain(&self.copies) {
            claims.folder(folder)?;
        }
        let page = |stem: &String| pages.map(|pages| pages.page(stem));
        let of_case = |stem: &String| self.folders.targets(stem).into_iter().chain(page(stem));
        let paths = stems
            .iter()
            .flat_map(of_case)
            .chain(pages.map(Pages::index));
        for path in paths {
            if !replace {
                check_free([&path])?;
            }
            claims.output(&path, "a stream or page of a case")?;
        }
        Ok(())
    }
}
