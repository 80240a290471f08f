//! A person plays Ioiwari, through pipes.

use harness::{ByHand, Judge, check_choices};
use ioiwari_judge::Ioiwari;

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_ioiwari-judge")),
    case: &[],
    contestant: "python3 data/examples/ioiwari.py",
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "8",
    reason: "turn 1: `8` is not a pit, 1 to 7",
};

#[test]
fn a_person_plays_a_whole_game() {
    GAME.check();
}

#[test]
fn hints_are_moves() {
    GAME.check_hints(&["3", "1"]);
}

#[test]
fn what_a_person_can_point_at_is_what_the_rules_allow() {
    for seed in 1..=5 {
        check_choices::<Ioiwari>(&[], seed, 100);
    }
}
