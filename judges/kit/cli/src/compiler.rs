//! A compiler under limits, since sources may include a pipe or expand without end.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};

use records::UserError;

/// Maximum time of a contestant's compilation.
pub const TIME: Duration = Duration::from_secs(30);
/// Maximum address space of each process of a compilation, in KiB.
const MEMORY_KIB: u64 = 1 << 20;
const INTERVAL: Duration = Duration::from_millis(10);

/// Runs a `compiler` in its own process group, which is killed at the end. Its wall time and CPU
/// time are limited by `time`, memory to 1 GiB per process; `interrupted` ends it early. Its
/// messages go to standard error; an error names the file `shown`.
pub fn compile(
    time: Duration,
    compiler: &str,
    arguments: &[OsString],
    shown: &Path,
    interrupted: &AtomicBool,
) -> Result<()> {
    let group = ProcessGroup::start(time, compiler, arguments);
    let mut group = group.with_context(|| format!("{compiler} cannot be started"))?;
    let began = Instant::now();
    let problem = loop {
        match group.0.try_wait().context("the compiler")? {
            Some(status) if status.success() => return Ok(()),
            Some(_) => break "could not build".to_string(),
            None if interrupted.load(Ordering::Relaxed) => {
                break "was interrupted while it built".to_string();
            }
            None if began.elapsed() > time => {
                break format!("was stopped after {} s while it built", time.as_secs());
            }
            None => thread::sleep(INTERVAL),
        }
    };
    let shown = shown.display();
    bail!(UserError(format!("{compiler} {problem} {shown}")))
}

/// A process and its group; all are killed when this is dropped.
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

    /// Returns the outcome of this script as a `compiler` with a time limit.
    fn outcome(compiler: &str, script: &str, limit: Duration) -> String {
        let arguments = ["-c", script].map(OsString::from);
        let (shown, never) = (Path::new("a.cpp"), AtomicBool::new(false));
        let built = compile(limit, compiler, &arguments, shown, &never);
        built.map_or_else(|failure| failure.to_string(), |()| "built".into())
    }

    #[test]
    fn a_compiler_ends_as_it_does_or_at_its_time_and_leaves_no_process() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("left");
        let leaves = format!("(sleep 2; touch '{}') & true", left.display());
        let stopped = "was stopped after 1 s while it built";
        for (compiler, script, end) in [
            ("sh", &*leaves, "built"),
            ("sh", "exit 3", "could not build"),
            ("sh", "sleep 100", stopped),
            ("sh", "sleep 100 & wait", stopped),
            ("no-such-compiler", "", "could not build"),
        ] {
            let expected = match end {
                "built" => end.to_string(),
                _ => format!("{compiler} {end} a.cpp"),
            };
            let is_stopped = end.contains("was stopped");
            let limit = if is_stopped {
                Duration::from_secs(1)
            } else {
                TIME
            };
            assert_eq!(outcome(compiler, script, limit), expected);
        }
        thread::sleep(Duration::from_secs(2));
        assert!(!left.exists());
    }
}
