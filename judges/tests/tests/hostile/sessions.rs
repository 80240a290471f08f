//! Command-line sessions that concern no particular game.

use harness::check_sessions;
use harness::hostile::Arena;

#[test]
fn judges_print_what_they_printed() {
    // The programs must be current.
    Arena::here();
    check_sessions(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions"));
}
