//! What a judge keeps whoever plays: its descriptors and memory over many
//! cases, its records when it is stopped, and what a contestant gets to see.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use hostile::{Arena, MEMORY_KIB, game, left, records};
use judge_kit::Verdict;

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_thousand_crashes_in_one_run() {
    let arena = Arena::here().unwrap();
    let game = game("ioiwari");
    let exec = arena.exec(game, "exits-3").unwrap();
    let args = ["--seed", "1-1000", "--exec", &exec, "--threads", "2", "-ns"];
    let outcome = arena.play(game, &args).unwrap();
    assert_eq!(outcome.status, Some(1), "{}", outcome.printed);
    assert_eq!(outcome.records.len(), 1000);
    let crashed = |record: &&judge_kit::Record| record.verdict == Verdict::Re;
    assert_eq!(outcome.records.iter().filter(crashed).count(), 1000);
    // Two cases at a time: three standard streams, two sockets, four pipe ends, the records.
    assert!(outcome.watch.descriptors < 32, "{:?}", outcome.watch);
    assert!(outcome.watch.zombies <= 4, "{:?}", outcome.watch);
    assert!(outcome.watch.memory_kib < MEMORY_KIB, "{:?}", outcome.watch);
    assert!(outcome.left.is_empty(), "{:?}", outcome.left);
}

#[test]
fn the_remaining_cases_are_played() {
    let arena = Arena::here().unwrap();
    let game = game("ioiwari");
    let script = arena.folder().join("every-other");
    let solver = arena.program("ioiwari");
    // Crashes on an instance that begins with two beads, plays all others.
    let text = format!(
        "#!/bin/sh\nread line\ncase $line in 2*) kill -SEGV $$;; esac\n\
         {{ echo \"$line\"; exec cat; }} | '{solver}'\n"
    );
    executable(&script, &text);
    let exec = script.display().to_string();
    let args = [
        "--all",
        "--exec",
        &exec,
        "--threads",
        "2",
        "-ns",
        "--wall-limit",
        "60000",
    ];
    let outcome = arena.play(game, &args).unwrap();
    assert_eq!(outcome.records.len(), 357);
    for record in &outcome.records {
        let crashes = record.parameters["pits"][0] == 2;
        let verdict = if crashes { Verdict::Re } else { Verdict::Ok };
        assert_eq!(record.verdict, verdict, "{record:?}");
        assert_eq!(record.score, if crashes { 0.0 } else { 4.0 });
    }
}

fn executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A judge that has finished some cases and is in the middle of one that hangs.
fn judge_at_work(arena: &Arena, json: &Path) -> Child {
    let game = game("ioiwari");
    let script = arena.folder().join("hangs-later");
    let counter = arena.folder().join("count");
    executable(
        &script,
        &format!(
            "#!/bin/sh\necho x >> '{0}'\n[ $(wc -l < '{0}') -le 3 ] || exec sleep 500\necho 9\n",
            counter.display()
        ),
    );
    let mut child = arena
        .judge(game)
        .env("TMPDIR", arena.folder())
        .args(["--seed", "1-100", "--time-limit", "600000", "--exec"])
        .arg(&script)
        .arg("--json")
        .arg(json)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        lines.next().unwrap().unwrap();
    }
    let sleeping = || {
        let left = left(arena.folder()).unwrap();
        left.iter().any(|command| command.starts_with("sleep"))
    };
    until("the fourth contestant sleeps", sleeping);
    // Whoever reads the judge's output goes on reading.
    thread::spawn(move || lines.for_each(drop));
    child
}

fn stopped_by(signal: &str, status: Option<i32>) {
    let arena = Arena::here().unwrap();
    let json = arena.folder().join("records.jsonl");
    let mut judge = judge_at_work(&arena, &json);
    let pid = judge.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(judge.wait().unwrap().code(), status);
    let records = records(&json).unwrap();
    assert_eq!(records.len(), 3);
    assert!(records.iter().all(|record| record.verdict == Verdict::Wa));
    until("nobody is left", || {
        left(arena.folder()).unwrap().is_empty()
    });
}

#[test]
fn ctrl_c() {
    stopped_by("-INT", Some(130));
}

#[test]
fn sigterm() {
    stopped_by("-TERM", Some(143));
}

#[test]
fn sigkill() {
    stopped_by("-KILL", None);
}

#[test]
fn what_a_contestant_gets_to_see() {
    let arena = Arena::here().unwrap();
    let game = game("ioiwari");
    let (script, seen) = (arena.folder().join("looks"), arena.folder().join("seen"));
    executable(
        &script,
        &format!(
            "#!/bin/sh\nexec 3>'{}'\nenv | sort >&3\nulimit -c >&3\n\
             (: < /dev/tty) 2>/dev/null && echo tty >&3\n\
             ls /proc/self/fd | tr '\\n' ' ' >&3\n",
            seen.display()
        ),
    );
    let exec = script.display().to_string();
    let mut judge = arena.judge(game);
    judge
        .env("SECRET", "1")
        .env("TMPDIR", arena.folder())
        .args(["--exec", &exec, "--seed", "1", "-ns"]);
    assert_eq!(judge.output().unwrap().status.code(), Some(1));
    let text = fs::read_to_string(seen).unwrap();
    let (lines, descriptors) = text.trim_end().rsplit_once('\n').unwrap();
    let names: Vec<&str> = lines
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| !["_", "PWD", "OLDPWD", "SHLVL"].contains(name))
        .collect();
    assert!(names.contains(&"PATH") && names.contains(&"LANG"), "{text}");
    let kept = ["HOME", "LANG", "PATH", "TMPDIR"];
    assert!(names.iter().all(|name| kept.contains(name)), "{text}");
    assert_eq!(lines.lines().last(), Some("0"), "core limit or tty: {text}");
    // The three streams, the script's own 3, and the listing of the folder itself.
    assert_eq!(descriptors.trim(), "0 1 2 3 4", "{text}");
}

#[test]
fn files_that_cannot_be_written_are_found_out_before_playing() {
    let arena = Arena::here().unwrap();
    let game = game("ioiwari");
    let run = |args: &[&str]| arena.judge(game).args(args).output().unwrap();
    let output = run(&["--json", "/nonexistent/records.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "played before it found out");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent/records.jsonl"));
    let output = run(&["--json", "/dev/full", "--seed", "1-3"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/dev/full"));
}
