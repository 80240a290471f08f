//! The judge of PseudoTonga from outside: at the command line, and against slow rules.

mod by_hand;
mod cases;
mod foresight;
mod fuzz;
mod losses;
mod referee;
mod show;

use harness::check_session;

#[test]
fn session() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.txt");
    check_session(env!("CARGO_BIN_EXE_tonga-judge"), file);
}
