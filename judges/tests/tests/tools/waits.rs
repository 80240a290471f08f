//! Contestants that keep their supervisor from running or from exiting: the judge must not wait for
//! ever.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::{
    Arena, Ended, PATIENT, SandboxLevel, User, check_trials, children, contestant, games,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use records::Record;

/// Maximum time of a run; a judge waits less for its supervisor.
const PATIENCE: Duration = Duration::from_secs(100);

/// Interval for reading the members of the group.
const LOOK: Duration = Duration::from_millis(20);

/// Makes a control group that root's contestant can freeze. Returns its folder, the name of its
/// state file, and the value that thaws it.
fn group() -> (PathBuf, &'static str, &'static str) {
    let mounts = [
        ("/sys/fs/cgroup/freezer", "freezer.state", "THAWED"),
        ("/sys/fs/cgroup", "cgroup.freeze", "0"),
    ];
    let name = format!("hostile-{}", process::id());
    let mut made = mounts.into_iter().filter_map(|(mount, file, thawed)| {
        let folder = Path::new(mount).join(&name);
        let is_group = Path::new(mount).join("cgroup.procs").exists();
        (is_group && fs::create_dir(&folder).is_ok()).then_some((folder, file, thawed))
    });
    made.next().expect("root makes control groups")
}

/// Checks that the judge thaws a frozen supervisor, which then reports. Otherwise the judge would
/// get no report.
pub(super) fn a_frozen_supervisor() {
    let arena = Arena::here();
    let frozen = contestant("freezes-its-supervisor");
    let (folder, file, thawed) = group();
    let (sender, ended) = channel::<()>();
    // Thaws the group in the end, so that a judge that waits for ever does not block the test.
    let guard = thread::spawn(move || {
        let started = Instant::now();
        let mut held = 0;
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            let members = fs::read_to_string(folder.join("cgroup.procs"));
            held = held.max(members.map_or(0, |members| members.lines().count()));
            if started.elapsed() > PATIENCE {
                let _ = fs::write(folder.join(file), thawed);
            }
        }
        let is_late = started.elapsed() > PATIENCE;
        (is_late, held, fs::remove_dir(&folder).is_ok())
    });
    let (game, level) = (games::ioiwari(), SandboxLevel::Session);
    let result = arena.trial(game, &frozen, level);
    drop(sender);
    let (is_late, held, is_empty) = guard.join().unwrap();
    assert!(!is_late);
    result.check(frozen.expected(game, level)).unwrap();
    // Contestant and supervisor were in the group; no process is left there.
    assert_eq!((held, is_empty), (2, true));
}

/// Checks that a lack of descriptors never changes how a case is measured: without namespaces, a
/// contestant takes descriptors from its supervisor, and the next cases are measured alike or `IE`.
/// If the supervisor cannot open files any more, the judge must not find that a contestant keeps its
/// limits, nor wait for the next contestant.
pub(super) fn a_supervisor_with_few_descriptors() {
    let arena = Arena::here();
    let play = |text: &str| {
        let options = format!("--seed 1-3 {PATIENT} {}", SandboxLevel::Session.option());
        let started = Instant::now();
        let records = arena.play_script(text, &options).records;
        assert!(started.elapsed() < Duration::from_secs(50));
        assert_eq!(records.len(), 3, "{text}");
        records
    };
    let source = |record: &Record| (record.cost.cpu_source, record.cost.memory_source);
    let usual = source(&play("#!/bin/sh\nexit 0\n")[0]);
    let (mut failed, mut measured) = (0, 0);
    let exits = (3..24).map(|limit| (limit, "exit 0"));
    for (limit, then) in [(3, "read beads; sleep 0.5; echo 8")].into_iter().chain(exits) {
        let limits = format!("prlimit --pid $PPID --nofile={limit}:{limit}");
        for record in play(&format!("#!/bin/sh\n{limits}\n{then}\n")) {
            let ruling = record.ruling.to_string();
            if record.ruling.verdict == Verdict::Ie {
                failed += 1;
                // A limit that comes early makes the start of the case fail, a later one its samples.
                let told = ["supervisor: ", "no descriptors are left"];
                let is_told = told.iter().any(|words| ruling.contains(words));
                assert!(is_told || then == "exit 0", "{ruling}");
            } else {
                measured += 1;
                let found = (source(&record), then);
                assert_eq!(found, (usual, "exit 0"), "{limit}: {ruling}");
            }
        }
    }
    assert!(failed > 0 && measured > 0, "{failed}, {measured}");
}

/// Checks that a judge without namespaces reports a killed supervisor, even if a contestant hides
/// that it has ended.
pub(super) fn a_killed_supervisor() {
    let names = ["kills-its-judge", "traces-its-supervisor"];
    let trials = names.map(|name| (contestant(name), games::ioiwari()));
    check_trials(&trials, User::Present, Some(SandboxLevel::Session));
}

