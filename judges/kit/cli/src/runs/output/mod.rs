//! Where the records of a run go: each form of output is a file here.

mod bests;
mod format;
mod json;
mod progress;
mod scores;
mod total;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};

use super::history::begin;
use super::run::RunFacts;
use bests::Bests;
pub(crate) use format::ScoreFormat;
use game::{Total, Verdict};
pub(crate) use json::JsonLines;
use progress::Progress;
use records::{CaseKey, Existing, Failure, Record, history, note, see};
use scores::ScoresFile;
use total::RunTotal;

#[cfg(test)]
pub(crate) use bests::scores;

/// One form of output.
trait Output {
    /// Receives the number of cases to be played.
    fn expect(&mut self, _cases: usize) {}

    /// Takes the next record, and may note in it what only this output knows.
    fn add(&mut self, record: &mut Record) -> Result<()>;

    /// Takes a record of an earlier part of a run that goes on.
    fn add_earlier(&mut self, _record: &Record) -> Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The file of records.
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

/// The history of runs.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct HistoryOptions {
    /// Keep the run in the history in DIR, with time, commit and command;
    /// without it, in the folder that the variable JUDGE_RUNS names
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,
    /// Note that the history keeps with the run
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// Files and lines that the user asked for; the history and the summary are those of runs.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OutputOptions {
    #[command(flatten)]
    pub records: RecordOptions,
    #[command(flatten)]
    pub scores: ScoreOptions,
    #[arg(skip)]
    pub history: HistoryOptions,
    #[arg(skip)]
    pub no_summary: bool,
    /// True if the caller itself prints the score.
    #[arg(skip)]
    pub silent: bool,
}

impl OutputOptions {
    /// Begins the run of `words` in the history, if one is kept, and returns the file for its
    /// records; fails if there is a note, but no history.
    fn begin(&self, run: &RunFacts, words: &[OsString]) -> Result<Option<PathBuf>, Failure> {
        let folder = history(self.history.runs.as_deref());
        let Some((folder, limits)) = folder.zip(run.limits) else {
            if self.history.note.is_some() || self.history.runs.is_some() {
                return Err(Failure::Usage(anyhow!(
                    "--runs and --note: the history keeps runs of contestants in the folder \
                     that --runs or the variable JUDGE_RUNS names"
                )));
            }
            return Ok(None);
        };
        if self.records.resume {
            let error = anyhow!("--resume: a run of the history cannot go on");
            return Err(Failure::Usage(error));
        }
        let (name, records) = begin(&folder, run, limits, words, self.history.note.as_deref())?;
        note(&format!("run {name}"));
        Ok(Some(records))
    }

    /// The outputs of a single case whose dialogue uses standard output; fails if one of them
    /// would, too.
    pub fn beside_dialogue(&self) -> Result<OutputOptions> {
        let files = [
            ("--json", &self.records.json),
            ("--saveScores", &self.scores.scores),
        ];
        for (option, path) in files {
            if path.as_ref().is_some_and(|path| path.as_os_str() == "-") {
                bail!("{option} -: the dialogue is on standard output; expected a file");
            }
        }
        Ok(OutputOptions {
            no_summary: true,
            silent: true,
            ..self.clone()
        })
    }

    /// Returns the score of a single case in the form asked for, without a point if it is whole.
    pub fn score_line(&self, record: &Record, scaled: fn(&Record) -> u64) -> String {
        let format = match self.scores.format {
            ScoreFormat::Decimal => ScoreFormat::Bare,
            other => other,
        };
        format.line(record, true, scaled)
    }

    /// Returns true if existing streams and pages may be replaced.
    pub fn replaces(&self) -> bool {
        self.records.resume || self.records.force
    }

    fn existing(&self) -> Existing {
        match (self.records.resume, self.records.force) {
            (true, _) => Existing::Resume,
            (false, true) => Existing::Force,
            (false, false) => Existing::Refuse("--resume plays what it lacks, --force starts over"),
        }
    }

