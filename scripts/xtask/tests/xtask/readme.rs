//! Checks that every command in a document can be run.
//!
//! Commands are the lines of a fenced block marked `sh`, and the lines that begin with `$ ` in a
//! block marked `console`. A line that ends in a backslash continues in the next. All commands run
//! in order at the top of the workspace, with the programs of this build. So documents should show
//! only quick commands, with few seeds and small budgets; [`quick`] has the exceptions.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use xtask::workspace;

use crate::{bash_in, blocks, files};

/// Returns a quick substitute for a command that takes minutes or would start this test again. The
/// substitute still shows whether the command could run: `make` runs without effects, and for
/// `cargo` the packages and targets are looked up.
fn quick(command: &str) -> Option<String> {
    let words: Vec<&str> = bare(command).split_whitespace().collect();
    match words[..] {
        ["make", ..] => Some(bare(command).replacen("make", "make --dry-run", 1)),
        ["cargo", task, ..] => {
            let mut checks = vec![format!("cargo help {task} > /dev/null")];
            for pair in words.windows(2) {
                if ["-p", "--package", "--bin", "--example", "--bench"].contains(&pair[0]) {
                    let list = "cargo metadata --offline --no-deps --format-version 1";
                    checks.push(format!("{list} | grep -q '\"name\":\"{}\"'", pair[1]));
                }
            }
            Some(checks.join(" && "))
        }
        _ => None,
    }
}

/// Returns the documents that show commands.
fn documents() -> Vec<PathBuf> {
    let names = "README.md CONTRIBUTING.md BENCHMARKS.md SUBMISSIONS.md".split(' ');
    let mut files = files(&workspace());
    files.retain(|file| names.clone().any(|name| file.ends_with(name)));
    // The commands of this file write files, so a session of judge-report runs them instead.
    files.retain(|file| !file.ends_with("judges/kit/report/README.md"));
    files
}

/// Returns the commands in `text`.
fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for (kind, block) in blocks(text) {
        let mut goes_on = false;
        for line in block.lines() {
            let command = match kind {
                "sh" => line.trim(),
                "console" if goes_on => line.trim(),
                "console" => line.strip_prefix("$ ").unwrap_or_default().trim(),
                _ => "",
            };
            let part = command.trim_end_matches('\\');
            match commands.last_mut() {
                Some(last) if goes_on => *last += part,
                _ if command.is_empty() || command.starts_with('#') => {}
                _ => commands.push(part.to_string()),
            }
            goes_on = command.ends_with('\\');
        }
    }
    commands
}

/// Removes the comment after a command.
fn bare(command: &str) -> &str {
    command.split(" #").next().unwrap_or(command).trim()
}

#[test]
fn commands_are_found() {
    let text =
        "a `b`\n```sh\nc d  # e\n\n# f\ng \\\n  h\n```\ni\n```console\n$ j\nk\n```\n```\nl\n```\n";
    let found = commands(text);
    let found: Vec<&str> = found.iter().map(|command| bare(command)).collect();
    assert_eq!(found, ["c d", "g h", "j"]);
}

#[test]
fn long_commands_are_looked_up() {
    for (command, succeeds) in [
        ("make test  # takes minutes", true),
        ("make tea", false),
        ("cargo run --release -p ioiwari-judge --example classes", true),
        ("cargo run --release -p ioiwari-judge --example lost", false),
        ("cargo run -p lost", false),
        ("cargo brew", false),
    ] {
        let output = bash(&quick(command).unwrap());
        assert_eq!(output.status.success(), succeeds, "`{command}`: {output:?}");
    }
    assert_eq!(quick("echo make"), None);
}

#[test]
fn every_command_runs() {
    let mut count = 0;
    for document in documents() {
        for command in commands(&fs::read_to_string(&document).unwrap()) {
            let output = bash(&quick(&command).unwrap_or(command.clone()));
            let place = document.display();
            assert!(output.status.success(), "{place}: `{command}`: {output:?}");
            count += 1;
        }
    }
    assert!(count > 0, "the documents have no commands");
}

/// Returns the output of a script that runs at the top of the workspace, with the programs of this
/// build on PATH.
fn bash(script: &str) -> Output {
    bash_in(&workspace(), script).output().unwrap()
}
