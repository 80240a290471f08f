//! Outputs of a run: files of records and scores, lines on standard output, a summary.

mod bests;
mod changes;
mod files;
mod format;
mod pages;
mod progress;
mod record_file;
mod summary;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};

use super::history::RunInProgress;
use super::program::Program;
use super::{CaseJob, Cases, Folders, Salts, ScoredPlay};
use bests::Bests;
use changes::ChangeCheck;
pub(crate) use files::CaseFiles;
pub(crate) use format::{ScoreFormat, shown_score};
use game::{Game, Limits, Verdict};
use pages::FinishedCase;
use progress::Progress;
pub(crate) use progress::progress_bar;
use record_file::RecordFile;
use records::{
    CaseKey, Claims, Existing, LineFile, Record, eprint_line, print, read_records, warn,
};
use summary::{Baseline, PrintedSummary};

#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct RecordOptions {
    /// Write a record of every case to FILE, as JSON Lines; `-` is standard output, which then has
    /// nothing else
    #[arg(long, value_name = "FILE", display_order = 0)]
    pub json: Option<PathBuf>,
    /// Go on with a stopped run: play only what the file of --json, or the last stopped run of the
    /// history, lacks for the same program, limits, salt and cases
    #[arg(long, conflicts_with = "force", display_order = 1)]
    pub resume: bool,
    /// Replace files that exist: records, scores, streams and pages
    #[arg(long, display_order = 2)]
    pub force: bool,
}

/// Scores, and how they are printed.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ScoreOptions {
    /// Compare with the best scores in FILE, and keep them up to date
    #[arg(long, visible_alias = "bs", value_name = "FILE")]
    pub bests: Option<PathBuf>,
    /// Do not change the file of --bests
    #[arg(long = "freezeBests", requires = "bests")]
    freeze_bests: bool,
    /// Write the scores to FILE, one `case,score` line each
    #[arg(long = "saveScores", visible_alias = "ss", value_name = "FILE")]
    pub scores: Option<PathBuf>,
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
    /// Returns the score of a single case in the requested form; a whole score is printed without a point.
    pub fn score_line<G: Game>(&self, record: &Record) -> String {
        let format = match self.format {
            ScoreFormat::Decimal => ScoreFormat::Bare,
            other => other,
        };
        format.line::<G>(record, true)
    }
}

/// Requested files and lines, and the common facts of the records of a run.
#[derive(Default)]
pub(crate) struct OutputOptions<'a> {
    pub records: RecordOptions,
    pub scores: ScoreOptions,
    /// Folder of the history, if it keeps the run.
    pub history: Option<PathBuf>,
    pub kept: Option<RunInProgress>,
    /// Records of the last whole run, if no history has them.
    pub baseline: Option<&'a Path>,
    /// True if `watch` started the run; it plays again after changes.
    pub is_watched: bool,
    pub no_summary: bool,
    /// True if of the cases only failures are printed.
    pub is_quiet: bool,
    /// True for a case whose dialogue uses standard output; the caller prints the score.
    pub by_hand: bool,
    pub command: String,
    /// The contestant and its limits, if one runs.
    pub program: Option<&'a Program>,
    pub limits: Option<Limits>,
    pub salts: Salts,
    pub cases: usize,
    /// True if a case may be played several times.
    pub repeats: bool,
}

impl OutputOptions<'_> {
    /// Returns true if `record` may be from an earlier part: command, limits and salt agree.
    fn has_part(&self, record: &Record) -> bool {
        record.command == self.command
            && record.limits == self.limits
            && self.salts.may_have(record.key.source.salt.as_ref())
    }

    /// Opens a file of records. A resumed run adds its own records in it to `earlier`.
    fn open_records<G: Game>(
        &self,
        path: &Path,
        existing: Existing,
        earlier: &mut HashMap<(CaseKey, usize), Record>,
        way_out: &str,
    ) -> Result<RecordFile> {
        let program = self.program.and_then(|program| program.digest.clone());
        let (mut known, mut is_other) = (HashSet::new(), false);
        let file = LineFile::open(path, existing, |line| {
            let record: Record = serde_json::from_str(line)?;
            if record.key.source.game == G::NAME && self.has_part(&record) {
                is_other |= record.program != program;
                known.insert(record.play_id());
                // Only the first record of a case counts.
                earlier.entry(record.play_id()).or_insert(record);
            }
            Ok(())
        })?;
        if is_other {
            bail!(
                "{}: `{}` has changed since these records were written; {way_out}",
                path.display(),
                self.command
            );
        }
        Ok(RecordFile {
            file,
            known,
            run: None,
        })
    }

    fn claim(&self, claims: &mut Claims) -> Result<()> {
        let named = [
            ("--json", &self.records.json),
            ("--bests", &self.scores.bests),
            ("--saveScores", &self.scores.scores),
        ];
        for (option, path) in named {
            let Some(path) = path else { continue };
            let is_stream = path == Path::new("-");
            if option == "--bests" && matches!(self.salts, Salts::Drawn(_)) {
                bail!("--bests: no case is played twice with --salt random");
            }
            if is_stream && option == "--bests" {
                bail!(
                    "--bests: the best scores are read and written, so they need a file, not `-`"
                );
            }
            if is_stream && self.by_hand {
                bail!("{option} -: the dialogue is on standard output; expected a file");
            }
            claims.output(path, option)?;
        }
        Ok(())
    }
}

