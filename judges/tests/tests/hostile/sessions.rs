//! Command-line sessions that concern no particular game.

use harness::check_sessions;
use harness::hostile::Arena;

#[test]
fn judges_print_what_they_printed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");
    check_sessions(&Arena::here().program("ioiwari-judge"), folder);
}
