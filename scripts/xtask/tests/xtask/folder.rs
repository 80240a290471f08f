//! Checks that Cargo's target folder may be anywhere: only `scripts/programs.py` knows where
//! programs are.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use xtask::{output, workspace};

use crate::files;

/// The folder is named by Cargo's environment or its configuration. A script that cannot go on
/// prints one line that says why.
#[test]
fn programs_lie_where_cargo_builds_them() {
    let home = tempfile::tempdir().unwrap();
    let configured = "[build]\ntarget-dir = \"/configured\"\n";
    fs::write(home.path().join("config.toml"), configured).unwrap();
    let script = |name: &str| {
        let mut script = Command::new(workspace().join("scripts").join(name));
        script.env_remove("CARGO_TARGET_DIR");
        script
    };
    for (variable, value, expected) in [
        ("CARGO_TARGET_DIR", "/shared", "/shared/release\n"),
        (
            "CARGO_HOME",
            home.path().to_str().unwrap(),
            "/configured/release\n",
        ),
    ] {
        let printed = output(script("programs.py").env(variable, value)).unwrap();
        assert_eq!(printed, expected);
    }
    // Python is on this PATH, but cargo is not.
    let python = output(Command::new("python3").args(["-c", "import sys; print(sys.executable)"]));
    symlink(python.unwrap().trim_end(), home.path().join("python3")).unwrap();
    for name in ["programs.py", "play.py", "test.py"] {
        let ended = script(name).env("PATH", home.path()).output().unwrap();
        let told = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(told, "error: cargo: No such file or directory\n", "{name}");
        assert_eq!(ended.status.code(), Some(3), "{name}");
    }
}

#[test]
fn no_script_and_no_document_names_another_folder() {
    for path in files(&workspace()) {
        let is_read = ["md", "py", "sh"]
            .iter()
            .any(|ending| path.extension().is_some_and(|own| own == *ending));
        if is_read || path.ends_with("Makefile") {
            let text = fs::read_to_string(&path).unwrap();
            let named = text
                .lines()
                .find(|line| line.contains("target/release") || line.contains("target/debug"));
            assert_eq!(named, None, "{}", path.display());
        }
    }
}
