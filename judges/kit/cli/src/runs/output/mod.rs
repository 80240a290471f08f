//! Outputs of a run: files of records and scores, lines on standard output, a summary.

mod bests;
mod console;
mod format;
mod pages;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail, ensure};
use indicatif::ProgressBar;

use super::base::Baseline;
use super::cases::{CaseJob, Cases, ScoredPlay};
use super::history::RunInProgress;
use super::program::{ChangeCheck, Program};
use super::salt::Salts;

use bests::Bests;
use console::Console;
pub(crate) use console::progress_bar;
pub(crate) use format::{FormOption, PrintOptions, ScoreFormat, shown_score};
use game::{Game, Verdict};
pub(crate) use pages::{Pages, case_files, record_replay, title};
use records::{CaseName, Claims, Existing, LineFile, Record, RunIdentity, eprint_line, json};

#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct RecordOptions {
    /// Write a record of every case to FILE, as JSON Lines; `-` is standard output, which then has
    /// nothing else
    #[arg(long, value_name = "FILE", display_order = 0)]
    pub json: Option<PathBuf>,
    /// Go on with a stopped run: play only the cases that the file of --json, or the last stopped run
    /// of the history, lacks for the same program, limits, salt and cases
    #[arg(long, conflicts_with = "force", display_order = 1)]
    pub resume: bool,
    /// Replace files that exist: records, scores, streams and pages
    #[arg(long, display_order = 2)]
    pub force: bool,
}

/// Files of scores.
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

/// Requested files and lines, and the common facts of the records of a run.
#[derive(Default)]
pub(crate) struct OutputOptions<'a> {
    pub records: RecordOptions,
    pub scores: ScoreOptions,
    pub pages: Option<Pages>,
    /// The run in the history, if one keeps it.
    pub run: Option<RunInProgress>,
    /// The base of a run without a history.
    pub base: Option<Baseline>,
    /// True if `watch` started the run; it plays again after changes.
    pub is_watched: bool,
    /// Options of the printed text; `None` for a case whose dialogue uses standard output.
    pub printing: Option<PrintOptions>,
    /// Common facts of the records of the run.
    pub identity: RunIdentity,
    /// The contestant, if one runs.
    pub contestant: Option<&'a Program>,
    pub salts: Salts,
    pub cases: usize,
    /// True if the run may play a case several times.
    pub may_repeat: bool,
    /// Ends a wait for other judges when set.
    pub stop: Option<&'a AtomicBool>,
}

/// Records of an earlier part of a run, by play.
pub(crate) type EarlierRecords = HashMap<(CaseName, usize), Record>;

impl OutputOptions<'_> {
    fn claim(&self, claims: &mut Claims) -> Result<()> {
        let (json, bests) = (&self.records.json, &self.scores.bests);
        let is_stream = |path: &Path| path == Path::new("-");
        if let Some(bests) = bests {
            let is_drawn = matches!(self.salts, Salts::Drawn(_));
            ensure!(!is_drawn, "--bests: no case is played twice with --salt random");
            let problem = "the best scores are read and written, so they need a file, not `-`";
            ensure!(!is_stream(bests), "--bests: {problem}");
        }
        let scores = ("--saveScores", &self.scores.scores);
        for (option, path) in [("--json", json), ("--bests", bests), scores] {
            let Some(path) = path else { continue };
            let problem = "the dialogue is on standard output; expected a file";
            ensure!(self.printing.is_some() || !is_stream(path), "{option} -: {problem}");
            claims.output(path, option)?;
        }
        Ok(())
    }
}

/// Output with something of every case.
trait CaseOutput<G: Game> {
    /// Adds the next case. Without a `play`, an earlier part of the run has played it.
    fn add(
        &mut self,
        job: &CaseJob<G>,
        record: &Record,
        play: Option<&ScoredPlay<G>>,
    ) -> Result<()>;

    /// Completes the output.
    fn finish(&mut self) -> Result<()>;
}

/// A file of records; a play that it already contains is not written again.
pub(crate) struct RecordFile {
    file: LineFile,
    known: HashSet<(CaseName, usize)>,
}

impl RecordFile {
    /// Opens a file. Adds to `earlier` those of its records that `are_own`, of which the first one of a
    /// play counts.
    pub fn open(
        path: &Path,
        existing: Existing,
        earlier: &mut EarlierRecords,
        are_own: impl Fn(&Record) -> Result<bool>,
    ) -> Result<RecordFile> {
        let mut known = HashSet::new();
        let file = LineFile::open(path, existing, |line| {
            let record = Record::read(line)?;
            if are_own(&record)? {
                known.insert(record.play_id());
                earlier.entry(record.play_id()).or_insert(record);
            }
            Ok(())
        })?;
        Ok(RecordFile { file, known })
    }

