//! The match's own cases: another generator than ours, so that no seed of one stands
//! for a seed of the other.

use std::fs;

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_slider-judge"));

#[test]
fn seed_1_is_the_smallest_board() {
    let official = JUDGE.stdout(&["gen", "--official", "--seed", "1"], 0);
    let head: Vec<&str> = official.lines().take(3).collect();
    assert_eq!(head, ["10", "2", "1"]);
    assert_eq!(official.lines().count(), 103);
    assert_ne!(official, JUDGE.stdout(&["gen", "--seed", "1"], 0));
}

#[test]
fn no_parameter_of_an_official_case_is_given() {
    for command in [
        &[][..],
        &["gen"],
        &["show"],
        &["play"],
        &["duel", "--exec", "a", "--against", "b"],
    ] {
        for parameter in [["-N", "10"], ["-C", "3"], ["-H", "2"], ["-F", "0.5"]] {
            let args = [command, &["--official"], &parameter].concat();
            let assert = JUDGE.command(&args).assert().code(2);
            let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            let expected = format!("'--official' cannot be used with '{} <", parameter[0]);
            assert!(said.contains(&expected), "{args:?}: {said}");
        }
    }
}

#[test]
fn official_seeds_are_kept_apart_from_ours() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (records, bests, streams) = (path("records.jsonl"), path("bests"), path("streams"));
    let run = |options: &[&str]| {
        let all = ["--exec", "echo 0", "--seed", "1-2", "--json", &records];
        let more = ["--resume", "--bests", &bests, "--saveAll", &streams];
        JUDGE.stdout(&[&all[..], &more, options].concat(), 0);
        Judge::read_records(records.as_ref())
    };
    let ours = run(&[]);
    let both = run(&["--official"]);
    assert_eq!(ours.len(), 2);
    assert_eq!(both.len(), 4, "a seed of one stood for a seed of the other");
    assert_eq!(both[2]["variant"], "official");
    assert_eq!(both[2]["parameters"]["N"], 10);
    // Each is played once, whichever comes first.
    assert_eq!(run(&[]), both);
    assert_eq!(run(&["--official"]), both);

    let known = fs::read_to_string(&bests).unwrap();
    let of = |start: &str| known.lines().filter(|line| line.starts_with(start)).count();
    let (official, all) = (of("1.official") + of("2.official"), of("1") + of("2"));
    assert_eq!((official, all), (2, 4), "{known}");
    let text = |name: &str| fs::read_to_string(format!("{streams}/{name}")).unwrap();
    assert_eq!(text("1.in"), JUDGE.stdout(&["gen"], 0));
    assert_eq!(
        text("1.official.in"),
        JUDGE.stdout(&["gen", "--official"], 0)
    );
}
