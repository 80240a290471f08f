//! Runs the submission through real pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use common::rng::Rng;
use common::tonga::{openings, Board, MoveDeltas, Player, Side};
use tonga::tree::sample_reply;

fn solver() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tonga"));
    command
        .env("SOLVER_WORK", "300")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Plays a game against the server; returns the text of the solver's stones and the points.
fn game(n: usize, server_starts: bool, seed: u64) -> (String, i32) {
    let side = Side::new(n).unwrap();
    let mut rng = Rng::new(seed);
    let mut child = solver().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut deltas = MoveDeltas::new(Board::new(side));
    let mut written = String::new();
    if server_starts {
        let opening = openings(side).iter().next().unwrap();
        deltas.play(Player::Server, opening);
        let (row, col) = side.row_and_col(opening);
        writeln!(input, "{n} {row} {col}").unwrap();
    } else {
        writeln!(input, "{n} -1 -1").unwrap();
    }
    while !deltas.board().empty().is_empty() {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let numbers: Vec<i64> = line
            .split(' ')
            .map(|word| word.trim().parse().unwrap())
            .collect();
        let [row, col] = numbers[..] else {
            panic!("`{line}` is not a square");
        };
        let square = side.square(row, col).expect("the square is on the board");
        assert!(deltas.board().empty().has(square), "{line} is taken");
        deltas.play(Player::Contestant, square);
        written += &line;
        if let Some(reply) = sample_reply(&deltas, &mut rng) {
            deltas.play(Player::Server, reply);
            if !deltas.board().empty().is_empty() {
                let (row, col) = side.row_and_col(reply);
                writeln!(input, "{row} {col}").unwrap();
            }
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    (written, deltas.board().points())
}

#[test]
fn plays_whole_games_the_same_way_every_time() {
    for (n, server_starts) in [(6, false), (6, true), (8, true), (10, false)] {
        let first = game(n, server_starts, 5);
        assert_eq!(first, game(n, server_starts, 5));
        assert!(first.1 > 0, "lost by {} on {n}", first.1);
    }
}

fn feed(text: &str) -> Output {
    let mut child = solver().spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn leaves_when_the_server_leaves() {
    let output = feed("6 -1 -1\n");
    assert!(output.status.success());
    assert_eq!(
        output.stdout.iter().filter(|&&byte| byte == b'\n').count(),
        1
    );
}

#[test]
fn a_broken_game_is_named() {
    for (text, message) in [
        (
            "",
            "line 1: the input ends where the side of the board should be",
        ),
        (
            "7 -1 -1\n",
            "line 1: `7` stands where an even side from 6 to 16 should be",
        ),
        (
            "6 2 6\n",
            "line 1: `6` stands where a square of the board should be",
        ),
        (
            "6 2\n",
            "line 2: the input ends where the column of the server's first stone should be",
        ),
        (
            "6 2 2\n2 2\n",
            "line 2: `2` stands where an empty square of the board should be",
        ),
        (
            "6 2 2\nx",
            "line 2: `x` stands where the row of the server's stone should be",
        ),
    ] {
        let output = feed(text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.trim_end(), format!("tonga: {message}"));
    }
}
