//! The linked form: C++ contestants, our solver as one of them, and the
//! equality of both forms. Needs g++.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use harness::unmeasured;
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
        let mut record = unmeasured(serde_json::from_str(line).unwrap());
        record.as_object_mut().unwrap().remove("command");
        record
    };
    text.lines().map(record).collect()
}

/// A contestant whose functions are these.
fn contestant(init: &str, new_round: &str, play_turn: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lucky.cpp");
    let source = format!(
        "#include \"lucky.h\"\n#include <cstdio>\n#include <cstdlib>\nstatic int turn = 0, round_ = 0;\nint condition = 0;\n\
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

/// The output of the program for `input` with `args`, in an environment of its own.
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
    let case = ["--subtask", "6", "--seed", "12"];
    let found = records(&[&linked[..], &case].concat(), 0);
    assert!(found[0]["score"].as_f64().unwrap() > 0.0);
    assert_eq!(found, records(&[&wire[..], &case].concat(), 0));
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
    let shim = root().join("judges/lucky/cpp/shim.cpp");
    let text = fs::read_to_string(&shim).unwrap();
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//   "))
        .collect();
    assert_eq!(commands.len(), 3);
    // `make build` builds the library.
    let make = Command::new("make")
        .args(["--dry-run", "build"])
        .current_dir(root())
        .output()
        .unwrap();
    let recipe = String::from_utf8(make.stdout).unwrap();
    assert!(recipe.contains("cargo build --release --package lucky-linked"));
    // The commands build the library, link it, and play a case; here with the
    // profile of this test.
    let programs = Path::new(env!("CARGO_BIN_EXE_lucky-judge"))
        .parent()
        .unwrap();
    let mut said = Vec::new();
    for command in commands {
        let command = command.replace("--release ", "");
        let command = command.replace("target/release", programs.to_str().unwrap());
        let output = Command::new("sh")
            .args(["-c", &command])
            .env("SOLVER_WORK", "2000")
            .env("CARGO_TARGET_DIR", programs.parent().unwrap())
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
        said = output.stdout;
    }
    let average: f64 = String::from_utf8(said).unwrap().trim().parse().unwrap();
    assert!(average > 2_000_000.0, "{average}");
    let library = programs.join("liblucky_linked.a");

    // A case whose play needs no clock, judged in both forms.
    let case = ["--subtask", "2", "--seed", "5"];
    let files = ["--cpp", shim.to_str().unwrap(), library.to_str().unwrap()];
    assert_eq!(records(&[&files[..], &case].concat(), 0), records(&case, 0));

    // Any case with a budget of work, through the grader alone.
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().to_str().unwrap();
    let solver = programs.join("lucky");
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
            "round 1, turn 1: line 1: `the contestant wrote to standard output`",
        ),
    ];
    let wrong = conditions.map(|(.., reason)| ("WA", format!("{reason} {answer}")));
    // A program that leaves early or crashes has not played.
    let nothing =
        "round 1, turn 1: the output ended after 0 lines where an answer was due: it is empty";
    let left = ["std::exit(0);", "std::abort();"].map(|leaves| {
        let play_turn = format!("if (round_ == 7) {leaves} discard();");
        [String::new(), String::new(), play_turn]
    });
    let ended = [
        ("WA", nothing.to_string()),
        ("RE", "killed by SIGABRT".to_string()),
    ];
    let functions = conditions
        .map(|(init, new_round, play_turn, _)| [init, new_round, play_turn].map(str::to_string));
    let functions = [&functions[..], &left].concat();

    // One contestant for all of them: the value of the symbol says which it is.
    let body = |function: usize| -> String {
        let cases = functions.iter().enumerate();
        let cases =
            cases.map(|(at, bodies)| format!("case {at}: {{ {} }} break;", bodies[function]));
        format!("switch (condition) {{ {} }}", cases.collect::<String>())
    };
    let init = format!("condition = a[0]; {}", body(0));
    let (folder, path) = contestant(&init, &body(1), &body(2));
    let mut args = vec!["--cpp".to_string(), path];
    for condition in 0..functions.len() {
        let case = folder.path().join(format!("{condition}.in"));
        fs::write(&case, format!("2 3 1 0\n{condition}\n")).unwrap();
        args.extend(["--case".to_string(), case.to_str().unwrap().to_string()]);
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let found = records(&args, 1);
    assert_eq!(found.len(), functions.len());
    for (record, (verdict, reason)) in found.iter().zip(wrong.iter().chain(&ended)) {
        let said = record["reason"].as_str().unwrap();
        assert!(said.ends_with(reason), "{said}; expected {reason}");
        assert_eq!(
            (&record["verdict"], &record["score"]),
            (&(*verdict).into(), &0.0.into()),
            "{reason}"
        );
    }
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
            "the input: calls for only 1 turns of round 1\n",
        ),
        (
            "1 1 1 0\n0\nstop\n",
            "the input: not the call that is due: stop\n",
        ),
    ] {
        let input = folder.path().join("wrong.in");
        fs::write(&input, text).unwrap();
        let output = run(&program, &[], &[], &input);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
    }
}

