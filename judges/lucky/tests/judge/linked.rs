//! The linked form: our solver in it, and limits of a compilation. Needs g++, as the session
//! `linked.txt` does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use harness::unmeasured;
use serde_json::Value;

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
