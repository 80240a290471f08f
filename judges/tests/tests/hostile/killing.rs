//! Kills a process of a run (judge, supervisor or contestant) and checks that no record is lost.

use std::process::Child;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use common::rng::Rng;
use harness::hostile::{Arena, children, left, unmeasured, wait_until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use records::Record;

/// Seeds of the cases of a run.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=20;

/// Environment variable: how many times a process is killed, by default five times.
const MOMENTS: &str = "KILLS";

/// Starts or resumes a run with two cases at a time.
fn start(arena: &Arena) -> Child {
    let cases = format!("--seed {}-{} --threads 2", SEEDS.start(), SEEDS.end());
    let limits = "--time-limit 60000 --wall-limit 600000";
    let line = format!("ioiwari-judge --exec ioiwari {cases} {limits} -ns --json r --resume");
    let mut judge = arena.command(&line);
    judge.env("TMPDIR", arena.folder()).spawn().unwrap()
}

/// Returns a process and all its descendants.
fn processes(parent: u32) -> Vec<u32> {
    let below = children(parent).into_iter().flat_map(processes);
    [parent].into_iter().chain(below).collect()
}

/// Waits for a random number of records, then for a random time up to twice that of a case. So the
/// moment does not depend on the machine's speed.
fn wait_at_random(rng: &mut Rng, judge: &mut Child, arena: &Arena, case: Duration) {
    let cases = rng.below(SEEDS.count() as u32) as usize;
    let text = || fs::read_to_string(arena.path("r")).unwrap_or_default();
    while text().matches('\n').count() < cases && judge.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(case.mul_f64(f64::from(rng.below(2000)) / 1000.0));
}

/// Kills one process at a random moment of a run. Lets the run end, or resumes it if the judge was
/// killed, and compares the records with those of an undisturbed run. Returns true if the judge was
/// still running at that moment.
fn killed_once(arena: &Arena, rng: &mut Rng, whole: &[Record], case: Duration) -> bool {
    let _ = fs::remove_file(arena.path("r"));
    let mut judge = start(arena);
    wait_at_random(rng, &mut judge, arena, case);
    let all = processes(judge.id());
    let victim = match rng.below(3) {
        0 => judge.id(),
        _ => all[rng.below(all.len() as u32) as usize],
    };
    let is_judge = victim == judge.id();
    let at_work = judge.try_wait().unwrap().is_none();
    if at_work {
        // The process may have exited in the meantime.
        let _ = kill(Pid::from_raw(victim as i32), Signal::SIGKILL);
    }
    let status = judge.wait().unwrap();
    let before = fs::read_to_string(arena.path("r")).unwrap_or_default();
    if status.code().is_none() {
        assert!(is_judge, "another process was killed, but the judge ended");
        assert!(start(arena).wait().unwrap().success());
        let kept = before.rfind('\n').map_or("", |end| &before[..=end]);
        assert!(arena.read("r").starts_with(kept));
    }
    let mut records = arena.records("r");
    records.sort_by_key(|record| record.case.seed);
    let is_right = records.iter().map(|record| record.case.seed).eq(SEEDS);
    assert!(is_right, "{records:?}");
    let mut both: Vec<_> = records.iter().zip(whole).collect();
    both.retain(|(record, expected)| unmeasured(record) != unmeasured(expected));
    assert!(both.len() <= usize::from(!is_judge), "{both:?}");
    wait_until("end of all processes", || left(arena.folder()).is_empty());
    at_work
}

#[test]
fn no_record_is_lost_when_any_process_is_killed_at_any_moment() {
    let moments = env::var(MOMENTS).map_or(5, |count| count.parse().unwrap());
    let arena = Arena::here();
    let started = Instant::now();
    assert!(start(&arena).wait().unwrap().success());
    let case = started.elapsed() / SEEDS.count() as u32;
    let mut whole = arena.records("r");
    whole.sort_by_key(|record| record.case.seed);
    let mut rng = Rng::new(1);
    let mut met = 0;
    while met < moments {
        met += u32::from(killed_once(&arena, &mut rng, &whole, case));
    }
}
