//! Tests that a new game never replaces an existing one, and works without changes.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use xtask::new::NewKind;
use xtask::output;
use xtask::submissions::Submission;

use crate::copied::{cargo, copy, write};

/// Returns the output of a game's solver for `input`, if `answers` were already given.
fn solved(workspace: &Path, name: &str, input: &str, answers: &str) -> String {
    let file = workspace.join("input");
    fs::write(&file, input).unwrap();
    let mut run = cargo(workspace, &["run", "--offline", "--package", name]);
    run.env("SOLVER_ANSWERS", answers);
    output(run.stdin(fs::File::open(file).unwrap())).unwrap()
}

/// Runs the tests that go over all games, or list them, in another workspace.
fn every_game_passes(workspace: &Path) {
    let mut tests = Command::new(env::current_exe().unwrap());
    tests.args(
        "data:: games:: packages::statements purity:: style:: what_the_tasks_print".split(' '),
    );
    output(tests.env(xtask::WORKSPACE, workspace)).unwrap();
}

/// Checks new games: rules and oracle agree; the solver can continue a game that has begun, as
/// hints need it; the code that referees and that draws cases compiles; and the solver fits into a
/// single file.
#[test]
fn a_game_of_each_kind_compiles_and_its_rules_are_those_of_its_oracle() {
    let workspace = copy("new-workspace");
    for (name, kind) in
        [("alpha", NewKind::Interactive), ("omega", NewKind::Hidden), ("zeta", NewKind::Offline)]
    {
        for file in write(&workspace, name, kind).unwrap() {
            let text = fs::read_to_string(workspace.join(&file)).unwrap();
            assert!(!text.to_lowercase().contains("sample"), "{file}");
            for kind in ["\ni|", "\no|", "\nh|"] {
                assert!(!text.contains(kind), "{file}");
            }
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
        check.args(["alpha", "omega", "zeta"].map(|name| format!("--package={name}-judge")));
        check.args(["--no-default-features", "--features", features]);
        output(&mut check).unwrap();
    }
    let test = ["test", "--offline", "--package=common", "--lib"];
    let args = [&test[..], &["--", "alpha", "omega", "zeta"]].concat();
    output(&mut cargo(&workspace, &args)).unwrap();
    let alpha = |answers| solved(&workspace, "alpha", "5\n50\n10\n90\n", answers);
    assert_eq!([alpha(""), alpha("1\n")], ["3\n1\n5\n", "1\n2\n5\n"]);
    let zeta = |answers| solved(&workspace, "zeta", "5\n3 99 1 1 50\n", answers);
    let (all, going_on) = ("1\n5\n2\n3\n4\n", "2\n4\n1\n3\n5\n");
    assert_eq!([zeta(""), zeta("2\n4\n")], [all, going_on]);
    let omega = |answers| solved(&workspace, "omega", "10\nno\nyes\nno\nno\n", answers);
    let (all, going_on) =
        ("? 1 2 3 4 5\n? 6 7 8\n? 6 7\n! 8\n", "? 2\n? 1 3 4 5 6\n? 1 3 4\n? 5\n! 6\n");
    assert_eq!([omega(""), omega("? 2\n")], [all, going_on]);
    every_game_passes(&workspace);
    // Each game has the table of a submission and stays within its size limit.
    for name in ["alpha", "omega", "zeta"] {
        let submission = Submission::within(&workspace, name).unwrap();
        submission.source().unwrap();
    }
    fs::remove_dir_all(&workspace).unwrap();
}
