//! `duel`: two contestants on the same cases, until it is clear which is better.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use indicatif::ProgressBar;
use rand::seq::SliceRandom;

use super::case_args::CaseArgs;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::limits::number;
use super::source::{contestant, program_named};
use crate::runs::{CaseJob, Folders, RunContext, SourceRule, in_order, progress_bar, shown_score};
use crate::signals::Signals;
use game::{Game, Measure, Seeds, Stream, Verdict, rng};
use records::stats::{Decision, Interval, PairedCounts, SequentialTest, SignificanceLevel, mean};
use records::{
    Claims, Existing, LineFile, Outcome, Record, UserError, common_measure, difference,
    eprint_line, json, order, print,
};
use scene::printable;

const HEADING: &str = "Comparison";

const NOTES: &str = "\
A is the contestant of --against, B that of --exec; the verdict is about B. After every case
the mean difference is compared with 0, by an interval that is valid at every look:
betting, Waudby-Smith and Ramdas 2024. It depends on the most that one case can differ, which the
game proves or --range gives: the duel goes on until even a rare failure, not seen yet, could not
reverse the result. Cases from files, and of several variants, are played in one fixed random
order.

Exit status: 0 B is better, 10 it is worse, 11 both are equivalent, 12 undecided; 1 a
contestant failed its first three cases, 2 wrong usage, 3 the judge failed, 130 or 143 stopped by a
signal.";

/// Plays two contestants on the same cases, and stops as soon as the evidence is enough.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct DuelArgs<G: Game> {
    #[command(flatten)]
    cases: CaseArgs<G>,
    #[command(flatten)]
    pub contestant: ContestantArgs<G>,
    /// Command of the second contestant
    #[arg(long, value_name = "CMD", help_heading = "Contestant")]
    against: String,
    #[command(flatten)]
    workers: WorkerArgs,
    /// Play at most N cases
    #[arg(long, value_name = "N", help_heading = HEADING, value_parser = number(u32::MAX as usize))]
    max: Option<usize>,
    /// Measure to compare: relative, bound-ratio or score [default: the game's]
    #[arg(long, value_name = "MEASURE", help_heading = HEADING, value_parser = measure)]
    measure: Option<Measure>,
    /// Call them equivalent if they differ by less than this, in units of the measure; it must be smaller
    /// than the range
    #[arg(long, value_name = "DIFFERENCE", help_heading = HEADING, value_parser = margin)]
    margin: Option<f64>,
    /// Largest possible difference in one case [default: the range that the game proves]
    #[arg(long, value_name = "DIFFERENCE", help_heading = HEADING, value_parser = margin)]
    range: Option<f64>,
    /// Maximum probability of a false verdict
    #[arg(long, value_name = "CHANCE", default_value_t, help_heading = HEADING)]
    alpha: SignificanceLevel,
    /// Write the records of the first to FILE, as JSON Lines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Write the records of the second to FILE, as JSON Lines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    against_json: Option<PathBuf>,
}

fn measure(text: &str) -> Result<Measure, String> {
    match text {
        "relative" => Ok(Measure::Relative),
        "bound-ratio" => Ok(Measure::BoundRatio),
        "score" => Ok(Measure::Score),
        _ => Err("expected relative, bound-ratio or score".into()),
    }
}

fn margin(text: &str) -> Result<f64, String> {
    let margin: Option<f64> = text.parse().ok();
    let margin = margin.filter(|margin| *margin > 0.0 && margin.is_finite());
    margin.ok_or_else(|| "expected a number above 0".to_string())
}

/// Returns the outcomes of A and B, from the records of B and A; fails if they lack this measure.
fn outcomes(measure: Measure, pair: &[Record; 2]) -> Result<[Outcome; 2]> {
    let [b, a] = pair.each_ref().map(|record| Outcome {
        measure,
        ..Outcome::of_play(record)
    });
    let is_defined = measure == Measure::Score || common_measure([&a, &b]) == measure;
    let problem = match measure {
        Measure::Relative => "has a score below 0; compare it by --measure score or bound-ratio",
        _ => "has no bound; compare it by --measure score",
    };
    let case = &pair[0].key;
    ensure!(is_defined, UserError(format!("case {case} {problem}")));
    Ok([a, b])
}

