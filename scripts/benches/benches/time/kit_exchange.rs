//! Cost that the judge adds to an exchange. A contestant echoes a line; the baseline does the same
//! over bare pipes.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use criterion::Criterion;
use game::{Dialogue, Limits, LiveDialogue};
use nix::unistd::Pid;
use runner::ContestantPipes;

/// Line that is sent and echoed.
const LINE: &str = "playTurn 123\n";

/// A contestant that copies its input to its output.
fn echo() -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
    Ok((child, input, output))
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let mut group = criterion.benchmark_group("judge kit: an exchange with a contestant");
    let (mut child, mut input, mut output) = echo()?;
    let mut answer = [0; LINE.len()];
    group.bench_function("baseline: bare pipes", |bencher| {
        bencher.iter(|| {
            input.write_all(LINE.as_bytes()).and_then(|()| output.read_exact(&mut answer))
        });
    });
    drop(input);
    child.wait()?;

    let (mut child, input, output) = echo()?;
    let (ended, alive) = UnixStream::pair()?;
    let mut limits = Limits::new(3_600_000, 64);
    limits.output_bytes = u64::MAX;
    let interrupted = AtomicBool::new(false);
    let supervisor = Pid::from_raw(child.id() as i32);
    let pipes = [input.into(), output.into()];
    let mut pipes =
        ContestantPipes::new(pipes, supervisor, ended.as_fd(), limits, &interrupted, None)?;
    let mut live = LiveDialogue::new(&mut pipes, None, "");
    group.bench_function("judged", |bencher| {
        bencher.iter(|| {
            live.send(LINE)?;
            live.receive().map(|line| line.number)
        });
    });
    drop((pipes, alive));
    child.wait()?;
    group.finish();
    Ok(())
}
