//! Contestants that keep their supervisor from running or from exiting: the judge must not wait for
//! ever.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::{Arena, PATIENT, SandboxLevel, User, check_trials, contestant, games};
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
    let (game, level) = (&games::all()[0], SandboxLevel::Session);
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
    for (limit, then) in [(3, "read beads; sleep 0.5; echo 8")]
        .into_iter()
        .chain(exits)
    {
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
    let trials = names.map(|name| (contestant(name), &games::all()[0]));
    check_trials(&trials, User::Present, Some(SandboxLevel::Session));
}
