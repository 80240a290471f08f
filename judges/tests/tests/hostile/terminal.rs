//! Output to a standard error that is a terminal.

use std::fs::File;
use std::io::Read;

use harness::hostile::Arena;
use nix::pty::openpty;

/// Returns what a judge shows on a terminal; it exits with `status`.
fn shown(line: &str, status: i32) -> String {
    let arena = Arena::here();
    let terminal = openpty(None, None).unwrap();
    let mut judge = arena.command(line);
    let mut child = judge.stderr(terminal.slave).spawn().unwrap();
    // The last copies of the terminal's end go with the command.
    drop(judge);
    let mut shown = Vec::new();
    // The end of a terminal is an error.
    let _ = File::from(terminal.master).read_to_end(&mut shown);
    assert_eq!(child.wait().unwrap().code(), Some(status));
    String::from_utf8_lossy(&shown).into_owned()
}

#[test]
fn progress_is_on_standard_error() {
    let shown = shown("ioiwari-judge --seed 1-9 --exec ioiwari", 0);
    for expected in ["share 100.00", "/9", " ± ", "mean score"] {
        assert!(shown.contains(expected), "{shown}");
    }
    // A run that goes on shows the cases that were lacking.
    let run = "ioiwari-judge --exec ioiwari --json r";
    let resumed = format!("sh -c '{run} --seed 1 2> first; exec {run} --seed 1-9 --resume'");
    let shown = self::shown(&resumed, 0);
    assert!(shown.contains("/8") && !shown.contains("/9"), "{shown}");
}

#[test]
fn a_terminal_shows_that_a_contestant_is_silent() {
    let notice = "No answer for 2 s, and little CPU time used: the input stays open";
    for (exec, count) in [
        ("cat", 0),
        ("sleep 100", 1),
        ("sh -c \"while :; do :; done\"", 0),
    ] {
        let limits = "--wall-limit 4s --time-limit 2500";
        let shown = shown(&format!("ioiwari-judge --exec '{exec}' {limits}"), 1);
        assert_eq!(shown.matches(notice).count(), count, "{exec}: {shown}");
    }
}
