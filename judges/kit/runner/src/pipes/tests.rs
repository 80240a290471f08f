//! Tests of a conversation; they hold the contestant's ends of the pipes.

use super::*;
use crate::limits::longest_wall;
use crate::tree::kill_descendants;
use game::{Dialogue, LiveDialogue};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Passes pipes and their far ends to `act`; the contestant's first process never ends.
fn with_pipes(act: impl FnOnce(&mut ContestantPipes, File, File)) {
    let (output, far_output) = io::pipe().unwrap();
    let (far_input, input) = io::pipe().unwrap();
    let (ended, _alive) = UnixStream::pair().unwrap();
    let file = |fd: OwnedFd| File::from(fd);
    let ends = [input.into(), output.into()];
    let limits = Limits::new(10_000, 1);
    let interrupted = AtomicBool::new(false);
    // No process has this number.
    let supervisor = Pid::from_raw(0);
    let pipes = ContestantPipes::new(ends, supervisor, ended.as_fd(), limits, &interrupted, None);
    act(&mut pipes.unwrap(), file(far_input.into()), file(far_output.into()));
}

#[test]
fn only_the_contestants_turn_counts() {
    with_pipes(|pipes, _input, mut output| {
        let mut live = LiveDialogue::new(pipes, None, "");
        let pause = Duration::from_secs(1);
        live.send("1\n").unwrap();
        output.write_all(b"1\n").unwrap();
        live.receive().unwrap();
        thread::sleep(pause);
        let is_right = live.transport.spent() < pause;
        assert!(is_right, "{:?}", live.transport.spent());
        live.send("2\n").unwrap();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(pause);
                drop(output);
            });
            assert_eq!(live.receive().unwrap_err().cause, Cause::Ended);
        });
        let is_right = live.transport.spent() >= pause;
        assert!(is_right, "{:?}", live.transport.spent());
    });
}

/// Plays a contestant that reads nothing and writes many blank lines. The judge's work on the lines
/// must not count as the contestant's time.
#[test]
fn lines_that_are_there_take_no_time() {
    with_pipes(|pipes, _input, mut output| {
        let mut live = LiveDialogue::new(pipes, None, "");
        let lines = BLOCK / 2;
        live.send(&"1".repeat(4 * BLOCK)).unwrap();
        output.write_all(&vec![b'\n'; lines]).unwrap();
        live.receive().unwrap();
        let spent = live.transport.spent();
        for _ in 1..lines {
            assert!(live.receive().unwrap().is_blank());
        }
        assert_eq!(live.transport.spent(), spent);
    });
}

#[test]
fn an_answer_to_an_unread_question_is_too_early() {
    with_pipes(|pipes, mut input, mut output| {
        let mut live = LiveDialogue::new(pipes, None, "");
        let mut question = [0; 2];
        live.send("1\n").unwrap();
        output.write_all(b"a\n").unwrap();
        live.receive().unwrap();
        input.read_exact(&mut question).unwrap();
        for answered in [true, false] {
            live.send("2\n").unwrap();
            let received = thread::scope(|scope| {
                scope.spawn(|| {
                    // This is long after the judge's check for early answers.
                    thread::sleep(Duration::from_millis(100));
                    if answered {
                        input.read_exact(&mut question).unwrap();
                    }
                    output.write_all(b"b\n").unwrap();
                });
                live.receive().map(|line| line.number)
            });
            let early = Fault::wrong("`b` was written before it was asked for").on_line(3);
            assert_eq!(received, if answered { Ok(2) } else { Err(early) });
        }
    });
}

/// Passes pipes with a passed deadline to `act`; their supervisor is a shell that runs `command`.
fn with_late_pipes(command: &str, act: impl FnOnce(&mut ContestantPipes, File)) {
    let mut shell = Command::new("sh").args(["-c", command]).spawn().unwrap();
    with_pipes(|pipes, _input, output| {
        pipes.clock.supervisor = Pid::from_raw(shell.id() as i32);
        pipes.clock.wall = Duration::ZERO;
        act(pipes, output);
    });
    shell.kill().unwrap();
    shell.wait().unwrap();
}

/// Checks that a late judge takes an answer that came in time.
#[test]
fn what_is_there_at_the_deadline_is_taken() {
    with_late_pipes("exec sleep 100", |pipes, mut output| {
        output.write_all(b"1\n").unwrap();
        let mut live = LiveDialogue::new(pipes, None, "");
        assert_eq!(live.receive().map(|line| line.number), Ok(1));
        assert_eq!(live.receive().unwrap_err().verdict(), Verdict::Tle);
    });
}

/// Checks the same for the end of the first process: once seen, it is not awaited again.
#[test]
fn an_exit_that_was_seen_is_in_time() {
    with_late_pipes("exec sleep 100", |pipes, output| {
        drop(output);
        pipes.end_of_output = Some(Instant::now() + GRACE);
        assert_eq!(LiveDialogue::new(pipes, None, "").drain(), Ok(false));
    });
}

/// Checks the same for output of other processes during their second after the first has ended.
#[test]
fn what_is_there_at_the_end_of_output_is_taken() {
    with_pipes(|pipes, _input, mut output| {
        output.write_all(b"1\n").unwrap();
        pipes.end_of_output = Some(Instant::now());
        let mut live = LiveDialogue::new(pipes, None, "");
        assert_eq!(live.receive().map(|line| line.number), Ok(1));
        assert_eq!(live.receive().unwrap_err().cause, Cause::Ended);
    });
}

/// Checks that a contestant's turn ends even if the host always delays it.
#[test]
fn no_delay_is_longer_than_the_longest_wall() {
    with_late_pipes("while :; do :; done", |pipes, _output| {
        pipes.clock.spent = longest_wall(Duration::ZERO) - Duration::from_millis(300);
        let started = Instant::now();
        let received = LiveDialogue::new(pipes, None, "").receive().unwrap_err();
        assert_eq!(received.verdict(), Verdict::Tle);
        // The contestant continued while it was delayed.
        assert!(started.elapsed() > Duration::from_millis(250));
        assert!(started.elapsed() < Duration::from_secs(10));
    });
}

/// Checks that a contestant is not called silent once it computes, though it has slept until then.
#[test]
fn who_computes_is_not_silent() {
    static SILENCES: AtomicUsize = AtomicUsize::new(0);
    fn count(silence: Silence) {
        assert!(!silence.is_blocked);
        SILENCES.fetch_add(1, Ordering::Relaxed);
    }
    for (work, silences) in [("while :; do :; done", 0), ("sleep 100", 1)] {
        let script = format!("(sleep 1.7; {work}) & wait");
        let mut shell = Command::new("sh").args(["-c", &script]).spawn().unwrap();
        let supervisor = Pid::from_raw(shell.id() as i32);
        with_pipes(|pipes, _input, _output| {
            pipes.clock.supervisor = supervisor;
            pipes.clock.wall = Duration::from_millis(2200);
            pipes.on_silence = Some(&count);
            let mut live = LiveDialogue::new(pipes, None, "");
            assert_eq!(live.receive().unwrap_err().verdict(), Verdict::Tle);
        });
        kill_descendants(supervisor).unwrap();
        shell.kill().unwrap();
        shell.wait().unwrap();
        assert_eq!(SILENCES.load(Ordering::Relaxed), silences, "{work}");
    }
}
