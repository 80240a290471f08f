//! Testers of others that run a judge: psytester 0.5 and pahcer 0.4, as the kit's document
//! shows them.

use std::fs;
use std::os::unix::fs::symlink;

use harness::hostile::{Arena, Ended};
use serde_json::Value;

/// The contestant of the document.
const EXAMPLE: &str = "python3 data/examples/slider.py";

/// Returns an empty folder with the examples.
pub(super) fn place() -> Arena {
    let arena = Arena::here();
    symlink(tasks::workspace().join("data"), arena.path("data")).unwrap();
    fs::create_dir(arena.path("bin")).unwrap();
    arena
}

/// Runs a command line in a shell in the folder; it succeeds.
#[track_caller]
pub(super) fn shell(arena: &Arena, line: &str) -> Ended {
    let mut shell = arena.command("sh");
    let ended = Ended::of(shell.args(["-c", line]).output().unwrap());
    assert_eq!(ended.status, 0, "`{line}`: {ended:?}");
    ended
}

/// Returns the fenced blocks of this kind in the kit's document.
fn blocks(kind: &str) -> Vec<String> {
    let path = tasks::workspace().join("judges/kit/README.md");
    let text = fs::read_to_string(path).unwrap();
    let fence = format!("```{kind}\n");
    let starts = text.split(&fence).skip(1);
    let blocks = starts.map(|rest| rest.split("```").next().unwrap().to_string());
    blocks.collect()
}

/// Runs the commands of the document that begin with those of `tester`.
fn run_document(arena: &Arena, tester: &str) {
    let blocks = blocks("text");
    let block = blocks.iter().find(|block| block.starts_with(tester));
    for line in block.unwrap().lines() {
        shell(arena, line);
    }
}

/// Scores of a judge for these seeds, in its own words.
pub(super) fn scores(arena: &Arena, judge: &str, form: &str, exec: &str, seeds: &str) -> Vec<f64> {
    let line = format!("{judge} --seed {seeds} --exec '{exec}' --scoreFormat {form} -ns");
    let printed = shell(arena, &line).out;
    let scores = printed.lines().map(|line| line.strip_prefix("Score = "));
    scores
        .map(|score| score.unwrap().parse().unwrap())
        .collect()
}

/// Returns the lines of JSON of a text, by the number under `key`.
fn records(text: &str, key: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut records: Vec<Value> = lines.collect();
    records.sort_by_key(|record| record[key].as_u64());
    records
}

pub(super) fn numbers(records: &[Value], field: &str) -> Vec<f64> {
    let numbers = records.iter().map(|record| record[field].as_f64());
    numbers.map(|number| number.unwrap()).collect()
}

pub(super) fn psytester_as_the_document_shows_it() {
    let arena = place();
    run_document(&arena, "psytester");
    let found = records(&arena.read("mine.res"), "id");
    let expected = scores(&arena, "slider-judge", "bare", EXAMPLE, "1-3");
    assert_eq!(numbers(&found, "score"), expected);
    assert!(numbers(&found, "time").iter().all(|&time| time > 0.0));
}

/// The configuration calls `java`, and a contestant named `a.exe`.
pub(super) fn psytester_with_the_file_it_ships() {
    let arena = place();
    arena.script("bin/java", "#!/bin/sh\nshift 2\nexec slider-judge \"$@\"\n");
    let contestant = format!("#!/bin/sh\necho '[DATA] width = 7' >&2\nexec {EXAMPLE}\n");
    arena.script("bin/a.exe", &contestant);
    shell(&arena, "psytester config --load topcoder");
    let ended = shell(&arena, "psytester run good --tests 1-2 -a '-N 10,12'");
    assert!(!ended.err.contains("[DATA]"), "{ended:?}");
    let found = records(&arena.read("good.res"), "id");
    let ranged = "slider-judge -N 10,12";
    let expected = scores(&arena, ranged, "bare", EXAMPLE, "1-2");
    assert_eq!(numbers(&found, "score"), expected);
    assert_eq!(numbers(&found, "width"), [7.0, 7.0]);

    arena.script("bin/a.exe", "#!/bin/sh\nexit 3\n");
    shell(&arena, "psytester run bad --tests 1-2");
    let found = records(&arena.read("bad.res"), "id");
    assert_eq!(numbers(&found, "score"), [-1.0, -1.0]);
}

