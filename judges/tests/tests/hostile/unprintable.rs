//! Names of files, commands and output of contestants that would change how an output is shown.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};
use harness::{assert_printable, unprintable};

#[test]
fn no_output_of_a_judge_holds_a_character_that_changes_others() {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let solver = arena.program(&game.name);
    let name = unprintable("x");
    let case = format!("{name}.in");
    fs::write(arena.folder().join(&case), "2 2 2 2 4 4 4\n").unwrap();
    fs::write(arena.folder().join("1.in"), "2 2 2 2 4 4 4\n").unwrap();
    fs::write(arena.folder().join("1.out"), &name).unwrap();
    // Its name, its messages and its answer are hostile.
    let text = format!(
        "#!/bin/sh\nprintf '%s' '{name}' >&2\nprintf '%s\\n[DATA] {name} = {name}\\n' >&2\nprintf '%s\\n' '{name}'\nexit 3\n"
    );
    let exec = arena.script(&name, &text).unwrap();
    let exec = shlex::try_quote(&exec).unwrap().into_owned();
    let missing = shlex::try_quote(&unprintable("./")).unwrap().into_owned();
    let lines: Vec<Vec<&str>> = vec![
        vec!["--case", &case, "--exec", &solver],
        vec!["--case", &case, "--exec", &solver, "--saveAll", &name],
        vec!["--case", &case, "--exec", &solver, "--saveAll", &name],
        vec!["--case", &case, "--case", "1.in", "--exec", &exec],
        vec!["--exec", &exec, "--seed", "1-2", "--json", "-"],
        vec!["--exec", &exec, "--html", "pages"],
        vec!["--exec", &missing],
        vec!["--exec", &name],
        vec!["--case", &name, "--exec", "true"],
        vec!["--json", "1.in", "--exec", "true"],
        vec!["--seed", &name],
        vec!["--salt", &name],
        vec!["--bests", "1.out", "--exec", "true"],
        vec!["--runs", "1.in", "--note", &name, "--exec", "true"],
        vec!["--runs", "runs", "--note", &name, "--exec", &exec],
        vec![
            "duel",
            "--case",
            &case,
            "--exec",
            &exec,
            "--against",
            &solver,
        ],
        vec!["duel", "--exec", &exec, "--against", &solver],
        vec!["gen", "--out", &case],
        vec!["score", &case, "1.out"],
        vec!["score", "1.out", "1.out"],
        vec!["score", &name, "1.out"],
        vec![
            "show",
            "--text",
            "--case",
            &case,
            "--exec",
            &exec,
            "--against",
            &exec,
        ],
        vec![
            "show",
            "--case",
            &case,
            "--exec",
            &exec,
            "--out",
            "page.html",
        ],
        vec!["show", "--case", &case, "--exec", &exec, "--out", &case],
        vec!["play", "--continue", &case],
        vec!["play", "--case", &case, "--saveAll", &case],
        vec![&name],
    ];
    let word = unprintable("--");
    for args in lines.iter().chain([&vec![&word[..]]]) {
        let mut judge = arena.judge(game);
        let output = judge.args(args).output().unwrap();
        assert_printable(&output.stdout, &format!("{args:?}"));
        assert_printable(&output.stderr, &format!("{args:?}"));
        // A line end in a name makes no line of its own.
        let said = String::from_utf8(output.stderr).unwrap();
        if output.status.code() == Some(2) && !said.contains("For more information") {
            assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        }
    }
    for page in [
        "pages/1.html",
        "pages/index.html",
        "page.html",
        "runs/ioiwari-1/run.json",
    ] {
        assert_printable(&fs::read(arena.folder().join(page)).unwrap(), page);
    }
}

/// Input that a person types comes back as it can be shown.
#[test]
fn hand_play_shows_no_such_character() {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let mut judge = arena.judge(game);
    judge.arg("play").stdin(Stdio::piped());
    let mut child = judge.spawn().unwrap();
    let word = unprintable("x").replace(['\n', '\u{2028}'], "");
    let typed = format!("{word}\nabout {word}\nsave {word}\nsave {word}\nsave no/{word}\nquit\n");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(typed.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_printable(&output.stdout, "play");
    assert_printable(&output.stderr, "play");
}
