//! CPU time and memory are measured for all processes of a contestant, and for no others.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;

use game::Verdict::{self, Mle, Tle, Wa};
use game::{CpuSource, MemorySource};
use harness::hostile::{Arena, SandboxLevel, User, WAITING, in_parallel, wait_until};
use records::Record;

/// Plays cases with a shell script; returns their records. In the script, `$U` is a hostile program
/// with execute but without read permission: the kernel takes the CPU time counter away from a
/// process that starts it. All cases must be measured in the same way.
fn played_by(arena: &Arena, script: &str, options: &str) -> Vec<Record> {
    let unreadable = arena.folder().join("unreadable");
    if !unreadable.exists() {
        arena.copy(&arena.program("hostile"), "unreadable", "111");
    }
    let text = format!("#!/bin/sh\nU='{}'\n{script}\n", unreadable.display());
    let mut options = options.to_string();
    for limit in ["--time-limit 60000", "--wall-limit 120000", "--memory-limit 1024"] {
        if !options.contains(&limit[..12]) {
            options += &format!(" {limit}");
        }
    }
    let result = arena.play_script(&text, &options);
    let mut sources = result.records.iter().map(|record| record.cost.cpu_source);
    let first = sources.next().unwrap();
    let is_right = sources.all(|source| source == first);
    assert!(is_right, "{options}: {result:?}");
    result.records
}

/// Script, options of its run, verdict, range of CPU time in ms, range of memory in MiB.
type Row<'a> = (&'a str, &'a str, Verdict, Range<f64>, Range<u64>);

const ANY_MS: Range<f64> = 0.0..f64::INFINITY;
const ANY_MIB: Range<u64> = 0..u64::MAX;

/// Plays every row as both users. `{NAME}` stands for a program in `judges/tests/attacks`.
fn check(rows: &[Row]) {
    for (script, options, verdict, ms, mib) in rows {
        in_parallel(User::all(), WAITING, |&user| {
            let arena = Arena::of(user);
            let named = |part: &str| match part.split_once('}') {
                Some((attack, rest)) => arena.attack(attack) + rest,
                None => part.to_string(),
            };
            let text: String = script.split('{').map(named).collect();
            for record in played_by(&arena, &text, options) {
                assert_eq!(record.ruling.verdict, *verdict, "{script}: {record:?}");
                let (cpu, memory) = (record.cost.cpu_ms, record.cost.memory_kib / 1024);
                let are_right = ms.contains(&cpu) && mib.contains(&memory);
                assert!(are_right, "{script}: expected {ms:?}, {mib:?}: {record:?}");
            }
        });
    }
}

/// Returns the CPU time that may be missed for processes without a waiting parent, ms: 0 if every
/// user may count CPU time (`perf_event_open(2)`), else `ms`.
fn missed(ms: f64) -> f64 {
    let paranoia = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    let counted = paranoia.is_ok_and(|text| text.trim().parse().is_ok_and(|level: i32| level <= 2));
    if counted { 0.0 } else { ms }
}

/// Checks that CPU time of children counts once, even if their parent does not wait for them or has
/// exited. Thirty children run for only 4 ms, which is shorter than the sampling interval.
pub(super) fn cpu_time_of_children() {
    let row = |script, missed| (script, "", Wa, 240.0 - missed..440.0, ANY_MIB);
    let unwaited = "x=$(trap '' CHLD; hostile burns=120; :)";
    let mixed = format!("hostile burns=120 & wait\n{unwaited}");
    let many = "trap '' CHLD\nfor i in $(seq 30); do hostile burns=4; done";
    // Starting the processes also takes CPU time.
    let range = 120.0 - missed(120.0)..900.0;
    check(&[
        row("hostile burns=120 & hostile burns=120 & wait", 0.0),
        row("x=$( ( hostile burns=240 & ) )", 0.0),
        row("trap '' CHLD\nx=$(hostile burns=240)", missed(100.0)),
        row(&mixed, missed(200.0)),
        (many, "--seed 1*4 --threads 1", Wa, range, ANY_MIB),
    ]);
}

/// Checks that CPU time of unreadable programs counts: of the first process, of a child, and of
/// many short-lived children.
pub(super) fn cpu_time_of_a_program_without_read_permission() {
    for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
        let options = format!("--time-limit 250 {}", level.option());
        let row = |script| (script, &options[..], Tle, 250.0..1000.0, ANY_MIB);
        let many = "for i in $(seq 2000); do \"$U\" burns=5; done";
        check(&["exec \"$U\" burns=60000", "\"$U\" burns=2000", many].map(row));
    }
}