    /// Checks that no two outputs share a file.
    fn check(&self) -> Result<()> {
        let named = [
            ("--json", &self.records.json),
            ("--bests", &self.scores.bests),
            ("--saveScores", &self.scores.scores),
        ];
        if self
            .scores
            .bests
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "-")
        {
            bail!("--bests: the best scores are read and written, so they need a file, not `-`");
        }
        let mut seen: Vec<(&str, PathBuf)> = Vec::new();
        for (option, path) in named {
            let Some(path) = path else { continue };
            let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let absolute = absolute.canonicalize().unwrap_or(absolute);
            if let Some((other, _)) = seen.iter().find(|(_, known)| *known == absolute) {
                bail!(
                    "{other} and {option} name the same file, {}",
                    path.display()
                );
            }
            seen.push((option, absolute));
        }
        Ok(())
    }
}

pub(crate) struct Outputs {
    outputs: Vec<Box<dyn Output>>,
    /// The file of the records in the history.
    kept: Option<PathBuf>,
    /// The games of the run that the file of records holds already.
    played: HashSet<(CaseKey, usize)>,
    /// Their records, until they are taken.
    earlier: Vec<Record>,
    /// Exit status so far.
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

impl Outputs {
    /// Opens the outputs of a run of `words`; fails if two share a file, or one cannot be opened.
    pub fn open<T: Total + 'static>(
        options: &OutputOptions,
        run: &RunFacts,
        words: &[OsString],
    ) -> Result<Outputs, Failure> {
        options.check().map_err(Failure::Usage)?;
        // The best scores first: the others show what they note in a record.
        let mut outputs: Vec<Box<dyn Output>> = Vec::new();
        let mut earlier = Vec::new();
        let mut kept = None;
        if let Some(path) = &options.scores.bests {
            let bests = Bests::open(path, options.scores.freeze_bests);
            outputs.push(Box::new(bests.map_err(Failure::Usage)?));
        }
        if let Some(path) = &options.records.json {
            let opened = JsonLines::open(path, options.existing(), run);
            let (json, found) = opened.map_err(Failure::Usage)?;
            outputs.push(Box::new(json));
            earlier = found;
        }
        if let Some(path) = options.begin(run, words)? {
            let json = JsonLines::create(&path).map_err(Failure::Usage)?;
            outputs.push(Box::new(json));
            kept = Some(path);
        }
        if let Some(path) = &options.scores.scores {
            let scores = ScoresFile::open(path, options.existing());
            outputs.push(Box::new(scores.map_err(Failure::Usage)?));
        }
        if !options.silent {
            outputs.push(Box::new(Progress::new(run, options.scores.format)));
        }
        if !options.no_summary && options.scores.format == ScoreFormat::Decimal {
            outputs.push(Box::new(RunTotal::<T>::default()));
        }
        let mut outputs = Outputs {
            outputs,
            kept,
            played: HashSet::new(),
            earlier: Vec::new(),
            status: 0,
        };
        for record in earlier {
            outputs.add_earlier(record)?;
        }
        Ok(outputs)
    }

    pub fn take_earlier(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.earlier)
    }

    pub fn expect(&mut self, cases: usize) {
        let outputs = self.outputs.iter_mut();
        outputs.for_each(|output| output.expect(cases));
    }

    /// Returns true if an earlier part of the run has played this game of it.
    pub fn has(&self, place: &(CaseKey, usize)) -> bool {
        self.played.contains(place)
    }

    /// Returns true if an earlier part of the run has played any case.
    pub fn has_any(&self) -> bool {
        !self.played.is_empty()
    }

    /// Takes a record of an earlier part of the run; only the first of a case counts.
    fn add_earlier(&mut self, record: Record) -> Result<()> {
        if !self.played.insert(record.place()) {
            return Ok(());
        }
        self.note(&record);
        let mut outputs = self.outputs.iter_mut();
        outputs.try_for_each(|output| output.add_earlier(&record))?;
        self.earlier.push(record);
        Ok(())
    }

    fn note(&mut self, record: &Record) {
        self.status = self.status.max(status(record.ruling.verdict));
    }

    /// Takes the next record, and returns it with what the outputs add to it.
    pub fn add(&mut self, mut record: Record) -> Result<Record> {
        self.note(&record);
        self.outputs
            .iter_mut()
            .try_for_each(|output| output.add(&mut record))?;
        Ok(record)
    }

    pub fn finish(mut self) -> Result<ExitCode> {
        self.outputs
            .iter_mut()
            .try_for_each(|output| output.finish())?;
        if let Some(path) = &self.kept {
            see(path);
        }
        Ok(ExitCode::from(self.status))
    }
}
