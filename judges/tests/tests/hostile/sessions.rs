//! Sessions that are of no game: what users of the judges type, and what they see.

use std::fs;

use harness::check_session;
use harness::hostile::{Arena, in_parallel, processors};

#[test]
fn judges_print_what_they_printed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");
    let files = fs::read_dir(folder).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 6, "{files:?}");
    let program = Arena::here().program("ioiwari-judge");
    in_parallel(&files, processors(), |file| {
        check_session(&program, file.to_str().unwrap());
    });
}
