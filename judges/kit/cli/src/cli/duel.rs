//! `duel`: two contestants on the same cases, until it is clear which is better.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail, ensure};
use rand::seq::SliceRandom;

use super::case_args::CaseArgs;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::game_args::Duelling;
use super::source::{contestant, named};
use crate::runs::{CaseJob, Cases, Folders, JsonLines, in_order};
use crate::signals::Signals;
use game::{Game, Seeds, Stream, Verdict, rng};
use records::stats::{Alpha, Finding, Outcomes, SequentialTest, mean, relative_difference};
use records::{Failure, Record, WrongUsage, note, print};
use scene::printable;

/// Plays two contestants on the same cases, one beside the other, and stops as
/// soon as the evidence is enough.
///
/// The mean difference is held against 0 after every case, with an interval
/// that holds at every look: betting, Waudby-Smith and Ramdas 2024. It depends on the most that one
/// case can differ, which the game proves or `--range` gives: no verdict comes before a failure that
/// has not occurred yet could no longer outweigh the mean. Cases from files, and of
/// several variants, are played in an order drawn once for all. Exit status: 0 the first is
/// better, 10 it is worse, 11 both are equivalent, 12 undecided; 1 a contestant failed its first
/// three cases; 2 wrong usage, 3 the judge failed, 130 or 143 stopped by a signal.
#[derive(clap::Args)]
pub(crate) struct DuelArgs<G: Game> {
    #[command(flatten)]
    cases: CaseArgs<G, Duelling>,
    #[command(flatten)]
    contestant: ContestantArgs<G>,
    /// The command of the contestant it is compared with
    #[arg(long, value_name = "CMD")]
    against: String,
    #[command(flatten)]
    workers: WorkerArgs,
    /// Play at most N cases
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// Measure to compare
    #[arg(long, value_name = "MEASURE", default_value = "relative")]
    measure: DuelMeasure,
    /// Call them equivalent if they differ by less than this, in units of the measure
    #[arg(long, value_name = "DIFFERENCE", value_parser = margin)]
    margin: Option<f64>,
    /// The most that one case can differ, in units of the measure; without it, what the game proves
    #[arg(long, value_name = "DIFFERENCE", value_parser = margin)]
    range: Option<f64>,
    /// Maximum probability of a false verdict, whatever the differences look like within their range
    #[arg(long, value_name = "CHANCE", default_value_t)]
    alpha: Alpha,
    /// Write the records of the first to FILE, as JSON Lines
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the records of the second to FILE, as JSON Lines
    #[arg(long, value_name = "FILE")]
    against_json: Option<PathBuf>,
}

/// Measure that a duel compares.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DuelMeasure {
    /// Share of the better of the two scores; a failed case counts 0
    Relative,
    /// Share of the bound; a failed case counts 0
    Share,
    /// The raw score; its range is that of the widest case, or `--range`
    Score,
}

fn margin(text: &str) -> Result<f64, String> {
    let margin = text
        .parse()
        .ok()
        .filter(|&margin| margin > 0.0 && f64::is_finite(margin));
    margin.ok_or_else(|| "not a number above 0".to_string())
}

impl DuelMeasure {
    /// The most that two records of a case can differ; fails if the game does not prove a range.
    fn range<G: Game>(self, job: &CaseJob<G>) -> Result<f64> {
        let (game, case) = (&job.play.game, job.play.case());
        let (name, range) = match self {
            DuelMeasure::Relative => return Ok(1.0),
            DuelMeasure::Share => ("share", game.ranges(case).share),
            DuelMeasure::Score => ("score", game.ranges(case).score),
        };
        let range = range.end() - range.start();
        let unproven = || {
            let case = job.key();
            format!("--measure {name}: the game proves no range for case {case}, give --range")
        };
        ensure!(range.is_finite(), WrongUsage(unproven()));
        Ok(range)
    }

    fn difference(self, first: &Record, second: &Record) -> Result<f64> {
        let worth = |record: &Record| if record.is_ok() { record.score } else { 0.0 };
        let share = |record: &Record| {
            let share = record.share.or((!record.is_ok()).then_some(0.0));
            let missing = || format!("--measure share: case {} has no bound", record.key());
            share.ok_or_else(|| WrongUsage(missing()))
        };
        Ok(match self {
            DuelMeasure::Relative => relative_difference(worth(second), worth(first)),
            DuelMeasure::Share => share(first)? - share(second)?,
            DuelMeasure::Score => first.score - second.score,
        })
    }
}

