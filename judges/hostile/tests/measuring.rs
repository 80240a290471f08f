//! CPU time and memory are those of the whole group, and of no other.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use hostile::games::first;
use hostile::{Arena, DialogueKind, User};
use judge_kit::{Record, Verdict};

/// Limits that none of these contestants reaches.
const LIMITS: [&str; 6] = [
    "--time-limit",
    "60000",
    "--memory-limit",
    "1024",
    "--wall-limit",
    "120000",
];

/// The records of cases played by a shell script, in which `$H` is the hostile program.
fn played_by(arena: &Arena, script: &str, options: &[&str]) -> Vec<Record> {
    let hostile = arena.program("hostile");
    let text = format!("#!/bin/sh\nH='{hostile}'\n{script}\n");
    let exec = arena.script("script", &text).unwrap();
    let mut args = vec!["--exec", &exec, "-ns"];
    for pair in LIMITS.chunks(2).filter(|pair| !options.contains(&pair[0])) {
        args.extend(pair);
    }
    args.extend(options);
    arena
        .play(first(DialogueKind::Interactive), &args)
        .unwrap()
        .records
}

/// CPU time is at least `ms` less what may be missed, and not much more.
fn burned(script: &str, ms: f64, missed: f64) {
    for user in [User::Present, User::Ordinary] {
        let arena = Arena::of(user).unwrap();
        let records = played_by(&arena, script, &[]);
        let cpu = records[0].cost.cpu_ms;
        assert!(
            (ms - missed..ms + 250.0).contains(&cpu),
            "{script}: {cpu} ms, {user:?} user"
        );
    }
}

/// CPU time that may be missed of processes that are not waited for, ms: nothing where
/// every user may count CPU time (`perf_event_open(2)`).
fn missed() -> f64 {
    let paranoia = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    let counted = paranoia.is_ok_and(|text| text.trim().parse().is_ok_and(|level: i32| level <= 2));
    if counted { 0.0 } else { 100.0 }
}

#[test]
fn children_that_are_waited_for() {
    burned("$H burns=200 & $H burns=200 & wait", 400.0, 0.0);
}

#[test]
fn children_whose_parent_is_gone() {
    burned("x=$( ( $H burns=300 & ) )", 300.0, 0.0);
}

#[test]
fn children_that_are_not_waited_for() {
    burned("trap '' CHLD\nx=$($H burns=500)", 500.0, missed());
}

/// Both count, not only the larger: 0.4 s in children of the one kind, 0.4 s in those of the other.
#[test]
fn children_of_both_kinds() {
    let missed = if missed() > 0.0 { 500.0 } else { 0.0 };
    let unwaited = "x=$(trap '' CHLD; $H burns=400; :)";
    burned(&format!("$H burns=400 & wait\n{unwaited}"), 800.0, missed);
}

/// A hundred processes of 4 ms, less than the time from sample to sample, that are not waited for.
#[test]
fn children_that_live_for_a_moment() {
    let missed = if missed() > 0.0 { 400.0 } else { 0.0 };
    let script = "trap '' CHLD\ni=0\nwhile [ $i -lt 100 ]; do $H burns=4; i=$((i + 1)); done";
    for user in [User::Present, User::Ordinary] {
        let records = played_by(&Arena::of(user).unwrap(), script, &[]);
        // Starting a hundred processes takes its time, too.
        let cpu = records[0].cost.cpu_ms;
        assert!(
            (400.0 - missed..3000.0).contains(&cpu),
            "{cpu} ms, {user:?} user"
        );
    }
}

/// Two children that hold their memory until the judge loses patience are seen
/// together, however busy the machine is.
fn memory_of_two(children: &str, mib: std::ops::Range<u64>) {
    for user in [User::Present, User::Ordinary] {
        let arena = Arena::of(user).unwrap();
        let records = played_by(&arena, children, &["--wall-limit", "5000"]);
        let peak = records[0].cost.memory_kib / 1024;
        assert!(mib.contains(&peak), "{children}: {peak} MiB, {user:?} user");
        assert_eq!(records[0].ruling.verdict, Verdict::Tle);
    }
}

#[test]
fn memory_is_that_of_the_group() {
    memory_of_two("$H keeps=60 & $H keeps=60 & wait", 119..150);
}

/// Processes that an ordinary user may not inspect count with all that is resident.
#[test]
fn memory_that_is_hidden() {
    memory_of_two("$H hides=60 & $H hides=60 & wait", 119..170);
}

/// A program that may be run but not read.
#[test]
fn memory_of_a_program_without_read_permission() {
    for user in [User::Present, User::Ordinary] {
        let arena = Arena::of(user).unwrap();
        let program = arena.folder().join("unreadable");
        fs::copy(arena.program("hostile"), &program).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o711)).unwrap();
        let unreadable = program.display();
        let script = format!("'{unreadable}' keeps=60 & '{unreadable}' keeps=60 & wait");
        let limits = ["--memory-limit", "64"];
        let record = &played_by(&arena, &script, &limits)[0];
        assert_eq!(
            record.ruling.verdict,
            Verdict::Mle,
            "{record:?}, {user:?} user"
        );
    }
}

/// A process whose first thread has ended still holds its memory.
#[test]
fn memory_behind_a_thread_that_has_ended() {
    let program = "import ctypes, platform, threading, time\n\
        def hold():\n    block = bytearray(300 << 20)\n    time.sleep(600)\n\
        threading.Thread(target=hold).start()\n\
        exit = {'x86_64': 60}.get(platform.machine(), 93)\n\
        ctypes.CDLL(None).syscall(exit, 0)\n";
    for user in [User::Present, User::Ordinary] {
        let arena = Arena::of(user).unwrap();
        let python = arena.script("thread.py", program).unwrap();
        for count in [1, 2] {
            let script = format!("python3 '{python}' & ").repeat(count) + "wait";
            let record = &played_by(&arena, &script, &["--memory-limit", "128"])[0];
            assert_eq!(
                record.ruling.verdict,
                Verdict::Mle,
                "{record:?}, {user:?} user"
            );
        }
    }
}

#[test]
fn runs_at_the_same_time_do_not_mix() {
    let arena = Arena::here().unwrap();
    let records = played_by(
        &arena,
        "$H holds=40 & $H burns=100; wait",
        &["--seed", "1-8", "--threads", "4"],
    );
    assert_eq!(records.len(), 8);
    for record in records {
        let (cpu, mib) = (record.cost.cpu_ms, record.cost.memory_kib / 1024);
        assert!((100.0..300.0).contains(&cpu), "{cpu} ms");
        assert!((40..70).contains(&mib), "{mib} MiB");
    }
}
