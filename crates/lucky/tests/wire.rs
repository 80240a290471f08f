//! Runs the program in wire form, through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_lucky"))
        .env("SOLVER_WORK", "5000")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(input: &str) -> Output {
    let mut child = start();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn every_turn_is_answered_before_the_next_is_known() {
    let mut child = start();
    let mut calls = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(calls, "2 2 2 1\n3 0\n50 0 1").unwrap();
    for _ in 0..2 {
        writeln!(calls, "newRound").unwrap();
        let mut taken = std::collections::BTreeSet::new();
        for turn in 0..1000 {
            writeln!(calls, "playTurn {}", turn % 2).unwrap();
            let answer = answers.next().unwrap().unwrap();
            if answer != "discard" {
                assert!(answer.starts_with("place "), "{answer}");
                assert!(taken.insert(answer));
            }
        }
        assert_eq!(taken.len(), 4);
    }
    drop(calls);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_input_may_end_before_the_first_round() {
    let output = run("1 1 1 0\n7\n");
    assert!(output.status.success());
    assert!(output.stdout.is_empty());
}

#[test]
fn bad_input_is_named_and_ends_with_status_2() {
    let case = "1 1 2 0\n7 8\n";
    for (input, complaint) in [
        (
            "1 1 2 0\n7\n".to_owned(),
            "line 3: the input ends where the value of a symbol should be",
        ),
        (
            "1 1 2 1\n7 8\n3 1 0\n".to_owned(),
            "line 3: the pair 1 0 has its larger symbol first",
        ),
        (
            format!("{case}newGame\n"),
            "line 3: `newGame`, expected `newRound` or `playTurn`",
        ),
        (
            format!("{case}playTurn 0\n"),
            "line 3: a turn outside the 1000 turns of a round",
        ),
        (
            format!("{case}newRound\nplayTurn 2\n"),
            "line 4: symbol 2, expected 0 to 1",
        ),
        (
            format!("{case}newRound\nplayTurn x\n"),
            "line 4: `x` stands where the symbol of the turn should be",
        ),
    ] {
        let output = run(&input);
        assert_eq!(output.status.code(), Some(2), "{input}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, format!("lucky: {complaint}\n"));
    }
}
