//! CPU time and memory are measured for all processes of a contestant, and for no others.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use game::{MemorySource, Verdict};
use harness::hostile::{Arena, SandboxLevel, User};
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
    let limits = [
        "--time-limit 60000",
        "--wall-limit 120000",
        "--memory-limit 1024",
    ];
    let others = limits
        .into_iter()
        .filter(|limit| !options.contains(&limit[..12]));
    let options = others.fold(options.to_string(), |options, limit| options + " " + limit);
    let result = arena.play_script(&text, &options);
    assert!(!result.records.is_empty(), "{:?}", result.ended);
    let sources = result.records.iter().map(|record| record.cost.cpu_source);
    let first = result.records[0].cost.cpu_source;
    assert!(
        sources.clone().all(|source| source == first),
        "{options}: {sources:?}"
    );
    result.records
}

/// Plays the cases as each of both users; returns all records.
fn played_by_both(script: &str, options: &str) -> Vec<Record> {
    let records = User::ALL.map(|user| played_by(&Arena::of(user), script, options));
    assert_eq!(records[0].len(), records[1].len());
    records.concat()
}

/// Returns the CPU time that may be missed for processes without a waiting parent, ms: 0 if every
/// user may count CPU time (`perf_event_open(2)`), else `ms`.
fn missed(ms: f64) -> f64 {
    let paranoia = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    let counted = paranoia.is_ok_and(|text| text.trim().parse().is_ok_and(|level: i32| level <= 2));
    if counted { 0.0 } else { ms }
}

/// Checks that CPU time of children counts, with or without a waiting parent, even if their parent
/// has exited, and that both kinds are added up.
#[test]
fn cpu_time_of_children() {
    let unwaited = "x=$(trap '' CHLD; hostile burns=120; :)";
    for (script, ms, missed) in [
        ("hostile burns=120 & hostile burns=120 & wait", 240.0, 0.0),
        ("x=$( ( hostile burns=240 & ) )", 240.0, 0.0),
        ("trap '' CHLD\nx=$(hostile burns=240)", 240.0, missed(100.0)),
        (
            &format!("hostile burns=120 & wait\n{unwaited}"),
            240.0,
            missed(200.0),
        ),
    ] {
        for record in played_by_both(script, "") {
            let cpu = record.cost.cpu_ms;
            assert!(
                (ms - missed..ms + 200.0).contains(&cpu),
                "{script}: {record:?}"
            );
        }
    }
}

/// Starts thirty processes of 4 ms without a waiting parent, in several successive cases. They are
/// shorter than the sampling interval.
#[test]
fn children_that_live_for_a_moment() {
    let script = "trap '' CHLD\ni=0\nwhile [ $i -lt 30 ]; do hostile burns=4; i=$((i + 1)); done";
    // Starting the processes also takes CPU time.
    let expected = 120.0 - missed(120.0)..900.0;
    let records = played_by_both(script, "--seed 1*4 --threads 1");
    assert_eq!(records.len(), 8);
    for record in records {
        assert!(expected.contains(&record.cost.cpu_ms), "{record:?}");
    }
}

/// Checks that CPU time of unreadable programs counts: of the first process, of a child, and of
/// many short-lived children.
#[test]
fn cpu_time_of_a_program_without_read_permission() {
    for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
        for script in [
            "exec $U busy",
            "$U burns=2000",
            "for i in $(seq 2000); do $U burns=5; done",
        ] {
            for record in played_by_both(script, &format!("--time-limit 250 {}", level.option())) {
                let found = (record.ruling.verdict, record.cost.cpu_ms < 1000.0);
                assert_eq!(found, (Verdict::Tle, true), "{script}: {record:?}");
            }
        }
    }
}

/// Checks that the memory of two children is added up on any machine, including resident memory of
/// processes that an ordinary user may not inspect.
#[test]
fn memory_is_that_of_the_group() {
    for (way, mib) in [("keeps", 119..150), ("hides", 119..170)] {
        let script = format!("hostile {way}=60 & hostile {way}=60 & wait");
        for record in played_by_both(&script, "--wall-limit 3000") {
            assert_mib(&record, &mib);
            assert_eq!(record.ruling.verdict, Verdict::Tle);
        }
    }
}

#[track_caller]
fn assert_mib(record: &Record, mib: &Range<u64>) {
    assert!(mib.contains(&(record.cost.memory_kib / 1024)), "{record:?}");
}

/// Spawns children one after another. Between `vfork` and `exec`, a child shares its parent's
/// address space.
const SPAWNS: &str = "
import subprocess
block = bytearray(b'x') * (40 << 20)
for _ in range(300): subprocess.run(['true'])
";

/// Forks children that exit together. Pages that they share pass to the remaining children while
/// the judge is sampling. Each child has 1 or 2 MiB of its own: written pages and page tables.
const FORKS: &str = "
import os, time
block = bytearray(b'x') * (32 << 20)
for _ in range(20):
    awaited, end = os.pipe()
    for _ in range(20):
        if os.fork() == 0:
            os.close(end)
            os.read(awaited, 1)
            os._exit(0)
    time.sleep(0.003)
    os.close(awaited)
    os.close(end)
    for _ in range(20): os.wait()
";

/// Starts processes that share an address space as long as they run; their parent stays or exits.
const SHARES: &str = "
import ctypes, os, time
block = bytearray(b'x') * (40 << 20)
libc = ctypes.CDLL(None)
shares_memory, signals_its_end = 0x100, 17
for _ in range(2):
    stack = (ctypes.c_char * 65536)()
    top = ctypes.c_void_p(ctypes.addressof(stack) + 65536)
    libc.clone(libc.pause, top, shares_memory | signals_its_end, None)
