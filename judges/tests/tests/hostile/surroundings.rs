//! Start of a judge, and the places it writes to.

use std::fs;
use std::io::{BufRead, BufReader, pipe};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind, games};

fn assert_calm(output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn the_reader_of_the_output_is_gone() {
    let arena = Arena::here().unwrap();
    let solver = arena.program("ioiwari");
    let mut judge = arena.judge(first(DialogueKind::Interactive));
    let mut child = judge
        .args(["--all", "--exec", &solver])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    // The reader is gone after the first line.
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.starts_with("Seed = 1, "), "{line}");
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), &output.stderr[..]),
        (Some(141), &b""[..])
    );
}

/// The first line is without a reader, or the stream is closed.
#[test]
fn the_output_has_no_reader() {
    let arena = Arena::here().unwrap();
    let solver = arena.program("ioiwari");
    let (case, output) = (arena.folder().join("1.in"), arena.folder().join("1.out"));
    fs::write(&case, "2 2 2 2 4 4 4\n").unwrap();
    fs::write(&output, "1\n").unwrap();
    let [case, output] = [case, output].map(|path| path.display().to_string());
    let runs: [(&[&str], i32); 5] = [
        (&["--exec", &solver], 141),
        (&["--exec", &solver, "--noSummary"], 141),
        (&["gen"], 141),
        (&["score", &case, &output], 141),
        (&["--help"], 0),
    ];
    for (args, status) in runs {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let mut judge = arena.judge(first(DialogueKind::Interactive));
        let output = judge.args(args).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        assert_calm(&output);

        let judge = arena.judge(first(DialogueKind::Interactive));
        let output = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" <&- >&- 2>&-"])
            .arg(judge.get_program())
            .args(args)
            .output()
            .unwrap();
        // A stream that is closed from the beginning takes everything.
        let scored = i32::from(args[0] == "score");
        assert_eq!(output.status.code(), Some(scored), "{args:?}");
    }
}

#[test]
fn commands_are_split_as_a_shell_would() {
    let arena = Arena::here().unwrap();
    let (folder, seen) = (arena.folder().join("a folder"), arena.folder().join("seen"));
    fs::create_dir(&folder).unwrap();
    let text = format!("#!/bin/sh\nprintf '<%s>' \"$@\" > '{}'\n", seen.display());
    arena.script("a folder/my player", &text).unwrap();
    let commands = [
        (
            "'./my player' one 'two words' \"it's\" a\\ b \"\" '$HOME *'",
            "<one><two words><it's><a b><><$HOME *>",
        ),
        ("\"../a folder/my player\"", "<>"),
        ("./my\\ player   x\ty  ", "<x><y>"),
    ];
    for (exec, expected) in commands {
        let mut judge = arena.judge(first(DialogueKind::Interactive));
        let output = judge
            .args(["-exec", exec, "-seed", "1", "-ns"])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(fs::read_to_string(&seen).unwrap(), expected, "{exec}");
    }
    for exec in ["", "  ", "'open", "a \"b"] {
        let output = arena
            .judge(first(DialogueKind::Interactive))
            .args(["-exec", exec])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{exec}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("error: --exec: "), "{said}");
    }
}

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
            ("closes-stdin", 1, "WA: turn 2: after 1 lines"),
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
