//! Sessions that are of no game: what users of the judges type, and what they see.

use harness::{check_session, hostile::Arena};

fn check(name: &str) {
    let program = Arena::here().unwrap().program("ioiwari-judge");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");
    check_session(&program, &format!("{folder}/{name}.txt"));
}

#[test]
fn cases() {
    check("cases");
}

#[test]
fn config() {
    check("config");
}

#[test]
fn duels() {
    check("duels");
}

#[test]
fn failures() {
    check("failures");
}

#[test]
fn files() {
    check("files");
}

#[test]
fn mistakes() {
    check("mistakes");
}

#[test]
fn options() {
    check("options");
}

#[test]
fn salts() {
    check("salts");
}