/// Writes a setting file: what `init` wrote, with these steps and three seeds.
fn settings(arena: &Arena, name: &str, steps: &str) {
    let written = arena.read("pahcer_config.toml");
    let (head, _) = written.split_once("# ==").unwrap();
    assert!(
        head.contains(r"^\s*Score\s*=\s*(?P<score>\d+)\s*$"),
        "{head}"
    );
    let head = head.replace("end_seed = 100", "end_seed = 3");
    arena.write(name, &format!("{head}compile_steps = []\n{steps}"));
}

/// Runs pahcer with these settings; returns its results for seeds 0 to 2.
fn pahcer(arena: &Arena, settings: &str, option: &str) -> Vec<Value> {
    let run = format!("pahcer run {option} --json --setting-file {settings}");
    let found = records(&shell(arena, &run).out, "seed");
    assert_eq!(numbers(&found, "seed"), [0.0, 1.0, 2.0]);
    found
}

/// After one run, an equal one has rank 100 (1 - 0.5 / 2), then a failed one 0, and the list has all.
#[track_caller]
fn ranks(arena: &Arena, steps: &str, exec: &str) {
    let rank = |settings: &str| {
        let found = pahcer(arena, settings, "--rank");
        numbers(&found, "relative_score")
    };
    assert_eq!(rank("good.toml"), [75.0; 3]);
    let words: Vec<&str> = exec.split(' ').collect();
    let failing = steps.replace(exec, "false").replace(words[0], "false");
    settings(arena, "failing.toml", &failing);
    assert_eq!(rank("failing.toml"), [0.0; 3]);
    let list = shell(arena, "pahcer list --rank --setting-file good.toml").out;
    assert!(list.contains("Avg Rank"), "{list}");
    fs::remove_dir_all(arena.path("pahcer")).unwrap();
}

pub(super) fn pahcer_as_the_document_shows_it() {
    let arena = place();
    run_document(&arena, "pahcer");
    let steps = blocks("toml");
    let [own, judged] = &steps[..] else {
        panic!("the document has steps of pahcer, and of the judge: {steps:?}");
    };
    let tonga = "python3 data/examples/tonga.py";
    for (steps, judge, exec) in [
        (own, "slider-judge", EXAMPLE),
        (judged, "tonga-judge", tonga),
    ] {
        settings(&arena, "good.toml", steps);
        let expected = scores(&arena, judge, "scaled", exec, "0-2");
        assert!(expected.iter().all(|&score| score > 0.0));
        assert_eq!(numbers(&pahcer(&arena, "good.toml", ""), "score"), expected);
        ranks(&arena, steps, exec);
    }
    // An earlier `init` wrote the pattern without its flag.
    let good = arena.read("good.toml");
    arena.write("old.toml", &good.replace("(?m)", ""));
    let found = pahcer(&arena, "old.toml", "");
    let expected = scores(&arena, "tonga-judge", "scaled", tonga, "0-2");
    assert_eq!(numbers(&found, "score"), expected);
}

pub(super) fn pahcer_reports_failures() {
    let arena = place();
    run_document(&arena, "pahcer");
    let judged = blocks("toml").swap_remove(1);
    let judged = judged.replace("tonga-judge", "slider-judge");
    // A legal answer without points is not a failure: its scaled score is 1.
    for (exec, said) in [("false", "Failed to run (exit status: 1)"), ("echo 0", "")] {
        let steps = judged.replace("python3 data/examples/tonga.py", exec);
        settings(&arena, "bad.toml", &steps);
        for record in pahcer(&arena, "bad.toml", "") {
            let message = record["error_message"].as_str().unwrap();
            assert!(message.starts_with(said), "{record}");
            assert_eq!(message.is_empty(), said.is_empty(), "{record}");
        }
    }
}
