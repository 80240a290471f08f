//! Many cases at once, reported in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};

use anyhow::{Context, Result};

/// Runs jobs 0 to `count - 1` on `threads` threads, each with a `worker` of its own, and hands
/// their records to `report` in that order, as early as it allows. Jobs that the user stopped are
/// left out; the first error drops the jobs not yet begun.
pub(crate) fn in_order<W, R: Send>(
    count: usize,
    threads: usize,
    interrupted: &AtomicBool,
    worker: impl Fn(usize) -> Result<W> + Sync,
    run: impl Fn(&mut W, usize) -> Result<Option<R>> + Sync,
    report: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.context("cannot start the worker threads")?;
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let (sender, results) = channel();
    pool.in_place_scope(|scope| {
        for number in 0..threads {
            let sender = sender.clone();
            let (worker, run, next, failed) = (&worker, &run, &next, &failed);
            scope.spawn(move |_| {
                let sender = sender;
                let mut worker = match worker(number) {
                    Ok(worker) => worker,
                    Err(error) => {
                        let _ = sender.send((next.fetch_add(1, Ordering::Relaxed), Err(error)));
                        return;
                    }
                };
                let halted =
                    || interrupted.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
                while !halted() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || sender.send((index, run(&mut worker, index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        pass_on(&results, &failed, report)
    })
}

/// Hands the records to `report` in the order of the jobs; the first error sets `failed`.
fn pass_on<R>(
    results: &Receiver<(usize, Result<Option<R>>)>,
    failed: &AtomicBool,
    mut report: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    let mut outcome = Ok(());
    let mut pass_on = |record: Option<R>| match record {
        Some(record) if !failed.load(Ordering::Relaxed) => report(record),
        _ => Ok(()),
    };
    for (index, result) in results {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&due) {
            due += 1;
            if let Err(error) = result.and_then(&mut pass_on) {
                failed.store(true, Ordering::Relaxed);
                outcome = outcome.and(Err(error));
            }
        }
    }
    for result in waiting.into_values() {
        outcome = outcome.and(result.and_then(&mut pass_on));
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Ruling;
    use records::Record;

    fn record(seed: u64) -> Record {
        Record {
            game: "test".into(),
            seed,
            salt: None,
            variant: None,
            file: None,
            repetition: None,
            parameters: Default::default(),
            ruling: Ruling::OK,
            score: 0.0,
            normalised: None,
            bound: None,
            share: None,
            gap: None,
            options: None,
            best_known: None,
            of_best: None,
            cost: Default::default(),
            error_output: Vec::new(),
            command: String::new(),
            machine: None,
            limits: None,
            data: Default::default(),
            details: Default::default(),
            losses: None,
        }
    }

    #[test]
    fn the_order_does_not_depend_on_threads() {
        let jobs: Vec<u64> = (0..200).collect();
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let slow_even = |(): &mut (), index: usize| {
                if index.is_multiple_of(2) {
                    std::thread::sleep(std::time::Duration::from_micros(200));
                }
                Ok(Some(record(index as u64)))
            };
            let report = |record: Record| {
                seen.push(record.seed);
                Ok(())
            };
            in_order(
                200,
                threads,
                &AtomicBool::new(false),
                |_| Ok(()),
                slow_even,
                report,
            )
            .unwrap();
            assert_eq!(seen, jobs, "{threads} threads");
        }
    }

    #[test]
    fn what_was_finished_is_reported_when_stopped() {
        let interrupted = AtomicBool::new(false);
        let mut seen = Vec::new();
        let run = |(): &mut (), index: usize| {
            if index == 10 {
                interrupted.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            Ok(Some(record(index as u64)))
        };
        let report = |record: Record| {
            seen.push(record.seed);
            Ok(())
        };
        in_order(100, 3, &interrupted, |_| Ok(()), run, report).unwrap();
        assert!(seen.starts_with(&(0..10).collect::<Vec<_>>()));
        assert!(!seen.contains(&10) && seen.len() < 100);
    }

    #[test]
    fn an_error_ends_the_run() {
        let mut seen = 0;
        let report = |record: Record| {
            seen += 1;
            anyhow::ensure!(record.seed < 5, "the sixth is too much");
            Ok(())
        };
        let run = |(): &mut (), index: usize| Ok(Some(record(index as u64)));
        let result = in_order(100, 2, &AtomicBool::new(false), |_| Ok(()), run, report);
        assert!(result.is_err());
        assert_eq!(seen, 6);
    }
}