/// Returns the indices of `cases` in playing order: drawn for files and variants, since a sequence
/// of similar cases would be taken for the mean.
fn order<G: Game>(cases: &Cases<G>, from_files: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    if from_files || cases.have_variants() {
        order.shuffle(&mut rng("duel", 0, Stream::Case));
    }
    order
}

/// Which of the two plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DuelPlayer {
    First,
    Second,
}

/// The case and the player of job `index`. The order of the two players alternates, so that a
/// machine that slows down affects both alike.
fn job(index: usize) -> (usize, DuelPlayer) {
    let case = index / 2;
    if index % 2 == case % 2 {
        (case, DuelPlayer::First)
    } else {
        (case, DuelPlayer::Second)
    }
}

impl<G: Game> DuelArgs<G> {
    pub fn execute(self, signals: &Signals) -> Result<ExitCode, Failure> {
        let seeds = self
            .cases
            .seeds(self.usual_seeds())
            .map_err(Failure::Usage)?;
        let salts = self.cases.game.salts.clone();
        let cases = self.cases.cases(seeds, salts).map_err(Failure::Usage)?;
        let order = order(&cases, !self.cases.case.is_empty());
        let count = self
            .max
            .map_or(cases.len(), |max| cases.len().min(max as usize));
        self.contestant.check_host(&self.workers)?;
        signals.listen()?;
        let stopped = signals.interrupted();
        let exec = self.contestant.exec.as_deref();
        let first = contestant::<G>(&[], exec)?;
        let second = named(&self.against)
            .context("--against")
            .map_err(Failure::Usage)?;
        let folders = Folders::default();
        let [first, second] = [&first, &second].map(|contestant| {
            let game = &self.cases.game.game;
            let conditions = &self.contestant;
            conditions.context(game, contestant, &self.workers, &folders, signals)
        });
        let range = self.range(order[..count].iter().map(|&case| cases.get(case)))?;
        let mut progress = self.open(range).map_err(Failure::Usage)?;
        in_order(
            2 * count,
            usize::from(self.workers.threads),
            stopped,
            |number| Ok((first.worker(number)?, second.worker(number)?)),
            |(of_first, of_second), index| {
                let (turn, player) = job(index);
                let case = order[turn];
                let record = match player {
                    DuelPlayer::First => cases.get(case).run(&first, of_first),
                    DuelPlayer::Second => cases.get(case).run(&second, of_second),
                };
                Ok(record?.map(|record| (player, record)))
            },
            |(player, record)| progress.take(player, record, stopped),
        )?;
        Ok(progress.finish()?)
    }

    /// As many seeds as a duel may need, or one where all would give the same case.
    fn usual_seeds(&self) -> Seeds {
        match self.cases.case.is_empty() || G::RANDOM_PLAY {
            true => Seeds::range(1..=1000).expect("it is not empty"),
            false => 1.into(),
        }
    }

    /// The most that one of these cases can differ: `--range`, or what the game proves.
    fn range(&self, mut cases: impl Iterator<Item = CaseJob<G>>) -> Result<f64> {
        let widest = |most: f64, job| Ok(self.measure.range(&job)?.max(most));
        self.range.map_or_else(|| cases.try_fold(0.0, widest), Ok)
    }

    fn open(&self, range: f64) -> Result<DuelProgress> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(JsonLines::create).transpose();
        if self.json.is_some() && self.json == self.against_json {
            bail!("--json and --against-json: the same file");
        }
        Ok(DuelProgress {
            test: SequentialTest::new(self.alpha, self.margin, range),
            range,
            alpha: self.alpha,
            measure: self.measure,
            waiting: None,
            differences: Vec::new(),
            judge_failed: false,
            hopeless: Hopeless::default(),
            files: [create(&self.json)?, create(&self.against_json)?],
        })
    }
}

struct DuelProgress {
    test: SequentialTest,
    /// The most that a case can differ.
    range: f64,
    alpha: Alpha,
    measure: DuelMeasure,
    /// The record of a case that the other has yet to play.
    waiting: Option<(DuelPlayer, Record)>,
    differences: Vec<f64>,
    judge_failed: bool,
    hopeless: Hopeless,
    /// Where the records of the first and the second go.
    files: [Option<JsonLines>; 2],
}

