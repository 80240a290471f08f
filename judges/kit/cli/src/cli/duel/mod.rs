//! `duel`: two contestants on the same cases, until it is clear which is better.

mod progress;
mod question;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};

use super::case_args::CaseArgs;
use super::config::Config;
use super::contestant_args::{ContestantArgs, WorkerArgs, number, opponent};
use crate::runs::{
    Cases, ChangeCheck, EarlierRecords, RecordFile, RunContext, in_order, progress_bar,
};
use crate::signals::Signals;
use game::{Game, OptionEffect, OptionForm, Seeds, Stream, rng};
use progress::DuelProgress;
use question::QuestionArgs;
use rand::seq::SliceRandom;
use records::stats::Population;
use records::{Claims, Existing, Record, Run, RunHistory, UserError, counted, print};
use scene::printable;

const HEADING: &str = "Comparison";

const NOTES: &str = "\
A is the contestant of --against, B that of --exec; the verdict is about B. Cases are drawn in
random order, each once; plays of the same case count as one, with their mean. After every case
the mean difference is compared with 0, by bets that are valid at every look (Waudby-Smith
and Ramdas 2024). They assume only the most that one case can differ, which the game proves or
--range gives: the duel goes on until even a rare failure, not seen yet, could not reverse the
result. After all cases of a finite set (files, or all cases of a game with few) the result
is exact. --sprt needs fewer cases, but its errors are only approximate: it assumes
that the spread of the differences shows in the first cases, without rare losses or heavy tails.

Exit status: 0 B is better (with --not-worse: not worse; with --sprt: above LOW), 10 it is worse
(with --sprt: below HIGH), 11 both are equivalent, 12 undecided; 1 a contestant failed its first
three cases, 2 wrong usage, 3 the judge failed, 130 or 143 stopped by a signal.";

/// Plays two contestants on the same cases, and stops as soon as the evidence is enough.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct DuelArgs<G: Game> {
    #[command(flatten)]
    cases: CaseArgs<G>,
    #[command(flatten)]
    contestant: ContestantArgs<G>,
    /// The other contestant: a command, or a run of the history, whose program plays as it was
    #[arg(long, value_name = "CMD|RUN", help_heading = "Contestant")]
    against: String,
    /// Folder of the history; without it, the variable JUDGE_RUNS names it
    #[arg(long, value_name = "DIR", help_heading = "Contestant")]
    runs: Option<PathBuf>,
    #[command(flatten)]
    workers: WorkerArgs,
    /// Play at most N cases
    #[arg(long, value_name = "N", help_heading = HEADING, value_parser = number(u32::MAX as usize))]
    max: Option<usize>,
    #[command(flatten)]
    question: QuestionArgs,
    /// Write the records of B to FILE, as JSON Lines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Write the records of A to FILE, as JSON Lines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    against_json: Option<PathBuf>,
    /// Go on with a stopped duel: play only the cases that its two files of records lack
    #[arg(long, requires = "json", requires = "against_json", help_heading = "Output")]
    resume: bool,
}

