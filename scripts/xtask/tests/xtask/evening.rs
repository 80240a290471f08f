//! Runs the commands of `EVENING.md` in an empty folder, as a reader would.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use xtask::workspace;

use crate::{bash_in, blocks};

/// A running program; dropping it kills the program and its children.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}

#[test]
fn an_evening_goes_as_written() {
    let text = fs::read_to_string(workspace().join("EVENING.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut watch = None;
    let mut printed = String::new();
    for (kind, block) in blocks(&text) {
        match kind {
            "python" => fs::write(folder.path().join("player.py"), block).unwrap(),
            "toml" => fs::write(folder.path().join("judge.toml"), block).unwrap(),
            "sh watch" => {
                let mut command = bash_in(folder.path(), &format!("exec timeout 900 {block}"));
                let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
                let mut child = started.unwrap();
                let output = BufReader::new(child.stdout.take().unwrap());
                watch = Some((Running(child), output.lines()));
            }
            // The last line of the watch, and every line of the last commands, must be there.
            "text" => {
                if let Some((_, lines)) = watch.as_mut().filter(|_| printed.is_empty()) {
                    let last = untimed(block.lines().last().unwrap());
                    let found = lines.map(Result::unwrap).find(|line| untimed(line) == last);
                    assert!(found.is_some(), "the watch ends before `{last}`");
                    continue;
                }
                for line in block.lines() {
                    let is_there = printed.lines().any(|other| untimed(other) == untimed(line));
                    assert!(is_there, "`{line}` is missing in\n{printed}");
                }
            }
            "sh" => {
                let output = bash_in(folder.path(), &block).output().unwrap();
                assert!(output.status.success(), "{block}{output:?}");
                printed = String::from_utf8(output.stdout).unwrap();
            }
            _ => {}
        }
    }
    assert!(watch.is_some());
    for file in ["game.html", "runs.html", "lost.jsonl"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}

/// Returns a line without its measured time.
fn untimed(line: &str) -> &str {
    line.split("RunTime = ").next().unwrap_or_default()
}
