//! New games are written once, and work as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use new::{Kind, NewGame};

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

/// Runs cargo in `workspace`; what it builds is kept for the next time.
fn cargo(workspace: &Path, args: &[&str]) {
    let target = games::workspace().join("target/new");
    let run = Command::new(env!("CARGO"))
        .args(args)
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "cargo {args:?}:\n{said}");
}

/// Rules and oracle agree, the solver compiles, and so does what referees and draws cases.
#[test]
fn a_game_of_each_kind_compiles_and_its_rules_are_those_of_its_oracle() {
    let workspace: PathBuf = games::workspace().join("target/new-workspace");
    let _ = fs::remove_dir_all(&workspace);
    copy(&games::workspace(), &workspace);
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
    let check = ["check", "--offline", "--no-default-features"];
    let solvers = ["--package", "alpha", "--package", "zeta"];
    cargo(&workspace, &[&check[..], &solvers].concat());
    for features in ["", "cases"] {
        let judges = ["--package", "alpha-judge", "--package", "zeta-judge"];
        let lib = ["--lib", "--features", features];
        cargo(&workspace, &[&check[..], &judges, &lib].concat());
    }
    let test = ["test", "--offline", "--package", "common", "--lib"];
    let unoptimised = ["--config", "profile.dev.package.common.opt-level=0", "--"];
    cargo(
        &workspace,
        &[&test[..], &unoptimised, &["alpha", "zeta"]].concat(),
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
