//! Every contestant ends soon, and for the right reason.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::thread;
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::{
    Arena, MEMORY_KIB, PATIENT, SandboxLevel, User, WAITING, contestant, games, in_parallel, left,
    processors,
};

/// Passes the contestant's standard error to a process outside the judge's control. The judge must
/// not wait until that process closes it.
#[test]
fn standard_error_in_foreign_hands() {
    for &user in User::all() {
        let arena = Arena::of(user);
        let path = arena.path("socket");
        let listener = UnixListener::bind(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        // The holder never reads the message, so the passed descriptor stays open.
        let holder = thread::spawn(move || listener.accept().map(|(stream, _)| stream));
        let text = format!(
            "#!/usr/bin/env python3\nimport socket, sys\n\
             s = socket.socket(socket.AF_UNIX)\ns.connect('{path}')\n\
             socket.send_fds(s, [b'x'], [2])\nprint('said', file=sys.stderr)\nsys.exit(3)\n"
        );
        let started = Instant::now();
        let result = arena.play_script(&text, &format!("{PATIENT} -saveSolError errors"));
        assert_eq!(result.reason(), "exit status 3", "{user:?} user");
        assert!(started.elapsed() < Duration::from_secs(60));
        assert_eq!(arena.read("errors/1.err"), "said\n");
        drop(holder.join());
    }
}

/// Starts a chain of processes: each starts the next, leaves the session and exits.
#[test]
fn a_chain_that_runs_away() {
    let text = "#!/usr/bin/env python3\nimport os\n\
        while True:\n    if os.fork(): os._exit(0)\n    os.setsid()\n";
    in_parallel(User::all(), WAITING, |&user| {
        let arena = Arena::of(user);
        let in_namespaces = arena.level() == SandboxLevel::Namespaces;
        let started = Instant::now();
        let result = arena.play_script(text, "--time-limit 300 --seed 1-2");
        assert_eq!(result.records.len(), 2, "{user:?} user");
        for record in &result.records {
            // After the first process has exited with status 0, the others get a second, but give
            // no answer.
            let expected = [Verdict::Wa, Verdict::Tle];
            assert!(expected.contains(&record.ruling.verdict), "{record:?}");
            assert!(!in_namespaces || record.cost.cpu_ms < 1000.0, "{record:?}");
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{user:?} user");
    });
}

/// Checks that four concurrent floods up to the output limit cost the judge little memory, even if
/// the bytes are not UTF-8, and if they are saved and read again for a page.
#[test]
fn a_flood_that_is_no_text() {
    let arena = Arena::here();
    let text = "#!/bin/sh\nhead -c 8323072 /dev/zero | tr '\\0' '\\377'\n";
    let exec = arena.script("flood", text);
    let ways = ["", "--saveAll saved", "--html pages"];
    for (index, game) in games::all().iter().enumerate() {
        let short = game.short.chunks(2).filter(|pair| pair[0] != "--seed");
        let short = short.flatten().map(String::as_str).collect::<Vec<_>>();
        for more in oracles::test_size(&ways[index % 3..][..1], &ways) {
            let four = format!("--exec \"{exec}\" --seed 1-4 --threads 4 -ns --force");
            let mut judge = arena.judge(game, &format!("{four} {PATIENT} {more}"));
            judge.args(&short);
            let result = arena.watched(judge);
            let verdicts = result.records.iter().map(|record| record.ruling.verdict);
            let failed = verdicts.filter(|verdict| [Verdict::Wa, Verdict::Ole].contains(verdict));
            assert!(failed.count() >= 4, "{result:?}");
            let memory = result.usage.memory_kib;
            assert!(memory < MEMORY_KIB, "{} {more}: {memory} KiB", game.name);
        }
    }
}

/// Plays hundreds of cases in one run; each fails in one of several ways.
#[test]
fn many_failures_in_one_run() {
    let count = oracles::test_size(250, 1000);
    let arena = Arena::here();
    let misbehaves = arena.exec(games::ioiwari(), "\"$1\"");
    let ways = "exits-3 segfaults aborts binary endless-line reads-nothing-answers no-such-way \
        leaves-children exits";
    let text = format!(
        "#!/bin/bash\nways=({ways})\nset -- ${{ways[$((SRANDOM % 9))]}}\nexec {misbehaves}\n"
    );
    let result = arena.play_script(&text, &format!("--seed 1-{count} --threads 2 {PATIENT}"));
    assert_eq!(result.ended.status, 1, "{:?}", result.ended);
    assert_eq!(result.records.len(), count);
    let verdicts = || result.records.iter().map(|record| record.ruling.verdict);
    let expected = [Verdict::Ok, Verdict::Wa, Verdict::Re, Verdict::Ole];
    let counts = expected.map(|verdict| verdicts().filter(|found| *found == verdict).count());
    assert_eq!(counts.iter().sum::<usize>(), count, "{:?}", result.records);
    assert!(counts.iter().all(|&found| found > count / 20), "{counts:?}");
    // Two cases at a time; each may have a supervisor and a process left by the contestant.
    result.check_usage(4).unwrap();
}

/// Checks that a run that exceeds its time limit after the last answer scores like one without
/// answers.
#[test]
fn no_score_is_left_of_a_run_that_ends_in_tle() {
    let arena = Arena::here();
    in_parallel(games::all(), processors(), |game| {
        let [late, failed] = ["busy-after", "exits-3"].map(|name| {
            let result = arena.trial(game, &contestant(name), arena.level());
            let is_right = result.record().score.bound_ratio.unwrap_or(0.0) <= 0.0;
            assert!(is_right, "{result:?}");
            result.record().score.raw
        });
        assert_eq!(late, failed, "{}", game.name);
    });
}

/// Checks that a supervisor stops its contestant at the wall limit without a request from its
/// judge, in any state of the contestant.
#[test]
fn the_wall_limit_of_a_supervisor() {
    let behaviours = ["sleeps", "busy", "vforks-a-sibling", "vforks-a-thread"];
    in_parallel(&behaviours, WAITING, |behaviour| {
        let arena = Arena::here();
        let (alone, judge) = (arena.attack("alone"), arena.program("ioiwari-judge"));
        let exec = arena.exec(games::ioiwari(), behaviour);
        let mut alone = arena.command(&format!("{alone} '{judge}' {exec}"));
        let ended = alone.env("TMPDIR", arena.folder()).output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
        assert_eq!(String::from_utf8_lossy(&ended.stdout), "OverWall\n");
        assert_eq!(left(arena.folder()), [""; 0]);
    });
}
