//! Load on the processors of contestants.

use std::io;
use std::process::Command;

use crate::KilledOnDrop;

/// Starts `count` copies of `program`, the contestant of this suite, that loop on the processors
/// that this thread may use.
///
/// # Errors
/// The program cannot be started.
pub fn busy_loops(program: &str, count: usize) -> io::Result<Vec<KilledOnDrop>> {
    let start = |_| Command::new(program).arg("burns=1000000000").spawn();
    (0..count)
        .map(start)
        .map(|started| started.map(KilledOnDrop))
        .collect()
}
