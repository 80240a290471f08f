//! Checks that no level of isolation changes a verdict, and that its failure is the judge's fault.

use std::fs;

use game::Verdict;
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{
    Arena, Ended, PATIENT, Trial, User, check_trials, contestant, games, unmeasured,
};

/// Checks that verdicts are the same at levels that are not the default, which the suite plays.
pub(super) fn every_level_gives_the_same_verdict() {
    const NAMES: &str = "crlf closes-stdout exits-halfway exits-126 exits-127 exits-137 exits-139 \
        exits-192 kills-itself real-time-signal segfaults exits-3-after answers-twice endless-line \
        touches-2-gb busy forks-without-end leaves-children";
    let trial = |name| (contestant(name), games::ioiwari());
    let trials: Vec<Trial> = NAMES.split(' ').map(trial).collect();
    let orphan = "#!/bin/sh\nexec 3<&0\n(sleep 0.2; exec ioiwari <&3) &\n";
    for &user in User::all() {
        for level in [Session, Full] {
            check_trials(&trials, user, Some(level));
        }
        for level in [Session, Namespaces, Full] {
            let options = format!("{PATIENT} {}", level.option());
            let result = Arena::of(user).play_script(orphan, &options);
            let found = result.verdict();
            assert_eq!(found, Verdict::Ok, "{level:?}, {user:?} user: {result:?}");
        }
    }
}

/// Checks a working folder that its user may not search. Bubblewrap cannot enter it, which is
/// reported in bubblewrap's words as the judge's fault. At other levels no process enters it.
pub(super) fn a_working_folder_that_cannot_be_searched() {
    let arena = Arena::of(User::Ordinary);
    for (level, status) in [(Session, 0), (Namespaces, 0), (Full, 3)] {
        let folder = "mkdir a && cd a && chmod 0 .";
        let judge = "exec ioiwari-judge --exec ioiwari -ns";
        let options = format!("{PATIENT} {}", level.option());
        let ended = arena.run(&format!("sh -c '{folder} && {judge} {options}'"));
        arena.output("chmod 700 a", 0);
        arena.remove("a");
        assert_eq!(ended.status, status, "{level:?}: {ended:?}");
        let is_told = ended.err.contains("bwrap: ") && ended.err.contains("Permission denied");
        assert_eq!(is_told, level == Full, "{ended:?}");
    }
}

/// Checks that a sandbox needs a real bubblewrap: a program of its name in a relative folder is not
/// started, and one that isolates nothing is noticed from inside.
pub(super) fn a_sandbox_that_is_none() {
    let stub =
        "#!/bin/sh\ntouch started\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n";
    for user in User::all().iter().copied() {
        let arena = Arena::of(user);
        fs::create_dir(arena.path("bin")).unwrap();
        arena.script("bin/bwrap", stub);
        let contestant = arena.script("writes", "#!/bin/sh\ntouch written\n");
        let judge = arena.program("ioiwari-judge");
        let absolute = format!("{}:/bin:/usr/bin", arena.path("bin"));
        for (path, is_started, told) in [
            ("bin", false, "absolute folder of PATH"),
            ("", false, "absolute folder of PATH"),
            (&absolute, true, "has not made the system read-only without network"),
        ] {
            let ended = arena
                .run(&format!("env PATH='{path}' '{judge}' --exec \"{contestant}\" --sandbox -ns"));
            assert_eq!(ended.status, 3, "{path}: {ended:?}");
            assert!(ended.err.contains(told), "{path}: {ended:?}");
            let exists = ["started", "written"].map(|name| arena.folder().join(name).exists());
            assert_eq!(exists, [is_started, false], "{path}: {ended:?}");
            arena.remove("started");
        }
    }
}

/// Checks that the same case gets other process ids when it is played again, so that programs that
/// run at the same time do not name their files alike, and cases cannot count those before.
pub(super) fn process_ids_are_random() {
    let script = "#!/bin/sh\necho \"[DATA] pid = $$\" >&2\n";
    for user in User::all().iter().copied() {
        let arena = Arena::of(user);
        for level in [Namespaces, Full] {
            let play = || {
                let options = format!("--seed 1*4 {PATIENT} {}", level.option());
                let result = arena.play_script(script, &options);
                let ids = result.records.iter().map(|record| format!("{:?}", record.data));
                ids.collect::<Vec<String>>()
            };
            let (first, second) = (play(), play());
            assert_eq!(first.len(), 4, "{first:?}");
            assert_ne!(first, second, "{level:?}, {user:?} user");
        }
    }
}

