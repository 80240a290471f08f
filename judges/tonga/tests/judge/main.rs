//! Tests the judge of PseudoTonga from outside: on the command line, and against the slow rules.

mod fuzz;

use harness::{ByHand, check_session};
use tonga_judge::Tonga;

const BY_HAND: ByHand = ByHand {
    judge: "tonga-judge",
    case: &[("-N", "6")],
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "6 0",
    reason: "turn 1: 6 0 is off the board, rows and columns 0 to 5",
    hinted: &["0 0", "5 5"],
    moves: 100,
};

#[test]
fn a_person_plays() {
    BY_HAND.check::<Tonga>();
}

#[test]
fn session() {
    check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt"));
}
