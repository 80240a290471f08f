//! Records of a run of which a process is killed: judge, supervisor or contestant.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::rng::Rng;
use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind, left, records};
use records::Record;

/// Cases of a run.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=20;

/// Variable with the number of moments at which a process is killed.
const MOMENTS: &str = "KILLS";

/// Number of moments unless the variable says otherwise.
const FEW: u32 = 5;

/// A run of two cases at a time, which can go on.
struct KilledRun<'a> {
    arena: &'a Arena,
    json: &'a Path,
}

impl KilledRun<'_> {
    fn start(&self) -> Child {
        let game = first(DialogueKind::Interactive);
        let solver = self.arena.program(&game.name);
        let seeds = format!("{}-{}", SEEDS.start(), SEEDS.end());
        let mut judge = self.arena.judge(game);
        judge
            .env("TMPDIR", self.arena.folder())
            .args(["--exec", &solver, "--seed", &seeds, "--threads", "2"])
            .args(["--time-limit", "60000", "--wall-limit", "600000"])
            .args(["--noSummary", "--resume", "--json"])
            .arg(self.json)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        judge.spawn().unwrap()
    }

    /// The records by seed.
    fn records(&self) -> Vec<Record> {
        let mut records = records(self.json).unwrap();
        records.sort_by_key(|record| record.seed);
        records
    }
}

/// The processes of a judge by their distance from it: itself, its
/// supervisors, their contestants with what these have started.
fn tree(judge: u32) -> Vec<Vec<u32>> {
    let mut tree = vec![vec![judge]];
    while let Some(parents) = tree.last().filter(|parents| !parents.is_empty()) {
        let children = parents.iter().flat_map(|&parent| children(parent));
        tree.push(children.collect());
    }
    tree.retain(|processes| !processes.is_empty());
    tree
}

fn children(parent: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{parent}/task"));
    let lists = threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = |list: String| -> Vec<u32> {
        list.split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect()
    };
    lists.flat_map(numbers).collect()
}

fn kill(process: u32) {
    // One that has ended meanwhile does not matter.
    let mut kill = Command::new("kill");
    kill.args(["-KILL", &process.to_string()])
        .stderr(Stdio::null());
    kill.status().unwrap();
}

/// Returns the outcome of a case in a record, without times and memory.
fn outcome(record: &Record) -> impl PartialEq + use<> {
    (
        record.seed,
        record.parameters.clone(),
        record.ruling.clone(),
        record.score.to_bits(),
        record.details.clone(),
    )
}

/// Waits for a random number of records, then at random up to twice the time of
/// a case: so the moment does not depend on how fast the machine is just now.
fn wait_at_random(rng: &mut Rng, judge: &mut Child, json: &Path, case: Duration) {
    let cases = rng.below(SEEDS.count() as u32) as usize;
    while whole_lines(json) < cases && judge.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(case.mul_f64(f64::from(rng.below(2000)) / 1000.0));
}

fn whole_lines(json: &Path) -> usize {
    let bytes = fs::read(json).unwrap_or_default();
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Kills one process at a random moment of a run, lets the run end, or go on if
/// it was the judge, and checks its records against those of an undisturbed one.
/// Returns whether the judge was still at work at that moment.
fn killed_once(arena: &Arena, rng: &mut Rng, whole: &[Record], case: Duration) -> bool {
    let json = arena.folder().join("killed.jsonl");
    let _ = fs::remove_file(&json);
    let run = KilledRun { arena, json: &json };
    let mut judge = run.start();
    wait_at_random(rng, &mut judge, &json, case);
    let tree = tree(judge.id());
    let distance = rng.below(tree.len() as u32) as usize;
    let victim = rng.below(tree[distance].len() as u32) as usize;
    let at_work = judge.try_wait().unwrap().is_none();
    if at_work {
        kill(tree[distance][victim]);
    }
    let status = judge.wait().unwrap();
    let before = fs::read_to_string(&json).unwrap_or_default();
    if status.code().is_none() {
        assert_eq!(distance, 0, "the judge died of what happened to another");
        let status = run.start().wait().unwrap();
        assert_eq!(status.code(), Some(0));
        let kept = before.rfind('\n').map_or("", |end| &before[..=end]);
        assert!(fs::read_to_string(&json).unwrap().starts_with(kept));
    }
    let records = run.records();
    let seeds: Vec<u64> = records.iter().map(|record| record.seed).collect();
    assert!(seeds.iter().copied().eq(SEEDS), "{seeds:?}");
    let hit = records
        .iter()
        .zip(whole)
        .filter(|(record, expected)| outcome(record) != outcome(expected));
    let hit: Vec<_> = hit.map(|(record, _)| &record.ruling).collect();
    assert!(
        hit.len() <= usize::from(distance > 0),
        "{distance}: {hit:?}"
    );
    let started = Instant::now();
    while !left(arena.folder()).unwrap().is_empty() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "processes are left"
        );
        thread::sleep(Duration::from_millis(5));
    }
    at_work
}

#[test]
fn no_record_is_lost_when_any_process_is_killed_at_any_moment() {
    let moments = env::var(MOMENTS).map_or(FEW, |count| count.parse().unwrap());
    let arena = Arena::here().unwrap();
    let json = arena.folder().join("whole.jsonl");
    let run = KilledRun {
        arena: &arena,
        json: &json,
    };
    let started = Instant::now();
    assert_eq!(run.start().wait().unwrap().code(), Some(0));
    let case = started.elapsed() / SEEDS.count() as u32;
    let whole = run.records();
    let mut rng = Rng::new(1);
    let mut met = 0;
    while met < moments {
        met += u32::from(killed_once(&arena, &mut rng, &whole, case));
    }
}