";

/// Spawns a process with memory of its own.
const SPAWNS_A_HOLDER: &str = "
import subprocess
block = bytearray(b'x') * (40 << 20)
subprocess.run(['hostile', 'keeps=40'])
";

/// Ends the first thread of a process; the process keeps its memory.
const OUTLIVED_BY_A_THREAD: &str = "
import ctypes, platform, threading, time
def hold():
    block = bytearray(300 << 20)
    time.sleep(600)
threading.Thread(target=hold).start()
exit = {'x86_64': 60}.get(platform.machine(), 93)
ctypes.CDLL(None).syscall(exit, 0)
";

/// Checks that shared memory counts once, and that each process's own memory counts.
#[test]
fn memory_that_is_shared_and_memory_that_is_not() {
    let [waits, leaves] = ["time.sleep(600)", "os._exit(0)"].map(|end| format!("{SHARES}{end}\n"));
    let one = "exec python3 program.py";
    let two = "python3 program.py & python3 program.py & wait";
    let unreadable = "$U keeps=60 & $U keeps=60 & wait";
    let (mib64, mib128) = ("--memory-limit 64", "--memory-limit 128");
    let brief = "--memory-limit 64 --wall-limit 3000";
    for (script, program, options, verdict) in [
        (one, SPAWNS, mib64, Verdict::Wa),
        (one, FORKS, mib128, Verdict::Wa),
        (one, &waits, brief, Verdict::Tle),
        (one, &leaves, brief, Verdict::Wa),
        (one, SPAWNS_A_HOLDER, mib64, Verdict::Mle),
        (unreadable, "", mib64, Verdict::Mle),
        (one, OUTLIVED_BY_A_THREAD, mib128, Verdict::Mle),
        (two, OUTLIVED_BY_A_THREAD, mib128, Verdict::Mle),
    ] {
        for user in User::ALL {
            let arena = Arena::of(user);
            arena.write("program.py", program);
            let record = &played_by(&arena, script, options)[0];
            assert_eq!(
                record.ruling.verdict, verdict,
                "{script}{program}{record:?}"
            );
        }
    }
}

#[test]
fn runs_at_the_same_time_do_not_mix() {
    let script = "hostile holds=40 & hostile burns=300; wait";
    let records = played_by(&Arena::here(), script, "--seed 1-4 --threads 4");
    assert_eq!(records.len(), 4);
    for record in records {
        assert!((300.0..600.0).contains(&record.cost.cpu_ms), "{record:?}");
        assert_mib(&record, &(40..70));
    }
}

/// Returns true if the judge has a control group with a memory controller on this host; prints a
/// note if not.
fn has_groups(arena: &Arena) -> bool {
    let record = &played_by(arena, "", "")[0];
    let has = record.cost.memory_source == Some(MemorySource::Group);
    if !has {
        println!("skipped: no control group with a memory controller for this user");
    }
    has
}

/// Checks that the page cache of files on a disk does not count, and that files in /dev/shm do not
/// count for the next case.
#[test]
fn memory_that_is_not_the_contestants() {
    let arena = Arena::here();
    if !has_groups(&arena) {
        return;
    }
    let files = arena.path("files");
    fs::create_dir(&files).unwrap();
    let name = format!("judged-{}-", std::process::id());
    let script = format!(
        "head -c 150M /dev/zero > '{files}'/$$\n\
         head -c 40M /dev/zero > '/dev/shm/{name}'$$\nsleep 0.3"
    );
    let records = played_by(&arena, &script, "--seed 1-3 --memory-limit 100");
    let shared = fs::read_dir("/dev/shm")
        .unwrap()
        .map(|entry| entry.unwrap());
    for entry in shared.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)) {
        fs::remove_file(entry.path()).unwrap();
    }
    if arena.run("df --type=tmpfs files").status == 0 {
        println!("skipped: the folder for temporary files is in memory");
        return;
    }
    for record in records {
        assert_eq!(record.ruling.verdict, Verdict::Wa, "{record:?}");
        assert_mib(&record, &(40..90));
    }
}

/// Returns the folders of control groups whose name begins with `name`.
fn groups(name: &str) -> Vec<PathBuf> {
    fn below(folder: &Path, name: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if entry.file_name().to_string_lossy().starts_with(name) {
                    found.push(entry.path());
                }
                below(&entry.path(), name, found);
            }
        }
    }
    let mut found = Vec::new();
    below(Path::new("/sys/fs/cgroup"), name, &mut found);
    found
}

/// Checks that a judge removes its own control groups and the groups of a killed judge.
#[test]
fn no_group_stays_behind() {
    let arena = Arena::here();
    if !has_groups(&arena) {
        return;
    }
    let start = |exec: &str| {
        let line = format!("ioiwari-judge --exec '{exec}' --seed 1-4 --threads 2");
        arena.command(&line).spawn().unwrap()
    };
    let mut judge = start("true");
    let name = format!("judge-{}-", judge.id());
    judge.wait().unwrap();
    assert_eq!(groups(&name), [""; 0].map(PathBuf::from));
    let mut judge = start("sleep 600");
    let name = format!("judge-{}-", judge.id());
    while groups(&name).len() < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    judge.kill().unwrap();
    judge.wait().unwrap();
    // The killed judge's supervisors may still be running.
    while !groups(&name).is_empty() {
        start("true").wait().unwrap();
    }
}
