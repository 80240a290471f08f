//! Packages for DOMjudge against the rules of its importer, in our own words. Read in the
//! repository `DOMjudge/domjudge`, `webapp/src/Service/ImportProblemService.php`
//! (`importZippedProblem`, `parseYaml`, `searchAndAddValidator`), the types in
//! `webapp/src/Entity/ImportedProblem.php` (`setTypes`), and the folders of submissions in
//! `webapp/src/Service/SubmissionService.php` (`PROBLEM_RESULT_REMAP`).

use std::collections::BTreeMap;

use records::RecordedLimits;
use tasks::games::{DialogueKind, GameManifest};
use tasks::packages::{
    Facts, PackageParts, PackagePrograms, PackagedCase, PackagedCases, domjudge, statement,
};
use tasks::submissions::Submission;

/// Texts by path, or values by key.
type Texts = BTreeMap<String, String>;

/// A version of DOMjudge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// Tag 8.3.2, commit 5bc3b34cf49d, of July 2025; the same text at the end of branch 8.3.
    V8_3,
    /// Tag 9.0.0, commit d8c018e4c6ec, of October 2025, the same text at the end of branch 9.0; and
    /// branch main, commit a023fd3ec375, of April 2026, which differs where a package has groups
    /// of cases or sets its limit of time in `problem.yaml`.
    V9_0,
}

/// A problem as DOMjudge keeps it.
#[derive(Debug, PartialEq)]
struct ImportedProblem {
    name: String,
    /// Time limit, seconds.
    seconds: Option<f64>,
    /// Limits of memory and of output, MiB; `None` for those of the installation.
    limits: [Option<f64>; 2],
    /// `pass-fail`, `interactive` and others. Version 8.3 has none.
    types: Vec<String>,
    /// Its own executable, if it has one: true if that talks with the submission (`run`), false if
    /// it reads the output (`compare`).
    validator: Option<bool>,
    /// The file of the statement.
    statement: Option<String>,
    /// Number of cases: samples, secret ones.
    cases: [usize; 2],
    /// Expected result of each submission, by path.
    expected: Texts,
}

/// Results of the folders of submissions; of any other, its name in capitals.
const RESULTS: [(&str, &str); 6] = [
    ("accepted", "CORRECT"),
    ("wrong_answer", "WRONG-ANSWER"),
    ("time_limit_exceeded", "TIMELIMIT"),
    ("run_time_error", "RUN-ERROR"),
    ("compiler_error", "COMPILER-ERROR"),
    ("no_output", "NO-OUTPUT"),
];

/// Imports the files of a zip.
fn import(version: Version, zip: &Texts) -> Result<ImportedProblem, String> {
    let text = |path: &str| zip.get(path).map_or("", |text| text);
    let (yaml, ini) = (
        fields(text("problem.yaml"), ':'),
        fields(text("domjudge-problem.ini"), '='),
    );
    let number = |fields: &Texts, key: &str| fields.get(key).and_then(|value| value.parse().ok());
    let mode = yaml.get("validation").map(String::as_str);
    let mode = mode.filter(|mode| ["custom", "custom interactive"].contains(mode));
    let mut types = Vec::new();
    if version != Version::V8_3 {
        if let Some(listed) = yaml.get("type") {
            return Err(format!("a model of `type: {listed}` is missing here"));
        }
        types.extend((mode == Some("custom interactive")).then(|| "interactive".into()));
        types.push("pass-fail".into());
    }
    let statements = ["problem_statement/", ""].into_iter().flat_map(|folder| {
        ["pdf", "html", "txt"].map(|ending| format!("{folder}problem.{ending}"))
    });
    let cases = |kind: &str| {
        let stems = zip.keys().filter_map(|path| path.strip_suffix(".in"));
        let stems = stems.filter(|stem| stem.starts_with(&format!("data/{kind}/")));
        stems
            .filter(|stem| zip.contains_key(&format!("{stem}.ans")))
            .count()
    };
    let submission = |path: &String| {
        let parts: Vec<&str> = path.split('/').collect();
        let ["submissions", folder, _] = parts[..] else {
            return None;
        };
        let result = RESULTS.iter().find(|(name, _)| *name == folder);
        let result = result.map_or(folder.to_uppercase(), |(_, result)| result.to_string());
        Some((path.clone(), result))
    };
    Ok(ImportedProblem {
        name: yaml.get("name").cloned().ok_or("no name")?,
        seconds: number(&ini, "timelimit"),
        limits: ["limits.memory", "limits.output"].map(|key| number(&yaml, key)),
        types,
        validator: validator(version, zip, mode)?,
        statement: statements.into_iter().find(|path| zip.contains_key(path)),
        cases: ["sample", "secret"].map(cases),
        expected: zip.keys().filter_map(submission).collect(),
    })
}

