//! Signals that end a run in good order.

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator;
use signal_hook::low_level::emulate_default_handler;

/// Signals that come within this time of the first count as one request: `timeout`
/// sends one to the group and one to its child.
const MOMENT: Duration = Duration::from_secs(1);

/// The user's request to stop the run.
pub(super) struct Signals {
    interrupted: Arc<AtomicBool>,
    number: Arc<AtomicI32>,
}

impl Signals {
    /// Lets the first SIGINT, SIGTERM or SIGHUP end the run in good order, SIGHUP
    /// unless whoever started the judge ignores it; one that comes more than a second later ends it at once.
    ///
    /// # Errors
    /// The host does not let signals be watched.
    pub fn watch() -> Result<Signals> {
        // Whoever starts the judge may ignore this one, and then nothing could be waited for.
        flag::register(SIGCHLD, Arc::default()).context("cannot watch for signals")?;
        let mut ends = vec![SIGINT, SIGTERM];
        // Under `nohup` a run outlives its terminal.
        if !is_ignored(SIGHUP) {
            ends.push(SIGHUP);
        }
        let mut coming = iterator::Signals::new(ends).context("cannot watch for signals")?;
        let signals = Signals {
            interrupted: Arc::default(),
            number: Arc::default(),
        };
        let (interrupted, number) = (signals.interrupted.clone(), signals.number.clone());
        let watch = move || {
            let mut first: Option<Instant> = None;
            for signal in coming.forever() {
                let first = *first.get_or_insert_with(Instant::now);
                if first.elapsed() > MOMENT {
                    let _ = emulate_default_handler(signal);
                }
                number.store(signal, Ordering::Relaxed);
                interrupted.store(true, Ordering::Relaxed);
            }
        };
        thread::Builder::new()
            .name("signals".into())
            .spawn(watch)
            .context("cannot watch for signals")?;
        Ok(signals)
    }

    /// Set once the run is to end.
    pub fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// Returns the exit status of a run that a signal has ended.
    pub fn status(&self) -> Option<ExitCode> {
        match self.number.load(Ordering::Relaxed) {
            0 => None,
            number => Some(ExitCode::from(128 + number as u8)),
        }
    }
}

/// True if this process ignores the signal, as it was told by who started it.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
