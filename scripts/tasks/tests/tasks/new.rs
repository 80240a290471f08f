//! New games are written once, and work as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tasks::games::DialogueKind as Kind;
use tasks::new::NewGame;

/// Copies the files of the workspace, without what builds and version control write.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        let name = entry.file_name().into_string().unwrap();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            copy(&path, &to);
        } else if path.is_file() {
            fs::copy(&path, &to).unwrap();
        }
    }
}

/// A call of cargo in `workspace`; what it builds is kept for the next time.
fn cargo(workspace: &Path, args: &[&str]) -> Command {
    let target = tasks::workspace().join("target/new");
    let mut command = Command::new(env!("CARGO"));
    command.args(args).current_dir(workspace);
    command.env("CARGO_TARGET_DIR", target);
    command
}

/// Runs a command and returns what it writes.
fn output(command: &mut Command) -> String {
    let run = command.output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{command:?}:\n{said}");
    String::from_utf8(run.stdout).unwrap()
}

/// Returns what a game's solver writes that reads `input` and has given `answers` already.
fn solved(workspace: &Path, name: &str, input: &str, answers: &str) -> String {
    let file = workspace.join("input");
    fs::write(&file, input).unwrap();
    let mut run = cargo(
        workspace,
        &["run", "--offline", "--quiet", "--package", name],
    );
    run.env("SOLVER_ANSWERS", answers);
    output(run.stdin(fs::File::open(file).unwrap()))
}

/// Rules and oracle agree, the solver goes on from the middle of a game, as a hint needs it, and
/// what referees and draws cases compiles.
#[test]
fn a_game_of_each_kind_compiles_and_its_rules_are_those_of_its_oracle() {
    let workspace: PathBuf = tasks::workspace().join("target/new-workspace");
    let _ = fs::remove_dir_all(&workspace);
    copy(&tasks::workspace(), &workspace);
    for (name, kind) in [("alpha", Kind::Interactive), ("zeta", Kind::Offline)] {
        let files = NewGame::new(name, kind).unwrap().write(&workspace).unwrap();
        for file in files {
            let text = fs::read_to_string(workspace.join(&file)).unwrap();
            assert!(!text.to_lowercase().contains("sample"), "{file}");
        }
        let again = NewGame::new(name, kind).unwrap().write(&workspace);
        let said = again.unwrap_err().to_string();
        assert_eq!(said, format!("crates/{name}/Cargo.toml exists"));
    }
    for features in ["", "cases"] {
        let check = ["check", "--offline", "--no-default-features", "--lib"];
        let judges = ["--package", "alpha-judge", "--package", "zeta-judge"];
        let features = ["--features", features];
        output(&mut cargo(
            &workspace,
            &[&check[..], &judges, &features].concat(),
        ));
    }
    let test = ["test", "--offline", "--package", "common", "--lib"];
    let unoptimised = ["--config", "profile.dev.package.common.opt-level=0", "--"];
    let args = [&test[..], &unoptimised, &["alpha", "zeta"]].concat();
    output(&mut cargo(&workspace, &args));
    let alpha = |answers| solved(&workspace, "alpha", "100\nhigher\nequal\n", answers);
    assert_eq!(
        (alpha(""), alpha("10\n")),
        ("50\n75\n".into(), "10\n55\n".into())
    );
    let zeta = |answers| solved(&workspace, "zeta", "5\n3 99 1 1 50\n", answers);
    assert_eq!(
        (zeta(""), zeta("2\n4\n")),
        ("3\n4\n1\n5\n2\n".into(), "2\n4\n3\n1\n5\n".into())
    );
    fs::remove_dir_all(&workspace).unwrap();
}

#[test]
fn a_name_that_cannot_be_one_is_refused() {
    for wrong in [
        "",
        "2048",
        "Chess",
        "tic-tac",
        "a b",
        "../up",
        &"a".repeat(25),
    ] {
        let error = NewGame::new(wrong, Kind::Offline).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with(&format!("`{wrong}` is no name"))
        );
    }
}
