//! The tuning script on a toy contestant.

use std::path::Path;

use crate::folder::Folder;

/// A short study; the duel at the end may find what it will. The bounds of its cases
/// are not in the table of tight ones.
pub(super) fn a_study_ends_with_a_duel() {
    let folder = Folder::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../..")
        .canonicalize()
        .unwrap();
    let script = format!(
        "python3 {root}/scripts/tune.py slider-judge \
         --exec 'python3 {root}/data/examples/slider_tuned.py {{value}} {{distance}}' \
         --parameter value=float:-2:2 --parameter distance=float:-2:2 \
         --start value=-2 --start distance=0 \
         --trials 7 --seed 201-204 --holdout 101-106 --threads 2 -- -N 10 --time-limit 60000",
        root = root.display()
    );
    let run = folder.shell(&script).output().unwrap();
    let text = String::from_utf8_lossy(&run.stdout);
    let error = String::from_utf8_lossy(&run.stderr);
    assert!(
        [Some(0), Some(10), Some(12)].contains(&run.status.code()),
        "{text}{error}"
    );
    assert_eq!(text.matches("trial ").count(), 7, "{text}{error}");
    assert!(
        text.starts_with("trial 0: {'value': -2.0, 'distance': 0.0}: 0.645919\n"),
        "{text}"
    );
    assert!(text.contains("best: {'value': "), "{text}");
    assert!(text.contains("verdict  "), "{text}");
}

pub(super) fn wrong_usage_is_told() {
    let folder = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/tune.py");
    let tune = |options: &str| {
        let line = format!("python3 {} slider-judge {options}", script.display());
        folder.shell(&line).assert().code(2);
    };
    tune("--exec 'x {a}' --parameter a=float:1");
    tune("--exec 'x {a}' --parameter a=float:1:x --start a=1");
    tune("--exec 'x {a}' --parameter a=float:1:2");
    tune("--exec 'x {b}' --parameter a=float:1:2 --start a=1");
    tune("--exec 'x {a}' --parameter a=float:1:2 --start b=1");
}