/// Checks that root's judge can give its contestants another user, who can do nothing to the judge
/// and has no capabilities, and that a program which this user cannot read is a wrong use.
pub(super) fn another_user() {
    // Another user may read the folder of this one.
    let arena = Arena::of(User::Ordinary);
    let plain = Arena::here();
    let judge = plain.program("ioiwari-judge");
    for level in [Session, Namespaces, Full] {
        for attack in ["capabilities", "privileged", "tracing", "forgery", "reading", "stopping"] {
            let exec = arena.attack(attack);
            let options = format!("--user nobody --seed 1-2 {PATIENT} {}", level.option());
            let line = format!("'{judge}' --exec \"{exec}\" -ns {options} --memory-limit 1024");
            let ended = plain.run(&line);
            let expected = "Verdict = RE: exit status 7";
            assert_eq!(ended.out.matches(expected).count(), 2, "{attack}, {level:?}: {ended:?}");
        }
    }
    let hidden = plain.script("hidden", "#!/bin/sh\n");
    plain.run("chmod 700 hidden");
    for (options, told) in [
        (format!("--user nobody --exec \"{hidden}\""), "nobody may not use"),
        (format!("--user nobody --exec \"cat {hidden}\""), "nobody may not use"),
        ("--user root".into(), "user id 0"),
        ("--user no-such-user".into(), "there is no user"),
    ] {
        let ended = plain.run(&format!("'{judge}' -ns {options}"));
        assert_eq!(ended.status, 2, "{options}: {ended:?}");
        assert!(ended.err.contains(told), "{options}: {ended:?}");
    }
    // Nor does it start a program of the past that another user may have changed.
    let own = plain.script("own", "#!/bin/sh\n");
    plain.run(&format!("'{judge}' --exec {own} --runs past --seed 1"));
    plain.run("chown nobody past/ioiwari-1/sources/own");
    let ended = plain.run(&format!("'{judge}' duel --exec {own} --against last --runs past"));
    assert_eq!(ended.status, 2, "{ended:?}");
    assert!(ended.err.contains("sources/own: another user's file"), "{ended:?}");
    let ended = arena.run("ioiwari-judge --user nobody -ns");
    assert_eq!(ended.status, 2, "{ended:?}");
    assert!(ended.err.contains("only root"), "{ended:?}");
}

/// Checks that seed and salt can be read from files, so that arguments do not show them.
pub(super) fn secrets_in_files() {
    let arena = Arena::here();
    arena.write("secret", "5-6\n");
    arena.write("salt", "abc\n");
    let play = |options: &str| {
        let line = format!("tonga-judge --exec 'env SOLVER_WORK=50 tonga' -ns {options}");
        let records = arena.play(&line).records;
        records.iter().map(unmeasured).collect::<Vec<_>>()
    };
    let secret = play("--seed @secret --salt @salt");
    assert_eq!(secret.len(), 2);
    assert_eq!(secret, play("--seed 5-6 --salt abc"));
    let ended = arena.run("tonga-judge --seed @no-such-file");
    assert_eq!((ended.status, ended.err.contains("no-such-file: ")), (2, true), "{ended:?}");
}

/// Checks that more workers than processors are refused with `--pin`.
pub(super) fn more_workers_than_processors() {
    let ended = Arena::here().run("taskset -c 0 ioiwari-judge --seed 1-2 --pin --threads 2");
    assert_eq!(ended.status, 2, "{ended:?}");
    assert!(ended.err.contains("this process may use 1"), "{ended:?}");
}

/// Checks that small limits of the stack and of descriptors are the contestant's, not the judge's.
pub(super) fn small_limits() {
    let script = "#!/bin/sh\necho \"[DATA] limits = $(ulimit -s) $(ulimit -n)\" >&2\n";
    for user in User::all().iter().copied() {
        let arena = Arena::of(user);
        let (exec, judge) = (arena.script("contestant", script), arena.program("ioiwari-judge"));
        for level in [Session, Namespaces, Full] {
            let options = format!("{PATIENT} {} --json -", level.option());
            let line =
                format!("ulimit -s 64; ulimit -Sn 16; \"{judge}\" --exec \"{exec}\" -ns {options}");
            let ended = Ended::of(arena.command("sh -c").arg(line).output().unwrap());
            let are_kept = ended.out.contains(r#""limits":"64 16""#);
            assert!(are_kept && ended.status == 1, "{level:?}, {user:?} user: {ended:?}");
        }
    }
}

/// Checks that a contestant that deletes its program loses the following cases, not the run.
pub(super) fn a_program_that_deletes_itself() {
    let arena = Arena::here();
    for level in [Session, Namespaces] {
        let options = format!("--seed 1-3 {PATIENT} {}", level.option());
        let result = arena.play_attack("deletes_itself", &options);
        let verdicts = result.records.iter().map(|record| record.ruling.verdict);
        let verdicts: Vec<Verdict> = verdicts.collect();
        assert_eq!(verdicts.len(), 3, "{result:?}");
        assert_eq!(verdicts[1..], [Verdict::Re, Verdict::Re], "{result:?}");
        assert_eq!(result.ended.status, 1, "{result:?}");
    }
}
