//! Tests the linked form: with our solver, and the limits of a compilation. Needs g++, like the
//! session `linked.txt`.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use harness::hostile::{Arena, PATIENT, User, left, unmeasured, wait_until};
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn programs() -> &'static Path {
    let judge = Path::new(env!("CARGO_BIN_EXE_lucky-judge"));
    judge.parent().unwrap()
}

/// Returns the record of a run with these options, without its costs and its program.
fn record(arena: &Arena, line: &str) -> Value {
    arena.output(&format!("lucky-judge {line} {PATIENT} --json r --force"), 0);
    let mut record = unmeasured(&arena.records("r")[0]);
    let fields = record.as_object_mut().unwrap();
    fields.retain(|name, _| !["command", "program", "answers"].contains(&name.as_str()));
    record
}

#[test]
fn our_solver_plays_the_same_in_both_forms() {
    let shim = format!("{ROOT}/judges/lucky/cpp/shim.cpp");
    let text = fs::read_to_string(&shim).unwrap();
    let commands = text.lines().filter_map(|line| line.strip_prefix("//   "));
    let commands: Vec<&str> = commands.collect();
    assert_eq!(commands.len(), 3);
    // `make build` builds the library.
    let recipe = run(Command::new("make").args(["--dry-run", "build"]));
    assert!(recipe.contains("cargo build --release --package lucky-linked"));
    // These commands build the library, link it and play a case. Here they use the profile of this
    // test.
    let mut said = String::new();
    for command in commands {
        let command = command
            .replace("--release ", "")
            .replace("-Wall", "-Wall -Werror")
            .replace("target/release", &format!("'{}'", programs().display()));
        let mut shell = Command::new("sh");
        shell.env("CARGO_TARGET_DIR", programs().parent().unwrap());
        said = run(shell.args(["-c", &command]));
    }
    let average: f64 = said.trim().parse().unwrap();
    assert!(average > 2_000_000.0, "{average}");
    let library = programs().join("liblucky_linked.a");

    // The play of this case needs no clock. It is judged in both forms.
    let arena = Arena::new(User::Present);
    let case = "--subtask 2 --seed 5";
    let linked = format!("--cpp '{shim}' '{}' {case}", library.display());
    let found = record(&arena, &linked);
    assert_eq!(found, record(&arena, case));
    assert_eq!(found["details"]["percentage"], 100);

    // With a budget of work, the play of any case is reproducible. Here it goes through the grader
    // alone.
    let exec = "--exec 'env SOLVER_WORK=2000 lucky'";
    let found = record(&arena, &format!("--subtask 6 -saveSolInput saved {exec}"));
    let calls = File::open(arena.path("saved/1.subtask-6.in")).unwrap();
    let average = run(Command::new(programs().join("lucky-linked")).stdin(calls));
    assert_eq!(found["score"], average.trim().parse::<f64>().unwrap());
}

/// Returns the output of a command at the top of the workspace. The player gets a fixed budget of
/// work.
fn run(command: &mut Command) -> String {
    command.env("SOLVER_WORK", "2000").current_dir(ROOT);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_compilation_has_limits() {
    let arena = Arena::new(User::Present);
    arena.output("mkfifo fifo.h", 0);
    arena.write("waits.cpp", "#include \"fifo.h\"\n");
    // A text that the preprocessor doubles thirty times.
    let mut bomb = "#define A0 int x;\n".to_string();
    for level in 1..=30 {
        bomb += &format!("#define A{level} A{0} A{0}\n", level - 1);
    }
    arena.write("bomb.cpp", &(bomb + "struct S { A30 };\n"));
    let began = Instant::now();
    arena.output("lucky-judge --cpp bomb.cpp --subtask 1", 2);
    assert!(began.elapsed().as_secs() < 60);

    // A signal ends the compiler, and the processes that it has started, at once.
    let mut judge = arena.command("lucky-judge --cpp waits.cpp --subtask 1");
    let waiting = judge.env("TMPDIR", arena.folder()).spawn().unwrap();
    // An ordinary user sees the compiler, but not the judge.
    let compiles = |line: &String| line.contains("cc1plus");
    wait_until("compiler", || left(arena.folder()).iter().any(compiles));
    arena.output(&format!("kill {}", waiting.id()), 0);
    let began = Instant::now();
    let output = waiting.wait_with_output().unwrap();
    assert!(!output.status.success());
    // The compiler's own limit is longer.
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    wait_until("end of all processes", || left(arena.folder()).is_empty());
}
