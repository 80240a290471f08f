//! Tests the judge of Lucky Symbols from outside: on the command line, in both forms, and against
//! the slow rules.

mod fuzz;
mod lessons;
mod linked;
mod losses;

use harness::{ByHand, check_session};
use lucky_judge::Lucky;

const BY_HAND: ByHand = ByHand {
    judge: "lucky-judge",
    case: &[("--subtask", "2"), ("--rounds", "1")],
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "place 0 3",
    reason: "round 1, turn 1: `place 0 3`: the square is not on the grid",
    hinted: &["discard", "place 2 2"],
    moves: 25,
};

#[test]
fn a_person_plays() {
    BY_HAND.check::<Lucky>();
}

#[test]
fn session() {
    check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt"));
}

#[test]
fn session_in_the_linked_form() {
    check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/linked.txt"));
}
