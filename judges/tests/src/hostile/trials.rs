//! Many trials at a time.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Result, ensure};
use game::{Ruling, Verdict};
use tasks::games::GameManifest;

use crate::hostile::arena::{Arena, User};
use crate::hostile::contestants::{HostileContestant, Limit, SandboxLevel};
use crate::hostile::games;

/// Threads for trials that only wait.
const WAITING: usize = 16;

/// The arena of a user, and the isolation level of contestants there.
pub struct TrialPlace {
    /// The user.
    pub user: User,
    arena: Arena,
    level: SandboxLevel,
}

impl TrialPlace {
    /// The arena of this user, and the level there.
    pub fn of(user: User) -> TrialPlace {
        let arena = Arena::of(user);
        let level = arena.level();
        TrialPlace { user, arena, level }
    }
}

/// A contestant, and the judge that it is to meet.
pub struct Trial<'a> {
    /// Where both run.
    pub place: &'a TrialPlace,
    /// The judge's game.
    pub game: &'a GameManifest,
    /// The contestant.
    pub contestant: HostileContestant,
}

impl Trial<'_> {
    /// Runs the trials, each `repeats` times, and prints what each took. Returns for each the
    /// verdict, `None` if the contestant would try nothing, or what was wrong.
    pub fn run_all(trials: &[Trial], repeats: usize) -> Vec<Result<Option<Verdict>, String>> {
        let waits = |trial: &Trial| trial.contestant.stopped_by == Some(Limit::Wall);
        in_parallel(
            trials,
            waits,
            |Trial {
                 place,
                 game,
                 contestant,
             }| {
                if let Some(reason) = contestant.skipped(game) {
                    println!("{reason}");
                    return Ok(None);
                }
                let (name, user) = (contestant.name, place.user);
                let at = format!("{name} against {}, {user:?} user", game.name);
                let started = Instant::now();
                let verdict = verdict(place, game, contestant, repeats);
                println!("{:6.1} s  {at}", started.elapsed().as_secs_f64());
                verdict
                    .map(Some)
                    .map_err(|error| format!("{at}: {error:#}"))
            },
        )
    }
}

/// Returns the verdict on a contestant: the one expected, every time with the same reason.
fn verdict(
    place: &TrialPlace,
    game: &GameManifest,
    contestant: &HostileContestant,
    repeats: usize,
) -> Result<Verdict> {
    let expected = games::expected(game, contestant, place.level);
    let mut first: Option<Ruling> = None;
    for _ in 0..repeats {
        let result = place.arena.trial(game, contestant, place.level);
        result.check(&expected)?;
        let ruling = &result.record().ruling;
        let first = first.get_or_insert_with(|| ruling.clone());
        ensure!(first == ruling, "{first:?}, but another time {ruling:?}");
    }
    Ok(expected.verdict)
}

/// Does `trial` on every item, on as many threads as there are cores; results
/// come in the order of the items. Items that `waits` says to need no processor
/// have threads of their own.
///
/// # Panics
/// A trial panics.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    waits: impl Fn(&T) -> bool,
    trial: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (waiting, working): (VecDeque<_>, VecDeque<_>) =
        items.iter().enumerate().partition(|(_, item)| waits(item));
    let (waiting, working) = (Mutex::new(waiting), Mutex::new(working));
    let next = |queue: &Mutex<VecDeque<_>>| queue.lock().expect("no trial panics").pop_front();
    let results = Mutex::new(Vec::new());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for (queue, threads) in [(&working, cores), (&waiting, WAITING)] {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some((index, item)) = next(queue) {
                        let result = trial(item);
                        let mut results = results.lock().expect("no trial panics");
                        results.push((index, result));
                    }
                });
            }
        }
    });
    let mut results = results.into_inner().expect("no trial panics");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