/// The outputs of a run, with its earlier part if it is resumed.
pub(crate) struct Outputs<'a> {
    bests: Option<Bests>,
    records: Vec<RecordFile>,
    /// A file of scores, which a resumed run writes again from the start.
    scores: Option<LineFile>,
    files: CaseFiles,
    progress: Option<Progress>,
    summary: PrintedSummary,
    /// True if text goes to standard error because records or scores use standard output.
    has_stdout: bool,
    /// Records that the files of records already contain, by case.
    earlier: HashMap<(CaseKey, usize), Record>,
    /// Number of cases in the run, and number of those with a record.
    cases: usize,
    recorded: usize,
    /// True if `--resume` can continue this run.
    is_resumable: bool,
    check: Option<ChangeCheck<'a>>,
    status: u8,
}

/// Returns the exit status of a case: 0 OK, 1 failure of the contestant, 3 internal failure.
pub(crate) fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => 0,
        Verdict::Ie => 3,
        _ => 1,
    }
}

impl<'a> Outputs<'a> {
    /// Opens the outputs of a run; fails if one cannot be opened, or if two share a file.
    pub fn open<G: Game>(
        mut options: OutputOptions<'a>,
        files: CaseFiles,
        claims: &mut Claims,
    ) -> Result<Outputs<'a>> {
        options.claim(claims)?;
        let (json, asked) = (options.records.json.clone(), options.scores.clone());
        let is_resumable = json.is_some() || options.kept.is_some();
        let nothing = "--resume: name the file of records with --json, or a history that has a stopped \
                       run of this command";
        ensure!(is_resumable || !options.records.resume, nothing);
        let bests = asked.bests.as_deref();
        let bests = bests.map(|path| Bests::open(path, asked.freeze_bests));
        let bests = bests.transpose()?;
        let (mut records, mut earlier) = (Vec::new(), HashMap::new());
        if let Some(path) = &json {
            let existing = options.records.existing();
            let way_out = "--force starts over, another file keeps them";
            records.push(options.open_records::<G>(path, existing, &mut earlier, way_out)?);
        }
        let baseline = match (options.baseline, &options.history) {
            (Some(path), _) => {
                let records = read_records(path)?;
                Some(Baseline::of(&records, "the last whole run".into()))
            }
            (None, Some(history)) => {
                let last = Baseline::last(history, G::NAME, options.cases);
                last.inspect_err(warn).unwrap_or_default()
            }
            (None, None) => None,
        };
        if let Some(run) = options.kept.take() {
            let (path, existing) = (run.folder.records(), Existing::Resume);
            let way_out = "without --resume, a new run begins";
            let of_run = options.open_records::<G>(&path, existing, &mut earlier, way_out)?;
            let program = options.program.iter();
            program.for_each(|program| run.announce(program));
            let run = Some(run);
            records.push(RecordFile { run, ..of_run });
        }
        // A resumed run writes all its scores again.
        let existing = match options.records.replace() {
            true => Existing::Force,
            false => Existing::Refuse("--force starts over"),
        };
        let scores = asked.scores.as_deref();
        let scores = scores.map(|path| LineFile::open(path, existing, |_| Ok(())));
        let is_repeated = |record: &Record| record.repetition.is_some();
        let repeats = options.repeats || earlier.values().any(is_repeated);
        let is_hidden = options.no_summary || asked.format != ScoreFormat::Decimal;
        let has_stdout = [&json, &asked.scores].contains(&&Some("-".into()));
        let progress = Progress::new(options.cases, asked.format, options.is_quiet, has_stdout);
        Ok(Outputs {
            bests,
            records,
            scores: scores.transpose()?,
            files,
            progress: (!options.by_hand).then_some(progress),
            summary: PrintedSummary::new(is_hidden, repeats, baseline),
            has_stdout,
            earlier,
            cases: options.cases,
            recorded: 0,
            is_resumable: is_resumable && !options.is_watched,
            check: options.program.map(ChangeCheck::new),
            status: 0,
        })
    }

    /// Returns the folders of the streams that the run saves.
    pub fn folders(&self) -> Folders {
        self.files.folders.clone()
    }

    /// Returns true if an earlier part of the run has played this case.
    pub fn has_played(&self, play_id: &(CaseKey, usize)) -> bool {
        self.earlier.contains_key(play_id)
    }

    /// Returns those of these `indices` whose case lacks an earlier record; adds the earlier records
    /// of the others.
    pub fn pending<G: Game>(
        &mut self,
        cases: &Cases<G>,
        mut indices: Vec<usize>,
    ) -> Result<Vec<usize>> {
        if !self.earlier.is_empty() {
            let mut pending = Vec::new();
            for index in indices {
                let job = cases.get(index);
                match self.earlier.remove(&job.play_id()) {
                    Some(record) => {
                        let (job, record, play) = (&job, &record, None);
                        self.take(&FinishedCase {
                            index,
                            job,
                            record,
                            play,
                        })?;
                    }
                    None => pending.push(index),
                }
            }
            indices = pending;
        }
        if let Some(progress) = &self.progress {
            progress.bar.set_length(indices.len() as u64);
        }
        Ok(indices)
    }

    /// Adds the next play, of case `index`; returns its record with the best known score.
    pub fn add<G: Game>(
        &mut self,
        index: usize,
        job: &CaseJob<G>,
        mut play: ScoredPlay<G>,
    ) -> Result<Record> {
        if let Some(check) = &mut self.check {
            check.sign(&mut play.record)?;
        }
        if let Some(bests) = &mut self.bests {
            bests.add(&mut play.record)?;
        }
        self.take(&FinishedCase {
            index,
            job,
            record: &play.record,
            play: Some(&play),
        })?;
        if let Some(progress) = &mut self.progress {
            progress.add::<G>(&play.record)?;
        }
        Ok(play.record)
    }

    fn take<G: Game>(&mut self, played: &FinishedCase<G>) -> Result<()> {
        self.status = self.status.max(status(played.record.ruling.verdict));
        self.recorded += 1;
        let record = played.record;
        self.summary.add::<G>(record);
        for records in &mut self.records {
            records.add(record)?;
        }
        if let Some(scores) = &mut self.scores {
            scores.push(&format!("{},{}", record.key, record.score))?;
        }
        self.files.add(played)
    }

    /// Prints the summary first, since completing the files may fail on a full disk.
    pub fn finish<G: Game>(mut self) -> Result<ExitCode> {
        if let Some(progress) = &self.progress {
            progress.bar.finish_and_clear();
        }
        let looked = self.check.as_mut().map_or(Ok(()), ChangeCheck::look);
        let has_changed = self.check.as_ref().is_some_and(|check| check.has_changed);
        let is_whole = self.recorded == self.cases;
        let interrupted = (!is_whole).then(|| {
            let resume = if self.is_resumable && self.recorded > 0 {
                "; --resume goes on"
            } else {
                ""
            };
            format!(
                "interrupted after {} of {} cases{resume}\n",
                self.recorded, self.cases
            )
        });
        let is_base = is_whole && !has_changed;
        let text = self.summary.text::<G>(interrupted, is_base);
        let mut result = looked.and_then(|()| match self.has_stdout {
            false => print(&text),
            true => {
                let lines = Some(text.trim_end()).filter(|text| !text.is_empty());
                lines.into_iter().for_each(eprint_line);
                Ok(())
            }
        });
        if let Some(bests) = &mut self.bests {
            result = result.and(bests.finish());
        }
        for records in &mut self.records {
            result = result.and(records.finish(has_changed));
        }
        if let Some(scores) = &mut self.scores {
            result = result.and(scores.finish());
        }
        if let Some(pages) = &mut self.files.pages {
            result = result.and(pages.finish(G::TITLE));
        }
        result.map(|()| ExitCode::from(self.status))
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt};

    use super::*;
    use game::{Bound, Details, Stream, rng};
    use records::json;

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
