//! A contestant that misbehaves: `hostile BEHAVIOUR LINE SOLVER [ARG]…`.
//!
//! LINE is an answer with a valid form. SOLVER is a contestant that follows the rules; some
//! behaviours play with it before they misbehave.

mod exhaust;
mod fork_bomb;
mod proxy;

use std::io;
use std::os::fd::RawFd;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use nix::sys::prctl::set_dumpable;
use nix::sys::signal::{Signal, kill, raise};
use nix::unistd::{close, getppid, read};

use proxy::say;

/// Longer than any judge waits here, but not for ever.
const LONG: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let behaviour = args.first().map_or("", String::as_str);
    let line = args.get(1).map_or("", String::as_str);
    let solver = args.get(2..).unwrap_or_default();
    match misbehave(behaviour, line, solver) {
        Ok(status) => ExitCode::from(status),
        // The judge has stopped reading.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hostile: {behaviour}: {error}");
            ExitCode::from(9)
        }
    }
}

/// Performs the behaviour; returns the exit status.
fn misbehave(behaviour: &str, line: &str, solver: &[String]) -> io::Result<u8> {
    if let Some((way, amount)) = behaviour.split_once('=')
        && let Ok(amount) = amount.parse()
        && takes(way, amount)?
    {
        return Ok(0);
    }
    match behaviour {
        "exits" => {}
        "exits-3" => return Ok(3),
        "segfaults" => die(Signal::SIGSEGV),
        "aborts" => std::process::abort(),
        "real-time-signal" => exhaust::real_time_signal()?,
        "closes-stdout" => {
            shut(1)?;
            thread::sleep(LONG);
        }
        "closes-stdin" => {
            read_line()?;
            shut(0)?;
            return write_lines(line, 1000, Duration::from_millis(1));
        }
        "never-reads" | "sleeps" => thread::sleep(LONG),
        "never-writes" => {
            io::copy(&mut io::stdin(), &mut io::sink())?;
        }
        "fails-at-end-of-input" => {
            io::copy(&mut io::stdin(), &mut io::sink())?;
            return Ok(3);
        }
        "unfinished-line" | "carriage-return" => {
            let end = if behaviour == "unfinished-line" {
                ""
            } else {
                "\r"
            };
            say(format!("{line}{end}").as_bytes())?;
            thread::sleep(LONG);
        }
        "reads-nothing-answers" => return write_lines(line, 1000, Duration::from_millis(1)),
        "trickles" => loop {
            say(b"1")?;
            // Slow enough to reach the wall limit before the limit of output.
            thread::sleep(Duration::from_millis(10));
        },
        "endless-line" => return flood(&[b'1'; 1 << 16]),
        "endless-lines" => return flood(format!("{line}\n").repeat(1 << 14).as_bytes()),
        "binary" => say(b"\0\xff\xfe \x80 1\0\n")?,
        "busy" => exhaust::busy(LONG),
        "ignores-sigterm" => {
            signal_hook::flag::register(
                signal_hook::consts::SIGTERM,
                Arc::<AtomicBool>::default(),
            )?;
            thread::sleep(LONG);
        }
        "touches-2-gb" => exhaust::touch(2 << 30),
        "threads-2000" => exhaust::threads(2000, || thread::sleep(LONG)),
        "stops-its-judge" => attack(Signal::SIGSTOP),
        "kills-its-judge" => attack(Signal::SIGKILL),
        "sleeper" => {
            fork_bomb::escape();
            thread::sleep(LONG);
        }
        _ => return proxy::play(behaviour, line, solver),
    }
    Ok(0)
}

/// Performs a behaviour with an amount; returns false if the behaviour is unknown.
fn takes(way: &str, amount: u64) -> io::Result<bool> {
    match way {
        "forks-without-end" => fork_bomb::multiply(amount as u32)?,
        "burns" => exhaust::burn(Duration::from_millis(amount))?,
        "holds" => exhaust::hold(amount as usize, Duration::from_millis(500)),
        "keeps" => exhaust::hold(amount as usize, LONG),
        "hides" => {
            // From now on, only root may inspect this process.
            set_dumpable(false)?;
            exhaust::hold(amount as usize, LONG);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Sends its judge a signal, and waits.
fn attack(signal: Signal) {
    let _ = kill(getppid(), signal);
    thread::sleep(LONG);
}

/// Dies of `signal`, even if the Rust runtime handles it first.
fn die(signal: Signal) {
    while raise(signal).is_ok() {}
}

fn shut(stream: RawFd) -> io::Result<()> {
    Ok(close(stream)?)
}

/// Reads one line byte by byte, so that the following lines stay in the pipe.
fn read_line() -> io::Result<()> {
    let mut byte = [0];
    while read(0, &mut byte)? == 1 && byte[0] != b'\n' {}
    Ok(())
}

fn write_lines(line: &str, count: usize, pause: Duration) -> io::Result<u8> {
    let line = format!("{line}\n");
    for _ in 0..count {
        say(line.as_bytes())?;
        thread::sleep(pause);
    }
    Ok(0)
}

fn flood(bytes: &[u8]) -> io::Result<u8> {
    loop {
        say(bytes)?;
    }
}
