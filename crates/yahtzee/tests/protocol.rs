//! Runs the program through real pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const ROLL: &str = "1 2 3 4 5\n";
/// The card of thirteen such rolls.
const CARD: &str = "1 2 3 4 5 0 15 0 0 0 25 35 0 0 90\n";

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_yahtzee"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program on `input`, written by a separate thread.
fn run(input: impl Into<Vec<u8>>) -> Output {
    let mut child = start();
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.into();
    let writer = thread::spawn(move || {
        // The program may stop at an error before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

#[track_caller]
fn assert_answers(input: impl Into<Vec<u8>>, expected: &str) {
    let output = run(input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(0));
}

#[track_caller]
fn assert_fails(input: impl Into<Vec<u8>>, answered: &str, message: &str) {
    let output = run(input);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("yahtzee: {message}\n")
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), answered);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn nothing_is_answered_with_nothing() {
    assert_answers("", "");
    assert_answers("\n\r\n  \n", "");
    assert_answers(" ", "");
}

#[test]
fn a_game_is_answered() {
    assert_answers(ROLL.repeat(13), CARD);
    assert_answers(ROLL.repeat(26), &CARD.repeat(2));
}

#[test]
fn the_last_newline_may_be_missing() {
    assert_answers(ROLL.repeat(13).trim_end(), CARD);
    assert_answers("5 4 3 2 1\r\n".repeat(13).trim_end(), CARD);
}

#[test]
fn crlf_blank_lines_and_wide_blanks_are_fine() {
    assert_answers("1 2 3 4 5\r\n".repeat(13), CARD);
    assert_answers(
        format!("\n{}\n \t\r\n", " 5\t4  3 2 1 \n\r\n".repeat(13)),
        CARD,
    );
}

#[test]
fn answers_come_before_the_program_waits_for_more() {
    let mut child = start();
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = child.stdout.take().expect("a pipe");
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if sender.send(line.expect("text")).is_err() {
                break;
            }
        }
    });
    for _ in 0..3 {
        // Twelve and a half rolls, then the rest of the game.
        let game = ROLL.repeat(13);
        let (begin, end) = game.split_at(124);
        stdin.write_all(begin.as_bytes()).expect("it reads");
        assert!(answers.recv_timeout(Duration::from_millis(50)).is_err());
        stdin.write_all(end.as_bytes()).expect("it reads");
        let answer = answers.recv_timeout(Duration::from_secs(20));
        assert_eq!(
            answer.expect("an answer while stdin is open"),
            CARD.trim_end()
        );
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    reader.join().expect("the reader ends");
}

#[test]
fn more_games_than_a_block_holds() {
    let other = "6 6 6 6 6\n";
    let card = "0 0 0 0 0 30 30 30 30 50 0 0 40 0 210\n";
    let games = 3000;
    // Lines of odd length make the blocks end at different places.
    let input = format!("{}{} 2 1\n", ROLL.repeat(12), "5 4  3").repeat(games);
    assert_answers(input, &CARD.repeat(games));
    let pairs = format!("{}{}", ROLL.repeat(13), other.repeat(13)).repeat(games);
    assert_answers(pairs, &format!("{CARD}{card}").repeat(games));
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let mut child = start();
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = child.stdout.take().expect("a pipe");
    let reader = thread::spawn(move || BufReader::new(stdout).bytes().count());
    let game = ROLL.repeat(13 * 100);
    let peak = |child: &Child| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    let mut peaks = Vec::new();
    for hundreds in [100, 400] {
        for _ in 0..hundreds {
            stdin.write_all(game.as_bytes()).expect("it reads");
        }
        peaks.extend(peak(&child));
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    assert_eq!(reader.join().expect("the reader ends"), 50_000 * CARD.len());
    // Without /proc the peaks are unknown.
    if let [early, late] = peaks[..] {
        assert!(late < early + 256, "{early} KiB grew to {late} KiB");
    }
}

#[test]
fn a_bad_line_is_named_and_what_is_before_it_answered() {
    let games = ROLL.repeat(26);
    assert_fails("x\n", "", "line 1: `x` is not a die (1 to 6)");
    assert_fails(
        format!("{games}\n1 2 3 4 7\n{games}"),
        &CARD.repeat(2),
        "line 28: `7` is not a die (1 to 6)",
    );
    assert_fails(
        format!("{games}{ROLL}1 2 3 4\r\n"),
        &CARD.repeat(2),
        "line 28: 4 dice where a roll has 5",
    );
    assert_fails("1 2 3 4 0\n", "", "line 1: `0` is not a die (1 to 6)");
    assert_fails("1 2 3 4 5 6", "", "line 1: 6 dice where a roll has 5");
    assert_fails(
        vec![0xff, b'\n'],
        "",
        "line 1: `\u{fffd}` is not a die (1 to 6)",
    );
}

#[test]
fn an_incomplete_last_game_is_an_error() {
    assert_fails(
        ROLL,
        "",
        "line 1: the input ends after 1 of a game's 13 rolls",
    );
    assert_fails(
        format!("{}\n{}", ROLL.repeat(13), ROLL.repeat(12)),
        CARD,
        "line 26: the input ends after 12 of a game's 13 rolls",
    );
}

#[test]
fn a_line_without_end_is_an_error() {
    assert_fails(
        format!("{}{}", ROLL.repeat(13), " ".repeat(1 << 20)),
        CARD,
        "line 14: longer than 65536 bytes",
    );
}

#[test]
fn a_closed_output_is_an_error() {
    let mut child = start();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    // Another test that is starting a program may hold the output open for a moment, so games
    // follow until the program has ended.
    let games = ROLL.repeat(13 << 10);
    let is_read = |_: &usize| stdin.write_all(games.as_bytes()).is_ok();
    assert!((0..1000).take_while(is_read).count() < 1000, "it reads on");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("yahtzee: "));
}
