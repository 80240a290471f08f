//! Checks that the program reads the variables of a study only with the feature `study`.

use std::process::{Command, Output, Stdio};

/// Variables, each with its tuned value and another value.
const VARIABLES: [(&str, &str, &str); 5] = [
    ("SLIDER_QUEUED", "17", "20"),
    ("SLIDER_OBSTRUCTED", "20", "30"),
    ("SLIDER_FAR", "23", "40"),
    ("SLIDER_CLEARANCE_GAIN", "4", "0"),
    ("SLIDER_START_TEMPERATURE", "3", "30"),
];

/// Runs the solver on a published case with `variables` in its environment.
fn run<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Output {
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/slider/14.in");
    Command::new(env!("CARGO_BIN_EXE_slider"))
        .env("SOLVER_WORK", "4000")
        .envs(variables)
        .stdin(Stdio::from(std::fs::File::open(case).unwrap()))
        .output()
        .unwrap()
}

#[cfg(not(feature = "study"))]
#[test]
fn an_ordinary_build_reads_none() {
    let usual = run([]);
    assert!(usual.status.success() && !usual.stdout.is_empty());
    let others = VARIABLES.map(|(name, _, other)| (name, other));
    assert!(run(others) == usual);
    assert!(run(VARIABLES.map(|(name, ..)| (name, "many"))) == usual);
}

#[cfg(feature = "study")]
#[test]
fn each_changes_the_play() {
    let usual = run([]);
    assert!(usual.status.success() && !usual.stdout.is_empty());
    let tuned = VARIABLES.map(|(name, tuned, _)| (name, tuned));
    assert!(run(tuned) == usual);
    for (name, _, other) in VARIABLES {
        let output = run([(name, other)]);
        assert!(output.status.success());
        assert!(output.stdout != usual.stdout, "{name}");
    }
}

#[cfg(feature = "study")]
#[test]
fn a_malformed_one_is_refused() {
    for text in ["many", "7", "81", ""] {
        let output = run([("SLIDER_FAR", text)]);
        assert_eq!(output.status.code(), Some(2));
        let message = format!("slider: SLIDER_FAR is {text:?}, expected a number from 8 to 80\n");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
    }
}
