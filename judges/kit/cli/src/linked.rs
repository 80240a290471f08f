//! The linked form of a game: C++ source and grader become one program. The grader reads all calls
//! at once and writes all answers at the end. So the CPU time is the contestant's own: it does not
//! include a hundred thousand exchanges.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use game::LinkedForm;
use records::{UserError, first_bytes};
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

/// Endings of the files that g++ compiles or assembles.
const SOURCES: [&str; 14] =
    ["cpp", "cc", "cxx", "c++", "cp", "CPP", "C", "c", "ii", "i", "s", "S", "sx", "hpp"];

/// Maximum CPU time of each process of a contestant's compilation.
const TIME: Duration = Duration::from_secs(30);
/// Maximum wall time of a compilation, as a multiple of its CPU time: a busy host delays it.
const WALL_TIMES: u32 = 4;
/// Maximum address space of each process of a compilation, in KiB.
const MEMORY_KIB: u64 = 1 << 20;
const INTERVAL: Duration = Duration::from_millis(10);

/// Compiles `files` (a source, and files to link) with the grader of `form` as C++ 11 in a
/// temporary folder, under the limits of [`compile`]. Returns the program and its folder.
pub(crate) fn build_linked(
    form: &LinkedForm,
    files: &[PathBuf],
    interrupted: &AtomicBool,
) -> Result<(PathBuf, TempDir)> {
    if let Some(other) = files.iter().find(|file| !is_linkable(file)) {
        let other = other.display();
        let problem = format!("--cpp: {other}: expected a C++ source such as mine.cpp");
        bail!(UserError(problem));
    }
    let folder = tempfile::tempdir().context("a temporary folder")?;
    for (name, text) in form.sources {
        let path = folder.path().join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    let program = folder.path().join("contestant");
    let mut arguments = ["-std=c++11", "-O2", "-Wall", "-I"].map(OsString::from).to_vec();
    arguments.extend([folder.path().into(), folder.path().join(form.grader).into()]);
    arguments.extend(files.iter().map(OsString::from));
    arguments.extend(["-o".into(), program.clone().into()]);
    compile(TIME, "g++", &arguments, &files[0], interrupted).context("--cpp")?;
    Ok((program, folder))
}

/// Returns false for devices and the like, and for text files that g++ would pass to the linker.
fn is_linkable(file: &Path) -> bool {
    let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_special = file.metadata().is_ok_and(|facts| !facts.is_file());
    let is_binary = || {
        let start = first_bytes(file);
        str::from_utf8(&start).is_err_and(|error| error.error_len().is_some())
    };
    SOURCES.contains(&ending) || !is_special && is_binary()
}

/// Runs a `compiler` in its own process group, which is killed at the end: sources may include a
/// pipe or expand without end. Each process has `time` of CPU time and 1 GiB of memory, and all have
/// [`WALL_TIMES`] × `time` of wall time; `interrupted` ends them early. Messages go to standard error;
/// an error names the file `shown`.
fn compile(
    time: Duration,
    compiler: &str,
    arguments: &[OsString],
    shown: &Path,
    interrupted: &AtomicBool,
) -> Result<()> {
    let mut group = ProcessGroup::start(time, compiler, arguments)
        .with_context(|| format!("{compiler} cannot be started"))?;
    let (began, wall) = (Instant::now(), WALL_TIMES * time);
    let problem = loop {
        match group.0.try_wait().context("the compiler")? {
            Some(status) if status.success() => return Ok(()),
            Some(_) => break "could not build".to_string(),
            None if interrupted.load(Ordering::Relaxed) => {
                break "was interrupted while it built".to_string();
            }
            None if began.elapsed() > wall => {
                break format!("was stopped after {} s while it built", wall.as_secs());
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
        let script =
            format!("ulimit -v {MEMORY_KIB} && ulimit -t {} && exec \"$0\" \"$@\"", time.as_secs());
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
        let stopped = "was stopped after 4 s while it built";
        let second = Duration::from_secs(1);
        for (compiler, script, limit, end) in [
            ("sh", &*leaves, TIME, "built"),
            ("sh", "exit 3", TIME, "could not build"),
            ("sh", "sleep 100", second, stopped),
            ("sh", "sleep 100 & wait", second, stopped),
            ("sh", "while :; do :; done", second, "could not build"),
            ("no-such-compiler", "", TIME, "could not build"),
        ] {
            let expected = match end {
                "built" => end.to_string(),
                _ => format!("{compiler} {end} a.cpp"),
            };
            assert_eq!(outcome(compiler, script, limit), expected);
        }
        thread::sleep(Duration::from_secs(2));
        assert!(!left.exists());
    }
}
