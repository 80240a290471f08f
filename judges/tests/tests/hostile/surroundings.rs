//! Surroundings of a contestant: variables, limits, signals and files, however its judge was started.

use std::fs;

use harness::hostile::{Arena, PATIENT, games};

/// A judge started with signals ignored or blocked gives the same verdicts.
#[test]
fn signals_ignored_or_blocked_from_the_start() {
    let arena = Arena::here();
    let python = "import os, signal, sys\n";
    let exec = "os.execvp(sys.argv[1], sys.argv[1:])\n";
    let blocked = "signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))\n";
    let default = "signal.signal(signal.SIGPIPE, signal.SIG_DFL)\n";
    arena.write("blocked.py", &[python, blocked, exec].concat());
    arena.write("default.py", &[python, default, exec].concat());
    arena.write("ignored.sh", "trap '' CHLD PIPE HUP USR1; exec \"$@\"\n");
    for start in ["sh ignored.sh", "python3 blocked.py", "python3 default.py"] {
        for (behaviour, status, word) in [
            ("exits-3", 1, "RE: exit status 3"),
            ("segfaults", 1, "RE: killed by SIGSEGV"),
            ("closes-stdin", 1, "WA: turn 2: after 1 line:"),
            ("crlf", 0, "Score = 4.0"),
        ] {
            let exec = arena.exec(&games::all()[0], behaviour);
            let judge = format!("ioiwari-judge --seed 5 --exec \"{exec}\" -ns {PATIENT}");
            let ended = arena.run(&format!("{start} {judge}"));
            assert_eq!(ended.status, status, "{start} {behaviour}: {ended:?}");
            assert!(ended.out.contains(word), "{start} {behaviour}: {ended:?}");
        }
    }
}

/// Starts a judge with a terminal, an open descriptor and core dumps.
const GENEROUS: &str = "ulimit -c unlimited; exec 7</dev/null
exec python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \"$@\"
";

#[test]
fn variables_limits_terminal_and_descriptors() {
    let arena = Arena::here();
    arena.write("generous.sh", GENEROUS);
    let text = format!(
        "#!/bin/sh\nexec 3>'{}'\nenv | sort >&3\nulimit -c >&3\n\
         (: < /dev/tty) 2>/dev/null && echo tty >&3\n\
         ls /proc/self/fd | tr '\\n' ' ' >&3\n",
        arena.path("seen")
    );
    arena.script("looks", &text);
    let mut judge = arena.command("sh generous.sh ioiwari-judge --exec ./looks -ns");
    judge.env("SECRET", "1").env("TMPDIR", arena.folder());
    assert_eq!(judge.output().unwrap().status.code(), Some(1));
    let text = arena.read("seen");
    let (lines, descriptors) = text.trim_end().rsplit_once('\n').unwrap();
    let names = lines
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0));
    let own = ["_", "PWD", "OLDPWD", "SHLVL"];
    let names: Vec<&str> = names.filter(|name| !own.contains(name)).collect();
    assert!(names.contains(&"PATH") && names.contains(&"LANG"), "{text}");
    let kept = ["HOME", "LANG", "PATH", "TMPDIR"];
    assert!(names.iter().all(|name| kept.contains(name)), "{text}");
    assert_eq!(lines.lines().last(), Some("0"), "core limit or tty: {text}");
    // The three streams, the script's own 3, and the listing of the folder itself.
    assert_eq!(descriptors.trim(), "0 1 2 3 4", "{text}");
}

/// Whatever the files of a run hold while it goes on, no contestant finds the salt there, nor the
/// seed of its own case in a name.
#[test]
fn a_contestant_finds_no_secret_in_what_the_run_writes() {
    let arena = Arena::here();
    let folder = arena.path("d");
    let text = format!(
        "#!/bin/sh\ns=very; find '{folder}' >&2; grep -rh \"$s-secret\" '{folder}' >&2\nexec ioiwari\n"
    );
    arena.script("looks", &text);
    for level in ["--sandbox=none", "--sandbox=namespaces"] {
        arena.remove("d");
        fs::create_dir(&folder).unwrap();
        let files = "--json d/r --bests d/b --saveScores d/s --html d --runs d";
        let secrets = "--seed 7340917,7340918 --salt very-secret";
        let judge = format!("ioiwari-judge --exec ./looks {secrets} {level} {PATIENT} {files}");
        let ended = arena.run(&judge);
        assert_eq!(ended.status, 0, "{ended:?}");
        for seed in ["7340917", "7340918"] {
            let seen = arena.read(&format!("d/streams/{seed}.err"));
            // The three streams are there.
            assert!(seen.matches("/.tmp").count() >= 3, "{level}: {seen}");
            let is_secret = |word| !seen.contains(word);
            assert!(
                is_secret(seed) && is_secret("very-secret"),
                "{level}: {seen}"
            );
        }
    }
}
