//! Every submission as a stranger has it: one file, compiled by plain rustc
//! without warnings under every edition, and equal to the workspace's program
//! byte for byte.

use std::fs::{self, File};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;

use tasks::bundle::compiler::EDITIONS;
use tasks::submissions::Submission;
use tempfile::TempDir;

use crate::programs;

/// The files and their programs, as the command writes them: once for all tests.
static FILES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tasks();
    let output = command.arg("--out").arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    for submission in &*ALL {
        let file = folder.path().join(&submission.game).with_extension("rs");
        let text = fs::read_to_string(file).unwrap();
        let sizes = format!("{:>8}{:>9}", text.lines().count(), text.len());
        assert!(printed.contains(&sizes), "{printed}");
    }
    folder
});

/// A call of `make submissions`.
fn tasks() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
    command.arg("submissions");
    command
}

static ALL: LazyLock<Vec<Submission>> = LazyLock::new(|| Submission::all().unwrap());

#[test]
fn every_file_plays_like_the_workspace() {
    assert!(ALL.len() >= 5, "{ALL:?}");
    thread::scope(|scope| {
        for submission in &*ALL {
            scope.spawn(|| plays_like_the_workspace(submission));
        }
    });
}

fn plays_like_the_workspace(submission: &Submission) {
    let saved = tempfile::tempdir().unwrap();
    for case in submission.record(programs(), saved.path()).unwrap() {
        let workspace = fs::read_to_string(case.with_extension("out")).unwrap();
        assert!(!workspace.is_empty());
        for edition in EDITIONS {
            let single = FILES.path().join(edition).join(&submission.game);
            let single = submission.replay(&single, &case).unwrap();
            let game = &submission.game;
            assert!(single == workspace, "{game}, {edition}: {case:?} differs");
        }
    }
}

#[test]
fn every_file_is_formatted_and_documented() {
    for submission in &*ALL {
        let file = FILES.path().join(&submission.game).with_extension("rs");
        let mut rustfmt = Command::new("rustfmt");
        let checked = rustfmt.args(["--edition=2021", "--check"]).arg(&file);
        assert!(checked.status().unwrap().success(), "{}", file.display());

        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(&format!("// {}, in one file", submission.manifest.title)));
        assert!(!text.contains("cfg("));
        // Every module is documented, before its name or after it.
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for three in lines.windows(3) {
            let is_module = three[1].starts_with("mod ") || three[1].starts_with("pub mod ");
            let is_documented = three[0].starts_with("///") || three[2].starts_with("//!");
            assert!(!is_module || is_documented, "{file:?}: {three:?}");
        }
    }
}

/// The parameters of Slider's studies, in builds with the feature `study`.
#[test]
fn the_variables_of_a_study_change_no_file() {
    let file = FILES.path().join("slider.rs");
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("SLIDER_"), "{}", file.display());
    let program = FILES.path().join(EDITIONS[0]).join("slider");
    let play = |variables: &[(&str, &str)]| {
        let case = tasks::workspace().join("data/slider/10.in");
        let mut command = Command::new(&program);
        command.env("SOLVER_WORK", "2000").envs(variables.to_vec());
        let output = command.stdin(File::open(case).unwrap()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    assert!(play(&[("SLIDER_QUEUED", "20"), ("SLIDER_FAR", "none")]) == play(&[]));
}

#[test]
fn a_file_with_too_many_bytes_is_refused() {
    let mut all = Submission::all().unwrap();
    all[0].manifest.bytes = 1000;
    let message = format!("{:#}", all[0].source().unwrap_err());
    assert!(message.ends_with("expected at most 1000"), "{message}");
}

#[test]
fn a_game_without_a_submission_and_one_that_does_not_exist_are_refused() {
    let message = Submission::of("common").unwrap_err().to_string();
    let lacks = "crates/common/Cargo.toml has no table [package.metadata.submission]";
    assert_eq!(message, lacks);
    let output = tasks().arg("chess").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with("error: there is no game `chess`; the games are "),
        "{message}"
    );
}
