//! Packages against the rules of DOMjudge's importer.

mod importer;

use std::fs;
use std::path::Path;

use importer::{ImportedProblem, VERSIONS, Validator, Version, Zip, import};
use records::RecordedLimits;
use tasks::games::{DialogueKind, GameManifest};
use tasks::packages::{
    Facts, PackageFolder, PackageParts, PackagePrograms, PackagedCase, PackagedCases, domjudge,
    kattis, spec, statement,
};
use tasks::submissions::Submission;

/// Limits that no game has.
const LIMITS: RecordedLimits = RecordedLimits {
    cpu_ms: 7000,
    wall_ms: 22000,
    memory_kib: 65 * 1024,
    output_bytes: 4096,
};

/// The parts of a game's packages, with words in the place of programs and cases: the importer
/// runs none of them.
fn parts(game: GameManifest) -> PackageParts {
    let package = game.package.clone().unwrap();
    let case = |name: &str| PackagedCase {
        name: name.into(),
        input: "1\n".into(),
        answer: "1\n".into(),
        interaction: None,
    };
    let cases = PackagedCases {
        sample: case("1"),
        groups: package
            .groups
            .iter()
            .map(|_| vec![case("01-1"), case("02-2")])
            .collect(),
    };
    PackageParts {
        rules: statement::rules(&game.name).unwrap(),
        cases,
        programs: PackagePrograms {
            input_validator: "input validator".into(),
            score_validator: "validator with scores".into(),
            share_validator: "validator with shares".into(),
            verdict_validator: "validator of verdicts".into(),
            visualizer: "visualizer".into(),
        },
        solver: "fn main() {}\n".into(),
        example: "pass\n".into(),
        facts: Facts {
            submission: Submission::of(&game.name).unwrap(),
            limits: LIMITS,
            game,
            package,
        },
    }
}

/// The parts of every game's packages.
fn all() -> Vec<PackageParts> {
    let games = tasks::games::all().unwrap().into_iter();
    games
        .filter(|game| game.package.is_some())
        .map(parts)
        .collect()
}

/// The files that `write` writes, as `zip -r` takes them.
fn zip(write: impl FnOnce(&PackageFolder) -> anyhow::Result<()>) -> Zip {
    fn add(zip: &mut Zip, folder: &Path, root: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(zip, &path, root);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                zip.insert(name.into(), fs::read_to_string(&path).unwrap());
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("package");
    write(&PackageFolder::new(root.clone()).unwrap()).unwrap();
    let mut zip = Zip::new();
    add(&mut zip, &root, &root);
    zip
}

/// Every version installs the validator, in turns for a game in turns, the limits, the statement,
/// all cases, and every submission with the result that it has.
#[test]
fn every_version_imports_every_game() {
    for parts in all() {
        let facts = &parts.facts;
        let name = &facts.game.name;
        let zip = zip(|folder| domjudge::write(&parts, folder));
        let in_turns = facts.is_interactive();
        for version in VERSIONS {
            let problem = import(version, name, &zip).unwrap();
            // `judge/testcase_run.sh`, in main `determineVerdict` of `judge/judgedaemon.main.php`:
            // an empty output, of a problem without turns.
            let silent = match in_turns {
                true => ("wrong_answer/says_nothing.py".into(), "WRONG-ANSWER"),
                false => ("no_output/says_nothing.py".into(), "NO-OUTPUT"),
            };
            let expected = [
                (format!("accepted/{name}.py"), "CORRECT"),
                (format!("accepted/{name}.rs"), "CORRECT"),
                ("run_time_error/exits_3.py".into(), "RUN-ERROR"),
                ("run_time_error/segfaults.py".into(), "RUN-ERROR"),
                ("time_limit_exceeded/busy.py".into(), "TIMELIMIT"),
                ("wrong_answer/binary.py".into(), "WRONG-ANSWER"),
                silent,
            ];
            let expected =
                expected.map(|(path, result)| (format!("submissions/{path}"), result.into()));
            let types: &[&str] = match (version, in_turns) {
                (Version::V8_3, _) => &[],
                (_, true) => &["interactive", "pass-fail"],
                (_, false) => &["pass-fail"],
            };
            let imported = ImportedProblem {
                name: facts.submission.manifest.title.clone(),
                seconds: 7.0,
                memory_kib: Some(65.0 * 1024.0),
                output_kib: Some(8.0 * 1024.0),
                types: types.iter().map(|word| word.to_string()).collect(),
                validator: Some(match in_turns {
                    true => Validator::InTurns,
                    false => Validator::OfOutput,
                }),
                statement: Some("problem_statement/problem.html".into()),
                samples: 1,
                secrets: 2 * facts.package.groups.len(),
                expected: expected.into(),
            };
            assert_eq!(problem, imported, "{name}, {version:?}");
        }
        // `JudgehostController::addJudgingRun` of main refuses the run of a problem without
        // scores that has one, so the validator writes none.
        let source = &zip[&format!("output_validators/{name}/main.rs")];
        assert_eq!(source, "validator of verdicts");
        let statement = &zip["problem_statement/problem.html"];
        let ends = statement.contains("it ends after the case");
        assert_eq!(ends, facts.game.kind == DialogueKind::Offline, "{name}");
    }
}

/// The packages of other systems, for which README claims nothing here: each version refuses them,
/// or installs another problem than they are.
#[test]
fn no_version_takes_the_packages_of_other_systems() {
    for parts in all() {
        let name = &parts.facts.game.name;
        let in_turns = parts.facts.is_interactive();
        let legacy = zip(|folder| kattis::write(&parts, folder));
        let current = zip(|folder| spec::write(&parts, folder));
        let import = |version, zip| import(version, name, zip);
        for zip in [&legacy, &current] {
            assert_eq!(
                import(Version::V8_3, zip).unwrap().validator,
                None,
                "{name}"
            );
        }
        let validator = import(Version::V9_0, &legacy).unwrap().validator;
        assert_eq!(
            validator,
            Some(Validator::OfOutput),
            "{name}, in turns: {in_turns}"
        );
        let refusal = import(Version::Main, &legacy).unwrap_err();
        assert!(refusal.starts_with("Invalid range '0 +inf'"), "{refusal}");
        for version in [Version::V9_0, Version::Main] {
            let refusal = import(version, &current).unwrap_err();
            assert!(refusal.contains("array given"), "{refusal}");
        }
    }
}
