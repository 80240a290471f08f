//! Every submission, as a stranger has it: one file, compiled by plain rustc in
//! a directory of its own, played by its judge, and equal to the workspace's
//! program byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bundle::{Submission, compiler};

/// The submissions with a test below.
const TESTED: [&str; 5] = ["ioiwari", "lucky", "slider", "tonga", "yahtzee"];

#[test]
fn every_submission_is_tested() {
    let all = Submission::all().unwrap();
    let games: Vec<&str> = all.iter().map(|found| found.game.as_str()).collect();
    assert_eq!(games, TESTED);
}

#[test]
fn ioiwari() {
    plays_like_the_workspace("ioiwari", &["--seed=1-200"], &[]);
}

#[test]
fn lucky() {
    plays_like_the_workspace("lucky", &["--seed=1"], &["SOLVER_WORK=2000"]);
}

#[test]
fn slider() {
    plays_like_the_workspace("slider", &["--seed=1-4"], &["SOLVER_WORK=2000"]);
}

#[test]
fn tonga() {
    plays_like_the_workspace("tonga", &["--seed=1-4", "-N", "6"], &["SOLVER_WORK=2000"]);
}

#[test]
fn yahtzee() {
    plays_like_the_workspace("yahtzee", &["--seed=1-200", "--games=20"], &[]);
}

/// The program of the workspace that was built beside this test.
fn built(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_bundle")).with_file_name(name);
    assert!(
        path.exists(),
        "{} is missing: run `cargo build --workspace --bins` first",
        path.display()
    );
    path
}

/// Plays the judge's cases `cases` with the file of `game` and with the workspace's
/// program. `environment` fixes the work of a solver that watches the clock.
fn plays_like_the_workspace(game: &str, cases: &[&str], environment: &[&str]) {
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join(game).with_extension("rs");
    let single = empty.path().join(game);
    let all = Submission::all().unwrap();
    let submission = all.iter().find(|found| found.game == game).unwrap();
    fs::write(&file, submission.source().unwrap()).unwrap();
    compiler::compile(&file, &single).unwrap();

    let ours = outputs(game, cases, environment, &single);
    let workspace = outputs(game, cases, environment, &built(game));
    assert!(!ours.is_empty());
    assert_eq!(ours.len(), workspace.len());
    for (ours, workspace) in ours.iter().zip(&workspace) {
        assert!(ours == workspace, "{game}: case {} differs", ours.0);
    }
}

/// What `program` writes in each case, by file name. Every case must be OK.
fn outputs(
    game: &str,
    cases: &[&str],
    environment: &[&str],
    program: &Path,
) -> Vec<(String, Vec<u8>)> {
    let saved = tempfile::tempdir().unwrap();
    let mut words = vec!["env"];
    words.extend(environment);
    words.push(program.to_str().unwrap());
    let judged = Command::new(built(&format!("{game}-judge")))
        .args(cases)
        .args(["--threads", "2", "--time-limit", "120000"])
        .args(["--exec", &words.join(" ")])
        .arg("--saveSolOutput")
        .arg(saved.path())
        .output()
        .unwrap();
    assert!(
        judged.status.success(),
        "{}{}",
        String::from_utf8_lossy(&judged.stdout),
        String::from_utf8_lossy(&judged.stderr)
    );
    let mut outputs: Vec<_> = fs::read_dir(saved.path())
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    outputs.sort();
    outputs
}