impl DuelProgress {
    /// Takes the next record, and sets `stopped` if that settles the duel.
    fn take(&mut self, player: DuelPlayer, record: Record, stopped: &AtomicBool) -> Result<()> {
        // A case that the user has stopped has one record or none.
        if stopped.load(Ordering::Relaxed) {
            return Ok(());
        }
        let Some((_, other)) = self.waiting.take_if(|(known, _)| *known != player) else {
            self.waiting = Some((player, record));
            return Ok(());
        };
        let pair = match player {
            DuelPlayer::First => [record, other],
            DuelPlayer::Second => [other, record],
        };
        for (file, record) in self.files.iter_mut().zip(&pair) {
            if let Some(file) = file {
                file.push(record)?;
            }
        }
        self.judge_failed |= pair
            .iter()
            .any(|record| record.ruling.verdict == Verdict::Ie);
        let [first, second] = &pair;
        let difference = self.measure.difference(first, second)?;
        self.differences.push(difference);
        let found = match self.judge_failed {
            true => None,
            false => self.within_range(first, difference)?,
        };
        self.hopeless.add(&pair);
        if found.is_some() || self.judge_failed || !self.hopeless.failed.is_empty() {
            stopped.store(true, Ordering::Relaxed);
        }
        let [first, second] = &pair;
        let shown = |record: &Record| match record.ruling.verdict {
            Verdict::Ok => format!("{:?}", record.score),
            _ => record.ruling.to_string(),
        };
        print(&format!(
            "Case = {}, Scores = {} and {}, Difference = {difference:+.6}\n",
            printable(&first.key().to_string()),
            shown(first),
            shown(second)
        ))
    }

    /// Takes the difference of a case; fails if it is larger than `--range`.
    fn within_range(&mut self, record: &Record, difference: f64) -> Result<Option<Finding>> {
        let (range, case) = (self.range, record.key());
        let wider = || format!("--range {range}: the difference of case {case} is {difference}");
        ensure!(difference.abs() <= range, WrongUsage(wider()));
        Ok(self.test.push(difference))
    }

    fn finish(self) -> Result<ExitCode> {
        let Outcomes { wins, ties, losses } = Outcomes::of(&self.differences);
        let interval = self.test.interval();
        let (name, status) = match self.test.finding() {
            _ if self.judge_failed => ("none: the judge failed", 3),
            _ if !self.hopeless.failed.is_empty() => ("none", 1),
            Some(Finding::Better) => ("better", 0),
            Some(Finding::Worse) => ("worse", 10),
            Some(Finding::Equivalent) => ("equivalent", 11),
            None => ("undecided", 12),
        };
        print(&format!(
            "cases    {}: better in {wins}, as good in {ties}, worse in {losses}\n\
             mean     {:+.6}; {:+.6} to {:+.6} with error {} at every look\n\
             range    one case can differ by {:.6}\n\
             unseen   losses in fewer than {:.4} of all cases\n\
             verdict  {name}\n",
            self.differences.len(),
            mean(&self.differences).unwrap_or(0.0),
            interval.low,
            interval.high,
            self.alpha,
            self.range,
            unseen(self.differences.len(), self.alpha)
        ))?;
        self.hopeless.print();
        Ok(ExitCode::from(status))
    }
}

/// Cases after which a duel ends if a contestant failed all of them: it is missing, does not start,
/// or does not follow the protocol.
const FIRST: usize = 3;

#[derive(Default)]
struct Hopeless {
    cases: usize,
    /// True for each contestant that has solved a case.
    has_solved: [bool; 2],
    /// After the first cases: the option of a contestant that failed them all, and its last record.
    failed: Vec<(&'static str, Record)>,
}

impl Hopeless {
    /// Takes the records of both on the next case.
    fn add(&mut self, pair: &[Record; 2]) {
        self.cases += 1;
        for (solved, record) in self.has_solved.iter_mut().zip(pair) {
            *solved |= record.is_ok();
        }
        if self.cases == FIRST {
            let sides = ["--exec", "--against"].into_iter().zip(pair);
            let failed = sides.zip(self.has_solved).filter(|(_, solved)| !solved);
            let failed = failed.map(|((name, record), _)| (name, record.clone()));
            self.failed = failed.collect();
        }
    }

    /// Prints the contestants that failed their first cases on standard error.
    fn print(&self) {
        for (name, record) in &self.failed {
            let (command, ruling) = (printable(&record.command), &record.ruling);
            note(&format!(
                "{name}: {command} failed its first {FIRST} cases: {ruling}"
            ));
            if !record.error_output.is_empty() {
                let lines = record.error_output.join("\n    ");
                note(&format!("its standard error ends with\n    {lines}"));
            }
        }
    }
}

/// Returns the largest rate of an event that is not yet excluded after `cases` cases without it,
/// with error `alpha`: 3 / n at 0.05.
fn unseen(cases: usize, alpha: Alpha) -> f64 {
    let rate = -alpha.get().ln() / cases as f64;
    rate.min(1.0)
}
