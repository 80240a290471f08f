//! The table that `make play` ends with.

use std::fs;

use assert_cmd::Command;
use judge_kit::{Record, Summary};

const RECORDS: &str = concat!(
    r#"{"game":"a","seed":1,"parameters":{},"verdict":"OK","score":3.0,"bound_kind":"N*N/2 limit","#,
    r#""bound":4.0,"share":0.75,"gap":1.0,"cpu_ms":1.5,"wall_ms":2.0,"memory_kib":2048,"command":"x"}"#,
    "\n",
    r#"{"game":"a","seed":2,"parameters":{},"verdict":"WA","reason":"late","score":-1.0,"#,
    r#""bound_kind":"N*N/2 limit","bound":4.0,"share":0.0,"gap":5.0,"cpu_ms":0.5,"wall_ms":2.0,"#,
    r#""memory_kib":1024,"command":"x"}"#,
    "\n",
    r#"{"game":"b","variant":"big","seed":1,"parameters":{},"verdict":"OK","score":1e6,"#,
    r#""cpu_ms":10,"wall_ms":20,"memory_kib":512,"command":"y"}"#,
    "\n"
);

fn table() -> Command {
    Command::new(env!("CARGO_BIN_EXE_judge-table"))
}

/// What is printed for the records.
fn printed(options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    fs::write(&path, RECORDS).unwrap();
    let run = table().args(options).arg(&path).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_row_for_every_game() {
    insta::assert_snapshot!(printed(&[]));
}

#[test]
fn a_run_in_a_few_lines() {
    let records: Vec<Record> = RECORDS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut summary = Summary::default();
    records.iter().for_each(|record| summary.add(record));
    insta::assert_snapshot!(summary.to_string());
}

#[test]
fn a_line_of_csv_for_every_case() {
    insta::assert_snapshot!(printed(&["--csv"]));
}

#[test]
fn anything_else_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    fs::write(&path, format!("{RECORDS}x\n")).unwrap();
    let stderr = table()
        .arg(&path)
        .assert()
        .code(2)
        .get_output()
        .stderr
        .clone();
    let shown = format!("error: {}:4: not a record", path.display());
    assert!(String::from_utf8(stderr).unwrap().starts_with(&shown));
    table().arg(folder.path().join("none")).assert().code(2);
    table().assert().code(2);
}