/// The reason for the one case of a contestant with this source.
fn reason(source: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [path, case] = ["lucky.cpp", "case.in"].map(|name| folder.path().join(name));
    fs::write(&path, source).unwrap();
    fs::write(&case, "2 3 1 0\n5\n").unwrap();
    let [path, case] = [&path, &case].map(|path| path.to_str().unwrap());
    let found = records(&["--cpp", path, "--case", case], 1);
    assert_eq!(found[0]["score"], 0.0);
    found[0]["reason"].as_str().unwrap().to_string()
}

/// A contestant that discards everything, after a static constructor that does `early`.
fn with_constructor(early: &str) -> String {
    format!(
        "#include \"lucky.h\"\n#include <cstdio>\n#include <unistd.h>\n\
         struct Early {{ Early() {{ {early} }} }} early;\n\
         void init(int, int, int, int, std::vector<int>, std::vector<int>,\n\
         std::vector<int>, std::vector<int>) {{}}\n\
         void newRound() {{}}\nvoid playTurn(int) {{ discard(); }}\n"
    )
}

#[test]
fn nothing_can_be_read_before_the_game() {
    // The streams are empty, or not there: the constructor prints what it finds.
    let source = with_constructor(
        "char byte; for (int fd = 0; fd < 6; fd++) \
         if (fd != 1 && fd != 2 && read(fd, &byte, 1) > 0) std::puts(\"found\");",
    );
    let (_folder, path) = contestant("", "", "discard();");
    fs::write(&path, source).unwrap();
    let found = records(&["--cpp", &path, "--subtask", "1"], 0);
    assert_eq!(found[0]["score"], 0.0);
    assert_eq!(found[0]["verdict"], "OK");
}

#[test]
fn answers_of_the_contestants_own_do_not_count() {
    let all = "for (int turn = 0; turn < 100000; turn++)";
    let printed = format!("{all} std::puts(\"discard\"); std::fflush(stdout); _exit(0);");
    let answer = "is not `place ROW COL` or `discard`";
    assert_eq!(
        reason(&with_constructor(&printed)),
        format!("round 1, turn 1: line 1: `the contestant wrote to standard output` {answer}")
    );
    // On the descriptor that the grader's answers first had, and on all others it might have.
    let guessed = format!(
        "for (int fd = 3; fd < 600; fd++) {all} if (write(fd, \"discard\\n\", 8) < 0) break; _exit(0);"
    );
    assert_eq!(
        reason(&with_constructor(&guessed)),
        "round 1, turn 1: the output ended after 0 lines where an answer was due: it is empty"
    );
}

#[test]
fn output_that_is_still_buffered_counts_as_written() {
    let source = with_constructor("").replace("discard();", "discard(); std::printf(\".\");");
    assert!(reason(&source).contains("the contestant wrote to standard output"));
}

#[test]
fn a_compilation_has_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let made = Command::new("mkfifo").arg(path("fifo.h")).status().unwrap();
    assert!(made.success());
    fs::write(path("waits.cpp"), "#include \"fifo.h\"\n").unwrap();
    // Doubles its text thirty times.
    let mut bomb = "#define A0 int x;\n".to_string();
    for level in 1..=30 {
        bomb += &format!("#define A{level} A{0} A{0}\n", level - 1);
    }
    fs::write(path("bomb.cpp"), bomb + "struct S { A30 };\n").unwrap();

    let began = std::time::Instant::now();
    let output = judge(&["--cpp", &path("bomb.cpp"), "--subtask", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(began.elapsed().as_secs() < 60);

    // A signal ends the compiler at once, and what it has started.
    let mut waiting = Command::new(env!("CARGO_BIN_EXE_lucky-judge"))
        .args(["--cpp", &path("waits.cpp"), "--subtask", "1"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_compiling = || {
        let found = Command::new("pgrep")
            .args(["-f", &path("waits.cpp")])
            .output();
        String::from_utf8(found.unwrap().stdout)
            .unwrap()
            .lines()
            .count()
            > 1
    };
    while !is_compiling() {
        assert!(waiting.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = Command::new("kill").arg(waiting.id().to_string()).status();
    assert!(kill.unwrap().success());
    let began = std::time::Instant::now();
    let output = waiting.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(began.elapsed().as_secs() < 8, "{:?}", began.elapsed());
    assert!(!is_compiling());
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
