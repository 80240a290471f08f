//! The judge of Lucky Symbols from outside: at the command line, in both forms, and against
//! slow rules.

mod by_hand;
mod fuzz;
mod linked;
mod losses;
mod points;
mod seeds;

use harness::check_session;

#[test]
fn session() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt");
    check_session(env!("CARGO_BIN_EXE_lucky-judge"), file);
}
