//! Contestants, hostile ones among them, judged by the native judge and by a bundled
//! validator under Kattis's own runner: verdict and score are the same.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use game::Verdict;
use harness::hostile::{Arena, Limit, contestants};
use tasks::bundle::compiler;
use tasks::games::{DialogueKind, GameManifest};

use crate::made;

/// Fewest contestants that are judged twice.
const FEWEST: usize = 200;

/// Seeds that contestants which play by the rules play.
const SEEDS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

/// Hostile contestants that ask for a judge's limits, on memory, processes and standard error,
/// attack its processes, or get a verdict that depends on how fast the host is.
const LEFT_OUT: [&str; 9] = [
    "128-mb-to-stderr",
    "touches-2-gb",
    "reserves-2-gb",
    "threads-200",
    "threads-2000",
    "forks-without-end=0",
    "stops-its-judge",
    "kills-its-judge",
    "trickles",
];

/// Hostile contestants of which Kattis thinks otherwise. Its runner waits for one that closes its
/// output and stays, and ends the input of one without turns, which `never-writes` waits for.
const JUDGED_OTHERWISE: [&str; 2] = ["closes-stdout", "never-writes"];

/// Seconds that a contestant gets which uses them all.
const SHORT: &str = "2";

/// Seconds that any other contestant gets.
const LONG: &str = "60";

/// The same of both: a verdict in the words of Kattis, and the score of an accepted contestant.
#[derive(Debug, PartialEq)]
struct Judgement {
    verdict: &'static str,
    score: Option<f64>,
}

/// A contestant on a case.
struct Trial {
    /// Command of the contestant.
    exec: String,
    seed: &'static str,
    /// The limit that stops it.
    limit: Option<Limit>,
}

pub(super) fn contestants_get_the_same_here_and_there() {
    let runner = runner();
    let judged = Mutex::new((0, Vec::new()));
    made::for_each(|parts| {
        let game = &parts.facts.game;
        let arena = Arena::here();
        let source = arena.folder().join("validator.rs");
        let validator = arena.folder().join("validator");
        fs::write(&source, &parts.programs.score_validator).unwrap();
        compiler::compile(&source, "2024", 1, &validator).unwrap();
        for trial in trials(&arena, game) {
            let here = native(&arena, game, &trial);
            let there = foreign(&arena, game, &trial, (&validator, &runner));
            let (count, differing) = &mut *judged.lock().unwrap();
            *count += 1;
            if here != there {
                let Trial { exec, seed, .. } = &trial;
                let name = &game.name;
                differing.push(format!(
                    "{name} {exec} {seed}: {here:?} here, {there:?} there"
                ));
            }
        }
    });
    let (count, differing) = judged.into_inner().unwrap();
    println!("{count} contestants were judged here and there");
    assert!(count >= FEWEST, "only {count} contestants");
    assert!(
        differing.is_empty(),
        "of {count}:\n{}",
        differing.join("\n")
    );
}

/// Our solver and the example on some cases, and every hostile contestant on one.
fn trials(arena: &Arena, game: &GameManifest) -> Vec<Trial> {
    let ours = format!("env SOLVER_WORK=50 '{}'", arena.program(&game.name));
    let example = tasks::workspace().join(format!("data/examples/{}.py", game.name));
    let example = format!("python3 '{}'", example.display());
    let trial = |exec, seed, limit| Trial { exec, seed, limit };
    // A game whose whole case is long is played once.
    let seeds = if game.short_run.is_empty() {
        &SEEDS[..]
    } else {
        &SEEDS[..1]
    };
    let legal = seeds
        .iter()
        .flat_map(|&seed| [&ours, &example].map(|exec| trial(exec.clone(), seed, None)));
    let hostile = contestants().into_iter();
    let hostile = hostile
        .filter(|one| !LEFT_OUT.contains(&one.name) && !JUDGED_OTHERWISE.contains(&one.name));
    let hostile = hostile.map(|one| trial(arena.exec(game, one.name), "1", one.stopped_by));
    legal.chain(hostile).collect()
}

/// Options of a short case of this seed.
fn case_options<'a>(game: &'a GameManifest, seed: &'a str) -> Vec<&'a str> {
    let mut options: Vec<&str> = game.short.iter().map(String::as_str).collect();
    let at = options.iter().position(|&option| option == "--seed");
    options[at.unwrap() + 1] = seed;
    options
}

/// The judgement of the game's own judge.
fn native(arena: &Arena, game: &GameManifest, trial: &Trial) -> Judgement {
    let Trial { exec, seed, limit } = trial;
    let limits = match limit {
        Some(Limit::Cpu) => ["--time-limit", "300", "--wall-limit", "60000"],
        Some(Limit::Wall) => ["--time-limit", "60000", "--wall-limit", "1500"],
        None => ["--time-limit", "60000", "--wall-limit", "60000"],
    };
    let rest = [
        "--exec",
        exec,
        "-ns",
        "--memory-limit",
        "1024",
        "--scoreFormat",
        "scaled",
    ];
    let args = [&case_options(game, seed)[..], &limits, &rest].concat();
    let mut judge = arena.judge(game, "");
    judge.args(args);
    let result = arena.watched(judge);
    let record = result.record();
    let verdict = match record.ruling.verdict {
        Verdict::Ok => "AC",
        // A flood is found by the validator, or by the size of the output.
        Verdict::Wa | Verdict::Ole => "WA",
        Verdict::Tle => "TLE",
        Verdict::Re | Verdict::Mle => "RTE",
        Verdict::Ie => "JE",
    };
    let line = result
        .ended
        .out
        .lines()
        .find_map(|line| line.strip_prefix("Score = "));
    let score = line.map(|number| number.trim().parse().unwrap());
    let score = score.filter(|_| verdict == "AC");
    Judgement { verdict, score }
}

