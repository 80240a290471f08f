//! Duels: their verdicts, and the order of their cases.

use std::fs;
use std::process::Output;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};

/// Runs a duel of an offline game; its words begin with those of the two contestants.
fn duel(arena: &Arena, words: &[&str]) -> Output {
    let mut judge = arena.judge(first(DialogueKind::Offline));
    let patient = ["--time-limit", "60000", "--wall-limit", "120000"];
    judge.arg("duel").args(words).args(patient);
    judge.current_dir(arena.folder()).output().unwrap()
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn contestants_that_never_differ_are_equivalent() {
    let arena = Arena::here().unwrap();
    let equals = ["--exec", "echo 0", "--against", "echo 0", "--margin", "0.3"];
    for (measure, range) in [("relative", &[][..]), ("score", &["--range", "1"])] {
        let cases = 15;
        let output = duel(
            &arena,
            &[&equals[..], &["--measure", measure], range].concat(),
        );
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(11), "{said}");
        assert!(said.contains(&format!("cases    {cases}: ")), "{said}");
        let unseen = format!(
            "unseen   losses in fewer than {:.4} of",
            2.9957 / f64::from(cases)
        );
        assert!(said.contains(&unseen), "{said}");
    }
}

/// A difference that is larger than the user's range would make the verdict wrong.
#[test]
fn a_difference_is_checked_against_the_range() {
    let arena = Arena::here().unwrap();
    let words = [
        "--exec",
        "echo 0",
        "--against",
        "false",
        "--measure",
        "score",
    ];
    let output = duel(&arena, &[&words[..], &["--range", "0.5"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "error: --range 0.5: the difference of case 1 is 1\n");
    let output = duel(&arena, &[&words[..], &["--range", "1"]].concat());
    let said = printed(&output);
    // It failed its first three cases, after which a duel stops.
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("\nrange    one case can differ by 1.000000\n"),
        "{said}"
    );
}

/// Files are often sorted: the first ones are not to speak for all.
#[test]
fn cases_from_files_are_shuffled_alike_every_time() {
    let arena = Arena::here().unwrap();
    let mut words = vec!["--exec", "echo 0", "--against", "echo 0"];
    let names: Vec<String> = (1..=20).map(|seed| format!("{seed}.in")).collect();
    for name in &names {
        words.extend(["--case", name]);
    }
    let game = first(DialogueKind::Offline);
    let mut judge = arena.judge(game);
    judge.args(["gen", "--seed", "1-20", "--out", "."]);
    let written = judge.current_dir(arena.folder()).status().unwrap();
    assert!(written.success() && fs::metadata(arena.folder().join("20.in")).is_ok());
    let order = |threads| {
        let said = printed(&duel(
            &arena,
            &[&words[..], &["--threads", threads]].concat(),
        ));
        let cases = said.lines().filter_map(|line| line.strip_prefix("Case = "));
        let cases = cases.map(|line| line.split('#').next().unwrap().to_string());
        cases.collect::<Vec<_>>()
    };
    let shuffled = order("1");
    assert_eq!(shuffled, order("3"));
    assert_ne!(shuffled, names);
    let mut sorted = shuffled;
    sorted.sort_by_key(|name| (name.len(), name.clone()));
    assert_eq!(sorted, names);
}

/// A contestant that cannot play is no opponent: the reason stands there, with what it has written.
#[test]
fn a_contestant_that_fails_from_the_beginning_ends_the_duel() {
    let arena = Arena::here().unwrap();
    let broken = "sh -c 'echo because of this >&2; exit 3'";
    for (exec, against, option) in [
        (broken, "echo 0", "--exec"),
        ("echo 0", broken, "--against"),
    ] {
        let output = duel(&arena, &["--exec", exec, "--against", against]);
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("Case = 1, "), "{said}");
        assert_eq!(said.matches("Case = ").count(), 3, "{said}");
        assert!(said.ends_with("verdict  none\n"), "{said}");
        let told = String::from_utf8(output.stderr).unwrap();
        let expected = format!(
            "{option}: {broken} failed its first 3 cases: RE: exit status 3\n\
             its standard error ends with\n    because of this\n"
        );
        assert_eq!(told, expected);
    }
    // One that cannot be started is wrong usage.
    let output = duel(&arena, &["--exec", "echo 0", "--against", "./nothing"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("error: `./nothing` cannot be started: "),
        "{told}"
    );
}

/// One that fails now and then goes on.
#[test]
fn a_contestant_that_solves_one_of_its_first_cases_goes_on() {
    let arena = Arena::here().unwrap();
    let folder = arena.folder().display();
    let text = format!("#!/bin/sh\nmkdir '{folder}/played' 2>/dev/null && exec echo 0\nexit 3\n");
    let exec = arena.script("once", &text).unwrap();
    let output = duel(
        &arena,
        &["--exec", &exec, "--against", "echo 0", "--max", "5"],
    );
    assert_eq!(printed(&output).matches("Case = ").count(), 5);
}
