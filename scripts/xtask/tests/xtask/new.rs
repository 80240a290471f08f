//! Tests that a new game never replaces an existing one, and works without changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::games::DialogueKind;
use xtask::new::NewGame;
use xtask::submissions::Submission;
use xtask::{output, workspace};

use crate::files;

/// Copies the workspace without build output and without version control.
fn copy(to: &Path) {
    for path in files(&workspace()) {
        let copied = to.join(path.strip_prefix(workspace()).unwrap());
        fs::create_dir_all(copied.parent().unwrap()).unwrap();
        fs::copy(&path, copied).unwrap();
    }
}

/// Returns a cargo command in `folder`. Its build output is kept for later tests.
fn cargo(folder: &Path, args: &[&str]) -> Command {
    let target = workspace().join("target/new");
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "--quiet",
        "--config",
        "profile.dev.package.common.opt-level=0",
    ]);
    command.args(args).current_dir(folder);
    command.env("CARGO_TARGET_DIR", target);
    command
}

/// Writes a game into a workspace.
fn write(workspace: &Path, name: &str, kind: DialogueKind) -> Result<Vec<String>, String> {
    let (name, workspace) = (name.to_string(), workspace.to_path_buf());
    let game = NewGame {
        name,
        kind,
        workspace,
    };
    game.write().map_err(|error| error.to_string())
}

/// Returns the output of a game's solver for `input`, if `answers` were already given.
fn solved(workspace: &Path, name: &str, input: &str, answers: &str) -> String {
    let file = workspace.join("input");
    fs::write(&file, input).unwrap();
    let mut run = cargo(workspace, &["run", "--offline", "--package", name]);
    run.env("SOLVER_ANSWERS", answers);
    output(run.stdin(fs::File::open(file).unwrap())).unwrap()
}

/// Checks new games: rules and oracle agree; the solver can continue a game that has begun, as
/// hints need it; the code that referees and that draws cases compiles; and the solver fits into a
/// single file.
#[test]
fn a_game_of_each_kind_compiles_and_its_rules_are_those_of_its_oracle() {
    let workspace: PathBuf = xtask::workspace().join("target/new-workspace");
    let _ = fs::remove_dir_all(&workspace);
    copy(&workspace);
    for (name, kind) in [
        ("alpha", DialogueKind::Interactive),
        ("zeta", DialogueKind::Offline),
    ] {
        for file in write(&workspace, name, kind).unwrap() {
            let text = fs::read_to_string(workspace.join(&file)).unwrap();
            assert!(!text.to_lowercase().contains("sample"), "{file}");
            assert!(!text.contains("\ni|") && !text.contains("\no|"), "{file}");
        }
        let profiles = fs::read_to_string(workspace.join("Cargo.toml")).unwrap();
        for (package, setting) in [
            (name.to_string(), "codegen-units = 1"),
            (format!("{name}-judge"), "opt-level = 1"),
            (name.to_string(), "opt-level = 2"),
        ] {
            let line = format!("\n{package} = {{ {setting} }}\n");
            assert_eq!(profiles.matches(&line).count(), 1, "{line}");
        }
        let again = write(&workspace, name, kind).unwrap_err();
        assert_eq!(again, format!("crates/common/src/{name}.rs exists"));
    }
    for features in ["", "cases"] {
        let mut check = cargo(&workspace, &["check", "--offline", "--lib"]);
        check.args(["--package=alpha-judge", "--package=zeta-judge"]);
        check.args(["--no-default-features", "--features", features]);
        output(&mut check).unwrap();
    }
    let test = ["test", "--offline", "--package=common", "--lib"];
    let args = [&test[..], &["--", "alpha", "zeta"]].concat();
    output(&mut cargo(&workspace, &args)).unwrap();
    let alpha = |answers| solved(&workspace, "alpha", "5\n50\n10\n90\n", answers);
    assert_eq!([alpha(""), alpha("1\n")], ["3\n1\n5\n", "1\n2\n5\n"]);
    let zeta = |answers| solved(&workspace, "zeta", "5\n3 99 1 1 50\n", answers);
    let (all, going_on) = ("1\n5\n2\n3\n4\n", "2\n4\n1\n3\n5\n");
    assert_eq!([zeta(""), zeta("2\n4\n")], [all, going_on]);
    // Each game has the table of a submission and stays within its size limit.
    for name in ["alpha", "zeta"] {
        let submission = Submission::within(&workspace, name).unwrap();
        submission.source().unwrap();
    }
    fs::remove_dir_all(&workspace).unwrap();
}
