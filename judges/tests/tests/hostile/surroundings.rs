//! Start of a judge, and the places it writes to.

use std::fs;
use std::path::Path;
use std::process::Command;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind, games};

/// Everything below a folder.
fn listing(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push(path.display().to_string());
        if path.is_dir() {
            found.extend(listing(&path));
        }
    }
    found.sort();
    found
}

#[test]
fn nothing_is_written_outside_the_paths_given() {
    let arena = Arena::here().unwrap();
    let path = |name: &str| arena.folder().join(name).display().to_string();
    for name in ["here", "home", "tmp", "given"] {
        fs::create_dir(path(name)).unwrap();
    }
    for game in games::all() {
        let solver = format!("env SOLVER_WORK=50 '{}'", arena.program(&game.name));
        let (given, json, bests) = (path("given"), path("given/json"), path("given/bests"));
        let scores = path("given/scores");
        let plain: &[&str] = &["--exec", &solver];
        let crash: &[&str] = &["--exec", "sh -c 'kill -SEGV $$'"];
        let all = [
            "-sa", &given, "--json", &json, "--bests", &bests, "-ss", &scores,
        ];
        let limits = ["--time-limit", "60000", "--wall-limit", "120000"];
        let case: Vec<&str> = game.short.iter().map(String::as_str).collect();
        let gen_case = [&["gen"], &case[..]].concat();
        let case = game.short_options();
        for args in [
            [&case, &limits[..], plain].concat(),
            [&case, &limits[..], crash].concat(),
            [&case, &limits[..], plain, &all].concat(),
            gen_case,
        ] {
            let output = arena
                .judge(game)
                .args(&args)
                .current_dir(path("here"))
                .env("HOME", path("home"))
                .env("TMPDIR", path("tmp"))
                .output()
                .unwrap();
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{args:?}: {output:?}"
            );
            for untouched in ["here", "home", "tmp"] {
                assert_eq!(listing(Path::new(&path(untouched))), [""; 0], "{args:?}");
            }
        }
        assert_eq!(
            listing(Path::new(&given)).len(),
            6,
            "{:?}",
            listing(Path::new(&given))
        );
        fs::remove_dir_all(&given).unwrap();
        fs::create_dir(&given).unwrap();
    }
}

/// A judge started with signals ignored or blocked gives the same verdicts.
#[test]
fn signals_ignored_or_blocked_from_the_start() {
    let arena = Arena::here().unwrap();
    let ignored = "trap '' CHLD PIPE HUP USR1; exec \"$0\" \"$@\"";
    let blocked = "import os, signal, sys\n\
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))\n\
        os.execv(sys.argv[1], sys.argv[1:])";
    let default = "import os, signal, sys\n\
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)\n\
        os.execv(sys.argv[1], sys.argv[1:])";
    for start in [["sh", ignored], ["python3", blocked], ["python3", default]] {
        for (behaviour, status, word) in [
            ("exits-3", 1, "RE: exit status 3"),
            ("segfaults", 1, "RE: killed by SIGSEGV"),
            ("closes-stdin", 1, "WA: turn 2: after 1 line:"),
            ("crlf", 0, "Score = 4.0"),
        ] {
            let exec = arena
                .exec(first(DialogueKind::Interactive), behaviour)
                .unwrap();
            let output = Command::new(start[0])
                .args(["-c", start[1]])
                .arg(arena.judge(first(DialogueKind::Interactive)).get_program())
                .args(["--seed", "5", "--exec", &exec, "-ns"])
                .args(["--time-limit", "60000", "--wall-limit", "120000"])
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(
                output.status.code(),
                Some(status),
                "{start:?} {behaviour}: {output:?}"
            );
            assert!(said.contains(word), "{start:?} {behaviour}: {said}");
        }
    }
}
