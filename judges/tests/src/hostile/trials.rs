//! Many trials at a time.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::thread;

/// Threads for trials that only wait.
const WAITING: usize = 16;

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
    let queues = [(&working, cores), (&waiting, WAITING)];
    thread::scope(|scope| {
        for (queue, threads) in queues {
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
