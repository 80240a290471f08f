//! The judge of Lucky Symbols from outside: at the command line, in both forms, and against
//! slow rules.

mod by_hand;
mod fuzz;
mod linked;
mod losses;
mod points;
mod seeds;

use harness::check_session;

fn check(name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let file = format!("{folder}/{name}.txt");
    check_session(env!("CARGO_BIN_EXE_lucky-judge"), &file);
}

#[test]
fn session() {
    check("session");
}

#[test]
fn session_in_the_linked_form() {
    check("linked");
}