impl<G: Game> DuelArgs<G> {
    pub fn execute(self, config: &Config, signals: &Signals) -> Result<ExitCode> {
        let mut claims = config.claims();
        let cases = self.cases.cases(self.usual_seeds()?).map_err(UserError::of)?;
        let mut drawn = DrawnCases::new(&cases);
        let surroundings = self.contestant.prepare_host(Some(&self.workers))?;
        signals.listen()?;
        let (stopped, rule) = (&signals.interrupted, config.source_rule()?);
        let own = self.contestant.program(&[], rule, signals)?;
        let history = RunHistory::given(self.runs.as_deref());
        let programs = [opponent::<G>(&self.against, history.as_ref(), signals)?, own];
        cases.claim(&mut claims);
        for program in &programs {
            program.claim(&mut claims);
        }
        let bar = progress_bar(drawn.plays.len(), "{elapsed} {pos}/{len}  {msg}");
        // Of A and B, as everything that comes in pairs.
        let contexts = programs.each_ref().map(|program| {
            let (options, game) = (&self.contestant, &self.cases.game.game);
            let (surroundings, history) = (surroundings.clone(), history.as_ref());
            RunContext {
                pin: self.workers.pin,
                bar: bar.clone(),
                ..options.context(game, program, surroundings, history, stopped)
            }
        });
        let (files, earlier) = self.files(&contexts, &mut claims)?;
        go_on(&earlier, &cases, &mut drawn)?;
        drawn.plays.truncate(self.max.unwrap_or(usize::MAX));
        let plays = drawn.plays.iter().flatten();
        let question = self.question.question(plays.map(|&play| cases.get(play)))?;
        let heading = self.heading(&contexts, &cases, &drawn, &earlier);
        print(&(heading + &question.heading()))?;
        bar.enable_steady_tick(Duration::from_secs(1));
        let mut progress = DuelProgress {
            test: question.test(drawn.population),
            question,
            cases: drawn.plays.len(),
            orders: Vec::new(),
            judge_failed: false,
            have_solved: [false; 2],
            hopeless: Vec::new(),
            files,
            checks: programs.each_ref().map(ChangeCheck::new),
            bar,
        };
        in_order(
            &contexts[1],
            drawn.plays.len(),
            self.workers.threads,
            |number| Ok([contexts[0].worker(number)?, contexts[1].worker(number)?]),
            |supervisors, turn| {
                let mut pairs: Vec<[Record; 2]> = Vec::new();
                for &play in &drawn.plays[turn] {
                    let mut job = cases.get(play);
                    let id = job.play_id();
                    let mut records = earlier.each_ref().map(|known| known.get(&id).cloned());
                    if let Some(record) = records.iter().flatten().next() {
                        job.play.salt.clone_from(&record.case.salt);
                    }
                    // The order alternates, so that a slower machine affects both contestants alike.
                    let second = (turn + pairs.len()) % 2;
                    for player in [1 - second, second] {
                        if records[player].is_none() {
                            let played = job.run(&contexts[player], &mut supervisors[player])?;
                            let Some(played) = played else {
                                return Ok(None);
                            };
                            records[player] = Some(played.record);
                        }
                    }
                    let [Some(a), Some(b)] = records else {
                        unreachable!("both have played");
                    };
                    pairs.push([a, b]);
                }
                Ok(Some(pairs))
            },
            |pairs| progress.take(&pairs, stopped),
        )?;
        progress.finish(match (&self.json, &self.against_json) {
            (Some(_), Some(_)) => "the same command with --resume goes on",
            _ => "with --json and --against-json it could be resumed",
        })
    }

    /// Returns the seeds of a duel without `--seed`: random ones, or those of the duel that goes on. A
    /// case from a file is played with a single seed.
    fn usual_seeds(&self) -> Result<Seeds> {
        let path = self.json.as_ref().filter(|path| self.resume && path.exists());
        let earlier = path.map(|path| Run::read("", path)).transpose()?;
        let first = earlier.as_ref().and_then(|run| run.records.first());
        Ok(match (self.cases.case.is_empty(), first) {
            (true, Some(record)) => block_of(record.case.seed),
            // Programs are not fitted to the same seeds in every duel.
            (true, None) => block_of(rand::random_range(1..EXACT - BLOCK)),
            (false, Some(record)) => record.case.seed.into(),
            (false, None) if G::RANDOM_PLAY => rand::random_range(1..EXACT).into(),
            (false, None) => 1.into(),
        })
    }

    /// Opens the files of records of A and B; returns also the records that they contain.
    fn files(
        &self,
        contexts: &[RunContext; 2],
        claims: &mut Claims,
    ) -> Result<([Option<RecordFile>; 2], [EarlierRecords; 2])> {
        let existing = match self.resume {
            true => Existing::Resume,
            false => Existing::Refuse("--resume goes on with it, another file keeps it"),
        };
        let named = [("--against-json", &self.against_json), ("--json", &self.json)];
        for (option, path) in named {
            path.iter().try_for_each(|path| claims.output(path, option))?;
        }
        let (mut files, mut earlier) = ([None, None], [HashMap::new(), HashMap::new()]);
        for (player, (_, path)) in named.into_iter().enumerate() {
            let Some(path) = path else { continue };
            let context = &contexts[player];
            let conditions = context.conditions.clone();
            let run = context.contestant.identity(G::NAME, conditions);
            let file = RecordFile::open(path, existing, &mut earlier[player], |record| {
                match run.difference(record) {
                    Some(difference) => bail!(UserError(format!("not of this duel: {difference}"))),
                    None => Ok(true),
                }
            });
            files[player] = Some(file?);
        }
        Ok((files, earlier))
    }

