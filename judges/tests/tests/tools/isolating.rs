//! Checks that no level of isolation changes a verdict, and that its failure is the judge's fault.

use game::Verdict;
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{Arena, PATIENT, Trial, User, check_trials, contestant, games};

/// Checks that verdicts are the same at levels that are not the default, which the suite plays.
pub(super) fn every_level_gives_the_same_verdict() {
    const NAMES: &str = "crlf closes-stdout exits-halfway exits-126 exits-127 exits-137 exits-139 \
        exits-192 kills-itself real-time-signal segfaults exits-3-after answers-twice endless-line \
        touches-2-gb busy forks-without-end leaves-children";
    let trial = |name| (contestant(name), &games::all()[0]);
    let trials: Vec<Trial> = NAMES.split(' ').map(trial).collect();
    let orphan = "#!/bin/sh\nexec 3<&0\n(sleep 0.2; exec ioiwari <&3) &\n";
    for user in User::ALL {
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
        arena.remove("a");
        assert_eq!(ended.status, status, "{level:?}: {ended:?}");
        let is_told = ended.err.contains("bwrap: ") && ended.err.contains("Permission denied");
        assert_eq!(is_told, level == Full, "{ended:?}");
    }
}
