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
    let line = format!("python3 '{}' slider-judge {words}", script.display());
    Arena::new(User::Present).run(&line)
}

/// Runs a short study; either result of the final duel is correct. The table of tight bounds does
/// not contain its cases.
pub(super) fn a_study_ends_with_a_duel() {
    let contestant = workspace().join("data/examples/slider_tuned.py");
    let study = tune(&format!(
        "--exec 'python3 \"{}\" {{value}} {{distance}}' \
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
    assert!(last.ends_with(" means"), "{study:?}");
    assert!(study.out.contains("verdict  "), "{study:?}");
}

/// Plays a study in two parts. A stopped trial counts with the mean of its cases.
pub(super) fn a_study_goes_on() {
    let contestant = workspace().join("data/examples/slider_tuned.py");
    let arena = Arena::new(User::Present);
    let study = |trials: u32, more: &str| {
        let script = workspace().join("scripts/tune.py");
        arena.run(&format!(
            "python3 '{}' slider-judge --exec 'python3 \"{}\" {{value}} {{distance}}' \
             --parameter value=float:-2:2 --parameter distance=float:-2:2 --start value=2 --start distance=1 \
             --trials {trials} --seed 201-212 --holdout 301-302 --storage sqlite:///study.db {more} -- -N 10",
            script.display(),
            contestant.display()
        ))
    };
    let first = study(3, "");
    let second = study(8, "");
    let told = second.out.starts_with("continues a study of 3 trials\ntrial 3: ");
    assert!(told, "{first:?} {second:?}");
    assert_eq!(second.out.matches("\ntrial ").count(), 5, "{second:?}");
    let stopped = "import optuna, statistics; study = optuna.load_study(study_name='tune', storage='sqlite:///study.db'); \
                   stopped = [trial for trial in study.trials if trial.user_attrs.get('stopped')]; \
                   print(len(stopped) > 0, all(abs(trial.value - statistics.mean(trial.intermediate_values.values())) < 1e-9 \
                   and 3 <= len(trial.intermediate_values) < 12 for trial in stopped))";
    let checked = arena.run(&format!("python3 -c \"{stopped}\""));
    assert_eq!(checked.out, "True True\n", "{checked:?} {second:?}");
    let other = study(8, "--seed 1-4");
    assert_eq!(other.status, 2, "{other:?}");
}

/// Checks that the sign of a mean cost is printed.
pub(super) fn a_cost_keeps_its_sign() {
    let trial = "types.SimpleNamespace(value=2.0, user_attrs={'cost': cost})";
    let shown = format!(
        "import sys, types; sys.path.append('{}'); import tune; \
         print(*[tune.shown({trial}) for cost in (False, True)])",
        workspace().join("scripts").display()
    );
    let arena = Arena::new(User::Present);
    assert_eq!(arena.output(&format!("python3 -B -c \"{shown}\""), 0), "2 -2\n");
}

pub(super) fn wrong_usage_is_told() {
    let fine = "--exec 'x {a}' --parameter a=float:1:2 --start a=1";
    let wrong = [
        "--exec 'x {a}' --parameter a=float:1",
        "--exec 'x {a}' --parameter a=float:1:x --start a=1",
        "--exec 'x {a}' --parameter a=float:2:1 --start a=1",
        "--exec 'x {a}' --parameter a=float:0:1:log --start a=1",
        "--exec 'x {a}' --parameter a=one:x,x --start a=x",
        "--exec 'x {a}' --parameter a=float:1:2",
        "--exec 'x {b}' --parameter a=float:1:2 --start a=1",
        "--exec 'x {a.b}' --parameter a=float:1:2 --start a=1",
        "--exec 'x' --parameter a=float:1:2 --start a=1",
        "--exec 'x {a}' --parameter a=float:1:2 --start b=1",
        "--exec 'x {a}' --parameter a=float:1:2 --start a=3",
        "--exec 'x {a}' --parameter a=int:1:2 --start a=1.5",
    ];
    let more = [
        "--trials 0",
        "--trials -1",
        "--warmup x",
        "--threads 0",
        "--seed 5-1",
        "--seed 1-3 --holdout 3-9",
        "--seed 1-3 --holdout 4*2",
        "--storage nothing://x",
        "-- -N 7",
        "-- --nosuch",
    ];
    let more = more.map(|more| format!("{fine} {more}"));
    for words in wrong.map(String::from).into_iter().chain(more) {
        let told = tune(&words);
        assert_eq!(told.status, 2, "{words}: {told:?}");
        assert_eq!(told.err.matches('\n').count(), 1, "{words}: {told:?}");
        assert!(told.err.starts_with("error: "), "{words}: {told:?}");
    }
    // The cases of Ioiwari repeat after 357 seeds.
    let script = workspace().join("scripts/tune.py");
    for (seeds, problem) in [
        ("1-5", "--holdout: some of its cases are tuning cases"),
        ("{1,358}", "--seed: cases that equal earlier ones: 1;"),
    ] {
        let line = format!("python3 '{}' ioiwari-judge {fine} --seed '{seeds}'", script.display());
        let told = Arena::new(User::Present).run(&line);
        assert_eq!(told.status, 2, "{told:?}");
        assert!(told.err.contains(problem), "{told:?}");
    }
}
