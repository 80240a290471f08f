//! Conversations with contestants that are threads of the test. The functions panic if a test
//! fails.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use game::Limits;
use nix::unistd::Pid;
use runner::{ContestantPipes, pin};

/// The contestant's ends of the pipes.
pub struct Answers {
    input: BufReader<PipeReader>,
    /// `None` once closed.
    output: Option<PipeWriter>,
    said: String,
}

impl Answers {
    /// Reads the next line of the input with its line end; `None` at the end of the input.
    pub fn read(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.input.read_line(&mut line).unwrap_or(0);
        (count > 0).then_some(line)
    }

    /// Writes an answer, even if the judge no longer reads. Returns true if the answer is exactly
    /// one line.
    pub fn say(&mut self, answer: &[u8]) -> bool {
        if let Some(output) = &mut self.output {
            let _ = output.write_all(answer);
        }
        self.said += &String::from_utf8_lossy(answer);
        let ends = answer.iter().filter(|&&byte| byte == b'\n').count();
        ends == 1 && answer.ends_with(b"\n")
    }

    /// Returns everything that was written.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// Closes the output; returns the remaining lines of the input.
    pub fn close(&mut self) -> Vec<String> {
        self.output = None;
        std::iter::from_fn(|| self.read()).collect()
    }
}

/// Number of threads that have talked so far.
static TALKING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Ties a thread and its contestants to one processor, since judge and contestant take turns.
    /// On two processors, each would have to wake the other. If this fails, tests only take longer.
    static TIED: bool = pin(TALKING.fetch_add(1, Ordering::Relaxed)).is_ok();
}

/// Makes the judge's pipes; returns them and the contestant's ends.
fn pipes() -> ([OwnedFd; 2], PipeReader, PipeWriter) {
    let (output, far_output) = io::pipe().unwrap();
    let (far_input, input) = io::pipe().unwrap();
    let pipes = [input.into(), output.into()];
    (pipes, far_input, far_output)
}

/// Lets `judge` talk through `pipes`, which are then closed. `ended` tells the judge when the
/// contestant has exited.
fn judged<T>(
    pipes: [OwnedFd; 2],
    ended: &UnixStream,
    limits: Limits,
    judge: impl FnOnce(&mut ContestantPipes) -> T,
) -> T {
    let interrupted = AtomicBool::new(false);
    // No process has this number.
    let supervisor = Pid::from_raw(0);
    let pipes = ContestantPipes::new(pipes, supervisor, ended.as_fd(), limits, &interrupted, None);
    judge(&mut pipes.unwrap())
}

/// Lets `judge` talk with `contestant`, line by line. Returns the results of both.
pub fn talk<T, U: Send>(
    limits: Limits,
    contestant: impl FnOnce(&mut Answers) -> U + Send,
    judge: impl FnOnce(&mut ContestantPipes) -> T,
) -> (T, U) {
    TIED.with(|_| ());
    let (pipes, input, output) = pipes();
    let (ended, alive) = UnixStream::pair().unwrap();
    let mut answers = Answers {
        input: BufReader::new(input),
        output: Some(output),
        said: String::new(),
    };
    thread::scope(|scope| {
        let contestant = scope.spawn(move || {
            let said = contestant(&mut answers);
            drop((answers, alive));
            said
        });
        let judged = judged(pipes, &ended, limits, judge);
        (judged, contestant.join().unwrap())
    })
}

/// Lets `judge` talk with a contestant that writes `output` and exits. The output must fit into a
/// pipe.
pub fn exchange<T>(
    limits: Limits,
    output: &[u8],
    judge: impl FnOnce(&mut ContestantPipes) -> T,
) -> T {
    let (pipes, _input, mut far_output) = pipes();
    let (ended, _) = UnixStream::pair().unwrap();
    far_output.write_all(output).unwrap();
    drop(far_output);
    judged(pipes, &ended, limits, judge)
}
