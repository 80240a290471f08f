//! A compiler under limits: a source of unknown origin may include a pipe
//! without a writer, or expand without end.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// Maximum wall time of a compilation; its CPU time per process has the same limit.
pub(crate) const TIME: Duration = Duration::from_secs(30);
/// Maximum address space of each process of a compilation, in KiB.
const MEMORY_KIB: u64 = 1 << 20;
/// Time between two looks at a compilation.
const INTERVAL: Duration = Duration::from_millis(10);

/// The end of a compilation.
pub(crate) enum Compilation {
    /// The compiler ended by itself.
    Ended(ExitStatus),
    /// It took longer than [`TIME`].
    TooSlow,
    /// A signal asked the judge to end.
    Interrupted,
}

/// Runs `program` with `arguments` in a process group of its own, within [`TIME`]
/// and [`MEMORY_KIB`]. At its end nothing of the group is left.
///
/// # Errors
/// The program cannot be started.
pub(crate) fn run(program: &str, arguments: &[OsString]) -> io::Result<Compilation> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let signals =
        [SIGINT, SIGTERM, SIGHUP].map(|signal| flag::register(signal, interrupted.clone()));
    let mut group = ProcessGroup::start(program, arguments)?;
    let began = Instant::now();
    let outcome = loop {
        if let Some(status) = group.0.try_wait()? {
            break Compilation::Ended(status);
        }
        if interrupted.load(Ordering::Relaxed) {
            break Compilation::Interrupted;
        }
        if began.elapsed() > TIME {
            break Compilation::TooSlow;
        }
        thread::sleep(INTERVAL);
    };
    signals.into_iter().flatten().for_each(|id| {
        low_level::unregister(id);
    });
    Ok(outcome)
}

/// A process and its group. Dropped, all of them are killed.
struct ProcessGroup(Child);

impl ProcessGroup {
    fn start(program: &str, arguments: &[OsString]) -> io::Result<ProcessGroup> {
        // The shell sets the limits, then becomes the program.
        let script = format!(
            "ulimit -v {MEMORY_KIB} && ulimit -t {} && exec \"$0\" \"$@\"",
            TIME.as_secs()
        );
        let child = Command::new("sh")
            .args(["-c", &script, program])
            .args(arguments)
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(ProcessGroup(child))
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        let group = Pid::from_raw(self.0.id() as i32);
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        let _ = self.0.wait();
    }
}
