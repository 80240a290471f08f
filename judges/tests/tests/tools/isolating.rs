//! Checks that the requested level of isolation is used, changes no verdict, and fails as the
//! judge's fault.

use std::fs;
use std::os::unix::net::UnixListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use game::Verdict;
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{Arena, PATIENT, Trial, User, check_trials, contestants, games};

/// Checks that verdicts in a sandbox are the same as outside.
pub(super) fn a_sandbox_changes_no_verdict() {
    const NAMES: [&str; 12] = [
        "crlf",
        "closes-stdout",
        "exits-halfway",
        "real-time-signal",
        "segfaults",
        "exits-3-after",
        "answers-twice",
        "endless-line",
        "touches-2-gb",
        "busy",
        "forks-without-end=0",
        "leaves-children",
    ];
    let mut chosen = contestants();
    chosen.retain(|contestant| NAMES.contains(&contestant.name));
    assert_eq!(chosen.len(), NAMES.len());
    let trials: Vec<Trial> = (chosen.into_iter())
        .map(|contestant| (contestant, &games::all()[0]))
        .collect();
    for user in User::ALL {
        check_trials(&trials, user, Some(Full));
    }
}

/// Checks that the exit of the first process and of its children has the same result at every
/// level, for every user.
pub(super) fn every_level_gives_the_same_verdict() {
    let answering = "exec 3<&0\n(sleep 0.2; exec ioiwari <&3) &\n";
    let mut programs = vec![
        (answering.to_string(), Verdict::Ok, String::new()),
        (
            "exec >&-; sleep 9".into(),
            Verdict::Wa,
            "the output is empty".into(),
        ),
    ];
    for status in [126, 127, 137, 139, 192] {
        programs.push((
            format!("exit {status}"),
            Verdict::Re,
            format!("exit status {status}"),
        ));
    }
    programs.push(("kill -9 $$".into(), Verdict::Re, "killed by SIGKILL".into()));
    for user in User::ALL {
        let arena = Arena::of(user);
        for level in [Session, Namespaces, Full] {
            for (program, verdict, reason) in &programs {
                let text = format!("#!/bin/sh\n{program}\n");
                let result = arena.play_script(&text, &format!("{PATIENT} {}", level.option()));
                let isolation = result.record().isolation.as_deref();
                assert_eq!(isolation, level.option().strip_prefix("--sandbox="));
                let found = (result.verdict(), result.reason());
                let is_right = found.0 == *verdict && found.1.contains(reason.as_str());
                assert!(is_right, "{program}, {level:?}, {user:?} user: {found:?}");
            }
        }
    }
}

/// Runs a judge in a user namespace that forbids process namespaces. Without `--sandbox` it falls
/// back with one message; a requested level fails.
pub(super) fn a_level_that_was_asked_for_is_kept() {
    let arena = Arena::of(User::Ordinary);
    let refusing = |line: &str| {
        let judge = format!("ioiwari-judge --exec ioiwari -ns --json r --force {line}");
        let limit = "echo 0 > /proc/sys/user/max_pid_namespaces";
        arena.run(&format!("unshare -Ur sh -c '{limit}; exec {judge}'"))
    };
    let fallen = refusing("--seed 1-3");
    assert_eq!(fallen.status, 0, "{fallen:?}");
    let told = "contestants run with --sandbox=none: the kernel refuses namespaces";
    assert_eq!(fallen.err.matches(told).count(), 1, "{fallen:?}");
    for record in arena.records("r") {
        assert_eq!(record.isolation.as_deref(), Some("none"));
    }
    for level in [Namespaces, Full] {
        let ended = refusing(level.option());
        assert_eq!(ended.status, 3, "{ended:?}");
        assert!(ended.err.contains("--sandbox: "), "{ended:?}");
        assert!(
            ended.err.contains("the kernel refuses namespaces"),
            "{ended:?}"
        );
    }
}

/// Checks that a failure of bubblewrap is reported as the judge's, in bubblewrap's words, and that
/// bubblewrap's time does not count for the contestant.
pub(super) fn a_failure_of_bubblewrap_is_the_judges() {
    let arena = Arena::here();
    fs::create_dir(arena.folder().join("bin")).unwrap();
    let wrapper = |act: &str| {
        // Before the first case the judge makes a trial; that one succeeds.
        let text = format!(
            "#!/bin/sh\nif [ -e {0} ]; then {act}; else touch {0}; fi\nexec {1} \"$@\"\n",
            arena.path("tried"),
            "/usr/bin/bwrap"
        );
        arena.remove("tried");
        arena.script("bin/bwrap", &text);
        arena.play(
            "ioiwari-judge --exec ioiwari -ns --sandbox=full --time-limit 500 --wall-limit 900",
        )
    };
    let failed = wrapper("echo bwrap: cannot mount >&2; exit 1");
    assert_eq!(failed.verdict(), Verdict::Ie);
    let reason = "the contestant cannot be started: bwrap: cannot mount";
    assert_eq!((failed.reason(), failed.ended.status), (reason, 3));
    let busy = "timeout 1 sh -c \"while :; do :; done\"";
    assert_eq!(wrapper(busy).verdict(), Verdict::Ok);
}

/// Checks that a judge builds and plays even if its parent ignores SIGCHLD, as a service manager
/// may do.
pub(super) fn an_ignored_signal_of_the_judges_parent() {
    let arena = Arena::here();
    arena.write("judge.toml", "exec = \"ioiwari\"\nbuild = \"true\"\n");
    for level in [Session, Namespaces, Full] {
        let judge = format!("timeout 100 ioiwari-judge -ns {PATIENT} {}", level.option());
        let ended = arena.run(&format!("env --ignore-signal=CHLD {judge}"));
        assert_eq!(ended.status, 0, "{level:?}: {ended:?}");
    }
}

/// Checks that a long command runs while another program makes and deletes sockets.
pub(super) fn a_long_command_while_sockets_come_and_go() {
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0_u32.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let path = folder.path().join((number % 50).to_string());
                let _ = fs::remove_file(&path);
                UnixListener::bind(&path).unwrap();
            }
        });
        let arena = Arena::here();
        let exec = arena.script("words", "#!/bin/sh\n[ $# = 3000 ] && exec ioiwari\n");
        let words = " word".repeat(3000);
        for level in [Session, Namespaces, Full] {
            let options = format!("--seed 1-30 -ns {PATIENT} {}", level.option());
            let result = arena.play(&format!("ioiwari-judge --exec '{exec}{words}' {options}"));
            let verdicts = result.records.iter().map(|record| record.ruling.verdict);
            let ok = verdicts.filter(|verdict| *verdict == Verdict::Ok).count();
            assert_eq!(ok, 30, "{level:?}: {:?}", result.ended);
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

/// Checks a working folder that its user may not search. Bubblewrap cannot enter it, which is
/// reported in bubblewrap's words as the judge's fault. At other levels no process enters it.
pub(super) fn a_working_folder_that_cannot_be_searched() {
    let arena = Arena::of(User::Ordinary);
    for (level, status) in [(Session, 0), (Namespaces, 0), (Full, 3)] {
        let judge = format!(
            "ioiwari-judge --exec ioiwari -ns {PATIENT} {}",
            level.option()
        );
        let ended = arena.run(&format!(
            "sh -c 'mkdir a && cd a && chmod 0 . && exec {judge}'"
        ));
        arena.remove("a");
        assert_eq!(ended.status, status, "{level:?}: {ended:?}");
        let is_told = ended.err.contains("bwrap: ") && ended.err.contains("Permission denied");
        assert_eq!(is_told, level == Full, "{ended:?}");
    }
}
