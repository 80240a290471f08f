//! Outputs of a run: files of records and scores, lines on standard output, a summary.

mod bests;
mod files;
mod format;
mod pages;
mod progress;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};

use super::history::{HistoryOptions, keep_sources, new_folder, revision};
use super::{CaseJob, Cases, RunContext, Salts, ScoredPlay};
use bests::Bests;
pub(crate) use files::CaseFiles;
pub(crate) use format::{ScoreFormat, shown_score};
use game::{Game, Total, Verdict};
use progress::Progress;
use records::{
    CaseKey, Existing, LineFile, Record, RunFolder, RunInfo, Summaries, Version, WrongUsage,
    history, json, note, print, see, write,
};

#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct RecordOptions {
    /// Write a record of every case to FILE, as JSON Lines; `-` is standard output
    #[arg(long, value_name = "FILE", display_order = 0)]
    json: Option<PathBuf>,
    /// Play only what the file of --json lacks for the same command, limits, salt and cases
    #[arg(long, requires = "json", conflicts_with = "force", display_order = 1)]
    resume: bool,
    /// Replace files that exist: records, scores, streams and pages
    #[arg(long, display_order = 2)]
    force: bool,
}

/// Scores, and how they are printed.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ScoreOptions {
    /// Compare with the best scores in FILE, and keep them up to date
    #[arg(long, visible_alias = "bs", value_name = "FILE")]
    bests: Option<PathBuf>,
    /// Do not change the file of --bests
    #[arg(long = "freezeBests", requires = "bests")]
    freeze_bests: bool,
    /// Write the scores to FILE, one `case,score` line each
    #[arg(long = "saveScores", visible_alias = "ss", value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Form in which a case is printed
    #[arg(long = "scoreFormat", value_name = "FORM", value_enum, default_value_t)]
    format: ScoreFormat,
}

impl RecordOptions {
    /// Returns true if existing scores, streams and pages may be replaced.
    pub fn replace(&self) -> bool {
        self.resume || self.force
    }

    fn existing(&self) -> Existing {
        match (self.resume, self.force) {
            (true, _) => Existing::Resume,
            (false, true) => Existing::Force,
            (false, false) => Existing::Refuse("--resume plays what it lacks, --force starts over"),
        }
    }
}

impl ScoreOptions {
    /// Returns the score of a single case in the form asked for, without a point if it is whole.
    pub fn score_line<G: Game>(&self, record: &Record) -> String {
        let format = match self.format {
            ScoreFormat::Decimal => ScoreFormat::Bare,
            other => other,
        };
        format.line::<G>(record, true)
    }
}

/// Files and lines that the user asked for, and what the records of the run have in common.
pub(crate) struct OutputOptions<'a> {
    pub records: &'a RecordOptions,
    pub scores: &'a ScoreOptions,
    pub history: &'a HistoryOptions,
    pub no_summary: bool,
    /// True for a single case whose dialogue uses standard output: the caller prints its score.
    pub by_hand: bool,
    pub command: String,
    /// The contestant and its setup, if one runs.
    pub context: Option<&'a RunContext<'a>>,
    pub salts: Salts,
    pub cases: usize,
    /// True if a case may be played several times.
    pub repeats: bool,
}

impl OutputOptions<'_> {
    /// Returns true if an earlier part of this run could have written `record`: it has the run's
    /// command, limits and salt.
    fn has_part(&self, record: &Record) -> bool {
        let limits = self.context.map(|context| context.limits);
        record.command == self.command
            && record.limits == limits
            && self.salts.may_have(record.key.source.salt.as_ref())
    }

    /// Begins the run of `game`, with pages in this folder, if the history keeps it. Fails if options
    /// of the history are given, but it does not; or if it keeps a run that goes on from an earlier one.
    fn begin(&self, game: &str, pages: Option<&Path>) -> Result<Option<RunFolder>> {
        let asked = self.history;
        let Some((folder, context)) = history(asked.runs.as_deref()).zip(self.context) else {
            let is_asked = asked.note.is_some() || asked.runs.is_some() || asked.streams;
            let problem = "--runs, --runs-streams and --note: the history keeps runs of contestants in \
                           the folder that --runs or the variable JUDGE_RUNS names";
            ensure!(!is_asked, WrongUsage(problem.into()));
            return Ok(None);
        };
        let problem = "--resume: a run that the history keeps cannot be resumed";
        ensure!(!self.records.resume, WrongUsage(problem.into()));
        let shown = || folder.display().to_string();
        let made = fs::create_dir_all(&folder).and_then(|()| new_folder(&folder, game));
        let (name, path) = made.with_context(shown).map_err(WrongUsage::of)?;
        let words = &context.contestant.command;
        let (commit, dirty) = revision(words).unzip();
        let info = RunInfo {
            name: name.clone(),
            game: game.into(),
            started: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
            commit,
            dirty,
            command: self.command.clone(),
            limits: context.limits,
            version: Version,
            cases: self.cases,
            note: asked.note.clone(),
            pages: pages.and_then(|pages| std::path::absolute(pages).ok()),
        };
        let kept = RunFolder(path);
        let line = json(&info).context("the history")? + "\n";
        write(&kept.info(), false, line)?;
        keep_sources(words, &kept, info.commit.is_some()).with_context(shown)?;
        note(&format!("run {name}"));
        Ok(Some(kept))
    }

    fn check(&self) -> Result<()> {
        let named = [
            ("--json", &self.records.json),
            ("--bests", &self.scores.bests),
            ("--saveScores", &self.scores.scores),
        ];
        let mut seen: Vec<(&str, PathBuf)> = Vec::new();
        for (option, path) in named {
            let Some(path) = path else { continue };
            let is_stream = path == Path::new("-");
            if is_stream && option == "--bests" {
                bail!(
                    "--bests: the best scores are read and written, so they need a file, not `-`"
                );
            }
            if is_stream && self.by_hand {
                bail!("{option} -: the dialogue is on standard output; expected a file");
            }
            let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let absolute = absolute.canonicalize().unwrap_or(absolute);
            if let Some((other, _)) = seen.iter().find(|(_, known)| *known == absolute) {
                let path = path.display();
                bail!("{other} and {option} name the same file, {path}");
            }
            seen.push((option, absolute));
        }
        Ok(())
    }
}

