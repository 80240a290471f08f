//! Files of every case: its streams and its page.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::super::kept::StreamKeeper;
use super::super::saved::Folders;
use super::pages::Pages;
use records::check_free;

/// Files of the cases of a run.
pub(crate) struct CaseFiles {
    /// The folders in which the run saves its streams.
    pub folders: Folders,
    pub(super) pages: Option<Pages>,
    pub(super) kept: Option<StreamKeeper>,
}

impl CaseFiles {
    /// The files of the cases with these stems. Streams are those in `loaded`, or saved in a folder
    /// next to the pages of `html`, else in `saved`; the history keeps them if `are_kept`. Files that
    /// exist are replaced if `replace` is true; else fails if there is one.
    pub fn new(
        loaded: Option<&Path>,
        saved: Folders,
        html: Option<&Path>,
        are_kept: bool,
        stems: impl Iterator<Item = String>,
        replace: bool,
    ) -> Result<CaseFiles> {
        let own = html.map(Pages::streams);
        let kept = (are_kept && loaded.is_none()).then(|| StreamKeeper::new(own.clone()));
        let kept = kept.transpose()?;
        let mut folders = match (loaded, own, &kept) {
            (Some(_), ..) => Folders::default(),
            (None, Some(own), _) => Folders::all(&own),
            (None, None, Some(kept)) => kept.folders(saved.error),
            (None, None, None) => saved,
        };
        folders.replace = replace;
        let mut files = CaseFiles {
            folders,
            pages: None,
            kept,
        };
        if html.is_some() || files.folders.keep_any() {
            let stems: Vec<String> = stems.collect();
            files.pages = html.map(|html| Pages::new(html, loaded, stems.clone(), replace));
            if !replace {
                files.check(&stems)?;
            }
        }
        Ok(files)
    }

    /// Creates the folders of pages and streams.
    pub(super) fn create(&self) -> Result<()> {
        let pages = self.pages.iter().map(|pages| &pages.folder);
        for folder in pages.chain(self.folders.given()) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(())
    }

    /// Fails if a file exists that these would replace.
    fn check(&self, stems: &[String]) -> Result<()> {
        let pages = self.pages.as_ref();
        let of_case = |stem: &String| {
            let page = pages.map(|pages| pages.page(stem));
            self.folders.targets(stem).into_iter().chain(page)
        };
        check_free(pages.map(Pages::index))?;
        check_free(stems.iter().flat_map(of_case))
    }
}
