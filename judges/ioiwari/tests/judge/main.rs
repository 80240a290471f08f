//! Tests the judge of Ioiwari from outside: on the command line, and against the slow rules.

mod fuzz;
mod instances;
mod lessons;
mod losses;

use harness::{ByHand, check_session};
use ioiwari_judge::Ioiwari;

const BY_HAND: ByHand = ByHand {
    judge: "ioiwari-judge",
    case: &[],
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "8",
    reason: "turn 1: `8` is not a pit, 1 to 7",
    hinted: &["3", "1"],
    moves: 100,
};

#[test]
fn a_person_plays() {
    BY_HAND.check::<Ioiwari>();
}

#[test]
fn session() {
    check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt"));
}