/// Checks that hidden CPU time is counted by the control group, and that without one the record does
/// not call the counter complete.
pub(super) fn cpu_time_that_is_hidden() {
    for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
        for user in User::all().iter().copied() {
            let arena = Arena::of(user);
            let script = arena.attack("hides_time");
            let records = played_by(&arena, &format!("exec {script}"), level.option());
            let [record] = &records[..] else { panic!("{records:?}") };
            let cost = record.cost;
            match cost.memory_source {
                Some(MemorySource::Group) => assert!(cost.cpu_ms > 2000.0, "{record:?}"),
                _ => assert_eq!(cost.cpu_source, Some(CpuSource::Accounts), "{record:?}"),
            }
        }
    }
}

/// Checks that names of files that do not exist are not memory of the contestant.
pub(super) fn names_in_a_cache_are_no_memory() {
    for limit in ["--memory-limit 32", "--memory-limit 1024"] {
        check(&[("exec {fills_names}", limit, Wa, ANY_MS, 0..28)]);
    }
}

/// Checks that the memory of two children is added up on any machine, including resident memory of
/// processes that an ordinary user may not inspect.
pub(super) fn memory_is_that_of_the_group() {
    let two = |way: &str| format!("hostile {way}=60 & hostile {way}=60 & wait");
    let brief = "--wall-limit 10000";
    check(&[
        (&two("keeps"), brief, Tle, ANY_MS, 119..150),
        (&two("hides"), brief, Tle, ANY_MS, 119..170),
    ]);
}

/// Checks that shared memory counts once, and that each process's own memory counts.
pub(super) fn memory_that_is_shared_and_memory_that_is_not() {
    let row = |script, options, verdict| (script, options, verdict, ANY_MS, ANY_MIB);
    let (mib64, mib128) = ("--memory-limit 64", "--memory-limit 128");
    let brief = "--memory-limit 64 --wall-limit 3000";
    let two = "{outlived_by_a_thread} & {outlived_by_a_thread} & wait";
    check(&[
        row("exec {spawns}", mib64, Wa),
        row("exec {forks}", mib128, Wa),
        row("exec {shares waits}", brief, Tle),
        row("exec {shares}", brief, Wa),
        row("exec {spawns_a_holder}", mib64, Mle),
        row("\"$U\" keeps=60 & \"$U\" keeps=60 & wait", mib64, Mle),
        row("exec {outlived_by_a_thread}", mib128, Mle),
        row(two, mib128, Mle),
    ]);
}

pub(super) fn runs_at_the_same_time_do_not_mix() {
    let script = "hostile holds=40 & hostile burns=300; wait";
    check(&[(script, "--seed 1-4 --threads 4", Wa, 300.0..600.0, 40..70)]);
}

/// Checks that the page cache of files on a disk does not count, and that files in /dev/shm do not
/// count for the next case.
pub(super) fn memory_that_is_not_the_contestants() {
    let arena = Arena::here();
    let files = arena.path("files");
    fs::create_dir(&files).unwrap();
    let name = format!("judged-{}-", std::process::id());
    let script = format!(
        "head -c 150M /dev/zero > '{files}'/$$\n\
         head -c 40M /dev/zero > '/dev/shm/{name}'$$\nsleep 0.3"
    );
    let records = played_by(&arena, &script, "--seed 1-3 --memory-limit 100");
    let shared = fs::read_dir("/dev/shm").unwrap().map(Result::unwrap);
    for entry in shared.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)) {
        fs::remove_file(entry.path()).unwrap();
    }
    for record in records {
        assert_eq!(record.ruling.verdict, Wa, "{record:?}");
        let mib = record.cost.memory_kib / 1024;
        assert!((40..90).contains(&mib), "{record:?}");
    }
}

/// Returns the control groups whose name begins with `name`; in version 1, several hierarchies have
/// a group of the same name.
fn groups(arena: &Arena, name: &str) -> BTreeSet<String> {
    let find = format!("find /sys/fs/cgroup -type d -name '{name}*' -printf '%f\\n'");
    arena.run(&find).out.lines().map(String::from).collect()
}

/// Checks that a judge removes its own control groups and the groups of a killed judge.
pub(super) fn no_group_stays_behind() {
    let arena = Arena::here();
    let start = |exec: &str| {
        let line = format!("ioiwari-judge --exec '{exec}' --seed 1-4 --threads 2");
        arena.command(&line).spawn().unwrap()
    };
    let mut judge = start("true");
    let name = format!("judge-{}-", judge.id());
    judge.wait().unwrap();
    assert_eq!(groups(&arena, &name), BTreeSet::new());
    let mut judge = start("sleep 600");
    let name = format!("judge-{}-", judge.id());
    wait_until("groups", || groups(&arena, &name).len() == 2);
    judge.kill().unwrap();
    judge.wait().unwrap();
    // The killed judge's supervisors may still be running.
    wait_until("end of the groups", || {
        start("true").wait().unwrap();
        groups(&arena, &name).is_empty()
    });
}
