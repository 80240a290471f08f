//! Every command in the front door's `README.md` runs.
//!
//! A command is a line of a fenced block marked `sh`, or a line that begins
//! with `$ ` in one marked `console`. A line that ends in a backslash goes on in
//! the next. They run one after the other from the top of the workspace, so the
//! README shows none that take long: few seeds, small budgets. The programs in
//! `target/release` are those that were built beside this test.

use std::fs;
use std::process::{Command, Output};

use bundle::submission::workspace;

/// Commands that would start this test again, build everything once more, or
/// take minutes by what they are for: only seen to be there.
const NOT_RUN: [&str; 6] = [
    "make",
    "make play",
    "make build",
    "make test",
    "make lint",
    "make bench",
];

/// The commands of `text`.
fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut block = None;
    let mut goes_on = false;
    for line in text.lines() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            block = block.is_none().then_some(kind.trim());
            continue;
        }
        let command = match block {
            Some("sh") => Some(line),
            Some("console") if goes_on => Some(line),
            Some("console") => line.strip_prefix("$ "),
            _ => None,
        };
        let Some(command) = command.map(str::trim) else {
            continue;
        };
        let part = command.trim_end_matches('\\');
        match commands.last_mut() {
            Some(last) if goes_on => *last += part,
            _ if command.is_empty() || command.starts_with('#') => {}
            _ => commands.push(part.to_string()),
        }
        goes_on = command.ends_with('\\');
    }
    commands
}

/// The command without the comment behind it.
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
fn every_command_runs() {
    let text = fs::read_to_string(workspace().join("README.md")).unwrap();
    let commands = commands(&text);
    assert!(!commands.is_empty(), "the README has no commands");
    let programs = env!("CARGO_BIN_EXE_bundle").trim_end_matches("bundle");
    for command in commands {
        let script = match bare(&command) {
            long if NOT_RUN.contains(&long) => long.replacen("make", "make --dry-run", 1),
            _ => command.replace("target/release/", programs),
        };
        let output = bash(&[&script]);
        assert!(output.status.success(), "`{command}`: {output:?}");
    }
}

#[test]
fn games_are_played_and_tabled() {
    let output = play("ioiwari", "1-3");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let row = printed.lines().last().unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!(
        &cells[1..7],
        ["ioiwari", "3", "4.0", "4.0 maximum", "100.00 %", "3 OK"]
    );

    let output = play("chess", "1");
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(printed, "error: there is no game `chess`\n");
}

/// What `make play` does when the programs are built, with those built beside this test.
fn play(game: &str, seeds: &str) -> Output {
    let programs = env!("CARGO_BIN_EXE_bundle").trim_end_matches("/bundle");
    bash(&[&format!(
        "'{programs}/play' '{game}' '{seeds}' --programs '{programs}'"
    )])
}

/// Runs a script with its `$0` and arguments at the top of the workspace.
fn bash(script: &[&str]) -> Output {
    let mut bash = Command::new("bash");
    bash.arg("-c").args(script).current_dir(workspace());
    bash.output().unwrap()
}
