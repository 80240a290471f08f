//! Tables of files that are not text, and outputs that fail.

use std::fs;

use crate::folder::{Folder, record};

#[test]
fn a_file_that_is_not_text_is_named() {
    let folder = Folder::new();
    fs::write(folder.path("binary.jsonl"), b"\xff\n").unwrap();
    let error = folder.stderr(&["table", "binary.jsonl"], 2);
    let expected = "error: binary.jsonl:1: not UTF-8";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn closed_and_full_outputs_give_no_panic() {
    let folder = Folder::new();
    folder.write("records.jsonl", &record(""));
    let shell = |script: &str| folder.shell(script).assert();
    shell("judge-report table records.jsonl > /dev/full").code(3);
    // The runtime opens /dev/null in place of a closed stream.
    shell("judge-report table records.jsonl >&-").code(0);
    shell("judge-report table none 2> /dev/full").code(2);
    shell("judge-report table none 2>&-").code(2);
    let broken = "(sleep 0.2; judge-report table records.jsonl; echo $? >&2) | true";
    let run = shell(broken).code(0);
    assert_eq!(run.get_output().stderr, b"141\n");
}