    pub fn push(&mut self, record: &Record) -> Result<()> {
        if self.known.contains(&record.play_id()) { Ok(()) } else { self.file.push(&json(record)?) }
    }
}

impl<G: Game> CaseOutput<G> for RecordFile {
    fn add(&mut self, _: &CaseJob<G>, record: &Record, _: Option<&ScoredPlay<G>>) -> Result<()> {
        self.push(record)
    }

    fn finish(&mut self) -> Result<()> {
        self.file.finish()
    }
}

/// A file of scores, which a resumed run writes again from the start.
impl<G: Game> CaseOutput<G> for LineFile {
    fn add(&mut self, _: &CaseJob<G>, record: &Record, _: Option<&ScoredPlay<G>>) -> Result<()> {
        self.push(&format!("{},{}", record.case, record.score.raw))
    }

    fn finish(&mut self) -> Result<()> {
        LineFile::finish(self)
    }
}

/// The outputs of a run, with its earlier part if it is resumed.
pub(crate) struct Outputs<'a, G: Game> {
    bests: Option<Bests<'a>>,
    files: Vec<Box<dyn CaseOutput<G>>>,
    /// The run in the history, which keeps the plays.
    run: Option<RunInProgress>,
    console: Option<Console>,
    /// The run with which this one is compared.
    base: Option<Baseline>,
    /// This run, if it is compared with a base or will be one.
    own: Option<Baseline>,
    /// Records that the files of records already contain.
    earlier: EarlierRecords,
    check: Option<ChangeCheck<'a>>,
    /// True once the user knows that data are missing in records.
    has_warned: bool,
    status: u8,
}

/// A run after its end.
pub(crate) struct Finished {
    /// Exit status.
    pub status: u8,
    /// A whole run that `watch` started: the base of the next one.
    pub base: Option<Baseline>,
}

/// Returns the exit status of a case: 0 OK, 1 failure of the contestant, 3 internal failure.
pub(crate) fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => 0,
        Verdict::Ie => 3,
        _ => 1,
    }
}

const NOTHING_TO_RESUME: &str = "--resume: name the file of records with --json, or a history that has a stopped \
                                 run of this command";

