//! Several cases at once, reported in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::{Context, Result};

use super::job::RunContext;

/// Time without a first result after which the user is told.
const FIRST_WAIT: Duration = Duration::from_secs(4);

/// Runs jobs 0 to `count - 1` on `threads` threads, each with its own `worker`. Records go to
/// `report` in the order of the jobs, as early as possible; if the first one takes long, the user is
/// told. Jobs that the user stopped are left out. After the first error no job begins and no
/// record is reported.
pub(crate) fn in_order<W, R: Send>(
    context: &RunContext,
    count: usize,
    threads: usize,
    worker: impl Fn(usize) -> Result<W> + Sync,
    run: impl Fn(&mut W, usize) -> Result<Option<R>> + Sync,
    mut report: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.context("cannot start the worker threads")?;
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let work = |number, sender: &Sender<_>| -> Result<()> {
        let mut worker = worker(number)?;
        while !context.interrupted.load(Ordering::Relaxed) {
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
                    // After an error the receiver is gone.
                    let _ = sender.send((next.fetch_add(1, Ordering::Relaxed), Err(error)));
                }
            });
        }
        drop(sender);
        let mut take = |result: Result<Option<R>>| result?.map_or(Ok(()), &mut report);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let first = results.recv_timeout(FIRST_WAIT);
        if matches!(first, Err(RecvTimeoutError::Timeout)) {
            context.tell_slow();
        }
        // An error drops the receiver, so that no worker begins another job.
        for (index, result) in first.into_iter().chain(results) {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                take(result)?;
            }
        }
        waiting.into_values().try_for_each(take)
    })
}
