//! Contestants that keep their supervisor from going on or from ending: the judge waits for
//! neither without end.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use game::Verdict;
use hostile::games::first;
use hostile::{Arena, DialogueKind, Expected, SandboxLevel, User, contestants};

/// Longer than the judge waits for a supervisor.
const PATIENCE: Duration = Duration::from_secs(100);

/// The groups that contestants of the suite have made, and the file that thaws each, with what
/// to write there.
fn frozen_groups() -> Vec<(PathBuf, &'static str, &'static str)> {
    let mounts = [
        ("/sys/fs/cgroup/freezer", "freezer.state", "THAWED"),
        ("/sys/fs/cgroup", "cgroup.freeze", "0"),
    ];
    let groups = mounts.into_iter().flat_map(|(mount, file, thawed)| {
        let entries = fs::read_dir(mount).into_iter().flatten().flatten();
        let is_group = |path: &PathBuf| path.display().to_string().contains("/hostile-");
        let folders = entries.map(|entry| entry.path()).filter(is_group);
        folders.map(move |folder| (folder, file, thawed))
    });
    groups.collect()
}

/// A frozen supervisor is thawed, and reports. A judge that does not do so gets `None`.
pub(super) fn a_frozen_supervisor() {
    let arena = Arena::of(User::Present).unwrap();
    let all = contestants();
    let frozen = all.iter().find(|one| one.name == "freezes-its-supervisor");
    let (sender, ended) = channel::<()>();
    // Without this, a judge that waits for ever would keep the test.
    let guard = thread::spawn(move || {
        let is_late = ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
        let groups = frozen_groups();
        for (folder, file, thawed) in &groups {
            let _ = fs::write(folder.join(file), thawed);
        }
        (is_late, groups)
    });
    let game = first(DialogueKind::Interactive);
    let outcome = arena.run(game, frozen.unwrap(), SandboxLevel::Session);
    drop(sender);
    let (is_late, groups) = guard.join().unwrap();
    let emptied = groups.iter().map(|(folder, ..)| fs::remove_dir(folder));
    let is_empty: Vec<bool> = emptied.map(|removed| removed.is_ok()).collect();
    assert!(!is_late);
    let expected = Expected {
        verdict: Verdict::Tle,
        reason: "no answer within the wall limit of 1500 ms".into(),
    };
    outcome.unwrap().check(&expected).unwrap();
    // The contestant could freeze it, and no process is left in there.
    assert_eq!(is_empty, [true], "{groups:?}");
}

/// A contestant that traces its supervisor and kills it keeps its end from the judge.
pub(super) fn a_traced_supervisor() {
    let text = "#!/usr/bin/env python3\nimport ctypes, os, time\n\
        ctypes.CDLL(None).ptrace(0x4206, os.getppid(), 0, 0)\n\
        os.kill(os.getppid(), 9)\ntime.sleep(60)\n";
    let arena = Arena::of(User::Present).unwrap();
    let exec = arena.script("traces", text).unwrap();
    let started = Instant::now();
    let args = ["--exec", &exec, "-ns", SandboxLevel::Session.option()];
    let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
    let reason = outcome.record().unwrap().ruling.reason.as_deref();
    assert_eq!(reason, Some("killed by signal 9, as was its supervisor"));
    assert!(started.elapsed() < Duration::from_secs(40));
    assert!(outcome.left.is_empty(), "{:?}", outcome.left);
}
