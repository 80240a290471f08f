//! Many cases at once, reported in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use anyhow::{Context, Result};

/// Runs jobs 0 to `count - 1` on `threads` threads, each with a `worker` of its own, and passes
/// their records to `report` in that order, as early as possible. Jobs that the user stopped are
/// left out; after the first error no job begins, and no record is reported.
pub(crate) fn in_order<W, R: Send>(
    count: usize,
    threads: usize,
    interrupted: &AtomicBool,
    worker: impl Fn(usize) -> Result<W> + Sync,
    run: impl Fn(&mut W, usize) -> Result<Option<R>> + Sync,
    mut report: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.context("cannot start the worker threads")?;
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let (sender, results) = channel();
    let halted = || interrupted.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let work = |number, sender: &Sender<_>| -> Result<()> {
        let mut worker = worker(number)?;
        while !halted() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || sender.send((index, run(&mut worker, index))).is_err() {
                break;
            }
        }
        Ok(())
    };
    pool.in_place_scope(|scope| {
        for number in 0..threads {
            let (sender, work, next) = (sender.clone(), &work, &next);
            scope.spawn(move |_| {
                if let Err(error) = work(number, &sender) {
                    // After a failure of the run the channel has no receiver.
                    let _ = sender.send((next.fetch_add(1, Ordering::Relaxed), Err(error)));
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        let mut take = |result: Result<Option<R>>| {
            let taken = result.and_then(|record| match record {
                Some(record) if outcome.is_ok() => report(record),
                _ => Ok(()),
            });
            if taken.is_err() && outcome.is_ok() {
                failed.store(true, Ordering::Relaxed);
                outcome = taken;
            }
        };
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                take(result);
            }
        }
        waiting.into_values().for_each(&mut take);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays `count` jobs, whose records are their numbers; returns what was reported up to the
    /// first error.
    fn reported(
        (count, threads): (usize, usize),
        interrupted: &AtomicBool,
        run: impl Fn(usize) -> Option<usize> + Sync,
        most: usize,
    ) -> (Vec<usize>, Result<()>) {
        let mut seen = Vec::new();
        let report = |record| {
            seen.push(record);
            anyhow::ensure!(seen.len() < most, "one too many");
            Ok(())
        };
        let run = |(): &mut (), index: usize| Ok(run(index));
        let outcome = in_order(count, threads, interrupted, |_| Ok(()), run, report);
        (seen, outcome)
    }

    #[test]
    fn the_order_does_not_depend_on_threads() {
        let slow_even = |index: usize| {
            if index.is_multiple_of(2) {
                std::thread::sleep(std::time::Duration::from_micros(200));
            }
            Some(index)
        };
        for threads in [1, 2, 7] {
            let never = AtomicBool::new(false);
            let (seen, outcome) = reported((200, threads), &never, slow_even, usize::MAX);
            outcome.unwrap();
            assert!(seen.into_iter().eq(0..200), "{threads} threads");
        }
    }

    #[test]
    fn what_was_finished_is_reported_when_stopped() {
        let interrupted = AtomicBool::new(false);
        let run = |index: usize| {
            if index == 10 {
                interrupted.store(true, Ordering::Relaxed);
                return None;
            }
            Some(index)
        };
        let (seen, outcome) = reported((100, 3), &interrupted, run, usize::MAX);
        outcome.unwrap();
        assert!(seen.starts_with(&(0..10).collect::<Vec<_>>()));
        assert!(!seen.contains(&10) && seen.len() < 100);
    }

    #[test]
    fn an_error_ends_the_run() {
        let (seen, outcome) = reported((100, 2), &AtomicBool::new(false), Some, 6);
        assert!(outcome.is_err());
        assert_eq!(seen.len(), 6);
    }
}
