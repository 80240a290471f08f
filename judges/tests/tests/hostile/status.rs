//! The exit status of every subcommand: 3 on a disk that is full, 128 and the number of the signal that
//! ended it. `sessions/status.txt` has the other faults of a user or a host.

use std::fs;
use std::io::pipe;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use harness::hostile::{Arena, Ended, in_parallel};

/// A command line, run in the folder of [`desk`].
type CommandLine = &'static str;

/// Every subcommand of a judge and of `judge-report` where it prints something.
const PRINTING: [CommandLine; 12] = [
    "ioiwari-judge --exec ioiwari",
    "ioiwari-judge --exec ioiwari --noSummary",
    "ioiwari-judge gen",
    "ioiwari-judge score 1.in 1.out",
    "ioiwari-judge show 1.in 1.out --text",
    "ioiwari-judge show 1.in 1.out --out page --force",
    "ioiwari-judge play",
    "ioiwari-judge duel --exec ioiwari --against ioiwari --seed 1",
    "judge-report table a.jsonl",
    "judge-report compare a.jsonl b.jsonl",
    "judge-report compare a.jsonl b.jsonl --json",
    "judge-report list --runs runs",
];

/// Every subcommand where it writes files.
const WRITING: [CommandLine; 15] = [
    "ioiwari-judge --exec ioiwari --json new",
    "ioiwari-judge --exec ioiwari --saveScores new",
    "ioiwari-judge --exec ioiwari --saveAll new",
    "ioiwari-judge --exec ioiwari --bests new",
    "ioiwari-judge --exec ./talks --saveSolError new",
    "ioiwari-judge --exec ioiwari --html new",
    "ioiwari-judge --exec ioiwari --runs new",
    "ioiwari-judge gen --out new",
    "ioiwari-judge show 1.in 1.out --out new",
    "ioiwari-judge play --json new",
    "ioiwari-judge play --saveAll new",
    "ioiwari-judge duel --exec ioiwari --against ioiwari --seed 1 --json new",
    "judge-report html a.jsonl --out new",
    "judge-report compare a.jsonl b.jsonl --html new",
    "judge-report merge a.jsonl b.jsonl --out new",
];

/// Every subcommand where it takes its time: `hangs` leaves a mark and waits, and so does the compiler.
const SLOW: [CommandLine; 9] = [
    "ioiwari-judge --exec ./hangs",
    "ioiwari-judge --exec ./hangs --html new",
    "ioiwari-judge show --exec ./hangs --text",
    "ioiwari-judge show 1.in 1.out --against ./hangs --out page --force",
    "ioiwari-judge duel --exec ./hangs --against ioiwari",
    "ioiwari-judge score - 1.out",
    "ioiwari-judge play",
    "lucky-judge --cpp mine.cpp",
    "lucky-judge show --cpp mine.cpp --subtask 1 --text",
];

/// Returns an arena with the files that the command lines name.
fn desk() -> Arena {
    let arena = Arena::here();
    arena.script("talks", "#!/bin/sh\necho talk >&2\nexec ioiwari\n");
    let hangs = format!(
        "#!/bin/sh\ntouch '{}'\nexec sleep 500\n",
        arena.path("mark")
    );
    arena.script("hangs", &hangs);
    arena.write("1.in", "2 2 2 2 4 4 4\n");
    arena.write("1.out", "1\n");
    arena.write("mine.cpp", "int x;\n");
    let run = "ioiwari-judge --exec ioiwari --json a.jsonl --runs runs";
    assert_eq!(arena.run(run).status, 0);
    arena.write("b.jsonl", &arena.read("a.jsonl"));
    arena
}

#[track_caller]
fn assert_status(line: &str, command: &mut Command, expected: i32) {
    let ended = Ended::of(command.output().unwrap());
    assert_eq!(ended.status, expected, "{line}: {ended:?}");
}

#[test]
fn an_output_without_a_reader() {
    let desk = desk();
    for line in PRINTING {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        assert_status(line, desk.command(line).stdout(writer), 141);
    }
}

/// No file may grow, as on a full disk, with the signal of this limit ignored or not. No file has a
/// name before it is whole; a file of lines holds whole ones, here none.
#[test]
fn a_disk_that_is_full() {
    let desk = desk();
    for setting in ["trap \"\" XFSZ; ulimit -f 0", "ulimit -f 0"] {
        for line in WRITING {
            desk.remove("new");
            let limited = format!("sh -c '{setting}; exec {line}'");
            assert_status(line, &mut desk.command(&limited), 3);
            let of_lines = ["--json", "--saveScores", "--runs", "--against-json"];
            let lines = of_lines.iter().any(|option| line.contains(option));
            let mut left = desk.listing("new");
            left.push(desk.path("new").into());
            left.retain(|path| path.is_file() && !(lines && path.metadata().unwrap().len() == 0));
            assert!(left.is_empty(), "{setting}, {line}: {left:?}");
        }
    }
}

/// Starts a command line that takes its time, with the slow compiler.
fn started(desk: &Arena, line: &str, signals: &str) -> Child {
    for name in ["mark", "new", "bin"] {
        desk.remove(name);
    }
    fs::create_dir(desk.path("bin")).unwrap();
    desk.copy(&desk.path("hangs"), "bin/g++", "755");
    let mut command = desk.command(&format!("env {signals} {line}"));
    let child = command.stdin(Stdio::piped()).spawn().unwrap();
    // Those that read from the test wait as soon as they are there.
    if !line.contains(" play") && !line.contains("score") {
        desk.wait_for("mark");
    }
    thread::sleep(Duration::from_millis(200));
    child
}

fn kill(child: &Child, signal: &str) {
    let pid = child.id().to_string();
    Command::new("kill").args([signal, &pid]).status().unwrap();
}

#[test]
fn a_signal() {
    in_parallel(
        &SLOW,
        |_| true,
        |line| {
            let desk = desk();
            for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
                let child = started(&desk, line, "--default-signal");
                kill(&child, signal);
                let ended = Ended::of(child.wait_with_output().unwrap());
                assert_eq!(ended.status, 128 + number, "{line}, {signal}: {ended:?}");
            }
        },
    );
}

/// Under `nohup` everything outlives its terminal, the compiler among it.
#[test]
fn a_terminal_that_goes_under_nohup() {
    in_parallel(
        &SLOW,
        |_| true,
        |line| {
            let desk = desk();
            let mut child = started(&desk, line, "--ignore-signal=HUP");
            for signal in ["-HUP", "-TERM"] {
                assert!(child.try_wait().unwrap().is_none(), "{line}");
                kill(&child, signal);
                thread::sleep(Duration::from_millis(200));
            }
            let ended = Ended::of(child.wait_with_output().unwrap());
            assert_eq!(ended.status, 128 + 15, "{line}: {ended:?}");
        },
    );
}
