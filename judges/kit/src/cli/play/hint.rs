//! Hints: what our solver would do.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Thinking time of the solver, ms.
const THINKING: &str = "500";
/// Time after which a solver has no hint: on a busy machine it needs more than it thinks for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns the entry that `next` finds in the output of a solver, line by line. The
/// solver gets `input`, and `answers` as those that it has given to it.
///
/// # Errors
/// Why there is no hint.
pub(super) fn ask(
    solver: &Path,
    input: String,
    answers: &str,
    next: impl Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let mut child = Command::new(solver)
        .env("SOLVER_MS", THINKING)
        .env("SOLVER_ANSWERS", answers)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", solver.display()))?;
    let lines = talk(&mut child, input);
    let until = Instant::now() + PATIENCE;
    let mut output = String::new();
    let found = loop {
        let left = until.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => output += &(line + "\n"),
            Err(_) => break None,
        }
        if let Some(entry) = next(&output) {
            break Some(entry);
        }
    };
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
    found.ok_or_else(|| "our solver has no answer that goes on from here".into())
}

/// Writes `input` to a process, and returns the lines that it writes, as they come.
fn talk(child: &mut Child, input: String) -> Receiver<String> {
    let (sender, lines) = channel();
    if let Some(mut stdin) = child.stdin.take() {
        // A solver that has read enough closes its input.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(stdout).lines();
            lines
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
    }
    lines
}
