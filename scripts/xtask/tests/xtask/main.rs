//! Tests of the tasks, and of rules for the whole workspace.

mod bench;
#[path = "../copied.rs"]
mod copied;
mod data;
mod domjudge;
mod evening;
mod expand;
mod figures;
mod folder;
mod games;
mod new;
mod packages;
mod prune;
mod purity;
mod readme;
mod strength;
mod style;
mod submissions;
mod tasks;

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::{env, iter};

use copied::files;

#[test]
fn what_the_tasks_print() {
    harness::check_session(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xtask/session.txt"));
}

/// Returns the folder with the programs of this build, which are as new as their sources.
fn programs() -> &'static Path {
    static PROGRAMS: LazyLock<&Path> = LazyLock::new(|| {
        let programs = Path::new(env!("CARGO_BIN_EXE_xtask")).parent().unwrap();
        for game in xtask::games::all().unwrap() {
            for name in [&game.name, &format!("{}-judge", game.name), "judge-report"] {
                harness::ensure_current(&programs.join(name)).unwrap();
            }
        }
        programs
    });
    *PROGRAMS
}

/// Returns a bash that runs `script` in `folder` up to the first error, with the programs of this
/// build on PATH.
fn bash_in(folder: &Path, script: &str) -> Command {
    let others = env::var("PATH").unwrap();
    let mut bash = Command::new("bash");
    bash.args(["-ec", script]).current_dir(folder);
    bash.env("PATH", format!("{}:{others}", programs().display()));
    bash
}

/// Returns the fenced blocks of a document, each with the words after its opening fence.
fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut lines = text.lines();
    iter::from_fn(|| {
        let kind = lines.find_map(|line| line.trim_start().strip_prefix("```"))?;
        let body = lines.by_ref();
        let body = body.take_while(|line| !line.trim_start().starts_with("```"));
        Some((kind.trim(), body.map(|line| format!("{line}\n")).collect()))
    })
    .collect()
}
