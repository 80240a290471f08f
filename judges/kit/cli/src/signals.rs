//! Signals that end a run properly.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::sys::signal::SigSet;
use procfs::process::Process;
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator;
use signal_hook::low_level::emulate_default_handler;

/// Signals within this time are one request: `timeout` sends one to the group and one to its child.
const MOMENT: Duration = Duration::from_secs(1);

/// Sets the signals that this process relies on, also if it inherited others: it can wait for children,
/// and no signal is blocked. Programs that it starts inherit this.
pub(crate) fn set_inherited() -> Result<()> {
    flag::register(SIGCHLD, Arc::default()).context("cannot handle SIGCHLD")?;
    SigSet::empty().thread_set_mask().context("cannot unblock signals")
}

/// A request of the user to stop, which is noticed after [`Signals::listen`].
#[derive(Default)]
pub(crate) struct Signals {
    pub interrupted: Arc<AtomicBool>,
    number: Arc<AtomicUsize>,
    is_listening: AtomicBool,
}

impl Signals {
    /// Makes the first signal of [`ending`] a request to stop, from the first call on. Another one
    /// more than a second later ends the program at once.
    pub fn listen(&self) -> Result<()> {
        match self.is_listening.swap(true, Ordering::Relaxed) {
            true => Ok(()),
            false => self.register().context("cannot handle signals"),
        }
    }

    fn register(&self) -> io::Result<()> {
        // The handlers only record the signal; interrupted work checks for it.
        for signal in ending() {
            flag::register_usize(signal, self.number.clone(), signal as usize)?;
            flag::register(signal, self.interrupted.clone())?;
        }
        let mut coming = iterator::Signals::new(ending())?;
        let listen = move || {
            let mut first: Option<Instant> = None;
            for signal in coming.forever() {
                let first = *first.get_or_insert_with(Instant::now);
                if first.elapsed() > MOMENT {
                    let _ = emulate_default_handler(signal);
                }
            }
        };
        thread::Builder::new().name("signals".into()).spawn(listen).map(drop)
    }

    /// Returns the exit status of work that a signal ended.
    pub fn status(&self) -> Option<ExitCode> {
        match self.number.load(Ordering::Relaxed) {
            0 => None,
            number => Some(ExitCode::from(128 + number as u8)),
        }
    }
}

/// Returns the signals that ask a judge to end. SIGHUP is one of them unless the parent process
/// ignores it, as `nohup` does.
fn ending() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    signals
}

/// Returns true if this process ignores the signal.
fn is_ignored(signal: i32) -> bool {
    let status = Process::myself().and_then(|process| process.status());
    status.is_ok_and(|status| status.sigign >> (signal - 1) & 1 == 1)
}
