//! Tests the judge of Slider from outside: on the command line, and against the slow rules.

mod fuzz;
mod losses;

use harness::{ByHand, check_session};
use slider_judge::Slider;

const BY_HAND: ByHand = ByHand {
    judge: "slider-judge",
    case: &[("-N", "10"), ("-H", "3")],
    entries: |output| output.lines().skip(1).map(str::to_string).collect(),
    wrong: "10 0 M U",
    reason: "square 10 0 is off the board",
    hinted: &["0 3 S L", "1 5 S D"],
    moves: 40,
};

#[test]
fn a_person_plays() {
    BY_HAND.check::<Slider>();
}

#[test]
fn session() {
    check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt"));
}