/// The judgement of the validator.
fn foreign(
    arena: &Arena,
    game: &GameManifest,
    Trial { exec, seed, limit }: &Trial,
    (validator, runner): (&Path, &Path),
) -> Judgement {
    let seconds = if limit.is_some() { SHORT } else { LONG };
    let folder = tempfile::tempdir_in(arena.folder()).unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let mut judge = arena.judge(game, "gen");
    judge.args(case_options(game, seed));
    judge.args(["--secrets", "--name", "%d.in", "--out", &place("")]);
    assert!(judge.status().unwrap().success());
    fs::create_dir(place("feedback")).unwrap();
    let files = [
        place(&format!("{seed}.in")),
        place(&format!("{seed}.ans")),
        place("feedback/"),
    ];
    let verdict = match game.kind {
        DialogueKind::Interactive => {
            let mut run = Command::new(runner);
            run.args(["1", seconds]).arg(validator).args(&files);
            run.args([";", "sh", "-c", &format!("exec {exec}")])
                .stderr(Stdio::null());
            of_runner(&String::from_utf8(run.output().unwrap().stdout).unwrap())
        }
        DialogueKind::Offline => offline((exec, seconds), validator, &files, &place("output")),
    };
    let score = fs::read_to_string(place("feedback/score.txt")).ok();
    // The native judge prints whole numbers on this scale.
    let score = score.map(|score| score.trim().parse::<f64>().unwrap().round());
    // One that fails after a whole game is accepted by the validator alone.
    let score = score.filter(|_| verdict == "AC");
    Judgement { verdict, score }
}

/// The verdict on a contestant without turns: runs it, then the validator on its output.
fn offline(
    (exec, seconds): (&str, &str),
    validator: &Path,
    files: &[String],
    output: &str,
) -> &'static str {
    let mut contestant = Command::new("timeout");
    contestant.args(["--signal=KILL", seconds, "sh", "-c"]);
    contestant
        .arg(format!("ulimit -f 16384; exec {exec}"))
        .stdin(File::open(&files[0]).unwrap());
    contestant
        .stdout(File::create(output).unwrap())
        .stderr(Stdio::null());
    let status = contestant.status().unwrap();
    // The most that a file may hold here is 8 MiB.
    let is_flood = fs::metadata(output).unwrap().len() >= 8 << 20;
    match (status.code(), status.signal()) {
        _ if is_flood => return "WA",
        (Some(0), _) => {}
        (_, Some(SIGKILL)) => return "TLE",
        _ => return "RTE",
    }
    let mut judge = Command::new(validator);
    judge
        .args(files)
        .stdin(File::open(output).unwrap())
        .stderr(Stdio::null());
    match judge.status().unwrap().code() {
        Some(42) => "AC",
        Some(43) => "WA",
        _ => "JE",
    }
}

/// The verdict that Kattis takes from what its runner prints: wait status and seconds of the
/// validator, of the contestant, and which of them ended first.
fn of_runner(printed: &str) -> &'static str {
    let words: Vec<&str> = printed.split_whitespace().collect();
    let [validator, _, contestant, _, first] = words[..] else {
        panic!("{printed}");
    };
    let [validator, contestant]: [i32; 2] =
        [validator, contestant].map(|status| status.parse().unwrap());
    let code = (validator & 0x7f == 0).then_some(validator >> 8);
    let signal = contestant & 0x7f;
    match (code, first) {
        (Some(43), "validator") => "WA",
        (Some(42 | 43), _) if OUT_OF_TIME.contains(&signal) => "TLE",
        (Some(42 | 43), _) if contestant != 0 => "RTE",
        (Some(42), _) => "AC",
        (Some(43), _) => "WA",
        _ => "JE",
    }
}

/// The signal by which `timeout` ends a contestant, and itself.
const SIGKILL: i32 = 9;

/// `SIGUSR1` and `SIGXCPU`, by which the runner ends a contestant that is out of time.
const OUT_OF_TIME: [i32; 2] = [10, 24];

/// Kattis's runner of a validator and a contestant.
fn runner() -> PathBuf {
    let mut python = Command::new(interpreter());
    python.args(["-c", "import problemtools; print(problemtools.__path__[0])"]);
    let folder = String::from_utf8(python.output().unwrap().stdout).unwrap();
    Path::new(folder.trim()).join("support/interactive")
}

/// The Python that runs `verifyproblem`.
fn interpreter() -> PathBuf {
    let path = harness::Tool::ProblemTools.path().unwrap();
    path.with_file_name("python")
}