impl<G: Game> DuelArgs<G> {
    pub fn execute(self, mut claims: Claims, signals: &Signals) -> Result<ExitCode> {
        let cases = self.cases.cases(self.usual_seeds());
        let cases = cases.map_err(UserError::of)?;
        let mut order: Vec<usize> = (0..cases.len()).collect();
        // Neighbouring cases may be similar; the first ones would be mistaken for the mean.
        if !self.cases.case.is_empty() || cases.variants.len() > 1 {
            order.shuffle(&mut rng("duel", 0, Stream::Case));
        }
        order.truncate(self.max.unwrap_or(usize::MAX));
        let surroundings = self.contestant.prepare_host(self.workers.threads)?;
        signals.listen()?;
        let stopped = &signals.interrupted;
        let first = contestant::<G>(
            &[],
            self.contestant.exec.as_deref(),
            SourceRule::here()?,
            signals,
        )?;
        let second = program_named(&self.against, SourceRule::here()?).context("--against")?;
        cases.claim(&mut claims);
        for program in [&first, &second] {
            program.claim(&mut claims);
        }
        let contexts = [&first, &second].map(|contestant| {
            let (game, folders) = (&self.cases.game.game, Folders::default());
            let conditions = &self.contestant;
            RunContext {
                pin: self.workers.pin,
                ..conditions.context(game, contestant, surroundings, folders, signals)
            }
        });
        let range = self.range(order.iter().map(|&case| cases.get(case)))?;
        if let Some(margin) = self.margin.filter(|margin| *margin >= range) {
            let problem = "nothing to prove, since one case can differ by";
            bail!(UserError(format!(
                "--margin {margin}: {problem} {range} at most"
            )));
        }
        let mut progress = self.open(order.len(), range, &mut claims)?;
        in_order(
            order.len(),
            self.workers.threads,
            stopped,
            |number| Ok([contexts[0].worker(number)?, contexts[1].worker(number)?]),
            |supervisors, turn| {
                let job = cases.get(order[turn]);
                let mut play = |player: usize| {
                    let played = job.run(&contexts[player], &mut supervisors[player])?;
                    anyhow::Ok(played.map(|played| played.record))
                };
                // The order alternates, so that a slower machine affects both contestants alike.
                let [one, other] = [turn % 2, 1 - turn % 2];
                let Some(record) = play(one)? else {
                    return Ok(None);
                };
                let pair = play(other)?.map(|second| [record, second]);
                Ok(pair.map(|mut pair| {
                    pair.rotate_left(one);
                    pair
                }))
            },
            |pair| progress.take(&pair, stopped),
        )?;
        progress.finish()
    }

    fn measure(&self) -> Measure {
        self.measure.unwrap_or(G::MEASURE)
    }

    /// Returns the seeds of a duel without `--seed`: a single one if all seeds give the same case.
    fn usual_seeds(&self) -> Seeds {
        match self.cases.case.is_empty() || G::RANDOM_PLAY {
            true => Seeds::range(1..=1000).expect("it is not empty"),
            false => 1.into(),
        }
    }

    /// Returns the largest possible difference between two records of one of these cases:
    /// `--range`, or the range that the game proves. Fails without either.
    fn range(&self, cases: impl Iterator<Item = CaseJob<G>>) -> Result<f64> {
        if let Some(range) = self.range {
            return Ok(range);
        }
        let mut widest = 0.0_f64;
        for job in cases {
            let ranges = job.play.game.ranges(job.play.case());
            let range = match self.measure() {
                // This range is the same in every case.
                Measure::Relative => return Ok(1.0),
                Measure::BoundRatio => ranges.bound_ratio,
                Measure::Score => ranges.score,
            };
            let range = range.end() - range.start();
            let unproven = || {
                let (case, name) = (job.key(), self.measure().name());
                format!("the game proves no range of the {name} of case {case}: give --range")
            };
            ensure!(range.is_finite(), UserError(unproven()));
            widest = widest.max(range);
        }
        Ok(widest)
    }

    fn open(&self, cases: usize, range: f64, claims: &mut Claims) -> Result<DuelProgress<'_, G>> {
        let mut claim = |option, path: &Option<PathBuf>| {
            let mut paths = path.iter();
            paths.try_for_each(|path| claims.output(path, option))
        };
        claim("--json", &self.json)?;
        claim("--against-json", &self.against_json)?;
        let existing = Existing::Refuse("name another file");
        let create = |path: &Option<PathBuf>| {
            let open = |path| LineFile::open(path, existing, |_| Ok(()));
            path.as_deref().map(open).transpose()
        };
        let bar = progress_bar(cases, "{elapsed} {pos}/{len}  {msg}");
        bar.enable_steady_tick(Duration::from_secs(1));
        Ok(DuelProgress {
            args: self,
            test: SequentialTest::new(self.alpha, self.margin, range),
            range,
            orders: Vec::new(),
            judge_failed: false,
            have_solved: [false; 2],
            hopeless: Vec::new(),
            files: [create(&self.json)?, create(&self.against_json)?],
            bar,
        })
    }
}

/// A duel ends after this number of cases if a contestant has failed all of them. Such a contestant
/// is missing, does not start, or does not follow the protocol.
const FIRST: usize = 3;