impl<'a, G: Game> Outputs<'a, G> {
    /// Opens the outputs of a run; fails if one cannot be opened, or if two share a file.
    pub fn open(mut options: OutputOptions<'a>, claims: &mut Claims) -> Result<Outputs<'a, G>> {
        options.claim(claims)?;
        let (json, scores) = (&options.records.json, &options.scores);
        let is_resumable = json.is_some() || options.run.is_some();
        ensure!(is_resumable || !options.records.resume, NOTHING_TO_RESUME);
        let bests = scores.bests.as_ref();
        let bests =
            bests.map(|path| Bests::open(path, scores.freeze_bests, G::OBJECTIVE, options.stop));
        let bests = bests.transpose()?;
        let mut earlier = HashMap::new();
        let mut files: Vec<Box<dyn CaseOutput<G>>> = Vec::new();
        let json = json.clone().map(|path| {
            (path, options.records.existing(), "--force starts over, another file keeps them")
        });
        let kept = options.run.as_ref().map(|run| {
            (run.kept.records(), Existing::Resume, "without --resume, a new run begins")
        });
        for (path, existing, way_out) in json.into_iter().chain(kept) {
            let run = &options.identity;
            let file = RecordFile::open(&path, existing, &mut earlier, |record| {
                // The file may have runs of other commands, too.
                let is_own = (&record.case.game, &record.origin.command)
                    == (&run.game, &run.origin.command)
                    && options.salts.may_have(record.case.salt.as_ref());
                match run.difference(record).filter(|_| is_own) {
                    Some(difference) => bail!("{difference}; {way_out}"),
                    None => Ok(is_own),
                }
            });
            files.push(Box::new(file?));
        }
        if let Some(path) = &scores.scores {
            let existing = match options.records.replace() {
                true => Existing::Force,
                false => Existing::Refuse("--force starts over"),
            };
            files.push(Box::new(LineFile::open(path, existing, |_| Ok(()))?));
        }
        if let Some(pages) = options.pages.take() {
            files.push(Box::new(pages));
        }
        let console =
            options.printing.map(|printing| Console::new(&options, printing, is_resumable));
        let base = match &mut options.run {
            Some(run) => run.base.take(),
            None => options.base,
        };
        Ok(Outputs {
            bests,
            files,
            own: (base.is_some() || options.is_watched)
                .then(|| Baseline::new("the last whole run")),
            base,
            run: options.run,
            console,
            earlier,
            check: options.contestant.map(ChangeCheck::new),
            has_warned: false,
            status: 0,
        })
    }

    /// Returns true if an earlier part of the run has played this case.
    pub fn has_played(&self, play_id: &(CaseName, usize)) -> bool {
        self.earlier.contains_key(play_id)
    }

    /// Returns those of these `indices` whose case lacks an earlier record; adds the earlier records
    /// of the others.
    pub fn pending(&mut self, cases: &Cases<G>, indices: Vec<usize>) -> Result<Vec<usize>> {
        let mut pending = Vec::new();
        for index in indices {
            // A new run needs no names of all its cases.
            let job = (!self.earlier.is_empty()).then(|| cases.get(index));
            let earlier = job.and_then(|job| Some((self.earlier.remove(&job.play_id())?, job)));
            match earlier {
                Some((record, job)) => self.take(&job, &record, None)?,
                None => pending.push(index),
            }
        }
        self.bar().set_length(pending.len() as u64);
        if let (Some(run), Some(check), false) = (&self.run, &self.check, pending.is_empty()) {
            run.announce(check.program);
        }
        Ok(pending)
    }

    /// Returns the bar that shows the progress; hidden unless standard error is a terminal.
    pub fn bar(&self) -> ProgressBar {
        let console = self.console.as_ref();
        console.map_or_else(ProgressBar::hidden, |console| console.bar.clone())
    }

    /// Adds the next play; returns its record with the best known score.
    pub fn add(&mut self, job: &CaseJob<G>, mut play: ScoredPlay<G>) -> Result<Record> {
        self.look(false)?;
        if let Some(check) = self.check.as_ref().filter(|check| check.changed.is_some()) {
            play.record.origin.program = check.digest();
        }
        if let Some(bests) = &mut self.bests {
            bests.add(&mut play.record)?;
        }
        if let Some(missing) = play.missing_data.take().filter(|_| !self.has_warned) {
            self.has_warned = true;
            self.bar().suspend(|| eprint_line(&format!("warning: {missing}")));
        }
        let output = play.output.take();
        if let Some(run) = &mut self.run {
            // Earlier records alone make no run.
            run.is_empty = false;
            if let Some(output) = output {
                run.keep_play(&mut play.record, output, || job.play.case().to_string())?;
            }
        }
        self.take(job, &play.record, Some(&play))?;
        if let Some(console) = &mut self.console {
            console.add::<G>(&play.record)?;
        }
        Ok(play.record)
    }

    fn take(
        &mut self,
        job: &CaseJob<G>,
        record: &Record,
        play: Option<&ScoredPlay<G>>,
    ) -> Result<()> {
        self.status = self.status.max(status(record.ruling.verdict));
        if let Some(console) = &mut self.console {
            console.count::<G>(record);
        }
        if let Some(own) = &mut self.own {
            own.add(record);
        }
        self.files.iter_mut().try_for_each(|file| file.add(job, record, play))
    }

    /// Checks whether the program has changed, `now` or if the last check was a while ago; returns
    /// true if it has.
    fn look(&mut self, now: bool) -> Result<bool> {
        let Some(check) = &mut self.check else {
            return Ok(false);
        };
        if let Some(path) = check.look(now)? {
            eprint_line(&format!(
                "warning: {} changed while the run was played: it is no base of comparisons",
                path.display()
            ));
        }
        Ok(check.changed.is_some())
    }

    /// Prints the summary first, since completing the files may fail on a full disk.
    pub fn finish(mut self) -> Result<Finished> {
        let looked = self.look(true);
        let has_changed = *looked.as_ref().unwrap_or(&false);
        let mut result = looked.map(drop);
        if let Some(console) = &self.console {
            let pair = self.base.as_ref().zip(self.own.as_ref()).filter(|_| !has_changed);
            let compare = || pair.map_or(String::new(), |(base, own)| base.compare(own));
            result = result.and_then(|()| console.finish::<G>(compare));
        }
        if let Some(bests) = &mut self.bests {
            result = result.and(bests.finish());
        }
        if let Some(run) = &mut self.run {
            result = result.and(run.finish(has_changed));
        }
        for file in &mut self.files {
            result = result.and(file.finish());
        }
        result?;
        let is_whole = self.console.is_some_and(|console| console.is_whole());
        Ok(Finished { status: self.status, base: self.own.filter(|_| is_whole) })
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt};

    use super::*;
    use game::{Bound, Details, Stream, rng};
    use records::{RecordedScore, json};

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
                score: RecordedScore {
                    raw: value,
                    bound: Some(Bound::new("maximum", value)),
                    ..usual.score.clone()
                },
                parameters: Details::new([("F", value.into())]),
                ..usual.clone()
            };
            let read: Record = serde_json::from_str(&json(&written).unwrap()).unwrap();
            let parameter = read.parameters.number("F").unwrap();
            let read = [read.score.raw, read.score.bound.unwrap().value, parameter];
            assert_eq!(read.map(f64::to_bits), [value.to_bits(); 3]);
        }
    }
}