/// The outputs of a run, and its earlier part if it is resumed.
pub(crate) struct Outputs<G: Game> {
    bests: Option<Bests>,
    /// Files of records: that of `--json`, and that of the history.
    records: Vec<LineFile>,
    scores: Option<LineFile>,
    progress: Option<Progress>,
    /// Figures over all cases, and the game's own result.
    summary: Option<(Summaries, G::Total)>,
    /// The run in the history.
    kept: Option<RunFolder>,
    files: CaseFiles,
    /// Records of cases that the file of `--json` already contains.
    earlier: HashMap<(CaseKey, usize), Record>,
    status: u8,
}

/// Returns the exit status of a case: 0 OK, 1 the contestant failed, 3 the judge failed.
pub(crate) fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => 0,
        Verdict::Ie => 3,
        _ => 1,
    }
}

pub(crate) fn new_lines(path: &Path) -> Result<LineFile> {
    LineFile::open(path, Existing::Refuse("name another file"), |_| Ok(()))
}

impl<G: Game> Outputs<G> {
    /// Creates the folders of the `files` of cases, and opens the outputs of a run; fails if two share
    /// a file, or one cannot be opened.
    pub fn open(options: &OutputOptions, mut files: CaseFiles) -> Result<Outputs<G>> {
        files.create().map_err(WrongUsage::of)?;
        options.check().map_err(WrongUsage::of)?;
        let asked = options.scores;
        let bests = asked.bests.as_deref();
        let bests = bests.map(|path| Bests::open(path, asked.freeze_bests));
        let bests = bests.transpose().map_err(WrongUsage::of)?;
        let (mut records, mut earlier) = (Vec::new(), Vec::new());
        if let Some(path) = &options.records.json {
            let file = LineFile::open(path, options.records.existing(), |line| {
                let record: Record = serde_json::from_str(line)?;
                if record.key.source.game == G::NAME && options.has_part(&record) {
                    earlier.push(record);
                }
                Ok(())
            });
            records.push(file.map_err(WrongUsage::of)?);
        }
        let pages = files.pages.as_ref().map(|pages| pages.folder.as_path());
        let kept = options.begin(G::NAME, pages)?;
        if let Some(run) = &kept {
            records.push(new_lines(&run.records()).map_err(WrongUsage::of)?);
        }
        // A resumed run writes all its scores once more.
        let existing = match options.records.replace() {
            true => Existing::Force,
            false => Existing::Refuse("--force starts over"),
        };
        let open = |path: &PathBuf| LineFile::open(path, existing, |_| Ok(()));
        let scores = asked.scores.as_ref().map(open).transpose();
        let repeated = |record: &Record| record.repetition.is_some();
        let repeats = options.repeats || earlier.iter().any(repeated);
        let is_summed = !options.no_summary && asked.format == ScoreFormat::Decimal;
        let scores = scores.map_err(WrongUsage::of)?;
        if let (Some(streams), Some(run)) = (&mut files.kept, &kept) {
            streams.begin(run.streams())?;
        }
        let mut outputs = Outputs {
            bests,
            records,
            scores,
            progress: (!options.by_hand).then(|| Progress::new(options.cases, asked.format)),
            summary: is_summed.then(|| (Summaries::new(repeats), G::Total::default())),
            kept,
            files,
            earlier: HashMap::new(),
            status: 0,
        };
        for record in earlier {
            // Only the first of a case counts.
            if !outputs.earlier.contains_key(&record.place()) {
                outputs.count(&record)?;
                outputs.earlier.insert(record.place(), record);
            }
        }
        Ok(outputs)
    }

