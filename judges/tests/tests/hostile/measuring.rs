//! CPU time and memory are those of the whole group, and of no other.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use game::{MemorySource, Verdict};
use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind, SandboxLevel, User};
use records::Record;

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

/// Thirty processes of 4 ms, less than the time from sample to sample, that are not waited for:
/// in each of several cases in a row.
#[test]
fn children_that_live_for_a_moment() {
    let missed = if missed() > 0.0 { 120.0 } else { 0.0 };
    let script = "trap '' CHLD\ni=0\nwhile [ $i -lt 30 ]; do $H burns=4; i=$((i + 1)); done";
    let in_a_row = ["--seed", "1*8", "--threads", "1"];
    for user in [User::Present, User::Ordinary] {
        let records = played_by(&Arena::of(user).unwrap(), script, &in_a_row);
        assert_eq!(records.len(), 8);
        // Starting the processes takes its time, too.
        let used = records.iter().map(|record| record.cost.cpu_ms);
        let used: Vec<f64> = used.collect();
        let expected = 120.0 - missed..900.0;
        assert!(
            used.iter().all(|cpu| expected.contains(cpu)),
            "{used:?} ms, {user:?} user"
        );
    }
}

/// The source of CPU time is the same for each.
#[test]
fn cases_in_a_row_are_measured_alike() {
    let in_a_row = ["--seed", "1*8", "--threads", "1"];
    for user in [User::Present, User::Ordinary] {
        let records = played_by(&Arena::of(user).unwrap(), "exec $H burns=30", &in_a_row);
        let sources = records.iter().map(|record| record.cost.cpu_source);
        let sources: Vec<_> = sources.collect();
        assert_eq!(sources, vec![sources[0]; 8], "{user:?} user");
    }
}

/// A copy of the hostile program that may be run but not read: the kernel takes the counter of
/// CPU time from a process that starts it.
fn unreadable(arena: &Arena) -> PathBuf {
    let program = arena.folder().join("unreadable");
    fs::copy(arena.program("hostile"), &program).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o111)).unwrap();
    program
}

/// CPU time of programs without read permission counts: as first process, as a child, and as one
/// of many children that live for a moment.
#[test]
fn cpu_time_of_a_program_without_read_permission() {
    for user in [User::Present, User::Ordinary] {
        let arena = Arena::of(user).unwrap();
        let unreadable = unreadable(&arena);
        let program = unreadable.display();
        for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
            for script in [
                format!("exec '{program}' busy"),
                format!("'{program}' burns=2000"),
                format!("for i in $(seq 2000); do '{program}' burns=5; done"),
            ] {
                let limits = ["--time-limit", "500", level.option()];
                let record = &played_by(&arena, &script, &limits)[0];
                let found = (record.ruling.verdict, record.cost.cpu_ms < 1500.0);
                assert_eq!(
                    found,
                    (Verdict::Tle, true),
                    "{script}, {user:?}: {record:?}"
                );
            }
        }
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

/// Plays a Python program under a memory limit of 64 MiB, as each user.
fn of_64_mib(program: &str, options: &[&str]) -> Vec<Record> {
    [User::Present, User::Ordinary]
        .into_iter()
        .flat_map(|user| {
            let arena = Arena::of(user).unwrap();
            let python = arena.script("program.py", program).unwrap();
            let options = [&["--memory-limit", "64"], options].concat();
            played_by(&arena, &format!("exec python3 '{python}' $H"), &options)
        })
        .collect()
}

/// Between `vfork` and `exec`, a child shares its parent's address space.
#[test]
fn memory_of_a_parent_that_spawns() {
    let program = "import subprocess\nblock = bytearray(b'x') * (40 << 20)\n\
        for _ in range(300): subprocess.run(['true'])\n";
    for record in of_64_mib(program, &[]) {
        assert_eq!(record.ruling.verdict, Verdict::Wa, "{record:?}");
    }
}

/// Children of a fork that end together leave their parts of the common pages to the others, while
/// these are looked at.
#[test]
fn memory_of_forks_that_end_together() {
    let program = "import os, time\nblock = bytearray(b'x') * (32 << 20)\n\
        for _ in range(20):\n    awaited, end = os.pipe()\n    \
        for _ in range(20):\n        if os.fork() == 0:\n            os.close(end)\n            \
        os.read(awaited, 1)\n            os._exit(0)\n    \
        time.sleep(0.003)\n    os.close(awaited)\n    os.close(end)\n    \
        for _ in range(20): os.wait()\n";
    for record in of_64_mib(program, &[]) {
        assert_eq!(record.ruling.verdict, Verdict::Wa, "{record:?}");
    }
}

/// Processes that share an address space for as long as they run: of one parent, and left by it.
#[test]
fn memory_of_an_address_space_counts_once() {
    let clone = "import ctypes, os, time\nblock = bytearray(b'x') * (40 << 20)\n\
        libc = ctypes.CDLL(None)\nshares_memory, signals_its_end = 0x100, 17\n\
        for _ in range(2):\n    stack = (ctypes.c_char * 65536)()\n    \
        top = ctypes.c_void_p(ctypes.addressof(stack) + 65536)\n    \
        libc.clone(libc.pause, top, shares_memory | signals_its_end, None)\n";
    for (end, verdict) in [
        ("time.sleep(600)", Verdict::Tle),
        ("os._exit(0)", Verdict::Wa),
    ] {
        for record in of_64_mib(&format!("{clone}{end}\n"), &["--wall-limit", "3000"]) {
            assert_eq!(record.ruling.verdict, verdict, "{record:?}");
        }
    }
}

/// Processes that were spawned hold memory of their own.
#[test]
fn memory_of_a_spawned_child() {
    let program = "import subprocess, sys\nblock = bytearray(b'x') * (40 << 20)\n\
        subprocess.run([sys.argv[1], 'keeps=40'])\n";
    for record in of_64_mib(program, &[]) {
        assert_eq!(record.ruling.verdict, Verdict::Mle, "{record:?}");
    }
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
        let unreadable = unreadable(&arena);
        let unreadable = unreadable.display();
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
        "$H holds=40 & $H burns=400; wait",
        &["--seed", "1-8", "--threads", "4"],
    );
    assert_eq!(records.len(), 8);
    for record in records {
        let (cpu, mib) = (record.cost.cpu_ms, record.cost.memory_kib / 1024);
        assert!((400.0..800.0).contains(&cpu), "{cpu} ms");
        assert!((40..70).contains(&mib), "{mib} MiB");
    }
}

