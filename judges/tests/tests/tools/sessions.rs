//! Command-line sessions that need a tool.

use harness::check_session;
use harness::hostile::Arena;

fn check(name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools");
    let program = Arena::here().program("ioiwari-judge");
    check_session(&program, &format!("{folder}/{name}.txt"));
}

pub(super) fn bubblewrap() {
    check("bubblewrap");
}

pub(super) fn pahcer() {
    check("pahcer");
}

pub(super) fn psytester() {
    check("psytester");
}
