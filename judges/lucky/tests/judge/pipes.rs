//! The judge and contestants, through real pipes.

use std::fs;
use std::path::Path;

use harness::{Judge, unmeasured};
use oracles::lucky::{PlainCase, aim};
use serde_json::Value;
use tempfile::TempDir;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_lucky-judge")).patient();

/// Answers its turns with its arguments, the last one again and again.
const SCRIPTED: &str = r#"
while read -r call symbol; do
    [ "$call" = playTurn ] || continue
    printf '%s\n' "$1"
    [ $# -eq 1 ] || shift
done
"#;

/// Leaves at its last turn.
const EARLY_LEAVER: &str = "
import sys
turns = 0
for call in sys.stdin:
    if call.startswith('playTurn'):
        turns += 1
        if turns == 100_000:
            break
        print('discard', flush=True)
";

const WEAK: &str = "python3 data/examples/lucky.py";

/// A file in a new folder, which goes when it is dropped.
fn file(name: &str, text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let shown = path.to_str().unwrap().to_string();
    (folder, shown)
}

/// Value, equal-pair and different-pair points of a saved run in sum, as the
/// slow rules count them.
fn slow_points(input: &str, output: &str) -> [u64; 3] {
    let (case, calls) = input.split_once("newRound\n").unwrap();
    let plain = PlainCase::read(case).unwrap();
    let mut answers = output.lines();
    let mut points = [0; 3];
    for round in calls.split("newRound\n") {
        let turn = |call: &str| {
            let symbol = call.strip_prefix("playTurn ").unwrap();
            let aim = aim(answers.next().unwrap()).unwrap();
            (symbol.parse().unwrap(), aim)
        };
        let turns: Vec<_> = round.lines().map(turn).collect();
        let more = plain.round(&turns).unwrap();
        points = std::array::from_fn(|part| points[part] + more[part]);
    }
    assert_eq!(answers.next(), None);
    points
}

/// Fewer rounds than the official number, which play in less time.
const ROUNDS: [&str; 2] = ["--rounds", "10"];

/// Plays ten rounds of `args`, which start with the contestant, and checks the one
/// record against [`slow_points`].
fn check_against_slow_referee(args: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let args = [args, &ROUNDS].concat();
    let records = JUDGE.records(&[&args[..], &["-saveAll", path]].concat(), 0);
    let record = &records[0];
    let key = match record["variant"].as_str() {
        Some(variant) => format!("{}.{variant}", record["seed"]),
        None => record["seed"].to_string(),
    };
    let read = |ending: &str| fs::read_to_string(format!("{path}/{key}.{ending}")).unwrap();
    let [value, equal, different] = slow_points(&read("in"), &read("out"));
    let details = &record["details"];
    for (name, points) in [
        ("value", value),
        ("equal_pairs", equal),
        ("different_pairs", different),
        ("once", value + equal + different),
        ("twice", value + 2 * equal + 2 * different),
    ] {
        assert_eq!(details[name], points as f64 / 10.0, "{name}");
    }
    assert_eq!(record["score"], details["once"]);
    assert!(record["score"].as_f64().unwrap() > 0.0);

    let (case, output) = (format!("{path}/{key}.in"), format!("{path}/{key}.out"));
    let score = ["score", &case, &output, "--pairs", "twice"];
    let text = JUDGE.stdout(&[&score[..], &ROUNDS].concat(), 0);
    assert!(
        text.starts_with(&format!("Score = {}, Verdict = OK", details["twice"])),
        "{text}"
    );
    let load = ["-loadSolOutput", path, "-ns"];
    let again = JUDGE.stdout(&[&args[2..], &load].concat(), 0);
    assert!(
        again.contains(&format!("Score = {},", details["once"])),
        "{again}"
    );
}

#[test]
fn a_slow_referee_agrees() {
    let weak = ["--exec", WEAK];
    check_against_slow_referee(&[&weak[..], &["--subtask", "2", "--seed", "3"]].concat());
    check_against_slow_referee(&[&weak[..], &["--subtask", "5", "--seed", "4"]].concat());
}

#[test]
fn every_illegal_answer_has_its_reason() {
    let (_scripts, script) = file("scripted.sh", SCRIPTED);
    let (_folder, case) = file("small.in", "1 2 1 1\n7\n1 0 0\n");
    let reason = |answers: &[&str]| {
        let exec = format!("sh {script} '{}'", answers.join("' '"));
        let json = JUDGE.records(&["--exec", &exec, "--case", &case], 1);
        assert_eq!(json[0]["verdict"], "WA");
        assert_eq!(json[0]["score"], 0.0);
        assert_eq!(json[0]["details"]["twice"], 0.0);
        json[0]["reason"].as_str().unwrap().to_string()
    };
    assert_eq!(
        reason(&["place 0 1", "place 0 1"]),
        "round 1, turn 2: line 2: `place 0 1`: the square already holds a symbol"
    );
    assert_eq!(
        reason(&["discard", "place 1 0"]),
        "round 1, turn 2: line 2: `place 1 0`: the square is not on the grid"
    );
    assert_eq!(
        reason(&["place 0 -1"]),
        "round 1, turn 1: line 1: `place 0 -1`: the square is not on the grid"
    );
    for wrong in [
        "",
        "pass",
        "place 0",
        "place 0 0 0",
        "place a b",
        "discard 1",
    ] {
        let expected =
            format!("round 1, turn 1: line 1: `{wrong}` is not `place ROW COL` or `discard`");
        assert_eq!(reason(&[wrong]), expected);
    }
    // Two answers at once: the second one is there before its turn.
    let second = reason(&["place 0 0\ndiscard"]);
    assert_eq!(
        second,
        "round 1, turn 2: after 1 lines: `discard` was written before it was asked for"
    );
}

#[test]
fn a_failure_in_a_late_round_takes_everything() {
    let (_folder, case) = file("small.in", "1 1 1 0\n7\n");
    let (_scripts, script) = file("leaver.py", EARLY_LEAVER);
    let exec = format!("python3 {script}");
    let json = JUDGE.records(&["--exec", &exec, "--case", &case], 1);
    assert_eq!(
        json[0]["reason"],
        "round 100, turn 1000: the output ended after 99999 lines where an answer was due"
    );
    assert_eq!(json[0]["score"], 0.0);
    assert_eq!(json[0]["details"]["rounds"], 99);
}

#[test]
fn output_on_the_wrong_occasion_fails() {
    let (_folder, case) = file("small.in", "1 1 1 0\n7\n");
    let early = r#"python3 -c "print('hello', flush=True); import time; time.sleep(5)""#;
    let json = JUDGE.records(&["--exec", early, "--case", &case], 1);
    let reason = json[0]["reason"].as_str().unwrap();
    assert!(reason.contains("`hello`"), "{reason}");

    let late = r#"sh -c "sh SCRIPT discard; echo bye""#;
    let (_scripts, script) = file("scripted.sh", SCRIPTED);
    let late = late.replace("SCRIPT", &script);
    let late = ["--exec", &late, "--case", &case];
    let json = JUDGE.records(&[&late[..], &ROUNDS].concat(), 1);
    let reason = json[0]["reason"].as_str().unwrap();
    assert!(reason.contains("`bye`"), "{reason}");
    assert_eq!(json[0]["score"], 0.0);
}

#[test]
fn results_do_not_depend_on_threads() {
    let run = |threads: &str| -> Vec<Value> {
        let args = [
            "--exec",
            WEAK,
            "--subtask",
            "1",
            "--seed",
            "1-4",
            "--rounds",
            "3",
        ];
        let records = JUDGE.records(&[&args[..], &["--threads", threads]].concat(), 0);
        records.into_iter().map(unmeasured).collect()
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn all_seven_make_the_total() {
    let solver = Path::new(env!("CARGO_BIN_EXE_lucky-judge")).with_file_name("lucky");
    let exec = format!("env SOLVER_WORK=20 {}", solver.display());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let json = ["--json", path.to_str().unwrap(), "--threads", "2"];
    let text = JUDGE.stdout(&[&["--exec", &exec], &json[..]].concat(), 0);
    assert_eq!(text.matches("Variant = subtask-").count(), 7);
    for record in Judge::read_records(&path) {
        assert_eq!(record["details"]["rounds"], 100);
        // The solver's play of the first two is the best.
        if ["subtask-1", "subtask-2"].contains(&record["variant"].as_str().unwrap()) {
            assert_eq!(record["details"]["percentage"], 100);
        }
    }
    let total = text.lines().find(|line| line.starts_with("total")).unwrap();
    assert!(total.contains(" of 100 points; average "), "{total}");
    let text = JUDGE.stdout(&["--exec", "true", "--subtask", "1"], 1);
    let partial = " of 8 points (no case of subtask 2, 3, 4, 5, 6, 7); average ";
    assert!(text.contains(partial), "{text}");
}

#[test]
fn every_shape_of_case_has_its_bound() {
    let run = |args: &[&str]| JUDGE.records(args, 0).remove(0);
    let equal = "2 2 3 2\n0 0 0\n4 0 0\n1 2 2\n";
    let mixed = "2 2 3 2\n1 0 2\n400 0 1\n100 2 2\n";
    let (_equal, equal) = file("equal.in", equal);
    let (_mixed, mixed) = file("mixed.in", mixed);
    let weak = |case: &[&'static str]| [&["--exec", WEAK], case].concat();
    let saved = tempfile::tempdir().unwrap();
    let saved = saved.path().to_str().unwrap();
    let played = [&weak(&[])[..], &["--case", &mixed, "-saveAll", saved]].concat();
    assert_eq!(run(&played)["bound"], Value::Null);
    let again = ["--case", &mixed, "-loadSolOutput", saved, "--bound", "50"];
    for (args, kind) in [
        (
            [&weak(&["--subtask", "1"])[..], &ROUNDS].concat(),
            "expected optimum",
        ),
        (
            [&weak(&[])[..], &["--case", &equal], &ROUNDS].concat(),
            "expected bound",
        ),
        (again.to_vec(), "clairvoyant bound"),
        (
            [&again[..], &["--pairs", "twice"]].concat(),
            "clairvoyant bound",
        ),
    ] {
        let record = run(&args);
        assert_eq!(record["bound_kind"], kind);
        let number = |name: &str| record[name].as_f64().unwrap();
        assert!(
            number("score") > 0.0 && number("score") < number("bound"),
            "{record}"
        );
        let gap = number("bound") - number("score");
        assert!((number("gap") - gap).abs() < 1e-6, "{record}");
    }
}

#[test]
fn malformed_cases_are_the_users_fault() {
    let malformed: [(&[u8], &str); 12] = [
        (b"", "1: the input ends where the number of rows should be"),
        (
            b"1 1 2\n\n",
            "3: the input ends where the number of bonus pairs should be",
        ),
        (
            b"0 4 1 0\n1\n",
            "1: a grid of 0 × 4, expected 1 to 65536 squares",
        ),
        (b"1 1 0 0\n", "1: 0 symbols, expected 1 to 65536"),
        (
            b"1 1 1 9999999\n",
            "1: 9999999 bonus pairs, expected at most 1048576",
        ),
        (
            b"1 1 2 0\n0 x\n",
            "2: `x` stands where the value of a symbol should be",
        ),
        (
            b"1 1 2 0\n0 1000001\n",
            "2: a value of 1000001, expected at most 1000000",
        ),
        (
            b"1 1 2 1\n0 0\n0 0 1\n",
            "3: a bonus of 0, expected 1 to 1000000",
        ),
        (
            b"1 1 2 1\n0 0\n1 1 0\n",
            "3: the pair 1 0 has its larger symbol first",
        ),
        (b"1 1 2 1\n0 0\n1 1 2\n", "3: symbol 2, expected 0 to 1"),
        (
            b"1 1 2 2\n0 0\n1 0 1\n2 0 1\n",
            "4: the pair 0 1 is listed twice",
        ),
        (b"1 1 2 0\n0 0\n\xff\n", "3: not UTF-8"),
    ];
    for (case, problem) in malformed {
        assert_eq!(JUDGE.refuses(case), problem);
    }
    let more = b"1 1 1 0\n5\nmore\n";
    assert_eq!(
        JUDGE.refuses_to_play(more),
        "3: the case is complete, but more follows"
    );
}

#[test]
fn a_transcript_this_judge_cannot_have_made_is_refused() {
    let case = "1 1 2 0\n0 5\n";
    let refused = [
        (
            "",
            "3: round 1, turn 1: the judge's messages are missing: the input was not saved",
        ),
        (
            "playTurn 0\n",
            "3: round 1, turn 1: `playTurn 0` is not `newRound`, which is due",
        ),
        (
            "newRound\nnewRound\n",
            "4: round 1, turn 1: `newRound` is not one of `playTurn 0`, `playTurn 1`",
        ),
        (
            "newRound\nplayTurn 2\n",
            "4: round 1, turn 1: `playTurn 2` is not one of `playTurn 0`, `playTurn 1`",
        ),
    ];
    for (calls, problem) in refused {
        let (_folder, input) = file("1.in", &format!("{case}{calls}"));
        let (_other, output) = file("1.out", "discard\n");
        for command in [&["score"][..], &["show", "--text"]] {
            let args = [command, &[&input, &output]].concat();
            assert_eq!(JUDGE.complaint(&args, &input), problem);
        }
    }
    let (_folder, input) = file("1.in", &format!("{case}newRound\nplayTurn 1\n"));
    let (_other, output) = file("1.out", "discard\n");
    let text = JUDGE.stdout(&["score", &input, &output], 1);
    let reason = "round 1, turn 2: the transcript holds no message that follows this answer";
    assert!(
        text.contains(&format!("Verdict = WA: {reason}\n")),
        "{text}"
    );
}
