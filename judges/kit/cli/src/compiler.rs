//! A compiler under limits: an unknown source may include a pipe, or expand without end.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::low_level;

use crate::signals::interrupt;
use records::Failure;

/// Maximum wall time of a compilation; its CPU time per process has the same limit.
const TIME: Duration = Duration::from_secs(30);
/// Maximum address space of each process of a compilation, in KiB.
const MEMORY_KIB: u64 = 1 << 20;
/// Time between two looks at a compilation.
const INTERVAL: Duration = Duration::from_millis(10);

/// The end of a compilation.
enum Compilation {
    Ended(ExitStatus),
    TooSlow,
    Interrupted,
}

/// Runs a `compiler` in its own process group for at most 30 s, with at most 1 GiB a process, and
/// kills the group. Its messages go to standard error; an error names the file `shown`.
pub fn compile(compiler: &str, arguments: &[OsString], shown: &Path) -> Result<(), Failure> {
    compile_within(TIME, compiler, arguments, shown)
}

fn compile_within(
    time: Duration,
    compiler: &str,
    arguments: &[OsString],
    shown: &Path,
) -> Result<(), Failure> {
    let ended = run(time, compiler, arguments);
    let shown = shown.display();
    let problem = match ended.with_context(|| format!("{compiler} cannot be started"))? {
        Compilation::Ended(status) if status.success() => return Ok(()),
        Compilation::Ended(_) => anyhow!("{compiler} could not build {shown}"),
        Compilation::TooSlow => {
            let seconds = time.as_secs();
            anyhow!("{compiler} was stopped after {seconds} s while it built {shown}")
        }
        Compilation::Interrupted => anyhow!("{compiler} was interrupted while it built {shown}"),
    };
    Err(Failure::Usage(problem))
}

fn run(time: Duration, program: &str, arguments: &[OsString]) -> io::Result<Compilation> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let signals = interrupt(&interrupted)?;
    let mut group = ProcessGroup::start(time, program, arguments)?;
    let began = Instant::now();
    let outcome = loop {
        if let Some(status) = group.0.try_wait()? {
            break Compilation::Ended(status);
        }
        if interrupted.load(Ordering::Relaxed) {
            break Compilation::Interrupted;
        }
        if began.elapsed() > time {
            break Compilation::TooSlow;
        }
        thread::sleep(INTERVAL);
    };
    signals.into_iter().for_each(|id| {
        low_level::unregister(id);
    });
    Ok(outcome)
}

/// A process and its group. Dropped, all of them are killed.
struct ProcessGroup(Child);

impl ProcessGroup {
    fn start(time: Duration, program: &str, arguments: &[OsString]) -> io::Result<ProcessGroup> {
        // The shell sets the limits, then becomes the program.
        let script = format!(
            "ulimit -v {MEMORY_KIB} && ulimit -t {} && exec \"$0\" \"$@\"",
            time.as_secs()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of a compiler that is this script, within a second.
    fn outcome(script: &str) -> String {
        let arguments = ["-c", script].map(OsString::from);
        let shown = Path::new("a.cpp");
        match compile_within(Duration::from_secs(1), "sh", &arguments, shown) {
            Ok(()) => "built".to_string(),
            Err(failure) => failure.to_string(),
        }
    }

    #[test]
    fn a_compiler_ends_as_it_does_or_at_its_time() {
        assert_eq!(outcome("true"), "built");
        assert_eq!(outcome("exit 3"), "sh could not build a.cpp");
        let stopped = "sh was stopped after 1 s while it built a.cpp";
        assert_eq!(outcome("sleep 100"), stopped);
        assert_eq!(outcome("sleep 100 & wait"), stopped);
    }

    #[test]
    fn nothing_of_its_group_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("left");
        let script = format!("(sleep 2; touch '{}') & true", left.display());
        assert_eq!(outcome(&script), "built");
        thread::sleep(Duration::from_secs(3));
        assert!(!left.exists());
    }

    #[test]
    fn a_compiler_that_is_not_there_builds_nothing() {
        let missing = compile("no-such-compiler", &[], Path::new("a.cpp"));
        let message = missing.unwrap_err().to_string();
        assert!(message.contains("could not build a.cpp"), "{message}");
    }
}
