//! A person plays a round of Lucky Symbols, through pipes.

use lucky_judge::Lucky;
use testing::{ByHand, Judge, check_choices};

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_lucky-judge")),
    case: &["--subtask", "2", "--rounds", "1"],
    contestant: "python3 data/examples/lucky.py",
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "place 0 3",
    reason: "round 1, turn 1: line 1: `place 0 3`: the square is not on the grid",
};

#[test]
fn a_person_plays_a_whole_round() {
    GAME.check();
}

#[test]
fn hints_are_answers() {
    GAME.check_hints(&["discard", "place 2 2"]);
}

#[test]
fn what_a_person_can_point_at_is_what_the_rules_allow() {
    for seed in 1..=5 {
        check_choices::<Lucky>(&[("subtask", "2"), ("rounds", "1")], seed, 25);
    }
}
