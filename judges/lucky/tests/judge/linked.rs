//! Tests the linked form: with our solver, and the limits of a compilation. Needs g++, like the
//! session `linked.txt`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use harness::{Judge, unmeasured};
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_lucky-judge")).patient();

/// Returns the record of a run with these arguments, without its costs.
fn record(args: &[&str]) -> Value {
    let mut record = unmeasured(JUDGE.records(args, 0).remove(0));
    let fields = record.as_object_mut().unwrap();
    for of_the_program in ["command", "program"] {
        fields.remove(of_the_program);
    }
    record
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
    let recipe = run(Command::new("make").args(["--dry-run", "build"]));
    assert!(recipe.contains("cargo build --release --package lucky-linked"));
    // These commands build the library, link it and play a case. Here they use the profile of this
    // test.
    let programs = Path::new(env!("CARGO_BIN_EXE_lucky-judge"))
        .parent()
        .unwrap();
    let mut said = String::new();
    for command in commands {
        let command = command
            .replace("--release ", "")
            .replace("-Wall", "-Wall -Werror");
        let command = command.replace("target/release", programs.to_str().unwrap());
        let mut shell = Command::new("sh");
        shell.env("CARGO_TARGET_DIR", programs.parent().unwrap());
        said = run(shell.args(["-c", &command]));
    }
    let average: f64 = said.trim().parse().unwrap();
    assert!(average > 2_000_000.0, "{average}");
    let library = programs.join("liblucky_linked.a");

    // The play of this case needs no clock. It is judged in both forms.
    let case = ["--subtask", "2", "--seed", "5"];
    let files = ["--cpp", shim.to_str().unwrap(), library.to_str().unwrap()];
    let found = record(&[&files[..], &case].concat());
    assert_eq!(found, record(&case));
    assert_eq!(found["details"]["percentage"], 100);

    // With a budget of work, the play of any case is reproducible. Here it goes through the grader
    // alone.
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().to_str().unwrap();
    let exec = format!("env SOLVER_WORK=2000 {}", programs.join("lucky").display());
    let case = ["--subtask", "6", "-saveSolInput", saved, "--exec", &exec];
    let found = record(&case);
    let calls = fs::File::open(folder.path().join("1.subtask-6.in")).unwrap();
    let average = run(Command::new(programs.join("lucky-linked")).stdin(calls));
    assert_eq!(found["score"], average.trim().parse::<f64>().unwrap());
}

/// Returns the output of a command at the top of the workspace. The player gets a fixed budget of
/// work.
fn run(command: &mut Command) -> String {
    command.env("SOLVER_WORK", "2000").current_dir(root());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_compilation_has_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let made = Command::new("mkfifo").arg(path("fifo.h")).status().unwrap();
    assert!(made.success());
    fs::write(path("waits.cpp"), "#include \"fifo.h\"\n").unwrap();
    // A text that the preprocessor doubles thirty times.
    let mut bomb = "#define A0 int x;\n".to_string();
    for level in 1..=30 {
        bomb += &format!("#define A{level} A{0} A{0}\n", level - 1);
    }
    fs::write(path("bomb.cpp"), bomb + "struct S { A30 };\n").unwrap();

    let began = std::time::Instant::now();
    JUDGE.stdout(&["--cpp", &path("bomb.cpp"), "--subtask", "1"], 2);
    assert!(began.elapsed().as_secs() < 60);

    // A signal ends the compiler, and the processes that it has started, at once.
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
