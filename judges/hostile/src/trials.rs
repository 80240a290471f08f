//! Many trials at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `trial` on every item, on as many threads as there are cores; results
/// come in the order of the items.
///
/// # Panics
/// A trial panics.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], trial: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = trial(item);
                    results
                        .lock()
                        .expect("no trial panics")
                        .push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no trial panics");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
