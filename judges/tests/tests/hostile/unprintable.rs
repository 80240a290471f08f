//! Names of files, commands and output of contestants that would change how an output is shown.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use harness::hostile::Arena;
use harness::{assert_printable, unprintable};

/// Words of command lines: `NAME` is a name with such characters, `CASE` a case file of this name,
/// `EXEC` a contestant of this name, `NONE` one that does not exist.
const LINES: [&str; 29] = [
    "--case CASE --exec ioiwari",
    "--case CASE --exec ioiwari --saveAll NAME",
    "--case CASE --exec ioiwari --saveAll NAME",
    "--case CASE --case 1.in --exec EXEC",
    "--exec EXEC --seed 1-2 --json -",
    "--exec EXEC --html pages",
    "--exec NONE",
    "--exec NAME",
    "--case NAME --exec true",
    "--json 1.in --exec true",
    "--seed NAME",
    "--salt NAME",
    "--bests 1.out --exec true",
    "--runs 1.in --note NAME --exec true",
    "--runs runs --note NAME --exec EXEC",
    "duel --case CASE --exec EXEC --against ioiwari",
    "duel --exec EXEC --against ioiwari",
    "gen --out CASE",
    "score CASE 1.out",
    "score 1.out 1.out",
    "score NAME 1.out",
    "show --text --case CASE --exec EXEC --against EXEC",
    "show --case CASE --exec EXEC --out page.html",
    "show --case CASE --exec EXEC --out CASE",
    "play --continue CASE",
    "play --case CASE --saveAll CASE",
    "NAME",
    "--NAME",
    "--NAME=1",
];

#[test]
fn no_output_of_a_judge_holds_a_character_that_changes_others() {
    let arena = Arena::here();
    let name = unprintable("x");
    let case = format!("{name}.in");
    for file in [&case, "1.in"] {
        arena.write(file, "2 2 2 2 4 4 4\n");
    }
    arena.write("1.out", &name);
    // Its name, its messages and its answer are hostile.
    let text = format!(
        "#!/bin/sh\nprintf '%s' '{name}' >&2\nprintf '%s\\n[DATA] {name} = {name}\\n' >&2\nprintf '%s\\n' '{name}'\nexit 3\n"
    );
    let quoted = |word: &str| shlex::try_quote(word).unwrap().into_owned();
    let exec = quoted(&arena.script(&name, &text));
    let none = quoted(&unprintable("./"));
    for line in LINES {
        let mut judge = arena.command("ioiwari-judge");
        judge.args(line.split(' ').map(|word| match word {
            "CASE" => case.clone(),
            "EXEC" => exec.clone(),
            "NONE" => none.clone(),
            _ => word.replace("NAME", &name),
        }));
        let output = judge.output().unwrap();
        assert_printable(&output.stdout, line);
        assert_printable(&output.stderr, line);
        // A line end in a name makes no line of its own.
        let printed = String::from_utf8(output.stderr).unwrap();
        if output.status.code() == Some(2) && !printed.contains("For more information") {
            assert_eq!(printed.lines().count(), 1, "{line}: {printed}");
        }
    }
    for page in [
        "pages/1.html",
        "pages/index.html",
        "page.html",
        "runs/ioiwari-1/run.json",
    ] {
        assert_printable(&fs::read(arena.path(page)).unwrap(), page);
    }
}

/// Input that a person types comes back as it can be shown.
#[test]
fn hand_play_shows_no_such_character() {
    let arena = Arena::here();
    let mut judge = arena.command("ioiwari-judge play");
    let mut child = judge.stdin(Stdio::piped()).spawn().unwrap();
    let word = unprintable("x").replace(['\n', '\u{2028}'], "");
    let typed = format!("{word}\nabout {word}\nsave {word}\nsave {word}\nsave no/{word}\nquit\n");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(typed.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_printable(&output.stdout, "play");
    assert_printable(&output.stderr, "play");
}
