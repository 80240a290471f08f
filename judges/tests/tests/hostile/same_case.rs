//! Records of the same case are such for everything that needs to know: a run that goes on,
//! the summary, best scores, tables, comparisons, pages, merges.

use std::collections::HashSet;
use std::fs;
use std::process::Output;

use harness::hostile::Arena;
use harness::hostile::games::all;
use serde_json::Value;

/// Options that name one case each, of Lucky Symbols: no two the same.
const CASES: [&[&str]; 6] = [
    &["--seed", "1", "--subtask", "2", "--rounds", "1"],
    &["--seed", "2", "--subtask", "2", "--rounds", "1"],
    &["--seed", "1", "--subtask", "3", "--rounds", "1"],
    &["--seed", "1", "--subtask", "2", "--rounds", "2"],
    &[
        "--seed",
        "1",
        "--subtask",
        "2",
        "--rounds",
        "1",
        "--salt",
        "x",
    ],
    &["--seed", "1", "--case", "1.in", "--rounds", "1"],
];

/// A contestant that discards every symbol, which is legal.
const DISCARDS: &str = "#!/bin/sh\nwhile read -r word rest; do
    case $word in playTurn) echo discard;; esac\ndone\n";

struct Place {
    arena: Arena,
    exec: String,
}

impl Place {
    fn new() -> Place {
        let arena = Arena::here().unwrap();
        let exec = arena.script("discards", DISCARDS).unwrap();
        let place = Place { arena, exec };
        let written = place.judge(&["gen", "--seed", "1", "--subtask", "2"]);
        fs::write(place.arena.folder().join("1.in"), written.stdout).unwrap();
        place
    }

    fn judge(&self, args: &[&str]) -> Output {
        let game = all().iter().find(|game| game.name == "lucky").unwrap();
        self.arena.judge(game).args(args).output().unwrap()
    }

    fn judge_report(&self, args: &[&str]) -> Output {
        let program = self.arena.program("judge-report");
        self.arena.command(&program).args(args).output().unwrap()
    }

    /// Plays a case.
    fn play(&self, case: &[&str], more: &[&str]) -> String {
        let exec = ["--exec", &self.exec];
        let output = self.judge(&[case, &exec, more].concat());
        assert_eq!(output.status.code(), Some(0), "{case:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn report(&self, args: &[&str], status: i32) -> String {
        let output = self.judge_report(args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = self.arena.read(name);
        text.lines().map(str::to_string).collect()
    }

    /// Number of cases that two files of records have in common.
    fn in_common(&self, a: &str, b: &str) -> u64 {
        let output = self.judge_report(&["compare", a, b, "--json"]);
        match serde_json::from_slice::<Value>(&output.stdout) {
            Ok(scales) => scales
                .as_array()
                .unwrap()
                .iter()
                .map(|scale| scale["cases"].as_u64().unwrap())
                .sum(),
            // Of other variants, or nothing at all.
            Err(_) => 0,
        }
    }
}

#[test]
fn everything_agrees_on_what_the_same_case_is() {
    let place = Place::new();
    let count = CASES.len();
    let on = ["--json", "r", "--bests", "b", "--resume"];
    for case in CASES {
        let printed = place.play(case, &on);
        assert!(
            printed.contains("Score ="),
            "{case:?} was taken for another: {printed}"
        );
    }
    let lines = place.lines("r");
    for case in CASES {
        let printed = place.play(case, &on);
        assert!(
            !printed.contains("RunTime ="),
            "{case:?} was played again: {printed}"
        );
    }
    assert_eq!(place.lines("r"), lines);
    assert_eq!(place.lines("b").len(), 1 + count, "{:?}", place.lines("b"));

    let table = place.report(&["table", "r"], 0);
    let cases = table
        .lines()
        .skip(2)
        .map(|row| row.split('|').nth(2).unwrap());
    let cases: usize = cases
        .map(|cases| cases.trim().parse::<usize>().unwrap())
        .sum();
    assert_eq!(cases, count, "{table}");

    let csv = place.report(&["table", "r", "--csv"], 0);
    let header = csv.lines().next().unwrap();
    let before = header.split(',').position(|name| name == "salt").unwrap();
    let names = csv.lines().skip(1).take(count);
    let names: HashSet<String> = names
        .map(|row| {
            row.split(',')
                .take(before + 1)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    assert_eq!(names.len(), count, "{csv}");

    place.report(&["html", "r", "--out", "page.html"], 0);
    let page = place.lines("page.html").concat();
    assert_eq!(page.matches("{\"label\":").count(), count);

    for (index, line) in lines.iter().enumerate() {
        fs::write(
            place.arena.folder().join(index.to_string()),
            format!("{line}\n"),
        )
        .unwrap();
    }
    for (a, case) in CASES.iter().enumerate() {
        for (b, other) in CASES.iter().enumerate() {
            let common = place.in_common(&a.to_string(), &b.to_string());
            assert_eq!(common, u64::from(a == b), "{case:?} and {other:?}");
        }
    }
    assert_eq!(place.in_common("r", "r"), count as u64);

    // What one run cannot hold is refused; the others are two cases, or one twice.
    for (other, merged) in [
        (0, Some(1)),
        (1, Some(2)),
        (2, Some(2)),
        (3, None),
        (4, None),
        (5, Some(2)),
    ] {
        let name = format!("merged-{other}");
        let merge = ["merge", "0", &other.to_string(), "--out", &name];
        let output = place.judge_report(&merge);
        match merged {
            Some(records) => assert_eq!(place.lines(&name).len(), records, "{output:?}"),
            None => assert_eq!(output.status.code(), Some(2), "{output:?}"),
        }
    }
}