/// Returns true if this host gives the judge a control group with a memory controller; prints a note if not.
fn has_groups(arena: &Arena) -> bool {
    let record = &played_by(arena, "", &[])[0];
    let has = record.cost.memory_source == Some(MemorySource::Group);
    if !has {
        println!("skipped: no control group with a memory controller for this user");
    }
    has
}

/// Files that are read or written on a disk are in the page cache, which is not counted;
/// what a case leaves in /dev/shm does not count for the next one.
#[test]
fn memory_that_is_not_the_contestants() {
    let arena = Arena::here().unwrap();
    if !has_groups(&arena) {
        return;
    }
    let files = arena.folder().join("files").display().to_string();
    fs::create_dir(&files).unwrap();
    let shared = format!("/dev/shm/judged-{}", std::process::id());
    let script = format!(
        "head -c 150M /dev/zero > '{files}'/$$\nhead -c 40M /dev/zero > '{shared}'-$$\nsleep 0.3"
    );
    let on_disk = Command::new("df").args(["--type=tmpfs", &files]).output();
    let records = played_by(&arena, &script, &["--seed", "1-3", "--memory-limit", "100"]);
    for entry in fs::read_dir("/dev/shm").unwrap() {
        let path = entry.unwrap().path();
        if path.display().to_string().starts_with(&shared) {
            fs::remove_file(path).unwrap();
        }
    }
    if on_disk.is_ok_and(|found| found.status.success()) {
        println!("skipped: the folder for temporary files is in memory");
        return;
    }
    for record in records {
        assert_eq!(record.ruling.verdict, Verdict::Wa, "{record:?}");
        let mib = record.cost.memory_kib / 1024;
        assert!((40..90).contains(&mib), "{mib} MiB");
    }
}

/// The folders of control groups whose name begins so.
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

/// A judge removes its groups; what it leaves when it is killed, the next one removes.
#[test]
fn no_group_stays_behind() {
    let arena = Arena::here().unwrap();
    if !has_groups(&arena) {
        return;
    }
    let start = |exec: &str| {
        let mut judge = arena.judge(first(DialogueKind::Interactive));
        judge.args(["--exec", exec, "--seed", "1-4", "--threads", "2"]);
        judge.stdout(Stdio::null()).spawn().unwrap()
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
    // The supervisors are still ending.
    while !groups(&name).is_empty() {
        start("true").wait().unwrap();
    }
}
