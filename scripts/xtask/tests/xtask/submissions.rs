//! Checks every submission as a user of the single file sees it: it compiles without warnings under
//! each edition, and plays byte for byte like the workspace's program.
//!
//! With `THOROUGH=1` the optimised program of each edition plays. Otherwise an unoptimised one of
//! the first edition plays with half of the work, since warnings and answers do not depend on
//! optimisation.

use std::fs::{self, File};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;

use tempfile::TempDir;
use xtask::bundle::compiler::{EDITIONS, complaints, format};
use xtask::output;
use xtask::submissions::Submission;

use crate::{files, programs};

/// The files and their programs, made once for all tests.
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

/// Returns the editions whose programs play.
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

/// Plays programs that were compiled with every warning as an error.
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

/// Returns a command for `make submissions`.
fn tasks() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("submissions");
    command
}

static ALL: LazyLock<Vec<Submission>> = LazyLock::new(|| Submission::chosen(&[]).unwrap());

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
    let Submission { game, manifest, .. } = submission;
    let work = manifest.work.map(|work| work / oracles::test_size(2, 1));
    let saved = tempfile::tempdir().unwrap();
    let solver = programs().join(game);
    let variable = work.map(|work| format!("SOLVER_WORK={work} "));
    let exec = format!("env {}'{}'", variable.unwrap_or_default(), solver.display());
    let mut judge = Command::new(programs().join(format!("{game}-judge")));
    judge.args(&manifest.cases).args(["--exec", &exec]);
    judge.args(["--threads=2", "--time-limit=120000", "--saveAll"]);
    output(judge.arg(saved.path())).unwrap();
    let mut cases = files(saved.path());
    cases.retain(|path| path.extension().is_some_and(|ending| ending == "in"));
    assert!(!cases.is_empty(), "{game}: no case was played");
    for case in cases {
        let workspace = fs::read_to_string(case.with_extension("out")).unwrap();
        assert!(!workspace.is_empty());
        for edition in played() {
            let mut single = Command::new(FILES.path().join(edition).join(game));
            single.envs(work.map(|work| ("SOLVER_WORK", work.to_string())));
            let printed = output(single.stdin(File::open(&case).unwrap())).unwrap();
            assert!(printed == workspace, "{game}, {edition}: {case:?} differs");
        }
    }
}

#[test]
fn every_file_is_formatted_and_documented() {
    for submission in &*ALL {
        let file = FILES.path().join(&submission.game).with_extension("rs");
        let text = fs::read_to_string(&file).unwrap();
        let is_formatted = format(text.clone(), EDITIONS[0]).unwrap() == text;
        assert!(is_formatted, "{}", file.display());
        assert!(text.starts_with(&format!("// {}, in one file", submission.manifest.title)));
        assert!(text.contains("\n// SPDX-License-Identifier: MIT OR Apache-2.0\n"));
        // A file has no features, no answers given first, and no other file beside it.
        for foreign in ["cfg(", "answers::", "SOLVER_ANSWERS", ".md`", "examples/"] {
            let place = text.lines().find(|line| line.contains(foreign));
            assert_eq!(place, None, "{game}: {foreign}", game = submission.game);
        }
        // The header says how the program plays; that of a new game is short.
        let header = text.lines().take_while(|line| line.starts_with("//") || line.is_empty());
        let lines = header.count();
        assert!((8..=40).contains(&lines), "{file:?}: {lines} lines");
        // Every link in the documentation leads to a name of the file.
        let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
        for link in comments.flat_map(|line| line.split("[`").skip(1)) {
            let name = link.split(['`', '(']).next().unwrap().rsplit("::").next().unwrap();
            let is_there = ["mod", "fn", "struct", "enum", "const", "trait", "static", "type"]
                .map(|kind| text.contains(&format!("{kind} {name}")));
            let is_there = is_there.contains(&true) || text.contains(&format!(" {name},"));
            assert!(is_there, "{file:?}: [`{name}`]");
        }
        // The program comes last, after what it uses.
        let places = ["\nmod common {", "\nfn main("].map(|start| text.find(start));
        assert!(places[0].is_some() && places[0] < places[1], "{file:?}: {places:?}");
        // Every module has documentation, before its name or inside.
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for three in lines.windows(3) {
            let is_module = three[1].starts_with("mod ") || three[1].starts_with("pub mod ");
            let is_documented = three[0].starts_with("///") || three[2].starts_with("//!");
            assert!(!is_module || is_documented, "{file:?}: {three:?}");
        }
    }
}

#[test]
fn a_file_with_too_many_bytes_is_refused() {
    let mut all = Submission::chosen(&[]).unwrap();
    all[0].manifest.bytes = 1000;
    let message = format!("{:#}", all[0].source().unwrap_err());
    assert!(message.ends_with("expected at most 1000"), "{message}");
}