    /// Returns the lines that are printed first: who plays, and on what cases.
    fn heading(
        &self,
        contexts: &[RunContext; 2],
        cases: &Cases<G>,
        drawn: &DrawnCases,
        earlier: &[EarlierRecords; 2],
    ) -> String {
        let [a, b] = contexts.each_ref().map(|context| printable(&context.contestant.command.text));
        let mut text = format!("A        {a}\nB        {b}\n");
        let is_typed = self.cases.seed.is_some() || self.cases.game.game.seeds().is_some();
        if !is_typed && (G::RANDOM_PLAY || self.cases.case.is_empty()) {
            let first = cases.seeds.get(0);
            let seeds = match cases.seeds.len() {
                1 => first.to_string(),
                count => format!("{first}+{count}"),
            };
            text +=
                &format!("seeds    {seeds}, drawn at random: --seed {seeds} repeats the duel\n");
        }
        if drawn.left_out > 0 {
            let plays = counted(drawn.left_out, "play");
            text += &format!("equal    {plays} left out: an equal case is drawn already\n");
        }
        let [of_a, of_b] = earlier;
        match of_a.keys().filter(|play| of_b.contains_key(*play)).count() {
            0 => text,
            count => text + &format!("resumed  after {} of both\n", counted(count, "play")),
        }
    }
}

/// Goes on with the cases of a stopped duel; fails unless they are the first cases of this one.
fn go_on<G: Game>(
    earlier: &[EarlierRecords; 2],
    cases: &Cases<G>,
    drawn: &mut DrawnCases,
) -> Result<()> {
    let known = || earlier.iter().flat_map(HashMap::keys);
    if drawn.population == Population::Unlimited {
        // More seeds are further draws, which come after those of the stopped duel.
        let known: HashSet<_> = known().collect();
        let is_new = |plays: &Vec<usize>| {
            !plays.iter().any(|&play| known.contains(&cases.get(play).play_id()))
        };
        drawn.plays.sort_by_cached_key(is_new);
    }
    let count = earlier.iter().map(HashMap::len).max().unwrap_or(0);
    let plays = drawn.plays.iter().flatten().take(count);
    let first: HashSet<_> = plays.map(|&play| cases.get(play).play_id()).collect();
    match known().filter(|play| !first.contains(play)).min() {
        None => Ok(()),
        Some((case, _)) => bail!(UserError(format!(
            "--resume: the records have {}, but this duel begins with other cases: give the --seed of the \
             stopped duel",
            case.label()
        ))),
    }
}

/// Number of seeds in a block.
const BLOCK: u64 = 1000;

/// Every reader of JSON reads numbers below this exactly.
const EXACT: u64 = 1 << 53;

/// Returns the block that contains `seed`.
fn block_of(seed: u64) -> Seeds {
    let first = seed.saturating_sub(1) / BLOCK * BLOCK + 1;
    Seeds::range(first..=first.saturating_add(BLOCK - 1)).expect("it is not empty")
}

/// Cases in random order, each once.
struct DrawnCases {
    /// For every case the indices of its plays: several if it is repeated.
    plays: Vec<Vec<usize>>,
    /// Set from which the cases are drawn.
    population: Population,
    /// Number of plays left out because another seed or file is the same case.
    left_out: usize,
}

impl DrawnCases {
    /// Draws these cases. The order is the same every time, but random with respect to the cases, of
    /// which neighbours may be similar.
    fn new<G: Game>(cases: &Cases<G>) -> DrawnCases {
        let are_files = cases.has_files();
        let all = all_seeds::<G>().map(|seeds| seeds.len() * cases.variants.len());
        let mut known: HashMap<u64, (usize, (Option<String>, u64))> = HashMap::new();
        let mut plays: Vec<Vec<usize>> = Vec::new();
        for index in 0..cases.len() {
            let name = cases.get(index).name().unsalted();
            let mut identity = DefaultHasher::new();
            name.identity().hash(&mut identity);
            let origin = (name.file, name.seed);
            let next = (plays.len(), origin.clone());
            let (case, first) = known.entry(identity.finish()).or_insert(next);
            match plays.get_mut(*case) {
                None => plays.push(vec![index]),
                Some(repeated) if *first == origin => repeated.push(index),
                Some(_) => {}
            }
        }
        let left_out = cases.len() - plays.iter().map(Vec::len).sum::<usize>();
        plays.shuffle(&mut rng("duel", 0, Stream::Case));
        let is_whole = match are_files {
            // Each seed of a file is a random draw.
            true => !cases.seeds.are_distinct(),
            false => all == Some(plays.len()),
        };
        let population =
            if is_whole { Population::Finite(plays.len()) } else { Population::Unlimited };
        DrawnCases { plays, population, left_out }
    }
}

/// Returns the seeds of all cases, if an option of the game plays these: other seeds repeat them.
fn all_seeds<G: Game>() -> Option<Seeds> {
    let mut flags = G::OPTIONS.iter().filter(|option| option.form == OptionForm::Flag);
    let all = flags.find(|option| option.effect == OptionEffect::Seeds)?;
    G::with(&[(all.name, "")]).ok()?.seeds()
}
