//! Every submission as a stranger has it: one file, without warnings under every edition, and equal
//! to the workspace's program byte for byte. With `THOROUGH=1` the optimised program of every edition
//! plays, otherwise a plain one of the first: warnings and answers do not depend on optimisation.

use std::fs::{self, File};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;

use tasks::bundle::compiler::{EDITIONS, complaints};
use tasks::submissions::Submission;
use tempfile::TempDir;

use crate::programs;

/// The files and their programs: once for all tests.
static FILES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for submission in &*ALL {
            scope.spawn(|| {
                let level = oracles::test_size(0, 3);
                submission.write(folder.path(), played(), level).unwrap()
            });
        }
    });
    folder
});

/// The editions whose programs play.
fn played() -> &'static [&'static str] {
    oracles::test_size(&EDITIONS[..1], &EDITIONS)
}

#[test]
fn the_command_writes_programs_and_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tasks();
    command.arg("ioiwari").arg("--out").arg(folder.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(folder.path().join("ioiwari.rs")).unwrap();
    assert!(text == fs::read_to_string(FILES.path().join("ioiwari.rs")).unwrap());
    let sizes = format!("ioiwari {:>10}{:>9}", text.lines().count(), text.len());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(&sizes), "{printed}");
    for edition in EDITIONS {
        assert!(folder.path().join(edition).join("ioiwari").is_file());
    }
}

/// The programs that play were compiled with every warning an error.
#[test]
fn no_other_edition_warns() {
    for submission in &*ALL {
        let file = FILES.path().join(&submission.game).with_extension("rs");
        let text = fs::read_to_string(file).unwrap();
        for edition in &EDITIONS[played().len()..] {
            let complaints = complaints(&text, edition).unwrap();
            let first = complaints.first().map(|complaint| &complaint.message);
            assert_eq!(first, None, "{}, {edition}", submission.game);
        }
    }
}

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
        for edition in played() {
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