/// Checks that a contestant is not blamed if the host lacks free processes. At every limit, some
/// supervisors or the judge itself may fail to start. The requested level stays the same, and the
/// verdict is `OK` or `IE`.
pub(super) fn a_host_without_processes() {
    let arena = Arena::of(User::Ordinary);
    let level = arena.level().option();
    let mut found = Vec::new();
    for limit in 1..=40 {
        let judge = "exec ioiwari-judge --exec ioiwari --seed 1-8 --threads 4 --json r --force";
        let line = format!("bash -c 'ulimit -u {limit}; {judge} -ns {level} {PATIENT}'");
        arena.remove("r");
        let ended = arena.run(&line);
        assert!([0, 3].contains(&ended.status), "limit {limit}: {ended:?}");
        let is_there = fs::exists(arena.path("r")).unwrap();
        for record in is_there.then(|| arena.records("r")).into_iter().flatten() {
            let isolation = record.isolation();
            assert_eq!(isolation, level.strip_prefix("--sandbox="), "{record:?}");
            found.push(record.ruling.verdict);
        }
    }
    found.sort_by_key(|verdict| *verdict as u8);
    found.dedup();
    // This limit does not apply to root.
    assert_eq!(found, [Verdict::Ok, Verdict::Ie]);
}

/// Starts a judge with a contestant that makes the file `playing`, waits for the file `answers`, and
/// answers. Waits until it is playing; `act` gets the processes of the judge, the judge first.
fn disturbed(arena: &Arena, level: SandboxLevel, limits: &str, act: impl FnOnce(&[Pid])) -> Ended {
    let [playing, answers] = ["playing", "answers"].map(|name| {
        arena.remove(name);
        arena.path(name)
    });
    let text = format!(
        "#!/bin/sh\ntouch '{playing}'\nuntil [ -e '{answers}' ]; do sleep 0.1; done\nexec ioiwari\n"
    );
    let exec = arena.script("contestant", &text);
    let line = format!("ioiwari-judge --exec \"{exec}\" {limits} {}", level.option());
    let judge = arena.command(&line).spawn().unwrap();
    arena.wait_for("playing");
    let mut processes = vec![judge.id()];
    for at in 0.. {
        let Some(&process) = processes.get(at) else {
            break;
        };
        processes.extend(children(process));
    }
    let pids = processes.iter().map(|&pid| Pid::from_raw(pid as i32));
    act(&pids.collect::<Vec<_>>());
    Ended::of(judge.wait_with_output().unwrap())
}

/// Checks that the contestant does not pay for time in which the judge, or all processes, are
/// stopped, as by Ctrl-Z or a batch system.
pub(super) fn a_stopped_judge() {
    let arena = Arena::here();
    let stop = |pids: &[Pid]| {
        // A short process may have ended since.
        let send = |&pid: &Pid, signal| kill(pid, signal).unwrap_or(());
        pids.iter().for_each(|pid| send(pid, Signal::SIGSTOP));
        arena.write("answers", "");
        thread::sleep(Duration::from_secs(4));
        pids.iter().rev().for_each(|pid| send(pid, Signal::SIGCONT));
    };
    for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
        let limits = "--time-limit 3000 --wall-limit 2000";
        let ended = disturbed(&arena, level, limits, |all| stop(&all[..1]));
        assert!(ended.out.contains("Score = 4"), "judge, {level:?}: {ended:?}");
        let ended = disturbed(&arena, level, limits, stop);
        assert!(ended.out.contains("Score = 4"), "all, {level:?}: {ended:?}");
    }
    // The contestant ends at once; the end is reported late.
    let ended =
        disturbed(&arena, SandboxLevel::Namespaces, "--wall-limit 2000", |all| stop(&all[1..3]));
    assert!(ended.out.contains("Score = 4"), "supervisor: {ended:?}");
}

/// Checks that a killed supervisor is the judge's failure where contestants cannot kill it.
pub(super) fn a_supervisor_killed_from_outside() {
    for user in User::all().iter().copied() {
        let arena = Arena::of(user);
        if arena.level() != SandboxLevel::Namespaces {
            println!("skipped: this host refuses namespaces to the {user:?} user");
            continue;
        }
        for number in [1, 2] {
            let kill = |all: &[Pid]| kill(all[number], Signal::SIGKILL).unwrap();
            let ended = disturbed(&arena, SandboxLevel::Namespaces, PATIENT, kill);
            assert_eq!(ended.status, 3, "{ended:?}");
            assert!(ended.out.contains("something outside killed the supervisor"), "{ended:?}");
        }
    }
}
