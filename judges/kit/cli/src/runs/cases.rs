//! The cases of a run, and their scored plays.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};

use super::history::KeptOutput;
use super::salt::Salts;
use game::{
    CasePlay, Cost, Details, Game, JudgedPlay, Losses, OptionEffect, OptionValues, Ruling, Salt,
    Seeds, Verdict, read_whole_case,
};
use records::{
    CaseName, Claims, Origin, Record, RecordedLosses, RecordedScore, Version, at, digest,
    file_stem, read_text,
};
use scene::printable;

/// The cases of a run, generated on demand.
pub(crate) struct Cases<G: Game> {
    game: G,
    pub variants: Vec<G>,
    files: Vec<Arc<CaseFile<G>>>,
    pub seeds: Seeds,
    salts: Salts,
    pub losses: bool,
}

/// A case from a file.
pub(crate) struct CaseFile<G: Game> {
    /// The file's own name, printable, and its absolute path; `stdin` for standard input.
    pub name: String,
    pub path: PathBuf,
    /// Digest of the case, which does not depend on the file's place.
    pub digest: String,
    pub case: Arc<G::Case>,
}

impl<G: Game> CaseFile<G> {
    /// Reads a case file; `-` is standard input.
    pub fn read(game: &G, path: &Path) -> Result<Arc<CaseFile<G>>> {
        let text = read_input(game, path)?;
        let case = read_whole_case(game, &text).map_err(|malformed| at(path, &malformed))?;
        Ok(CaseFile::new(path, case.into()).into())
    }

    /// Describes a case that was read from `path`.
    pub fn new(path: &Path, case: Arc<G::Case>) -> CaseFile<G> {
        let own = path.canonicalize().ok().filter(|path| path.is_file());
        let path = own.unwrap_or_else(|| "stdin".into());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        CaseFile { name: printable(&name), digest: digest(case.to_string().as_bytes()), path, case }
    }
}

/// A case of a run, with facts for its record.
pub(crate) struct CaseJob<G: Game> {
    /// Index of the case in the run.
    pub index: usize,
    pub play: CasePlay<G>,
    /// The case file, if the case is from one.
    pub file: Option<Arc<CaseFile<G>>>,
    pub losses: bool,
    /// Number of the repetition in this run, from 1.
    pub repetition: usize,
    /// Name of the files of its streams, without the ending.
    pub stem: String,
}

impl<G: Game> Cases<G> {
    /// Makes the cases: those in `files` or generated ones, each for every seed.
    pub fn new(game: &G, seeds: Seeds, files: &[PathBuf], salts: Salts) -> Result<Cases<G>> {
        let read = |path: &PathBuf| CaseFile::read(game, path);
        Ok(Cases {
            game: game.clone(),
            variants: game.variants(),
            files: files.iter().map(read).collect::<Result<_>>()?,
            seeds,
            salts,
            losses: false,
        })
    }

    /// Returns true if the cases are those of files.
    pub fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns true if a case may be played several times: two files or seeds may have the same case.
    pub fn may_repeat(&self) -> bool {
        let is_equal = |seed| self.game.first_seed(seed) != seed;
        self.has_files() || self.seeds.has_repeats() || self.seeds.iter().any(is_equal)
    }

    /// Claims the files of the cases as inputs.
    pub fn claim(&self, claims: &mut Claims) {
        for file in &self.files {
            claims.input(&file.path, &format!("the case {}", file.name));
        }
    }

