//! Tests of the tuning script with a toy contestant.

use std::path::{Path, PathBuf};

use harness::hostile::{Arena, Ended, User};

fn workspace() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    folder.canonicalize().unwrap()
}

/// Runs the script with these shell words.
fn tune(words: &str) -> Ended {
    let script = workspace().join("scripts/tune.py");
    let line = format!("python3 {} slider-judge {words}", script.display());
    Arena::new(User::Present).run(&line)
}

/// Runs a short study; either result of the final duel is correct. The table of tight bounds does
/// not contain its cases.
pub(super) fn a_study_ends_with_a_duel() {
    let contestant = workspace().join("data/examples/slider_tuned.py");
    let study = tune(&format!(
        "--exec 'python3 {} {{value}} {{distance}}' \
         --parameter value=float:-2:2 --parameter distance=float:-2:2 \
         --start value=-2 --start distance=0 \
         --trials 7 --seed 201-204 --holdout 101-106 --threads 2 -- -N 10 --time-limit 60000",
        contestant.display()
    ));
    assert!([0, 10, 12].contains(&study.status), "{study:?}");
    assert_eq!(study.out.matches("trial ").count(), 7, "{study:?}");
    let first = "trial 0: {'value': -2.0, 'distance': 0.0}: 0.645919\n";
    assert!(study.out.starts_with(first), "{study:?}");
    let last = study.out.lines().last().unwrap();
    assert!(last.starts_with("best: {'value': "), "{study:?}");
    assert!(study.out.contains("verdict  "), "{study:?}");
}

pub(super) fn wrong_usage_is_told() {
    for words in [
        "--exec 'x {a}' --parameter a=float:1",
        "--exec 'x {a}' --parameter a=float:1:x --start a=1",
        "--exec 'x {a}' --parameter a=float:1:2",
        "--exec 'x {b}' --parameter a=float:1:2 --start a=1",
        "--exec 'x {a}' --parameter a=float:1:2 --start b=1",
    ] {
        assert_eq!(tune(words).status, 2, "{words}");
    }
}
