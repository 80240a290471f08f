use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};

use super::salt::Salts;
use game::{CasePlay, Game, OptionEffect, OptionValues, Salt, Seeds, read_whole_case};
use records::{CaseKey, CaseSource, Claims, at, file_stem, read_text};

/// The cases of a run, generated on demand.
pub(crate) struct Cases<G: Game> {
    game: G,
    pub variants: Vec<G>,
    files: Vec<(String, Arc<G::Case>)>,
    pub seeds: Seeds,
    salts: Salts,
    pub losses: bool,
}

/// A case of a run, with facts for its record.
pub(crate) struct CaseJob<G: Game> {
    pub play: CasePlay<G>,
    pub losses: bool,
    /// Number of the repetition in this run, from 1.
    pub repetition: usize,
    /// Name of the files of its streams, without the ending.
    pub stem: String,
}

impl<G: Game> Cases<G> {
    /// Makes the cases: those in `files` or generated ones, each for every seed.
    pub fn new(game: &G, seeds: Seeds, files: &[PathBuf], salts: Salts) -> Result<Cases<G>> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), read_case(game, path)?.into()));
        Ok(Cases {
            game: game.clone(),
            variants: game.variants(),
            files: files.iter().map(read).collect::<Result<_>>()?,
            seeds,
            salts,
            losses: false,
        })
    }

    /// Claims the files of the cases as inputs.
    pub fn claim(&self, claims: &mut Claims) {
        for (file, _) in &self.files {
            claims.input(Path::new(file), &format!("the case {file}"));
        }
    }

    /// Fails if two cases would have the same file name.
    pub fn check_stems(&self) -> Result<()> {
        let mut names = HashMap::new();
        for (file, _) in &self.files {
            let stem = file_stem(file);
            if let Some(other) = names.insert(stem.clone(), file) {
                bail!("{other} and {file} would both be saved as {stem}: rename one of them");
            }
        }
        Ok(())
    }

    pub fn len(&self) -> usize {
        match self.files.len() {
            0 => self.seeds.len() * self.variants.len(),
            files => self.seeds.len() * files,
        }
    }

    /// Returns case `index`: each file with all seeds, or if none each seed with all variants.
    pub fn get(&self, index: usize) -> CaseJob<G> {
        let (at, play) = if self.files.is_empty() {
            let count = self.variants.len();
            let (game, at) = (self.variants[index % count].clone(), index / count);
            (at, CasePlay::new(game, self.seeds.get(at)))
        } else {
            let count = self.seeds.len();
            let ((file, case), at) = (&self.files[index / count], index % count);
            let play = CasePlay::new(self.game.clone(), self.seeds.get(at));
            (at, play.of_file(file, case))
        };
        let repetition = self.seeds.repetition(at);
        let mut job = CaseJob {
            losses: self.losses,
            repetition,
            ..CaseJob::new(play, self.salts.of(index))
        };
        job.stem = job.key().stem(self.seeds.are_distinct());
        if repetition > 1 {
            job.stem += &format!(".repeat-{repetition}");
        }
        job
    }

    pub fn iter(&self) -> impl Iterator<Item = CaseJob<G>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<G: Game> CaseJob<G> {
    /// Makes the only case of a run.
    pub fn new(mut play: CasePlay<G>, salt: Option<Salt>) -> CaseJob<G> {
        play.salt = salt;
        CaseJob {
            play,
            losses: false,
            repetition: 1,
            stem: String::new(),
        }
    }

    pub fn key(&self) -> CaseKey {
        CaseKey {
            source: CaseSource {
                game: G::NAME.into(),
                variant: self.play.game.variant(),
                file: self.play.file.clone(),
                options: game_options::<G>(self.play.game.options()),
                salt: self.play.salt.clone(),
            },
            seed: self.play.seed,
        }
    }

    /// Returns the value that [`Record::play_id`](super::Record::play_id) will have.
    pub fn play_id(&self) -> (CaseKey, usize) {
        (self.key().unsalted(), self.repetition)
    }
}

/// Returns the options that draw or score a case and differ from their defaults, as shell words.
/// `None` without any; the variant is recorded elsewhere.
pub(crate) fn game_options<G: Game>(values: &OptionValues) -> Option<String> {
    let of = |effect| (G::OPTIONS.iter()).filter(move |option| option.effect == effect);
    let args = values.to_args(of(OptionEffect::Case).chain(of(OptionEffect::Score)));
    let args = shlex::try_join(args.iter().map(String::as_str)).ok();
    args.filter(|args| !args.is_empty())
}

fn read_case<G: Game>(game: &G, path: &Path) -> Result<G::Case> {
    let text = read_input(game, path)?;
    read_whole_case(game, &text).map_err(|malformed| at(path, &malformed))
}

/// Reads a file of a contestant's input: a case, with or without messages after it.
pub(super) fn read_input<G: Game>(game: &G, path: &Path) -> Result<String> {
    let text = read_text(path, game.limits().max_stream_bytes())?;
    if text.starts_with("{\"") {
        let path = path.display();
        bail!("{path}: these are records; judge-report reads them: judge-report html {path}");
    }
    Ok(text)
}