    /// Fails if two cases would have the same file name.
    pub fn check_stems(&self) -> Result<()> {
        let mut names = HashMap::new();
        for file in &self.files {
            let stem = file_stem(&file.name);
            if let Some(other) = names.insert(stem.clone(), &file.path) {
                let [other, file] = [other, &file.path].map(|path| path.display());
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
        let (game, file, at) = if self.files.is_empty() {
            let count = self.variants.len();
            (&self.variants[index % count], None, index / count)
        } else {
            let count = self.seeds.len();
            (&self.game, Some(&self.files[index / count]), index % count)
        };
        let play = CasePlay::new(game.clone(), self.seeds.get(at));
        let repetition = self.seeds.repetition(at);
        let mut job = CaseJob {
            index,
            losses: self.losses,
            repetition,
            ..CaseJob::new(play, self.salts.of(index))
        };
        job.set_file(file.cloned());
        job.stem = job.name().stem(self.seeds.are_distinct());
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
        CaseJob { index: 0, play, file: None, losses: false, repetition: 1, stem: String::new() }
    }

    /// Replaces the case by that of a file.
    pub fn set_file(&mut self, file: Option<Arc<CaseFile<G>>>) {
        if let Some(file) = &file {
            self.play = self.play.clone().of_file(&file.name, &file.case);
        }
        self.file = file;
    }

    pub fn name(&self) -> CaseName {
        let file = self.file.as_ref();
        let seed = self.play.seed;
        let first = self.play.game.first_seed(seed);
        CaseName {
            game: G::NAME.into(),
            variant: self.play.game.variant(),
            file: file.map(|file| file.name.clone()),
            file_digest: file.map(|file| file.digest.clone()),
            options: game_options::<G>(self.play.game.options()),
            salt: self.play.salt.clone(),
            seed,
            first_seed: (file.is_none() && first != seed).then_some(first),
        }
    }

    /// Returns the value that [`Record::play_id`](super::Record::play_id) will have.
    pub fn play_id(&self) -> (CaseName, usize) {
        (self.name().unsalted(), self.repetition)
    }

    /// Scores a play of `origin`, and makes its record.
    pub fn scored(&self, judged: JudgedPlay<G>, origin: Origin) -> ScoredPlay<G> {
        let (game, case) = (&judged.case.game, judged.case.case());
        let (scored, mut ruling) = (judged.scored(), judged.ruling.clone());
        let losses = self.losses.then(|| judged.losses()).flatten();
        let losses = losses.map(|losses| losses.ruled(ruling.verdict));
        let failed = ruling.verdict != Verdict::Ok;
        let bound = scored.bound.as_ref();
        let counted = G::MEASURE.counted_score(scored.score, failed);
        let bound_ratio = bound.and_then(|bound| G::OBJECTIVE.ratio(counted, bound.value));
        // Duels rely on these ranges.
        if let Some(problem) = game.ranges(case).violated(scored.score, bound_ratio) {
            ruling = Ruling::failed(Verdict::Ie, &problem);
        }
        let score = RecordedScore {
            raw: scored.score,
            normalised: scored.normalised,
            bound_ratio,
            absolute_gap: bound.map(|bound| G::OBJECTIVE.gain(bound.value, scored.score)),
            bound: scored.bound,
            reference: game.reference().filter(|_| judged.case.is_drawn),
            measure: G::MEASURE,
            objective: G::OBJECTIVE,
            ..RecordedScore::default()
        };
        let file = self.file.as_ref();
        let record = Record {
            case: self.name(),
            version: Version,
            repetition: (self.repetition > 1).then_some(self.repetition),
            parameters: game.parameters(case),
            ruling,
            score,
            cost: Cost::default(),
            error_output: Vec::new(),
            origin: Origin { case_path: file.map(|file| file.path.clone()), ..origin },
            conditions: None,
            answers: None,
            output: None,
            data: Details::default(),
            details: scored.details,
            losses: losses.as_ref().map(RecordedLosses::from),
        };
        ScoredPlay { judged, losses, record, output: None, missing_data: None }
    }
}

/// A refereed play with its record.
pub(crate) struct ScoredPlay<G: Game> {
    pub judged: JudgedPlay<G>,
    /// The losses under its ruling, if they are asked for.
    pub losses: Option<Losses>,
    pub record: Record,
    /// The contestant's output, for the history.
    pub output: Option<KeptOutput>,
    /// Parts of the contestant's `[DATA]` lines that its record lacks, in words.
    pub missing_data: Option<String>,
}

/// Returns the options that draw or score a case and differ from their defaults, as shell words.
/// `None` without any; the variant is recorded elsewhere.
pub(crate) fn game_options<G: Game>(values: &OptionValues) -> Option<String> {
    options_of::<G>(values, &[OptionEffect::Case, OptionEffect::Score])
}

/// Returns the options with these effects that differ from their defaults, as shell words.
pub(crate) fn options_of<G: Game>(
    values: &OptionValues,
    effects: &[OptionEffect],
) -> Option<String> {
    let of = |&effect| (G::OPTIONS.iter()).filter(move |option| option.effect == effect);
    let args = values.to_args(effects.iter().flat_map(of));
    let args = shlex::try_join(args.iter().map(String::as_str)).ok();
    args.filter(|args| !args.is_empty())
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
