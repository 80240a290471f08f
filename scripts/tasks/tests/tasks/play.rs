//! `make play` plays the games that are asked for, and names one that does not exist.

use std::process::{Command, Output};

use tasks::workspace;

use crate::programs;

/// Runs `make play` with the programs that were built with this test.
fn play(game: &str, seeds: &str) -> Output {
    let mut command = Command::new(workspace().join("scripts/play.py"));
    command.args([game, seeds, "--programs"]);
    command.arg(programs()).output().unwrap()
}

#[test]
fn games_are_played_and_tabled() {
    let output = play("ioiwari", "1-3");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let row = printed.lines().last().unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!(
        &cells[1..7],
        ["ioiwari", "3", "4.0", "4.0 maximum", "100.00 %", "3 OK"]
    );
}

#[test]
fn a_game_that_does_not_exist_is_named() {
    let output = play("chess", "1");
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stderr).unwrap();
    let message = "error: there is no game `chess`; the games are ";
    assert!(printed.starts_with(message), "{printed}");
    assert!(printed.contains("ioiwari, lucky"), "{printed}");
}
