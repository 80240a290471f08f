//! The exit status says whose fault it is: 2 the user's, 3 the judge's or its host's, 128 and
//! the number of the signal that ended it, whatever the subcommand.

use std::fs::{self, File};
use std::io::pipe;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use harness::hostile::Arena;

/// A command line, in words; `$` stands for the folder of the test.
type CommandLine = &'static str;

/// Every subcommand of a judge and of `judge-report` where it prints something.
const PRINTING: [CommandLine; 12] = [
    "ioiwari-judge --exec $/plays",
    "ioiwari-judge --exec $/plays --noSummary",
    "ioiwari-judge gen",
    "ioiwari-judge score $/1.in $/1.out",
    "ioiwari-judge show $/1.in $/1.out --text",
    "ioiwari-judge show $/1.in $/1.out --out $/page --force",
    "ioiwari-judge play",
    "ioiwari-judge duel --exec $/plays --against $/plays --seed 1",
    "judge-report table $/a.jsonl",
    "judge-report compare $/a.jsonl $/b.jsonl",
    "judge-report compare $/a.jsonl $/b.jsonl --json",
    "judge-report list --runs $/runs",
];

/// Every subcommand where it writes files.
const WRITING: [CommandLine; 15] = [
    "ioiwari-judge --exec $/plays --json $/new",
    "ioiwari-judge --exec $/plays --saveScores $/new",
    "ioiwari-judge --exec $/plays --saveAll $/new",
    "ioiwari-judge --exec $/plays --bests $/new",
    "ioiwari-judge --exec $/talks --saveSolError $/new",
    "ioiwari-judge --exec $/plays --html $/new",
    "ioiwari-judge --exec $/plays --runs $/new",
    "ioiwari-judge gen --out $/new",
    "ioiwari-judge show $/1.in $/1.out --out $/new",
    "ioiwari-judge play --json $/new",
    "ioiwari-judge play --saveAll $/new",
    "ioiwari-judge duel --exec $/plays --against $/plays --seed 1 --json $/new",
    "judge-report html $/a.jsonl --out $/new",
    "judge-report compare $/a.jsonl $/b.jsonl --html $/new",
    "judge-report merge $/a.jsonl $/b.jsonl --out $/new",
];

/// Every subcommand that needs a temporary folder.
const TEMPORARY: [CommandLine; 4] = [
    "ioiwari-judge show --exec $/plays --text",
    "ioiwari-judge show $/1.in $/1.out --against $/plays --out $/new",
    "lucky-judge --cpp $/mine.cpp --subtask 1",
    "lucky-judge show --cpp $/mine.cpp --subtask 1 --text",
];

/// Every subcommand where it takes its time: `$/hangs` waits, and so does the compiler.
const SLOW: [CommandLine; 9] = [
    "ioiwari-judge --exec $/hangs",
    "ioiwari-judge --exec $/hangs --html $/new",
    "ioiwari-judge show --exec $/hangs --text",
    "ioiwari-judge show $/1.in $/1.out --against $/hangs --out $/page --force",
    "ioiwari-judge duel --exec $/hangs --against $/plays",
    "ioiwari-judge score - $/1.out",
    "ioiwari-judge play",
    "lucky-judge --cpp $/mine.cpp",
    "lucky-judge show --cpp $/mine.cpp --subtask 1 --text",
];

/// Every subcommand, used wrongly.
const WRONG: [CommandLine; 16] = [
    "ioiwari-judge --exec $/nothing",
    "ioiwari-judge --case $/nothing",
    "ioiwari-judge --exec $/plays --saveAll $/1.in",
    "lucky-judge --cpp $/nothing.cpp",
    "ioiwari-judge gen --seed 1-2",
    "ioiwari-judge gen --out $/1.in",
    "ioiwari-judge score $/nothing $/1.out",
    "ioiwari-judge show --exec $/nothing --text",
    "ioiwari-judge show $/1.in $/1.out --out $/nothing/page",
    "lucky-judge show --cpp $/nothing.cpp --subtask 1 --text",
    "ioiwari-judge play --continue $/nothing",
    "ioiwari-judge duel --exec $/nothing --against $/plays",
    "ioiwari-judge duel --exec $/plays --against $/plays --json $/nothing/a",
    "judge-report table $/1.in",
    "judge-report html $/a.jsonl --out $/nothing/page",
    "judge-report merge $/nothing",
];

/// The programs, and the files that the command lines name.
struct Desk(Arena);

impl Desk {
    fn new() -> Desk {
        let arena = Arena::here().unwrap();
        let solver = arena.program("ioiwari");
        arena
            .script("plays", &format!("#!/bin/sh\nexec '{solver}'\n"))
            .unwrap();
        let text = format!("#!/bin/sh\necho talk >&2\nexec '{solver}'\n");
        arena.script("talks", &text).unwrap();
        // What works when it is to work slowly leaves a mark.
        let folder = arena.folder().display().to_string();
        let hangs = format!("#!/bin/sh\ntouch '{folder}/hangs.mark'\nexec sleep 500\n");
        arena.script("hangs", &hangs).unwrap();
        fs::create_dir(arena.folder().join("bin")).unwrap();
        arena.script("bin/g++", &hangs).unwrap();
        fs::write(arena.folder().join("1.in"), "2 2 2 2 4 4 4\n").unwrap();
        fs::write(arena.folder().join("1.out"), "1\n").unwrap();
        fs::write(arena.folder().join("mine.cpp"), "int x;\n").unwrap();
        let desk = Desk(arena);
        for (name, seed) in [("a", "1"), ("b", "1")] {
            let line = format!(
                "ioiwari-judge --exec $/plays --seed {seed} --json $/{name}.jsonl --runs $/runs"
            );
            assert!(desk.command(&line).output().unwrap().status.success());
        }
        desk
    }

