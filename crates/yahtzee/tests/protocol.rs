//! Runs the program through real pipes: the time of its answers, its memory, and a closed output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const ROLL: &str = "1 2 3 4 5\n";
/// The card of thirteen rolls `1 2 3 4 5`.
const CARD: &str = "1 2 3 4 5 0 15 0 0 0 25 35 0 0 90\n";

/// Another last roll, and the card of twelve of the other rolls and this one.
const SIXES: &str = "6 6 6 6 6\n";
const SIXES_CARD: &str = "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140\n";

fn start() -> (Child, ChildStdin, ChildStdout) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.stderr(Stdio::piped()).spawn().unwrap();
    let (input, output) = (child.stdin.take(), child.stdout.take());
    (child, input.unwrap(), output.unwrap())
}

#[test]
fn answers_come_before_the_program_waits_for_more() {
    let (mut child, mut input, output) = start();
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut lines = BufReader::new(output).lines();
        lines.all(|line| sender.send(line.unwrap()).is_ok())
    });
    // An answer before the last roll could not be right for both.
    for (last, card) in [(ROLL, CARD), (SIXES, SIXES_CARD), (ROLL, CARD)] {
        input.write_all(ROLL.repeat(12).as_bytes()).unwrap();
        input.write_all(last.as_bytes()).unwrap();
        let answer = answers.recv_timeout(Duration::from_secs(20));
        let found = answer.expect("an answer while the input is open");
        assert_eq!(found, card.trim_end());
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(reader.join().unwrap());
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let (mut child, mut input, output) = start();
    let reader = thread::spawn(move || BufReader::new(output).bytes().count());
    let game = ROLL.repeat(13 * 100);
    let peak = |child: &Child| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    let mut peaks = Vec::new();
    for hundreds in [100, 400] {
        for _ in 0..hundreds {
            input.write_all(game.as_bytes()).unwrap();
        }
        peaks.extend(peak(&child));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(reader.join().unwrap(), 50_000 * CARD.len());
    // Without /proc the peaks are unknown.
    if let [early, late] = peaks[..] {
        assert!(late < early + 256, "{early} KiB grew to {late} KiB");
    }
}

#[test]
fn a_closed_output_is_an_error() {
    let (child, mut input, output) = start();
    drop(output);
    // Another test that starts a program may hold the output open for a moment. So games are
    // written until the program has ended.
    let games = ROLL.repeat(13 << 10);
    let is_read = |_: &usize| input.write_all(games.as_bytes()).is_ok();
    assert!((0..1000).take_while(is_read).count() < 1000, "it reads on");
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ended.stderr).starts_with("yahtzee: "));
}
