//! The cases of a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use super::record::case_key;
use super::referee::read_whole_case;
use super::saved::{at, read_text};
use crate::game::Game;

/// The cases of a run, made as they are asked for.
pub(crate) struct Cases<G: Game> {
    game: G,
    variants: Vec<G>,
    files: Vec<(String, Arc<G::Case>)>,
    seeds: Vec<u64>,
}

/// One case, yet to be generated unless it came from a file.
pub(crate) struct Job<G: Game> {
    /// The game with its parameters.
    pub game: G,
    /// The seed.
    pub seed: u64,
    /// The file that the case came from, and the case.
    pub file: Option<(String, Arc<G::Case>)>,
}

impl<G: Game> Cases<G> {
    /// The cases in `files`, or generated ones, for every seed.
    ///
    /// # Errors
    /// A file cannot be read or is malformed.
    pub fn new(game: &G, seeds: Vec<u64>, files: &[PathBuf]) -> Result<Cases<G>> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), read_case(game, path)?.into()));
        Ok(Cases {
            game: game.clone(),
            variants: game.variants(),
            files: files.iter().map(read).collect::<Result<_>>()?,
            seeds,
        })
    }

    /// Number of cases.
    pub fn len(&self) -> usize {
        match self.files.len() {
            0 => self.seeds.len() * self.variants.len(),
            files => self.seeds.len() * files,
        }
    }

    /// Returns case `index`, below [`Cases::len`]: files in the order given,
    /// each for every seed; or seeds in the order given, each in every variant.
    pub fn get(&self, index: usize) -> Job<G> {
        if self.files.is_empty() {
            let count = self.variants.len();
            return Job {
                game: self.variants[index % count].clone(),
                seed: self.seeds[index / count],
                file: None,
            };
        }
        let count = self.seeds.len();
        Job {
            game: self.game.clone(),
            seed: self.seeds[index % count],
            file: Some(self.files[index / count].clone()),
        }
    }

    /// All cases in order.
    pub fn iter(&self) -> impl Iterator<Item = Job<G>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<G: Game> Job<G> {
    /// Returns the name of its files when streams are saved.
    pub fn key(&self) -> String {
        case_key(self.seed, self.game.variant().as_deref())
    }

    /// Returns the case, generated unless it came from a file.
    pub fn case(&self) -> Arc<G::Case> {
        match &self.file {
            Some((_, case)) => Arc::clone(case),
            None => Arc::new(self.game.generate(self.seed)),
        }
    }
}

/// Reads a case file.
fn read_case<G: Game>(game: &G, path: &Path) -> Result<G::Case> {
    let text = read_text(path)?;
    read_whole_case(game, &text).map_err(|malformed| at(path, &malformed))
}
