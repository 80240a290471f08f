//! Tests the judge of Yahtzee from outside: on the command line, and against the slow rules.

mod by_hand;
mod fuzz;
mod lessons;
mod losses;

use harness::check_session;

#[test]
fn session() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt");
    check_session(env!("CARGO_BIN_EXE_yahtzee-judge"), file);
}
