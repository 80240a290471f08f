//! Promises of a judge whatever the contestant does: descriptors and memory over
//! many cases, records when it is stopped, and what a contestant sees.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::games::first;
use harness::hostile::{Arena, DESCRIPTORS, DialogueKind, MEMORY_KIB, left, records};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A thousand cases in one run, of which each goes wrong in one of several ways.
#[test]
fn a_thousand_failures_in_one_run() {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let hostile = arena.exec(game, "\"$1\"").unwrap();
    let ways = "exits-3 segfaults aborts binary endless-line reads-nothing-answers no-such-way \
        leaves-children exits";
    let text = format!(
        "#!/bin/bash\nways=({ways})\nset -- ${{ways[$((SRANDOM % 9))]}}\n\
         [ $1 = leaves-children ] && sleep 500 &\nexec {hostile}\n"
    );
    let exec = arena.script("anything", &text).unwrap();
    let args = ["--seed", "1-1000", "--exec", &exec, "--threads", "2", "-ns"];
    // Whatever the load of the machine, none is too late.
    let patient = ["--time-limit", "60000", "--wall-limit", "120000"];
    let outcome = arena.play(game, &[&args[..], &patient].concat()).unwrap();
    assert_eq!(outcome.status, Some(1), "{}", outcome.printed);
    assert_eq!(outcome.records.len(), 1000);
    let count = |verdict| {
        let records = outcome.records.iter();
        records
            .filter(|record| record.ruling.verdict == verdict)
            .count()
    };
    let expected = [Verdict::Ok, Verdict::Wa, Verdict::Re, Verdict::Ole];
    for record in &outcome.records {
        assert!(expected.contains(&record.ruling.verdict), "{record:?}");
    }
    let counts = expected.map(count);
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    // Two cases at a time: three standard streams, two sockets, four pipe ends, the records.
    assert!(
        outcome.watch.descriptors < DESCRIPTORS,
        "{:?}",
        outcome.watch
    );
    assert!(outcome.watch.zombies <= 4, "{:?}", outcome.watch);
    assert!(outcome.watch.memory_kib < MEMORY_KIB, "{:?}", outcome.watch);
    assert!(outcome.left.is_empty(), "{:?}", outcome.left);
}

#[test]
fn the_remaining_cases_are_played() {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let solver = arena.program("ioiwari");
    // Crashes on an instance that begins with two beads, plays all others.
    let text = format!(
        "#!/bin/sh\nread line\ncase $line in 2*) kill -SEGV $$;; esac\n\
         {{ echo \"$line\"; exec cat; }} | '{solver}'\n"
    );
    let exec = arena.script("every-other", &text).unwrap();
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
        assert_eq!(record.ruling.verdict, verdict, "{record:?}");
        assert_eq!(record.score, if crashes { 0.0 } else { 4.0 });
    }
}

/// Cases that end before those that hang.
const FINISHED: usize = 3;

/// A judge of several cases at a time that has finished some, and in all its
/// threads is in the middle of one that hangs. It is started by `env` with the
/// option `signals`.
fn judge_at_work(arena: &Arena, json: &Path, threads: usize, signals: &str) -> Child {
    // The first one to make a folder has drawn that ticket.
    let tickets: Vec<String> = (0..FINISHED)
        .map(|ticket| format!("mkdir '{}/{ticket}'", arena.folder().display()))
        .collect();
    let tickets = tickets.join(" || ");
    let text = format!("#!/bin/sh\n({tickets}) 2>/dev/null || exec sleep 500\necho 9\n");
    let script = arena.script("hangs-later", &text).unwrap();
    let mut child = arena
        .judge_with_signals(first(DialogueKind::Interactive), signals)
        .env("TMPDIR", arena.folder())
        .args(["--seed", "1-100", "--time-limit", "600000", "--exec"])
        .arg(&script)
        .args(["--threads", &threads.to_string(), "--json"])
        .arg(json)
        .spawn()
        .unwrap();
    let sleeping = || {
        let left = left(arena.folder()).unwrap();
        let sleepers = left.iter().filter(|command| command.starts_with("sleep"));
        sleepers.count() == threads
    };
    until("the next contestants sleep", sleeping);
    // The judge's output is read to its end.
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    thread::spawn(move || lines.for_each(drop));
    child
}

fn stopped_by(signal: &str, threads: usize, status: Option<i32>) {
    let arena = Arena::here().unwrap();
    let json = arena.folder().join("records.jsonl");
    let mut judge = judge_at_work(&arena, &json, threads, "--default-signal");
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
    // A killed judge cannot pass on what waits for a case before it.
    let whole = status.is_some() || threads == 1;
    assert!(!whole || records.len() == FINISHED, "{records:?}");
    assert!(
        records
            .iter()
            .all(|record| record.ruling.verdict == Verdict::Wa)
    );
    until("no process is left", || {
        left(arena.folder()).unwrap().is_empty()
    });
}

#[test]
fn ctrl_c() {
    stopped_by("-INT", 1, Some(130));
    stopped_by("-INT", 2, Some(130));
}

#[test]
fn a_run_under_nohup_outlives_its_terminal() {
    let arena = Arena::here().unwrap();
    let json = arena.folder().join("records.jsonl");
    let mut judge = judge_at_work(&arena, &json, 1, "--ignore-signal=HUP");
    let pid = judge.id().to_string();
    let script = format!("kill -HUP {pid}; sleep 2; kill -TERM {pid}");
    let mut kill = Command::new("sh");
    assert!(kill.args(["-c", &script]).status().unwrap().success());
    assert_eq!(judge.wait().unwrap().code(), Some(143));
    assert_eq!(records(&json).unwrap().len(), FINISHED);
}

#[test]
fn sigterm() {
    stopped_by("-TERM", 1, Some(143));
    stopped_by("-TERM", 2, Some(143));
}

#[test]
fn sigkill() {
    stopped_by("-KILL", 1, None);
    stopped_by("-KILL", 2, None);
}

#[test]
fn what_a_contestant_gets_to_see() {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let seen = arena.folder().join("seen");
    let text = format!(
        "#!/bin/sh\nexec 3>'{}'\nenv | sort >&3\nulimit -c >&3\n\
         (: < /dev/tty) 2>/dev/null && echo tty >&3\n\
         ls /proc/self/fd | tr '\\n' ' ' >&3\n",
        seen.display()
    );
    let exec = arena.script("looks", &text).unwrap();
    // A judge with a terminal, an open descriptor and core dumps.
    let generous = "ulimit -c unlimited; exec 7</dev/null; exec python3 -c \"$0\" \"$@\"";
    let terminal = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";
    let judge = arena.judge(game);
    let status = Command::new("sh")
        .args(["-c", generous, terminal])
        .arg(judge.get_program())
        .env("SECRET", "1")
        .env("TMPDIR", arena.folder())
        .args(["--exec", &exec, "--seed", "1", "-ns"])
        .stdin(Stdio::null())
        .output()
        .unwrap()
        .status;
    assert_eq!(status.code(), Some(1));
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
