//! judge.toml and `watch`: what a contestant's folder holds once, no command line repeats.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use harness::hostile::Arena;
use harness::hostile::games::all;

fn slider(arena: &Arena, folder: &str, args: &[&str]) -> Command {
    let game = all().iter().find(|game| game.name == "slider").unwrap();
    let mut judge = arena.judge(game);
    judge.args(args).current_dir(arena.folder().join(folder));
    judge
}

fn run(arena: &Arena, folder: &str, args: &[&str]) -> Output {
    slider(arena, folder, args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// An arena with a contestant that plays no turn, and a judge.toml of these lines beside it.
fn with_config(lines: &str) -> Arena {
    let arena = Arena::here().unwrap();
    let write = |name: &str, text: &str| fs::write(arena.folder().join(name), text).unwrap();
    write("mine.sh", "echo 0\n");
    write("judge.toml", &format!("exec = 'sh mine.sh'\n{lines}"));
    fs::create_dir(arena.folder().join("deep")).unwrap();
    arena
}

#[test]
fn options_come_from_the_nearest_file_upwards() {
    let arena = with_config("seed = '1-3'\nN = '10-12'\nthreads = 2\nnoSummary = true\n");
    let here = text(&run(&arena, ".", &["--show-config"]).stdout);
    for line in [
        "# judge.toml",
        "exec = \"sh mine.sh\"",
        "seed = \"1-3\"",
        "N = \"10-12\"",
        "threads = \"2\"",
        "noSummary = \"true\"",
        "bests = \"slider-bests.csv\"",
    ] {
        assert!(here.lines().any(|shown| shown == line), "{line}: {here}");
    }
    for folder in [".", "deep"] {
        let output = run(&arena, folder, &[]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(text(&output.stdout).lines().count(), 3, "{output:?}");
    }
    // What is typed wins, and what would have no effect beside it is left out.
    let printed = text(&run(&arena, ".", &["--seed", "7", "--exec", "echo 0"]).stdout);
    assert!(printed.starts_with("Score = 0.0, "), "{printed}");
    run(&arena, ".", &["gen", "--seed", "5", "--out", "d"]);
    let case = run(&arena, ".", &["--case", "d/5.in"]);
    assert_eq!(case.status.code(), Some(0), "{case:?}");
    let official = run(&arena, ".", &["--official", "--seed", "1"]);
    assert_eq!(official.status.code(), Some(0), "{official:?}");
}

#[test]
fn the_best_scores_are_kept_unasked() {
    let arena = with_config("");
    let kept = arena.folder().join("slider-bests.csv");
    run(&arena, "deep", &[]);
    assert_eq!(fs::read_to_string(&kept).unwrap(), "case,score\n1,0\n");
    fs::write(&kept, "case,score\n1,500\n").unwrap();
    let printed = text(&run(&arena, ".", &[]).stdout);
    let start = "Score = 0.0, PreviousBest = 500.0, OfBest = 0.00 %, RunTime = ";
    assert!(printed.starts_with(start), "{printed}");
    fs::remove_file(&kept).unwrap();
    let line = "exec = 'sh mine.sh'\nbests = false\n";
    fs::write(arena.folder().join("judge.toml"), line).unwrap();
    run(&arena, ".", &[]);
    assert!(!kept.exists());
}

#[test]
fn the_contestant_is_built_before() {
    let arena = with_config("build = 'echo told; echo made > made'\n");
    let output = run(&arena, "deep", &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stderr).contains("told\n"), "{output:?}");
    assert!(
        text(&output.stdout).starts_with("Score = 0.0"),
        "{output:?}"
    );
    assert!(arena.folder().join("made").exists());
    // Another contestant is not built.
    fs::remove_file(arena.folder().join("made")).unwrap();
    run(&arena, ".", &["--exec", "echo 0"]);
    assert!(!arena.folder().join("made").exists());
    let lines = "exec = 'sh mine.sh'\nbuild = 'echo the fault >&2; exit 3'\n";
    fs::write(arena.folder().join("judge.toml"), lines).unwrap();
    let output = run(&arena, ".", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = text(&output.stderr);
    let told =
        "the fault\nerror: judge.toml: `echo the fault >&2; exit 3` failed: exit status: 3\n";
    assert_eq!(said, told);
}

#[test]
fn what_is_wrong_in_the_file_is_told() {
    let arena = with_config("");
    for (line, told) in [
        ("thread = 2", "`thread` is no option of a run"),
        ("threads = 0", "threads: invalid value '0'"),
        ("pin = 'yes'", "pin: expected true or false, not `yes`"),
        ("seed = [1]", "seed: expected a text"),
        ("a = 1\nb =", "2: "),
        ("build = 'make'", "`build` without `exec`"),
    ] {
        fs::write(arena.folder().join("deep/judge.toml"), line).unwrap();
        let output = run(&arena, "deep", &[]);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let said = text(&output.stderr);
        assert!(said.starts_with("error: judge.toml: "), "{said}");
        assert!(said.contains(told) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn the_history_keeps_a_source_that_no_repository_has() {
    let arena = with_config("runs = 'runs'\n");
    fs::write(arena.folder().join("mine.txt"), "notes").unwrap();
    run(&arena, ".", &[]);
    let kept = |name: &str| {
        let path = Path::new("runs/slider-1/sources").join(name);
        fs::read_to_string(arena.folder().join(path)).unwrap()
    };
    assert_eq!(kept("mine.sh"), "echo 0\n");
    assert_eq!(kept("mine.txt"), "notes");
}

#[test]
fn a_changed_contestant_plays_again() {
    let arena = with_config("seed = '1-2'\nN = 10\nnoSummary = true\n");
    let mut judge = slider(&arena, ".", &["watch"]);
    let mut judge = judge.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(judge.stdout.take().unwrap()).lines();
    let mut next = |start: &str| {
        let line = lines.next().unwrap().unwrap();
        assert!(line.starts_with(start), "{line}");
    };
    next("Seed = 1, Score = 0.0");
    next("Seed = 2, Score = 0.0");
    let better = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples/slider.py");
    let script = format!("exec python3 '{better}'\n");
    fs::write(arena.folder().join("mine.sh"), script).unwrap();
    next("");
    next("Seed = 1, Score = ");
    next("Seed = 2, Score = ");
    next("against the run before: this run is better: +100.00 % on average");
    judge.kill().unwrap();
    judge.wait().unwrap();
}
