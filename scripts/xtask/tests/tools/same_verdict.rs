//! Judges many contestants, including hostile ones, with the native judge and with a package's
//! validator under Kattis's own code. Verdicts and scores must be the same.

use std::sync::Mutex;

use game::Verdict;
use harness::Tool;
use harness::hostile::{Arena, Limit, contestants};
use xtask::bundle::compiler::feed;
use xtask::games::GameManifest;
use xtask::packages::{PackageParts, kattis};

use crate::made;

/// Minimum number of cases that are judged twice.
const FEWEST: usize = 150;

/// Cases for each contestant that follows the rules; the seeds begin at 1.
const CASES: usize = 6;

/// Hostile contestants that are not compared: they need our judge's limits on memory, processes or
/// standard error, attack its processes, or get a verdict that depends on the host's speed.
const LEFT_OUT: &str = "128-mb-to-stderr touches-2-gb reserves-2-gb threads-200 threads-2000 \
    forks-without-end stops-its-judge kills-its-judge traces-its-supervisor trickles";

/// Hostile contestant with another verdict in Kattis: it closes its output and keeps running, and
/// Kattis's runner waits for it.
const JUDGED_OTHERWISE: &str = "closes-stdout";

/// Hostile contestants that Kattis does not stop in a game without turns. The same holds for all
/// contestants that wait.
const UNSTOPPED: [&str; 2] = ["endless-line", "endless-lines"];

/// Verdict in Kattis's words; the score of an accepted contestant.
type Judgement = (String, Option<f64>);

/// A contestant and its cases, with seeds from 1.
struct Trial {
    /// Command that starts the contestant.
    exec: String,
    cases: usize,
    /// Limit that stops the contestant.
    limit: Option<Limit>,
}

pub(super) fn contestants_get_the_same_here_and_there() {
    let judged = Mutex::new((0, Vec::new()));
    made::for_each(|parts| {
        let arena = Arena::here();
        let game = &parts.facts.game;
        let trials = trials(&arena, parts);
        let names = trials.iter().flat_map(|trial| {
            let seeds = 1..=trial.cases;
            seeds.map(|seed| format!("{} {} {seed}", game.name, trial.exec))
        });
        let here = trials.iter().flat_map(|trial| native(&arena, game, trial));
        let here: Vec<Judgement> = here.collect();
        let there = foreign(&arena, parts, &trials);
        assert_eq!(here.len(), there.len());
        let (count, differing) = &mut *judged.lock().unwrap();
        *count += there.len();
        for ((name, here), there) in names.zip(here).zip(there) {
            if here != there {
                differing.push(format!("{name}: {here:?} here, {there:?} there"));
            }
        }
    });
    let (count, differing) = judged.into_inner().unwrap();
    println!("{count} cases were judged here and there");
    assert!(count >= FEWEST, "only {count} cases");
    let differing = differing.join("\n");
    assert!(differing.is_empty(), "of {count}:\n{differing}");
}

/// Returns our solver and the example with some cases each, and hostile contestants with one case:
/// they test the part of a validator that all games share.
fn trials(arena: &Arena, parts: &PackageParts) -> Vec<Trial> {
    let game = &parts.facts.game;
    let ours = format!("env SOLVER_WORK=50 '{}'", arena.program(&game.name));
    let example = xtask::workspace().join(format!("data/examples/{}.py", game.name));
    let example = format!("python3 '{}'", example.display());
    // If a whole case is long, only one case is played, by a contestant that follows the rules.
    let is_long = !game.short_run.is_empty();
    let cases = if is_long { 1 } else { CASES };
    let legal = [ours, example].map(|exec| Trial { exec, cases, limit: None });
    let is_stopped = |name, limit| {
        let waits = limit == Some(Limit::Wall);
        parts.facts.is_interactive() || !waits && !UNSTOPPED.contains(&name)
    };
    let hostile = contestants().into_iter().filter(|one| {
        let is_judged =
            one.name != JUDGED_OTHERWISE && !LEFT_OUT.split(' ').any(|name| name == one.name);
        is_judged && !is_long && is_stopped(one.name, one.stopped_by)
    });
    let hostile = hostile.map(|one| Trial {
        exec: arena.exec(game, one.name),
        cases: 1,
        limit: one.stopped_by,
    });
    legal.into_iter().chain(hostile).collect()
}

/// Returns the options of short cases with the seeds from 1.
fn options(game: &GameManifest, cases: usize) -> Vec<String> {
    let mut options = game.short.clone();
    let at = options.iter().position(|option| option == "--seed");
    options[at.unwrap() + 1] = format!("1-{cases}");
    options
}

/// Judges a trial with the game's own judge.
fn native(arena: &Arena, game: &GameManifest, trial: &Trial) -> Vec<Judgement> {
    let limits = match trial.limit {
        Some(Limit::Cpu) => "--time-limit 300 --wall-limit 60000",
        Some(Limit::Wall) => "--time-limit 60000 --wall-limit 1500",
        None => "--time-limit 60000 --wall-limit 60000",
    };
    let line = format!("-ns --memory-limit 1024 --scoreFormat scaled {limits} --exec");
    let mut judge = arena.judge(game, &line);
    judge.arg(&trial.exec).args(options(game, trial.cases));
    let result = arena.watched(judge);
    let lines = result.ended.out.lines();
    let scores = lines.filter_map(|line| line.split_once("Score = "));
    let scores = scores.map(|(_, rest)| rest.split(',').next().unwrap().trim().parse().unwrap());
    let verdicts = result.records.iter().map(|record| match record.ruling.verdict {
        Verdict::Ok => "AC",
        // The validator reports a flood as a wrong answer.
        Verdict::Wa | Verdict::Ole => "WA",
        Verdict::Tle => "TLE",
        Verdict::Re | Verdict::Mle => "RTE",
        Verdict::Ie => "JE",
    });
    let judgement =
        |(verdict, score): (&str, f64)| (verdict.into(), Some(score).filter(|_| verdict == "AC"));
    verdicts.zip(scores).map(judgement).collect()
}

/// Judges all trials with the validator.
fn foreign(arena: &Arena, parts: &PackageParts, trials: &[Trial]) -> Vec<Judgement> {
    let game = &parts.facts.game;
    let package = arena.folder().join(&game.name);
    kattis::files(parts).write(&package).unwrap();
    let mut draw = arena.judge(game, "gen --secrets --name %d.in --out");
    draw.arg(arena.folder()).args(options(game, CASES));
    assert!(draw.status().unwrap().success());
    let lines = trials.iter().flat_map(|Trial { exec, cases, limit }| {
        let seconds = if limit.is_some() { 1 } else { 30 };
        let case = |seed: usize| arena.path(&seed.to_string());
        (1..=*cases).map(move |seed| format!("{seconds}\t{}\t{exec}\n", case(seed)))
    });
    let lines: String = lines.collect();
    // This Python has the modules of `verifyproblem`.
    let python = Tool::PROBLEM_TOOLS.path().unwrap().with_file_name("python");
    let mut judge = made::command(python.to_str().unwrap());
    judge.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/kattis.py"));
    let output = feed(judge.arg(package), &lines).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let judgements = printed.lines().map(|line| {
        let (verdict, score) = line.split_once(' ').unwrap();
        // The native judge prints scores on this scale as whole numbers.
        (verdict.into(), score.parse().ok().map(f64::round))
    });
    judgements.collect()
}
