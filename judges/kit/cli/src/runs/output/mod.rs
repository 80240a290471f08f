//! Outputs of a run: files of records and scores, lines on standard output, a summary.

mod bests;
mod format;
mod progress;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};

use super::history::{HistoryOptions, begin};
use super::run::RunFacts;
use bests::Bests;
pub(crate) use format::{ScoreFormat, shown_score};
use game::{Total, Verdict};
use progress::Progress;
use records::{
    CaseKey, Existing, Failure, LineFile, Record, RunFolder, Summaries, history, json, note, print,
    see,
};

#[cfg(test)]
pub(crate) use bests::scores;

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
    /// Begins the run of `words` in the history, if one is kept; fails if there is a note, but no
    /// history.
    fn begin(&self, run: &RunFacts, words: &[OsString]) -> Result<Option<RunFolder>, Failure> {
        let asked = &self.history;
        let folder = history(asked.runs.as_deref());
        let Some((folder, limits)) = folder.zip(run.limits) else {
            if asked.note.is_some() || asked.runs.is_some() || asked.streams {
                return Err(Failure::Usage(anyhow!(
                    "--runs, --runs-streams and --note: the history keeps runs of contestants in the folder \
                     that --runs or the variable JUDGE_RUNS names"
                )));
            }
            return Ok(None);
        };
        if self.records.resume {
            let error = anyhow!("--resume: a run that the history keeps cannot be resumed");
            return Err(Failure::Usage(error));
        }
        let (name, kept) = begin(&folder, run, limits, words, asked)?;
        note(&format!("run {name}"));
        Ok(Some(kept))
    }

    /// The outputs of a single case whose dialogue uses standard output; fails if one of them
    /// uses it, too.
    pub fn beside_dialogue(&self) -> Result<OutputOptions> {
        let files = [
            ("--json", &self.records.json),
            ("--saveScores", &self.scores.scores),
        ];
        for (option, path) in files {
            if path.as_deref() == Some(Path::new("-")) {
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

    fn check(&self) -> Result<()> {
        let named = [
            ("--json", &self.records.json),
            ("--bests", &self.scores.bests),
            ("--saveScores", &self.scores.scores),
        ];
        if self.scores.bests.as_deref() == Some(Path::new("-")) {
            bail!("--bests: the best scores are read and written, so they need a file, not `-`");
        }
        let mut seen: Vec<(&str, PathBuf)> = Vec::new();
        for (option, path) in named {
            let Some(path) = path else { continue };
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
pub(crate) struct Outputs<T> {
    bests: Option<Bests>,
    /// Files of records: that of `--json`, and that of the history.
    records: Vec<LineFile>,
    scores: Option<LineFile>,
    progress: Option<Progress>,
    /// Figures over all cases, and the game's own result.
    summary: Option<(Summaries, T)>,
    /// The run in the history.
    pub kept: Option<RunFolder>,
    /// Cases that the file of `--json` already contains.
    pub played: HashSet<(CaseKey, usize)>,
    /// Their records.
    pub earlier: Vec<Record>,
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

/// Opens a file of records, and returns those of an earlier part of `run` (same command, limits and
/// salt). Removes an incomplete last line. Fails if `existing` forbids the file, or it contains
/// anything but records.
fn open_records(
    path: &Path,
    existing: Existing,
    run: &RunFacts,
) -> Result<(LineFile, Vec<Record>)> {
    let mut earlier = Vec::new();
    let file = LineFile::open(path, existing, |line| {
        let record: Record = serde_json::from_str(line)?;
        if run.is_part(&record) {
            earlier.push(record);
        }
        Ok(())
    })?;
    Ok((file, earlier))
}

impl<T: Total> Outputs<T> {
    /// Opens the outputs of a run of `words`; fails if two share a file, or one cannot be opened.
    pub fn open(
        options: &OutputOptions,
        run: &RunFacts,
        words: &[OsString],
    ) -> Result<Outputs<T>, Failure> {
        options.check().map_err(Failure::Usage)?;
        let asked = &options.scores;
        let bests = asked.bests.as_deref();
        let bests = bests.map(|path| Bests::open(path, asked.freeze_bests));
        let bests = bests.transpose().map_err(Failure::Usage)?;
        let (mut records, mut earlier) = (Vec::new(), Vec::new());
        if let Some(path) = &options.records.json {
            let opened = open_records(path, options.existing(), run);
            let (file, found) = opened.map_err(Failure::Usage)?;
            records.push(file);
            earlier = found;
        }
        let kept = options.begin(run, words)?;
        if let Some(run) = &kept {
            records.push(new_lines(&run.records()).map_err(Failure::Usage)?);
        }
        // A resumed run writes all its scores once more.
        let existing = match options.replaces() {
            true => Existing::Force,
            false => Existing::Refuse("--force starts over"),
        };
        let open = |path: &PathBuf| LineFile::open(path, existing, |_| Ok(()));
        let scores = asked.scores.as_ref().map(open).transpose();
        let repeated = |record: &Record| record.repetition.is_some();
        let repeats = run.repeats || earlier.iter().any(repeated);
        let is_summed = !options.no_summary && asked.format == ScoreFormat::Decimal;
        let mut outputs = Outputs {
            bests,
            records,
            scores: scores.map_err(Failure::Usage)?,
            progress: (!options.silent).then(|| Progress::new(run, asked.format)),
            summary: is_summed.then(|| (Summaries::new(repeats), T::default())),
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

    pub fn expect(&mut self, cases: usize) {
        if let Some(progress) = &self.progress {
            progress.expect(cases);
        }
    }

    /// Takes a record of an earlier part of the run; only the first of a case counts.
    fn add_earlier(&mut self, record: Record) -> Result<()> {
        if self.played.insert(record.place()) {
            self.count(&record)?;
            self.earlier.push(record);
        }
        Ok(())
    }

    /// Takes the next record, and returns it with the best known score.
    pub fn add(&mut self, mut record: Record) -> Result<Record> {
        if let Some(bests) = &mut self.bests {
            bests.add(&mut record)?;
        }
        for file in &mut self.records {
            file.push(&json(&record)?)?;
        }
        self.count(&record)?;
        if let Some(progress) = &mut self.progress {
            progress.add(&record)?;
        }
        Ok(record)
    }

    /// Adds a record, new or of an earlier part of the run, to status, summary and scores.
    fn count(&mut self, record: &Record) -> Result<()> {
        self.status = self.status.max(status(record.ruling.verdict));
        if let Some((summaries, total)) = &mut self.summary {
            summaries.add(record);
            total.add(&record.result());
        }
        match &mut self.scores {
            Some(scores) => scores.push(&format!("{},{}", record.key(), record.score)),
            None => Ok(()),
        }
    }

    pub fn finish(mut self) -> Result<ExitCode> {
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
        Ok(ExitCode::from(self.status))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{Rng, RngExt};

    use super::*;
    use crate::runs::salt::Salts;
    use bests::BestScores;
    use game::{Bound, Stream, rng};
    use records::Fields;

    const RECORD: &str = r#"{"game":"a","seed":1,"parameters":{},"verdict":"OK","score":1,
        "cpu_ms":1,"wall_ms":2,"memory_kib":3,"command":"c"}"#;

    fn facts(cases: usize) -> RunFacts {
        RunFacts {
            game: "a",
            command: "c".into(),
            limits: None,
            salts: Salts::None,
            cases,
            repeats: false,
            scaled: |_| 0,
        }
    }

    fn doubles(count: usize) -> Vec<f64> {
        let mut rng = rng("doubles", 1, Stream::Case);
        let double = || match rng.random_bool(0.5) {
            true => rng.random_range(-1e6..1e6),
            false => f64::from_bits(rng.next_u64()),
        };
        let doubles = std::iter::repeat_with(double);
        doubles
            .filter(|double| double.is_finite())
            .take(count)
            .collect()
    }

    #[test]
    fn records_are_read_back_to_the_last_bit() {
        let usual: Record = serde_json::from_str(RECORD).unwrap();
        for values in doubles(100_000).chunks(5) {
            let written = Record {
                score: values[0],
                share: Some(values[1]),
                bound: Some(Bound::new("maximum", values[2])),
                parameters: Fields::from_iter([("F".to_string(), values[3].into())]),
                data: Fields::from_iter([("d".to_string(), values[4].into())]),
                ..usual.clone()
            };
            let read: Record = serde_json::from_str(&json(&written).unwrap()).unwrap();
            let fields = [&read.parameters["F"], &read.data["d"]];
            let [parameter, data] = fields.map(|value| value.as_f64().unwrap());
            let bound = read.bound.unwrap().value;
            let read = [read.score, read.share.unwrap(), bound, parameter, data];
            assert_eq!(
                read.map(f64::to_bits)[..],
                values
                    .iter()
                    .map(|value| value.to_bits())
                    .collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn best_scores_are_read_back_to_the_last_bit() {
        let cases = (0..).map(|case: u32| case.to_string());
        let by_case: BTreeMap<_, _> = cases.zip(doubles(100_000)).collect();
        for is_original in [false, true] {
            let by_case = by_case.clone();
            let written = BestScores {
                is_original,
                by_case,
            };
            assert_eq!(scores(&written.text()).unwrap(), written);
        }
    }

    #[test]
    fn the_bar_is_full_when_all_that_was_lacking_is_played() {
        let record: Record = serde_json::from_str(RECORD).unwrap();
        let mut progress = Progress::new(&facts(10), ScoreFormat::Decimal);
        progress.expect(3);
        for played in 0..3 {
            assert_eq!(progress.bar.position(), played);
            progress.add(&record).unwrap();
        }
        assert_eq!(progress.bar.length(), Some(progress.bar.position()));
    }
}