/// Finds the executable: 8.3 looks for one only if the mode names it, others always.
fn validator(version: Version, zip: &Texts, mode: Option<&str>) -> Result<Option<bool>, String> {
    let prefix = match (version, mode) {
        (Version::V8_3, None) => return Ok(None),
        (Version::V8_3, _) => "output_validators/",
        _ => "output_validator",
    };
    let files: Vec<&String> = zip.keys().filter(|path| path.starts_with(prefix)).collect();
    let Some(first) = files.first() else {
        return mode.map_or(Ok(None), |_| {
            Err("Custom validator specified but not found.".into())
        });
    };
    let folder = &first[..=first.rfind('/').unwrap_or(0)];
    if !files.iter().all(|path| path.starts_with(folder)) {
        return Err("Found multiple custom output validators.".into());
    }
    Ok(Some(mode == Some("custom interactive")))
}

/// Reads YAML of one or two levels, of which `limits.memory` is the second, or the pairs of a file
/// `.ini`.
fn fields(text: &str, separator: char) -> Texts {
    let mut fields = Texts::new();
    let mut above = String::new();
    for (key, value) in text.lines().filter_map(|line| line.split_once(separator)) {
        let value = value.trim().trim_matches(['\'', '"']);
        let key = match key.strip_prefix("  ") {
            Some(below) => format!("{above}.{below}"),
            None => key.trim_end().into(),
        };
        if value.is_empty() {
            above.clone_from(&key);
        }
        fields.insert(key, value.into());
    }
    fields
}

/// Limits that no game has.
const LIMITS: RecordedLimits = RecordedLimits {
    cpu_ms: 7000,
    wall_ms: 22000,
    memory_kib: 65 * 1024,
    output_bytes: 4096,
};

/// Returns the parts of a game's packages, with words in the place of programs and cases: the
/// importer runs none of them.
fn parts(game: GameManifest) -> PackageParts {
    let package = game.package.clone().unwrap();
    let case = |name: &str| PackagedCase {
        name: name.into(),
        input: "1\n".into(),
        answer: "1\n".into(),
        interaction: None,
    };
    let groups = package.groups.iter();
    let groups = groups.map(|_| vec![case("01-1"), case("02-2")]);
    PackageParts {
        rules: statement::rules(&game.name).unwrap(),
        cases: PackagedCases {
            sample: case("1"),
            groups: groups.collect(),
        },
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

/// Every version imports the validator (interactive for a game in turns), the limits, the
/// statement, all cases, and every submission with its expected result.
#[test]
fn every_version_imports_every_game() {
    let games = tasks::games::all().unwrap().into_iter();
    for parts in games.filter(|game| game.package.is_some()).map(parts) {
        let facts = &parts.facts;
        let name = &facts.game.name;
        let zip = domjudge::files(&parts).0;
        let in_turns = facts.is_interactive();
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
        for version in [Version::V8_3, Version::V9_0] {
            let types: &[&str] = match (version, in_turns) {
                (Version::V8_3, _) => &[],
                (_, true) => &["interactive", "pass-fail"],
                (_, false) => &["pass-fail"],
            };
            let imported = ImportedProblem {
                name: facts.submission.manifest.title.clone(),
                seconds: Some(7.0),
                limits: [Some(65.0), Some(8.0)],
                types: types.iter().map(|word| word.to_string()).collect(),
                validator: Some(in_turns),
                statement: Some("problem_statement/problem.html".into()),
                cases: [1, 2 * facts.package.groups.len()],
                expected: expected.clone().into(),
            };
            let problem = import(version, &zip).unwrap();
            assert_eq!(problem, imported, "{name}, {version:?}");
        }
        // `JudgehostController::addJudgingRun` of main refuses the run of a problem without
        // scores that has one, so the validator writes none.
        let source = &zip[&format!("output_validators/{name}/main.rs")];
        assert_eq!(source, "validator of verdicts");
        let statement = &zip["problem_statement/problem.html"];
        let ends = statement.contains("it ends after the case");
        assert_eq!(ends, facts.game.kind == DialogueKind::Offline, "{name}");
        // Main refuses most files about groups of cases.
        assert_eq!(zip.keys().filter(|path| path.ends_with(".yaml")).count(), 1);
    }
}
