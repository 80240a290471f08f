//! The submission through real pipes, and what it is made of.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use common::rng::Rng;
use common::tonga::{referee, signed_root, Board, Outlook, Player, Side, Square};
use tonga::endgame;
use tonga::features::{PatternClasses, POSITION_GROUPS, SQUARE_GROUPS};
use tonga::position::Position;
use tonga::tree::sample_reply;
use tonga::value::{Inputs, ISLE_TERMS};

fn solver() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tonga"));
    command
        .env("SOLVER_WORK", "300")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Plays a game against the server; returns the stones as the solver wrote
/// them and the points.
fn game(n: usize, server_starts: bool, seed: u64) -> (String, i32) {
    let side = Side::new(n).unwrap();
    let mut rng = Rng::new(seed);
    let mut child = solver().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut outlook = Outlook::new(Board::new(side));
    let mut written = String::new();
    if server_starts {
        let opening = referee::openings(side).iter().next().unwrap();
        outlook.play(Player::Server, opening);
        let (row, col) = (usize::from(opening) / n, usize::from(opening) % n);
        writeln!(input, "{n} {row} {col}").unwrap();
    } else {
        writeln!(input, "{n} -1 -1").unwrap();
    }
    while !outlook.board().empty().is_empty() {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let numbers: Vec<usize> = line
            .split(' ')
            .map(|word| word.trim().parse().unwrap())
            .collect();
        let [row, col] = numbers[..] else {
            panic!("`{line}` is not a square");
        };
        assert!(row < n && col < n);
        let square = (row * n + col) as Square;
        assert!(outlook.board().empty().has(square), "{square} is taken");
        outlook.play(Player::Contestant, square);
        written += &line;
        if let Some(reply) = sample_reply(&outlook, &mut rng) {
            outlook.play(Player::Server, reply);
            if !outlook.board().empty().is_empty() {
                let reply = usize::from(reply);
                writeln!(input, "{} {}", reply / n, reply % n).unwrap();
            }
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    (written, outlook.board().points())
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

/// The expectation by plain recursion on boards alone.
fn expectation(board: &Board, player: Player) -> f64 {
    if board.empty().is_empty() {
        return signed_root(board.points());
    }
    let after = |square| {
        let mut next = board.clone();
        next.play(player, square);
        expectation(&next, player.opponent())
    };
    if player == Player::Contestant {
        return board.empty().iter().map(after).fold(f64::MIN, f64::max);
    }
    let outlook = Outlook::new(board.clone());
    let best = common::tonga::server::Search::new(&outlook)
        .best_squares()
        .1;
    best.iter().map(after).sum::<f64>() / f64::from(best.len())
}

#[test]
fn the_endgame_is_solved() {
    let mut rng = Rng::new(9);
    for round in 0..40 {
        let mut outlook = Outlook::new(Board::new(Side::new(6).unwrap()));
        let mut player = Player::Server;
        while outlook.board().empty().len() > 1 + round % 7 {
            let empty: Vec<Square> = outlook.board().empty().iter().collect();
            outlook.play(player, empty[rng.below(empty.len() as u32) as usize]);
            player = player.opponent();
        }
        let (square, value) = endgame::solve(&outlook);
        let expected = expectation(outlook.board(), Player::Contestant);
        assert!((value - expected).abs() < 1e-9);
        let mut next = outlook.board().clone();
        next.play(Player::Contestant, square);
        assert!((expectation(&next, Player::Server) - expected).abs() < 1e-9);
    }
}

#[test]
fn a_view_counts_every_group_of_features_on_every_empty_square() {
    let (side, classes) = (Side::new(8).unwrap(), PatternClasses::all());
    let mut rng = Rng::new(4);
    let mut position = Position::new(side);
    let mut player = Player::Contestant;
    while !position.board().empty().is_empty() {
        let inputs = Inputs::new(&position, &classes);
        assert!((inputs.phase_weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(inputs
            .phase_weights
            .iter()
            .all(|part| (0.0..=1.0).contains(part)));
        // Of the terms made of features those of the position come last.
        let groups = &inputs.terms[..inputs.terms.len() - POSITION_GROUPS - ISLE_TERMS];
        let counted: f32 = groups.iter().map(|(_, size)| size).sum();
        let empty = position.board().empty().len() as f32;
        let expected = (SQUARE_GROUPS - 1) as f32 * empty * 5.0 / 64.0;
        assert!((counted - expected).abs() < 1e-3, "{counted} {expected}");
        let squares: Vec<Square> = position.board().empty().iter().collect();
        position.play(player, squares[rng.below(squares.len() as u32) as usize]);
        player = player.opponent();
    }
}

#[test]
fn a_scene_sees_what_is_around() {
    let side = Side::new(8).unwrap();
    let mut rng = Rng::new(2);
    let mut position = Position::new(side);
    let mut player = Player::Contestant;
    for _ in 0..40 {
        let empty: Vec<Square> = position.board().empty().iter().collect();
        position.play(player, empty[rng.below(empty.len() as u32) as usize]);
        player = player.opponent();
    }
    let code = |row: i64, col: i64| match common::grid::Shape::square(8).index(row, col) {
        None => 3,
        Some(square) => position
            .board()
            .owner(square as Square)
            .map_or(0, |owner| owner as u16 + 1),
    };
    for square in position.board().empty() {
        let (row, col) = (i64::from(square) / 8, i64::from(square) % 8);
        let ring = [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
        ];
        let cross = [(-2, 0), (0, 2), (2, 0), (0, -2)];
        let join = |ways: &[(i64, i64)]| {
            let codes = ways
                .iter()
                .map(|(down, right)| code(row + down, col + right));
            codes.rev().fold(0, |codes, code| codes << 2 | code)
        };
        assert_eq!(position.pattern_3x3(square), join(&ring));
        assert_eq!(u16::from(position.pattern_distance_2(square)), join(&cross));
    }
}
