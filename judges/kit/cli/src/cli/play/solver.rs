//! Our solver as a helper in play by hand.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum time of a solver, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running solver, which is killed when dropped.
pub(super) struct SolverProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    until: Instant,
}

impl SolverProcess {
    /// Starts a solver, which has already given `answers`, with a fixed amount of work
    /// unless this process has its own `SOLVER_WORK`.
    pub fn start(solver: &Path, work: u64, answers: Option<&str>) -> Result<Self, String> {
        let started = Command::new(solver)
            .env("SOLVER_WORK", env::var("SOLVER_WORK").unwrap_or_else(|_| work.to_string()))
            .envs(answers.map(|answers| ("SOLVER_ANSWERS", answers)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let failed = |error: io::Error| format!("{}: {error}", solver.display());
        let mut child = started.map_err(failed)?;
        let (input, stdout) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = channel();
        let process = SolverProcess { child, input, lines, until: Instant::now() + PATIENCE };
        let read = move || {
            let lines = stdout.into_iter();
            let lines = lines.flat_map(|out| BufReader::new(out).lines());
            lines.map_while(io::Result::ok).try_for_each(|line| sender.send(line + "\n"))
        };
        // If the thread cannot be started, `process` is dropped and the solver killed.
        thread::Builder::new().spawn(read).map_err(failed)?;
        Ok(process)
    }

    pub fn send(&mut self, text: &str) {
        // The solver may have closed its input: it has read enough.
        let _ = self.input.iter_mut().try_for_each(|input| {
            input.write_all(text.as_bytes())?;
            input.flush()
        });
    }

    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the lines since the last call, at least one; `None` at the end of output or time.
    pub fn read(&mut self) -> Option<String> {
        let left = self.until.saturating_duration_since(Instant::now());
        let first = self.lines.recv_timeout(left).ok()?;
        Some(first + &self.lines.try_iter().collect::<String>())
    }

    /// Plays a whole game and returns the solver's output. From this output, `feed` returns all
    /// that the judge sends, and whether the solver may write more.
    pub fn play(&mut self, mut feed: impl FnMut(&str) -> (String, bool)) -> String {
        let (mut sent, mut output) = (0, String::new());
        while self.input.is_some() {
            let (input, awaits) = feed(&output);
            self.send(input.get(sent..).unwrap_or_default());
            sent = input.len();
            if !awaits {
                self.close();
            } else if let Some(lines) = self.read() {
                output += &lines;
            } else {
                return output;
            }
        }
        output.extend(std::iter::from_fn(|| self.read()));
        output
    }
}

impl Drop for SolverProcess {
    fn drop(&mut self) {
        // The solver may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
