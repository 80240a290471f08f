//! Many trials in parallel.

use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Result, ensure};
use game::Verdict;
use xtask::games::GameManifest;

use crate::hostile::arena::{Arena, User};
use crate::hostile::contestants::{HostileContestant, Limit, SandboxLevel};

/// Number of threads for trials that mostly wait.
pub const WAITING: usize = 16;

/// Environment variable: how often each contestant plays, by default once.
const REPEATS: &str = "REPEATS";

/// A contestant, and the game whose judge runs it.
pub type Trial = (HostileContestant, &'static GameManifest);

/// Runs contestants against judges as this user and prints each verdict. `level` replaces the
/// default isolation level.
///
/// # Panics
/// A judge breaks a promise, or a repetition gives another verdict or reason.
pub fn check_trials(trials: &[Trial], user: User, level: Option<SandboxLevel>) {
    let arena = Arena::of(user);
    let level = level.unwrap_or_else(|| arena.level());
    let complaints = Mutex::new(Vec::new());
    let check = |&(contestant, game): &Trial| {
        let trial = format!("{} against {}, {user:?} user", contestant.name, game.name);
        let started = Instant::now();
        let said = match verdict(&arena, level, &contestant, game) {
            Ok(verdict) => verdict.to_string(),
            Err(error) => {
                complaints.lock().expect("no trial panics").push(format!("{trial}: {error:#}"));
                "-".into()
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        println!("{seconds:6.1} s  {trial}: {said}");
    };
    let (skipped, tried): (Vec<_>, Vec<_>) =
        (trials.iter().copied()).partition(|(contestant, game)| contestant.skipped(game).is_some());
    for (contestant, game) in skipped {
        println!("{}", contestant.skipped(game).unwrap_or_default());
    }
    let waits = |(contestant, _): &Trial| contestant.stopped_by == Some(Limit::Wall);
    let (waiting, working): (Vec<_>, Vec<_>) = tried.into_iter().partition(waits);
    thread::scope(|scope| {
        scope.spawn(|| in_parallel(&waiting, WAITING, check));
        in_parallel(&working, processors(), check);
    });
    let complaints = complaints.into_inner().expect("no trial panics");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Returns the verdict on a contestant, after checking that it is the expected one and that the
/// reason never changes.
fn verdict(
    arena: &Arena,
    level: SandboxLevel,
    contestant: &HostileContestant,
    game: &GameManifest,
) -> Result<Verdict> {
    let expected = contestant.expected(game, level);
    let repeats = env::var(REPEATS).ok().filter(|count| !count.is_empty());
    let mut first: Option<String> = None;
    for _ in 0..repeats.map_or(Ok(1), |count| count.parse())? {
        let result = arena.trial(game, contestant, level);
        result.check(expected)?;
        let isolation = result.record().isolation();
        let is_kept = isolation == level.option().strip_prefix("--sandbox=");
        ensure!(is_kept, "isolated by {isolation:?}, expected {level:?}");
        // Measured values are in parentheses.
        let (reason, _) = result.reason().split_once(" (").unwrap_or((result.reason(), ""));
        let first = first.get_or_insert_with(|| reason.to_string());
        ensure!(first == reason, "{first}, but another time {reason}");
    }
    Ok(expected.0)
}

/// Returns the number of processors that this process may use.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` for every item, on `threads` threads.
///
/// # Panics
/// A call of `work` panics.
pub fn in_parallel<T: Sync>(items: &[T], threads: usize, work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}
