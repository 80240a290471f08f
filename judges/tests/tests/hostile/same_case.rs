//! Records of the same case are such for everything that needs to know: a run that goes on,
//! the summary, best scores, tables, comparisons, pages, merges.

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Output};

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

    fn output(&self, command: &mut Command, args: &[&str]) -> Output {
        let folder = self.arena.folder();
        command.args(args).current_dir(folder).output().unwrap()
    }

    fn judge(&self, args: &[&str]) -> Output {
        self.judge_of("lucky", args)
    }

    fn judge_of(&self, name: &str, args: &[&str]) -> Output {
        let game = all().iter().find(|game| game.name == name).unwrap();
        self.output(&mut self.arena.judge(game), args)
    }

    /// Plays a case.
    fn play(&self, case: &[&str], more: &[&str]) -> String {
        let exec = ["--exec", &self.exec];
        let output = self.judge(&[case, &exec, more].concat());
        assert_eq!(output.status.code(), Some(0), "{case:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn report(&self, args: &[&str], status: i32) -> String {
        let program = self.arena.program("judge-report");
        let output = self.output(&mut self.arena.command(&program), args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.arena.folder().join(name)).unwrap();
        text.lines().map(str::to_string).collect()
    }

    /// Number of cases that two files of records have in common.
    fn in_common(&self, a: &str, b: &str) -> u64 {
        let program = self.arena.program("judge-report");
        let compare = ["compare", a, b, "--json"];
        let output = self.output(&mut self.arena.command(&program), &compare);
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
    let rows = place.lines("page.html").concat();
    assert_eq!(rows.matches("<tr id=\"case-").count(), count);

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
        let program = place.arena.program("judge-report");
        let other = other.to_string();
        let merge = ["merge", "0", &other, "--out", &name];
        let output = place.output(&mut place.arena.command(&program), &merge);
        match merged {
            Some(records) => assert_eq!(place.lines(&name).len(), records, "{output:?}"),
            None => assert_eq!(output.status.code(), Some(2), "{output:?}"),
        }
    }
}

/// The same case, asked for in another way.
#[test]
fn what_seed_and_variant_tell_is_no_part_of_a_name() {
    let place = Place::new();
    let on = ["--json", "r", "--rounds", "1", "--resume"];
    place.play(&["--seed", "1"], &on);
    let lines = place.lines("r");
    assert_eq!(lines.len(), 7);
    for subtask in ["1", "4", "7"] {
        place.play(&["--seed", "1", "--subtask", subtask], &on);
    }
    assert_eq!(place.lines("r"), lines);
    // The usual value, whether it is given or not.
    let usual = [
        "--subtask",
        "2",
        "--rounds",
        "100",
        "--exec",
        "echo x",
        "--json",
        "-",
    ];
    let usual = String::from_utf8(place.judge(&usual).stdout).unwrap();
    assert!(
        usual.contains("\"seed\":1") && !usual.contains("\"options\""),
        "{usual}"
    );
}

#[test]
fn the_summary_tells_repeats_from_cases() {
    let place = Place::new();
    let printed = place.play(
        &["--seed", "{1,2,1}*2", "--subtask", "2", "--rounds", "1"],
        &[],
    );
    assert!(
        printed.contains("cases    2 (played 6 times: 6 OK)"),
        "{printed}"
    );
    let printed = place.play(
        &[
            "--seed",
            "1*3",
            "--subtask",
            "2",
            "--rounds",
            "1",
            "--salt",
            "random",
        ],
        &[],
    );
    assert!(printed.contains("cases    3 (3 OK)"), "{printed}");
}

/// A seed of the match's own generator stands for another case than the same seed of ours.
#[test]
fn official_cases_are_cases_of_their_own() {
    let place = Place::new();
    let exec = place
        .arena
        .script("no-turns", "#!/bin/sh\necho 0\n")
        .unwrap();
    let play = |case: &[&str]| {
        let more = ["--exec", &exec, "--json", "r", "--bests", "b", "--resume"];
        let output = place.judge_of("slider", &[case, &more].concat());
        assert_eq!(output.status.code(), Some(0), "{case:?}: {output:?}");
    };
    for _ in 0..2 {
        play(&["--seed", "1"]);
        play(&["--seed", "1", "--official"]);
    }
    let lines = place.lines("r");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(place.lines("b").len(), 1 + 2, "{:?}", place.lines("b"));
    for (name, line) in ["ours", "official"].iter().zip(&lines) {
        fs::write(place.arena.folder().join(name), format!("{line}\n")).unwrap();
    }
    assert_eq!(place.in_common("ours", "official"), 0);
    assert_eq!(place.in_common("official", "official"), 1);
    place.report(&["merge", "ours", "official", "--out", "merged"], 0);
    assert_eq!(place.lines("merged").len(), 2);
}