struct DuelProgress<'a, G: Game> {
    args: &'a DuelArgs<G>,
    test: SequentialTest,
    range: f64,
    /// For every case, the order of the score of B relative to that of A.
    orders: Vec<Ordering>,
    judge_failed: bool,
    have_solved: [bool; 2],
    /// Contestants that failed all their first cases: their option and their last record.
    hopeless: Vec<(&'static str, Record)>,
    files: [Option<LineFile>; 2],
    /// The state so far, on a terminal.
    bar: ProgressBar,
}

impl<G: Game> DuelProgress<'_, G> {
    /// Adds the records of B and A on the next case, and sets `stopped` if they decide the duel. Fails if
    /// their difference is larger than `--range`.
    fn take(&mut self, pair: &[Record; 2], stopped: &AtomicBool) -> Result<()> {
        // This case was still being played when the duel ended.
        if stopped.load(Relaxed) {
            return Ok(());
        }
        for (file, record) in self.files.iter_mut().zip(pair) {
            if let Some(file) = file {
                file.push(&json(record)?)?;
            }
        }
        let [b, a] = pair;
        let case = &b.key;
        let measure = self.args.measure();
        let outcomes = outcomes(measure, pair)?;
        let difference = difference(outcomes, measure);
        self.orders.push(order(outcomes, measure));
        let is_own = |record: &Record| record.ruling.verdict == Verdict::Ie;
        self.judge_failed |= pair.iter().any(is_own);
        let mut is_settled = self.judge_failed;
        if !self.judge_failed {
            let range = self.range;
            let wider =
                || format!("--range {range}: the difference of case {case} is {difference}");
            ensure!(difference.abs() <= range, UserError(wider()));
            is_settled = self.test.push(difference).is_some();
        }
        for (has_solved, record) in self.have_solved.iter_mut().zip(pair) {
            *has_solved |= record.is_ok();
        }
        if self.orders.len() == FIRST {
            let sides = ["--exec", "--against"].into_iter().zip(pair.clone());
            let failed = sides.zip(self.have_solved).filter(|(_, solved)| !solved);
            self.hopeless = failed.map(|(side, _)| side).collect();
        }
        if is_settled || !self.hopeless.is_empty() {
            stopped.store(true, Relaxed);
        }
        let shown = |record: &Record| match record.ruling.verdict {
            Verdict::Ok => shown_score(record.score),
            _ => record.ruling.to_string(),
        };
        let line = format!(
            "Case = {}, Scores = {} and {}, B - A = {difference:+.6}\n",
            printable(&case.to_string()),
            shown(a),
            shown(b)
        );
        self.bar.suspend(|| print(&line))?;
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            let Interval { low, high } = self.test.interval();
            let message = format!("B - A is in {low:+.4} to {high:+.4}");
            self.bar.set_message(message);
        }
        Ok(())
    }

    fn finish(self) -> Result<ExitCode> {
        self.bar.finish_and_clear();
        let PairedCounts { wins, ties, losses } = PairedCounts::of(self.orders.iter().copied());
        let interval = self.test.interval();
        let (name, status) = match self.test.decision {
            _ if self.judge_failed => ("none: the judge failed", 3),
            _ if !self.hopeless.is_empty() => ("none", 1),
            Some(Decision::Better) => ("B is better", 0),
            Some(Decision::Worse) => ("B is worse", 10),
            Some(Decision::Equivalent) => ("equivalent", 11),
            None => ("undecided", 12),
        };
        print(&format!(
            "cases    {}: B better in {wins}, equal in {ties}, worse in {losses}\n\
             mean     B - A = {:+.6}; {:+.6} to {:+.6} with error {} at every look\n\
             range    one case can differ by {:.6}\n\
             unseen   losses in fewer than {:.4} of all cases\n\
             verdict  {name}\n",
            self.orders.len(),
            mean(&self.test.differences).unwrap_or(0.0),
            interval.low,
            interval.high,
            self.args.alpha,
            self.range,
            unseen_rate_limit(self.orders.len(), self.args.alpha)
        ))?;
        for (name, record) in &self.hopeless {
            let (command, ruling) = (printable(&record.command), &record.ruling);
            eprint_line(&format!(
                "{name}: {command} failed its first {FIRST} cases: {ruling}"
            ));
            if !record.error_output.is_empty() {
                let lines = record.error_output.join("\n    ");
                eprint_line(&format!("its standard error ends with\n    {lines}"));
            }
        }
        Ok(ExitCode::from(status))
    }
}

/// Returns an upper bound on the rate of an event that did not occur in `cases` cases, at
/// significance level `alpha`; 3 / n at 0.05.
fn unseen_rate_limit(cases: usize, alpha: SignificanceLevel) -> f64 {
    let rate = -alpha.get().ln() / cases as f64;
    rate.min(1.0)
}
