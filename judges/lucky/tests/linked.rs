//! The linked form: C++ contestants, our solver as one of them, and the
//! equality of both forms. Needs g++.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn judge(args: &[&str]) -> Output {
    // Tests run side by side on machines of any speed.
    let patient = ["--time-limit", "60000", "--wall-limit", "600000"];
    Command::new(env!("CARGO_BIN_EXE_lucky-judge"))
        .args(args)
        .args(patient)
        .current_dir(root())
        .output()
        .unwrap()
}

/// The records of a run with these arguments, without what it cost.
fn records(args: &[&str], status: i32) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let output = judge(&[args, &["--json", path.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    let text = fs::read_to_string(path).unwrap();
    let record = |line: &str| {
        let mut record: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
        for name in ["cpu_ms", "wall_ms", "memory_kib", "command"] {
            record.remove(name);
        }
        Value::Object(record)
    };
    text.lines().map(record).collect()
}

/// A contestant whose functions are these.
fn contestant(init: &str, new_round: &str, play_turn: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lucky.cpp");
    let source = format!(
        "#include \"lucky.h\"\n#include <cstdio>\n#include <cstdlib>\nstatic int turn = 0, round_ = 0;\n\
         void init(int R, int C, int N, int E, std::vector<int> a, std::vector<int> b,\n\
         std::vector<int> x, std::vector<int> y) {{ {init} }}\n\
         void newRound() {{ round_++; turn = 0; {new_round} }}\n\
         void playTurn(int symbol) {{ turn++; {play_turn} }}\n"
    );
    fs::write(&path, source).unwrap();
    let shown = path.to_str().unwrap().to_string();
    (folder, shown)
}

/// Compiles `files` with our grader as a contestant would by hand.
fn compile(folder: &Path, files: &[&Path]) -> PathBuf {
    let cpp = root().join("judges/lucky/cpp");
    let program = folder.join("lucky");
    let output = Command::new("g++")
        .args(["-std=c++11", "-O2", "-Wall", "-Werror", "-I"])
        .arg(&cpp)
        .arg(cpp.join("grader.cpp"))
        .args(files)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    program
}

/// What the program says to `input` with `args`, in an environment of its own.
fn run(program: &Path, args: &[&str], variables: &[(&str, &str)], input: &Path) -> Output {
    Command::new(program)
        .args(args)
        .envs(variables.iter().copied())
        .stdin(Stdio::from(fs::File::open(input).unwrap()))
        .output()
        .unwrap()
}

#[test]
fn both_forms_of_a_player_score_the_same() {
    let wire = ["--exec", "python3 data/examples/lucky.py"];
    let linked = ["--cpp", "data/examples/lucky.cpp"];
    for case in [
        ["--subtask", "2", "--seed", "11"],
        ["--subtask", "6", "--seed", "12"],
    ] {
        let found = records(&[&linked[..], &case].concat(), 0);
        assert!(found[0]["score"].as_f64().unwrap() > 0.0);
        assert_eq!(found, records(&[&wire[..], &case].concat(), 0));
    }
}

#[test]
fn the_grader_alone_prints_the_judges_average() {
    let folder = tempfile::tempdir().unwrap();
    let example = root().join("data/examples/lucky.cpp");
    let program = compile(folder.path(), &[&example]);
    let saved = folder.path().to_str().unwrap();
    let found = records(
        &[
            "--cpp",
            "data/examples/lucky.cpp",
            "--subtask",
            "5",
            "-saveSolInput",
            saved,
        ],
        0,
    );
    let calls = folder.path().join("1.subtask-5.in");
    let output = run(&program, &[], &[], &calls);
    let average: f64 = String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert_eq!(found[0]["score"], average);

    // Without calls it draws symbols of its own, always the same.
    let case = root().join("data/lucky/6.1.in");
    let once = run(&program, &[], &[], &case);
    assert_eq!(once, run(&program, &[], &[], &case));
    let average: f64 = String::from_utf8(once.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!(average > 1_000_000.0);
}

#[test]
fn our_solver_plays_the_same_in_both_forms() {
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--package",
            "lucky-linked",
            "--target-dir",
        ])
        .arg(root().join("target/linked"))
        .current_dir(root())
        .output()
        .unwrap();
    assert!(built.status.success(), "{built:?}");
    let library = root().join("target/linked/debug/liblucky_linked.a");
    let shim = root().join("judges/lucky/cpp/shim.cpp");

    // A case whose play needs no clock, judged in both forms.
    let case = ["--subtask", "2", "--seed", "5"];
    let files = ["--cpp", shim.to_str().unwrap(), library.to_str().unwrap()];
    assert_eq!(records(&[&files[..], &case].concat(), 0), records(&case, 0));

    // Any case with a budget of work, through the grader alone.
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().to_str().unwrap();
    let solver = Path::new(env!("CARGO_BIN_EXE_lucky-judge")).with_file_name("lucky");
    let exec = format!("env SOLVER_WORK=2000 {}", solver.display());
    let case = ["--subtask", "6", "-saveSolInput", saved, "--exec", &exec];
    let found = records(&case, 0);
    let program = compile(folder.path(), &[&shim, &library]);
    let calls = folder.path().join("1.subtask-6.in");
    let output = run(&program, &[], &[("SOLVER_WORK", "2000")], &calls);
    let average: f64 = String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert_eq!(found[0]["score"], average);
}

#[test]
fn every_failure_condition_has_its_reason() {
    let answer = "is not `place ROW COL` or `discard`";
    let conditions = [
        (
            "place(0, 0);",
            "",
            "discard();",
            "round 1, turn 1: line 1: `place 0 0 called in init`",
        ),
        (
            "discard();",
            "",
            "discard();",
            "round 1, turn 1: line 1: `discard called in init`",
        ),
        (
            "",
            "if (round_ == 2) place(0, 1);",
            "discard();",
            "round 2, turn 1: line 1001: `place 0 1 called in newRound`",
        ),
        (
            "",
            "if (round_ == 100) discard();",
            "discard();",
            "round 100, turn 1: line 99001: `discard called in newRound`",
        ),
        (
            "",
            "",
            "if (turn < 3) discard();",
            "round 1, turn 3: line 3: `neither place nor discard was called`",
        ),
        (
            "",
            "",
            "discard(); if (turn == 1000) place(0, 0);",
            "round 2, turn 1: line 1001: `place 0 0 is a second call`",
        ),
        (
            "",
            "",
            "if (turn == 1) place(0, 0); discard();",
            "round 1, turn 2: line 2: `discard is a second call`",
        ),
        (
            "",
            "",
            "place(2, 0);",
            "round 1, turn 1: line 1: `place 2 0 is off the grid`",
        ),
        (
            "",
            "",
            "place(0, -1);",
            "round 1, turn 1: line 1: `place 0 -1 is off the grid`",
        ),
        (
            "",
            "",
            "place(0, 3);",
            "round 1, turn 1: line 1: `place 0 3 is off the grid`",
        ),
        (
            "",
            "",
            "place(1, 2);",
            "round 1, turn 2: line 2: `place 1 2 is occupied`",
        ),
        (
            "std::puts(\"hello\");",
            "",
            "discard();",
            "round 1, turn 1: line 1: `hello`",
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("case.in");
    fs::write(&case, "2 3 1 0\n5\n").unwrap();
    for (init, new_round, play_turn, reason) in conditions {
        let (_folder, path) = contestant(init, new_round, play_turn);
        let found = records(&["--cpp", &path, "--case", case.to_str().unwrap()], 1);
        assert_eq!(found[0]["reason"], format!("{reason} {answer}"));
        assert_eq!(
            (&found[0]["verdict"], &found[0]["score"]),
            (&"WA".into(), &0.0.into())
        );
    }
    // Whoever leaves early or crashes has not played.
    let (_folder, path) = contestant("", "", "if (round_ == 7) std::exit(0); discard();");
    let found = records(&["--cpp", &path, "--case", case.to_str().unwrap()], 1);
    assert_eq!(
        found[0]["reason"],
        "round 1, turn 1: the output ended after 0 lines where an answer was due"
    );
    let (_folder, path) = contestant("", "", "if (round_ == 7) std::abort(); discard();");
    let found = records(&["--cpp", &path, "--case", case.to_str().unwrap()], 1);
    assert_eq!(found[0]["verdict"], "RE");
}

#[test]
fn the_grader_alone_refuses_failures_too() {
    let folder = tempfile::tempdir().unwrap();
    let (_folder, path) = contestant("", "", "if (turn == 9) place(0, 9); discard();");
    let program = compile(folder.path(), &[Path::new(&path)]);
    let output = run(&program, &[], &[], &root().join("data/lucky/6.1.in"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "round 1, turn 9: discard is a second call\n"
    );
    for (text, message) in [
        ("1 1 x 0\n", "the input: N is missing or out of range\n"),
        (
            "1 1 2 1\n0 0\n5 1 0\n",
            "the input: y is missing or out of range\n",
        ),
        (
            "1 1 1 0\n0\nplayTurn 0\n",
            "the input: calls for only 1 turns\n",
        ),
        (
            "1 1 1 0\n0\nstop\n",
            "the input: neither newRound nor playTurn: stop\n",
        ),
    ] {
        let input = folder.path().join("wrong.in");
        fs::write(&input, text).unwrap();
        let output = run(&program, &[], &[], &input);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
    }
}

#[test]
fn what_does_not_compile_is_the_users_fault() {
    let (_folder, path) = contestant("no_such_function();", "", "discard();");
    let output = judge(&["--cpp", &path, "--subtask", "1"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("no_such_function"), "{message}");
    let last = format!("error: --cpp: g++ could not build {path}\n");
    assert!(message.ends_with(&last), "{message}");

    let (_folder, path) = contestant("", "", "discard();");
    let output = judge(&["--cpp", &path, "--exec", "true", "--subtask", "1"]);
    assert_eq!(output.status.code(), Some(2));
}