    /// The program and the arguments of a command line.
    fn words(&self, line: &str) -> Vec<String> {
        let folder = self.0.folder().display().to_string();
        let line = line.replace('$', &folder);
        let (program, rest) = line.split_once(' ').unwrap();
        let words = rest.split(' ').map(str::to_string);
        [self.0.program(program)].into_iter().chain(words).collect()
    }

    fn command(&self, line: &str) -> Command {
        let words = self.words(line);
        let mut command = self.0.command(&words[0]);
        command.args(&words[1..]).env_remove("JUDGE_RUNS");
        command
    }

    /// The command line, run by a shell after `setting`.
    fn after(&self, setting: &str, line: &str) -> Command {
        let mut shell = self.0.command("sh");
        shell
            .args(["-c", &format!("{setting}; exec \"$0\" \"$@\"")])
            .args(self.words(line));
        shell
    }

    fn remove(&self, name: &str) {
        let path = self.0.folder().join(name);
        let _ = fs::remove_dir_all(&path);
        let _ = fs::remove_file(&path);
    }

    /// Starts a command line that takes its time, with the slow compiler.
    fn started(&self, line: &str, signals: &str) -> std::process::Child {
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}/bin:{path}", self.0.folder().display());
        self.remove("hangs.mark");
        let mut command = self.0.command("env");
        command.arg(signals).args(self.words(line));
        let started = command.env("PATH", path).stdin(Stdio::piped());
        let child = started.spawn().unwrap();
        // Those that read from the test wait as soon as they are there.
        let began = Instant::now();
        let reads = line.contains(" play") || line.contains("score");
        while !reads && !self.0.folder().join("hangs.mark").exists() {
            assert!(began.elapsed() < Duration::from_secs(60), "{line}");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(200));
        child
    }
}

/// The exit status as a shell has it.
fn shell_status(status: ExitStatus) -> i32 {
    let signal = status.signal().map(|signal| 128 + signal);
    status.code().or(signal).unwrap()
}

#[track_caller]
fn assert_status(line: &str, command: &mut Command, expected: i32) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(shell_status(output.status), expected, "{line}: {said}");
    assert!(!said.contains("panicked"), "{line}: {said}");
}

#[test]
fn an_output_without_a_reader() {
    let desk = Desk::new();
    for line in PRINTING {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        assert_status(line, desk.command(line).stdout(writer), 141);
    }
}

#[test]
fn an_output_that_is_full() {
    let desk = Desk::new();
    for line in PRINTING {
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert_status(line, desk.command(line).stdout(full), 3);
    }
}

/// No file may grow: as on a full disk, whether the signal that says so is ignored or not. No file
/// has a name before it is whole; one of lines holds whole ones, here none.
#[test]
fn a_disk_that_is_full() {
    let desk = Desk::new();
    for setting in ["trap '' XFSZ; ulimit -f 0", "ulimit -f 0"] {
        for line in WRITING {
            desk.remove("new");
            assert_status(line, &mut desk.after(setting, line), 3);
            let left = files(&desk.0.folder().join("new"));
            let of_lines = ["--json", "--saveScores", "--runs", "--against-json"];
            let lines = of_lines.iter().any(|option| line.contains(option));
            let is_fine = |path: &PathBuf| lines && path.metadata().unwrap().len() == 0;
            assert!(left.iter().all(is_fine), "{setting}, {line}: {left:?}");
        }
    }
}

/// All files below a path.
fn files(path: &Path) -> Vec<PathBuf> {
    match fs::read_dir(path) {
        Ok(entries) => entries
            .flat_map(|entry| files(&entry.unwrap().path()))
            .collect(),
        Err(_) if path.exists() => vec![path.into()],
        Err(_) => Vec::new(),
    }
}

#[test]
fn no_temporary_folder() {
    let desk = Desk::new();
    for line in TEMPORARY {
        let nowhere = desk.0.folder().join("nowhere");
        assert_status(line, desk.command(line).env("TMPDIR", nowhere), 3);
    }
}

#[test]
fn wrong_usage() {
    let desk = Desk::new();
    for line in WRONG {
        assert_status(line, &mut desk.command(line), 2);
    }
}

#[test]
fn a_signal() {
    let desk = Desk::new();
    for line in SLOW {
        for (name, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
            desk.remove("new");
            let child = desk.started(line, "--default-signal");
            let pid = child.id().to_string();
            Command::new("kill").args([name, &pid]).status().unwrap();
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let status = shell_status(output.status);
            assert_eq!(status, 128 + number, "{line}, {name}: {said}");
        }
    }
}

/// Under `nohup` everything outlives its terminal, the compiler among it.
#[test]
fn a_terminal_that_goes_under_nohup() {
    let desk = Desk::new();
    for line in SLOW {
        desk.remove("new");
        let mut child = desk.started(line, "--ignore-signal=HUP");
        let pid = child.id().to_string();
        for name in ["-HUP", "-TERM"] {
            assert!(child.try_wait().unwrap().is_none(), "{line}");
            Command::new("kill").args([name, &pid]).status().unwrap();
            thread::sleep(Duration::from_millis(200));
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(shell_status(output.status), 128 + 15, "{line}: {said}");
    }
}
