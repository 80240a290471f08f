//! Checks each package and all its submissions with `verifyproblem` and `bt`.

use std::fs;
use std::path::Path;

use xtask::packages::{PackageParts, kattis, spec, statement};

use crate::made;

/// Parts of a legacy package that can be verified without LaTeX.
const PARTS: [&str; 5] = ["config", "validators", "graders", "data", "submissions"];

/// The only warnings of `verifyproblem`. A statement lacks a licence, since the contest is not ours.
/// On a selection of cases, a weak contestant may score like a strong one.
const WARNINGS: [&str; 3] =
    ["License is 'unknown'", "was fully accepted", "did not attain full score"];

/// Runs a command in `folder`, with little work for the solvers; returns its output.
fn printed(folder: &Path, program: &str, args: &[&str]) -> String {
    let mut command = made::command(program);
    command
        .args(args)
        .env("SOLVER_WORK", "50")
        .env("NO_COLOR", "1")
        // If CI is set, `bt` prints colours whatever its options say.
        .env_remove("CI")
        // `bt` stores here which packages it has seen.
        .env("XDG_CONFIG_HOME", folder);
    let output = command.current_dir(folder).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{command:?}: {text}");
    text
}

/// Verifies each package on the sample and on the first case of the first and the last group. A
/// contestant that never stops thinking runs on the sample only.
pub(super) fn legacy_packages_have_no_fault() {
    made::for_each(|parts| {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let name = &parts.facts.game.name;
        kattis::files(parts).write(&folder.join(name)).unwrap();
        fs::write(folder.join("languages.yaml"), kattis::LANGUAGES).unwrap();
        let groups = &parts.facts.package.groups;
        let [first, last] = [&groups[0], &groups[groups.len() - 1]].map(|group| &group.name);
        let cases = format!("sample|({first}|{last})/01-");
        let ended = "^(accepted|partially_accepted|run_time_error|wrong_answer)";
        for (options, parts, verdict) in [
            (
                ["-t", "60", "-d", &cases, "-s", ended],
                &PARTS[..],
                &*format!("accepted/{name}.rs (Rust) OK: AC"),
            ),
            (
                ["-t", "1", "-d", "sample", "-s", "time_limit_exceeded"],
                &PARTS[4..],
                "busy.py (Python 3) OK: TLE",
            ),
        ] {
            let args = [&options, &["-p"][..], parts, &["--", name]].concat();
            let text = printed(folder, "verifyproblem", &args);
            assert!(text.contains(": 0 errors"), "{text}");
            for line in text.lines().filter(|line| line.contains("WARNING")) {
                assert!(WARNINGS.iter().any(|known| line.contains(known)), "{line}");
            }
            assert!(text.contains(verdict), "{text}");
        }
    });
}

/// Verifies packages without scores and with a TeX statement, since `bt` accepts no others.
pub(super) fn current_packages_have_no_fault() {
    made::for_each(|parts| {
        let folder = tempfile::tempdir().unwrap();
        current(folder.path(), parts);
    });
}

fn current(folder: &Path, parts: &PackageParts) {
    let name = &parts.facts.game.name;
    fs::write(folder.join("languages.yaml"), spec::LANGUAGES).unwrap();
    let mut files = spec::files(parts);
    files.0.retain(|path, _| {
        !path.ends_with("submissions.yaml") && !path.ends_with("test_group.yaml")
    });
    let yaml = files.0.get_mut("problem.yaml").unwrap();
    let unscored = yaml.replace("[scoring, interactive]", "interactive");
    *yaml = unscored.replace("[scoring]", "pass-fail");
    let title = &parts.facts.submission.manifest.title;
    let tex = statement::tex(title, &parts.statement("Not scored."));
    files.0.insert("statement/problem.en.tex".into(), tex);
    let package = folder.join(name);
    files.write(&package).unwrap();

    // A warning would fail the command too. It warns if a game in turns has answers, so only inputs
    // are checked.
    printed(&package, "bt", &["validate", "--input"]);
    let ours = format!("submissions/accepted/{name}.rs");
    let contestants = [
        (&ours[..], " AC "),
        ("submissions/run_time_error/exits_3.py", " RTE "),
        ("submissions/wrong_answer/binary.py", " WA "),
    ];
    let run = ["run", "--time-limit", "60", "data/sample/1.in"];
    let programs = contestants.map(|(submission, _)| submission);
    let text = printed(&package, "bt", &[&run[..], &programs].concat());
    for (submission, verdict) in contestants {
        let name = submission.strip_prefix("submissions/").unwrap();
        let mut lines = text.lines().filter(|line| line.contains(name));
        let is_there = lines.any(|line| line.contains(verdict));
        assert!(is_there, "{submission}: {text}");
    }
}