    /// Returns true if an earlier part of the run has played the case with this place.
    pub fn has_played(&self, place: &(CaseKey, usize)) -> bool {
        self.earlier.contains_key(place)
    }

    /// Returns those of the cases with these `indices` that no earlier part of the run has played.
    /// Writes the pages of the others, as far as their streams were saved: the judge may have been
    /// killed before they were complete.
    pub fn pending(&mut self, cases: &Cases<G>, mut indices: Vec<usize>) -> Result<Vec<usize>> {
        if !self.earlier.is_empty() {
            if let Some(pages) = &mut self.files.pages {
                for (index, job) in cases.iter().enumerate() {
                    let record = self.earlier.get(&job.place());
                    if let Some(record) = record.filter(|_| pages.has_streams(&job.stem)) {
                        let play = ScoredPlay {
                            record: record.clone(),
                            ..pages.load(&job)?
                        };
                        pages.add(index, &job, &play)?;
                    }
                }
            }
            indices.retain(|&index| !self.has_played(&cases.get(index).place()));
        }
        if let Some(progress) = &self.progress {
            progress.expect(indices.len());
        }
        Ok(indices)
    }

    /// Takes the next play, that of case `index`, and returns its record with the best known score.
    pub fn add(
        &mut self,
        index: usize,
        job: &CaseJob<G>,
        mut play: ScoredPlay<G>,
    ) -> Result<Record> {
        if let Some(bests) = &mut self.bests {
            bests.add(&mut play.record)?;
        }
        for file in &mut self.records {
            file.push(&json(&play.record)?)?;
        }
        self.count(&play.record)?;
        if let Some(progress) = &mut self.progress {
            progress.add::<G>(&play.record)?;
        }
        if let Some(pages) = &mut self.files.pages {
            pages.add(index, job, &play)?;
        }
        if let Some(streams) = &mut self.files.kept {
            streams.add(&job.stem)?;
        }
        Ok(play.record)
    }

    /// Adds a record, new or of an earlier part of the run, to status, summary and scores.
    fn count(&mut self, record: &Record) -> Result<()> {
        self.status = self.status.max(status(record.ruling.verdict));
        if let Some((summaries, total)) = &mut self.summary {
            summaries.add(record);
            total.add(&record.result());
        }
        match &mut self.scores {
            Some(scores) => scores.push(&format!("{},{}", record.key, record.score)),
            None => Ok(()),
        }
    }

    pub fn finish(mut self) -> Result<ExitCode> {
        if let Some(streams) = &self.files.kept {
            note(&streams.summary());
        }
        if let Some(bests) = &mut self.bests {
            bests.finish()?;
        }
        let mut files = self.records.iter_mut().chain(&mut self.scores);
        files.try_for_each(LineFile::finish)?;
        if let Some(progress) = &self.progress {
            progress.finish();
        }
        match self.summary {
            Some((summaries, _)) if summaries.is_empty() => print("no case was finished\n")?,
            Some((summaries, total)) => print(&format!("{summaries}\ntotal    {total}\n"))?,
            None => {}
        }
        if let Some(run) = &self.kept {
            see(&run.records());
        }
        let pages = self.files.pages;
        pages.map_or(Ok(()), |pages| pages.finish(G::TITLE))?;
        Ok(ExitCode::from(self.status))
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt};

    use super::*;
    use game::{Bound, Details, Stream, rng};

    const RECORD: &str = r#"{"game":"a","seed":1,"parameters":{},"verdict":"OK","score":1,
        "cpu_ms":1,"wall_ms":2,"memory_kib":3,"command":"c"}"#;

    #[test]
    fn records_are_read_back_to_the_last_bit() {
        let usual: Record = serde_json::from_str(RECORD).unwrap();
        let mut rng = rng("doubles", 1, Stream::Case);
        let doubles = std::iter::repeat_with(|| match rng.random_bool(0.5) {
            true => rng.random_range(-1e6..1e6),
            false => f64::from_bits(rng.next_u64()),
        });
        for value in doubles.filter(|double| double.is_finite()).take(20_000) {
            let written = Record {
                score: value,
                bound: Some(Bound::new("maximum", value)),
                parameters: Details::new([("F", value.into())]),
                ..usual.clone()
            };
            let read: Record = serde_json::from_str(&json(&written).unwrap()).unwrap();
            let parameter = read.parameters.number("F").unwrap();
            let read = [read.score, read.bound.unwrap().value, parameter];
            assert_eq!(read.map(f64::to_bits), [value.to_bits(); 3]);
        }
    }
}
