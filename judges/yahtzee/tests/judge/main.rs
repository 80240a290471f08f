//! Tests the judge of Yahtzee from outside: on the command line, and against the slow rules.

mod fuzz;
mod lessons;
mod losses;

use harness::{ByHand, check_session};
use yahtzee_judge::Yahtzee;

const BY_HAND: ByHand = ByHand {
    judge: "yahtzee-judge",
    case: &[("--games", "1"), ("--kind", "threshold")],
    entries,
    wrong: "5k 49",
    reason: "no roll scores 49 in five of a kind",
    hinted: &[],
    // The last score is not tried: it is also refused if the whole card could be better.
    moves: 12,
};

/// Returns a score for each category, from the line of a card.
fn entries(output: &str) -> Vec<String> {
    let categories = "1s 2s 3s 4s 5s 6s ch 3K 4K 5K ss ls fh".split(' ');
    let scores = output.split_whitespace();
    let entries = categories.zip(scores);
    entries.map(|(category, score)| format!("{category} {score}")).collect()
}

#[test]
fn a_person_plays() {
    BY_HAND.check::<Yahtzee>();
}

#[test]
fn session() {
    check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt"));
}
