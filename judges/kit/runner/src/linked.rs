//! The runner of a contestant in linked form: the judge, started once more.
//!
//! Grader and contestant are one program. It gets the judge's stream, a pipe for its answers and a pipe
//! with a random word, the nonce, on descriptors of their own. Its standard input is empty, and its
//! standard output must stay empty. The answers count only if they end with the nonce: only the grader
//! has it, not a contestant that prints answers or exits early. The runner ends with the program's exit
//! status or signal.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio, exit};
use std::thread;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, close, dup2};

use crate::sys::end_like;

/// First argument of a judge that becomes a runner.
pub(crate) const ARGUMENT: &str = "__run-linked";

/// Descriptors of the grader: the case, then all calls.
const CALLS: RawFd = 3;
/// Its answers, a line each, then the nonce.
const ANSWERS: RawFd = 4;
/// The nonce, without a line end.
const NONCE: RawFd = 5;

/// Exit status for a failure of the system, as of a shell that cannot start a program.
const CANNOT_RUN: u8 = 127;

/// Returns the command that runs a contestant linked with the grader.
pub fn linked_command(program: &Path) -> io::Result<Vec<OsString>> {
    let judge = env::current_exe()?;
    Ok(vec![judge.into(), ARGUMENT.into(), program.into()])
}

pub(crate) fn main(program: &OsStr) -> ExitCode {
    match run(program) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("runner: {}: {error}", program.display());
            ExitCode::from(CANNOT_RUN)
        }
    }
}

fn run(program: &OsStr) -> io::Result<u8> {
    let nonce = random_word()?;
    let (mut child, mut answers) = start(program, &nonce)?;
    let pid = Pid::from_raw(child.id() as i32);
    let printed = child.stdout.take();
    let watch = move || {
        if printed.is_some_and(|mut printed| printed.read_exact(&mut [0]).is_ok()) {
            let _ = kill(pid, Signal::SIGKILL);
            println!("the contestant wrote to standard output");
            exit(0);
        }
    };
    let silence = thread::Builder::new().spawn(watch)?;
    let mut written = Vec::new();
    answers.read_to_end(&mut written)?;
    // Output printed before the last answer is seen by now.
    let _ = silence.join();
    let status = child.wait()?;
    if let Some(answers) = written.strip_suffix(format!("{nonce}\n").as_bytes()) {
        io::stdout().write_all(answers)?;
    }
    Ok(end_like(status))
}

/// Starts the program with its descriptors; returns it and the pipe of its answers.
fn start(program: &OsStr, nonce: &str) -> io::Result<(Child, impl Read)> {
    // Reserves the grader's numbers: the pipes get higher ones.
    for number in [CALLS, ANSWERS, NONCE] {
        dup2(0, number)?;
    }
    let (answers, theirs) = io::pipe()?;
    let (secret, mut to_secret) = io::pipe()?;
    // The pipe has room for it.
    to_secret.write_all(nonce.as_bytes())?;
    dup2(theirs.as_raw_fd(), ANSWERS)?;
    dup2(secret.as_raw_fd(), NONCE)?;
    let child = Command::new(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    // The streams end when the contestant does.
    for number in [0, CALLS, ANSWERS, NONCE] {
        close(number)?;
    }
    Ok((child, answers))
}

fn random_word() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
