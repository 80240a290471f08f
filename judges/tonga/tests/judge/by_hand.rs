//! A person plays PseudoTonga, through pipes.

use harness::{ByHand, Judge, check_choices};
use tonga_judge::Tonga;

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_tonga-judge")),
    case: &["-N", "6", "--starter", "contestant"],
    contestant: "python3 data/examples/tonga.py",
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "6 0",
    reason: "turn 1: 6 0 is off the board, rows and columns 0 to 5",
};

#[test]
fn a_person_plays_a_whole_game() {
    GAME.check();
}

#[test]
fn hints_are_moves() {
    GAME.check_hints(&["0 0", "5 5"]);
}

#[test]
fn what_a_person_can_point_at_is_what_the_rules_allow() {
    for seed in 1..=5 {
        check_choices::<Tonga>(&[("N", "6")], seed, 100);
    }
}
