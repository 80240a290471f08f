//! Plays by the rules, except for one fault: a solver reads our input, and its answers are passed
//! on with a change.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;

use crate::{LONG, die, exhaust, fork_bomb};

/// Number of lines that are passed on before a contestant stops halfway.
const HALFWAY: usize = 2;

/// Plays like `solver`, except for the behaviour; returns the exit status.
///
/// # Errors
/// The behaviour is unknown, or the solver cannot be run.
pub fn play(behaviour: &str, line: &str, solver: &[String]) -> io::Result<u8> {
    let (behaviour, word) = behaviour.split_once('=').unwrap_or((behaviour, ""));
    let [program, args @ ..] = solver else {
        return Err(io::Error::other("no such behaviour, or no solver"));
    };
    let mut solver = Command::new(program);
    solver.args(args).env("SOLVER_WORK", "50");
    // Before it plays.
    match behaviour {
        // The judge may take the first line for an answer to its first question.
        "answers-early" => say(format!("{line}\n{line}\n").as_bytes())?,
        "128-mb-to-stderr" => exhaust::complain(128 << 20)?,
        "reserves-2-gb" => exhaust::reserve(2 << 30),
        "threads-200" => exhaust::threads(200, || ()),
        "leaves-children" => fork_bomb::leave_behind()?,
        "forks-a-sleeper" => {
            fork_bomb::fork_a_sleeper()?;
            return Ok(0);
        }
        "burns-and-plays" => {
            exhaust::burn(Duration::from_millis(word.parse().unwrap_or(0)))?;
            return Err(solver.exec());
        }
        "exits-3-after" | "never-exits" | "says-more" => {}
        // Only behaviours that change answers need the solver's output.
        _ => {
            return pass_on(behaviour, word, solver.stdout(Stdio::piped()).spawn()?);
        }
    }
    solver.status()?;
    // After it has played.
    match behaviour {
        "exits-3-after" => return Ok(3),
        "never-exits" => thread::sleep(LONG),
        "says-more" => say(format!("{line}\n").as_bytes())?,
        _ => {}
    }
    Ok(0)
}

/// Passes the solver's answers on, changed as `behaviour` says; returns the exit status.
fn pass_on(behaviour: &str, word: &str, mut solver: Child) -> io::Result<u8> {
    let answers = solver.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut answers = BufReader::new(answers);
    let mut text = Vec::new();
    let mut count = 0;
    let mut replaced = false;
    while answers.read_until(b'\n', &mut text)? > 0 {
        if text.ends_with(b"\n") {
            text.pop();
        }
        count += 1;
        match behaviour {
            "exits-halfway" if count > HALFWAY => return Ok(0),
            "exits-3-halfway" if count > HALFWAY => return Ok(3),
            "segfaults-halfway" if count > HALFWAY => die(Signal::SIGSEGV),
            "hangs-halfway" if count > HALFWAY => thread::sleep(LONG),
            "exits-halfway" | "exits-3-halfway" | "segfaults-halfway" | "hangs-halfway" => {
                say(&[&text[..], b"\n"].concat())?;
            }
            "answers-twice" => say(&[&text[..], b"\n", &text, b"\n"].concat())?,
            "one-byte-at-a-time" => {
                for &byte in text.iter().chain(b"\n") {
                    say(&[byte])?;
                }
            }
            "no-final-newline" => {
                let start: &[u8] = if count > 1 { b"\n" } else { b"" };
                say(&[start, &text].concat())?;
            }
            "crlf" => say(&[&text[..], b"\r\n"].concat())?,
            "plus-signs" => say(&[&signed(&text)[..], b"\n"].concat())?,
            "first-number" => {
                replaced |= !replaced && replace_number(&mut text, word);
                say(&[&text[..], b"\n"].concat())?;
            }
            _ => return Err(io::Error::other("no such behaviour")),
        }
        text.clear();
    }
    solver.wait()?;
    Ok(0)
}

/// Writes `bytes` in one call.
pub fn say(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Adds a sign to every unsigned number in the line: `-0` for zero, `+` for others.
fn signed(line: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(line);
    let words = text.split(' ').map(|word| match word.parse::<u64>() {
        Ok(0) => "-0".to_string(),
        Ok(number) => format!("+{number}"),
        Err(_) => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ").into_bytes()
}

/// Replaces the line's first number, if there is one, by `word`.
fn replace_number(line: &mut Vec<u8>, word: &str) -> bool {
    let text = String::from_utf8_lossy(line).into_owned();
    let mut words: Vec<&str> = text.split(' ').collect();
    let Some(first) = words.iter_mut().find(|word| word.parse::<i64>().is_ok()) else {
        return false;
    };
    *first = word;
    *line = words.join(" ").into_bytes();
    true
}
