//! The cases of a run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};

use super::salt::{CaseSalt, Salts};
use super::saved::Folders;
use game::{Game, Salt, Seeds, read_whole_case};
use records::{CaseKey, CaseSource, at, read_text};

/// The cases of a run, made as they are asked for.
pub(crate) struct Cases<G: Game> {
    game: G,
    variants: Vec<G>,
    files: Vec<(String, Arc<G::Case>)>,
    seeds: Seeds,
    salts: Salts,
    options: Option<String>,
    losses: bool,
}

/// One case, yet to be generated unless it came from a file.
pub(crate) struct CaseJob<G: Game> {
    /// The game with its parameters.
    pub game: G,
    /// The seed.
    pub seed: u64,
    /// Options of the game that draw or score the case.
    pub options: Option<String>,
    /// Salt of what is drawn during play, if there is one.
    pub salt: Option<CaseSalt>,
    /// True if its record says where points were lost.
    pub losses: bool,
    /// Which time this run plays the case, from 1.
    pub repetition: usize,
    /// The file that the case came from, and the case.
    pub file: Option<(String, Arc<G::Case>)>,
    /// Name of its files when streams are saved, without the ending.
    pub stem: String,
}

impl<G: Game> Cases<G> {
    /// The cases in `files`, or generated ones, for every seed.
    ///
    /// # Errors
    /// A file cannot be read or is malformed.
    pub fn new(game: &G, seeds: Seeds, files: &[PathBuf], salts: Salts) -> Result<Cases<G>> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), read_case(game, path)?.into()));
        Ok(Cases {
            game: game.clone(),
            variants: game.variants(),
            files: files.iter().map(read).collect::<Result<_>>()?,
            seeds,
            salts,
            options: None,
            losses: false,
        })
    }

    /// Returns the same cases under the name of the options that draw or score them.
    #[must_use]
    pub fn with_options(self, options: Option<String>) -> Cases<G> {
        Cases { options, ..self }
    }

    /// Returns the same cases, whose records say where points were lost if `losses` does.
    #[must_use]
    pub fn with_losses(self, losses: bool) -> Cases<G> {
        Cases { losses, ..self }
    }

    /// Checks that every case has saved streams of its own, none of which is a
    /// case file that this run reads.
    ///
    /// # Errors
    /// Two cases would share a name, or a case file would be overwritten.
    pub fn check_streams(&self, folders: &Folders) -> Result<()> {
        if self.files.is_empty() || !folders.keep_any() {
            return Ok(());
        }
        let mut names = HashMap::new();
        for (file, _) in &self.files {
            let stem = stem(file);
            if let Some(other) = names.insert(stem.clone(), file) {
                bail!("{other} and {file} would both be saved as {stem}: rename one of them");
            }
        }
        for job in self.iter() {
            for target in folders.targets(&job.stem) {
                let same = |file: &&(String, _)| is_same_file(Path::new(&file.0), &target);
                if let Some((file, _)) = self.files.iter().find(same) {
                    bail!("{}: this would overwrite the case {file}", target.display());
                }
            }
        }
        Ok(())
    }

    /// Returns true if a seed stands for several games.
    pub fn have_variants(&self) -> bool {
        self.variants.len() > 1
    }

    /// Number of cases.
    pub fn len(&self) -> usize {
        match self.files.len() {
            0 => self.seeds.len() * self.variants.len(),
            files => self.seeds.len() * files,
        }
    }

    /// Returns true if the run plays a case more than once.
    pub fn repeat(&self) -> bool {
        self.seeds.repeat()
    }

    /// Returns case `index`, below [`Cases::len`]: files in the order given,
    /// each for every seed; or seeds in the order given, each in every variant.
    pub fn get(&self, index: usize) -> CaseJob<G> {
        if self.files.is_empty() {
            let count = self.variants.len();
            let (game, at) = (self.variants[index % count].clone(), index / count);
            let seed = self.seeds.get(at);
            let variant = game.variant().map(|variant| format!(".{variant}"));
            let stem = seed.to_string() + &variant.unwrap_or_default();
            return self.job(index, game, at, None, stem);
        }
        let count = self.seeds.len();
        let (file, at) = (&self.files[index / count], index % count);
        let mut stem = stem(&file.0);
        if self.seeds.differ() {
            stem += &format!(".seed-{}", self.seeds.get(at));
        }
        self.job(index, self.game.clone(), at, Some(file.clone()), stem)
    }

    fn job(
        &self,
        index: usize,
        game: G,
        at: usize,
        file: Option<(String, Arc<G::Case>)>,
        mut stem: String,
    ) -> CaseJob<G> {
        let repetition = self.seeds.repetition(at);
        if repetition > 1 {
            stem += &format!(".repeat-{repetition}");
        }
        CaseJob {
            game,
            seed: self.seeds.get(at),
            options: self.options.clone(),
            salt: self.salts.of(index),
            losses: self.losses,
            repetition,
            file,
            stem,
        }
    }

    /// All cases in order.
    pub fn iter(&self) -> impl Iterator<Item = CaseJob<G>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<G: Game> CaseJob<G> {
    /// Returns the name that the case has in its record.
    pub fn key(&self) -> CaseKey {
        CaseKey {
            source: CaseSource {
                game: G::NAME.into(),
                variant: self.game.variant(),
                file: self.file.as_ref().map(|(name, _)| name.clone()),
                options: self.options.clone(),
                salt: self.salt.as_ref().map(CaseSalt::recorded),
            },
            seed: self.seed,
        }
    }

    /// Returns the salt with which it is played, if there is one.
    pub fn salt(&self) -> Option<&Salt> {
        self.salt.as_ref().map(|case| &case.salt)
    }

    /// Returns what [`Record::place`](super::Record::place) will be.
    pub fn place(&self) -> (CaseKey, usize) {
        (self.key().unsalted(), self.repetition)
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

/// Returns the name of a case file without folder and ending.
fn stem(file: &str) -> String {
    let file = if file == "-" { "stdin" } else { file };
    let stem = Path::new(file).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
