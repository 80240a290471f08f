//! The rules of DOMjudge's importer, in our own words. Read in the repository
//! `DOMjudge/domjudge`, `webapp/src/Service/ImportProblemService.php` (`importZippedProblem`,
//! `parseYaml`, `searchAndAddValidator`, `parseTestCaseGroupMeta`), the types in
//! `webapp/src/Entity/ImportedProblem.php` (`setTypes`), and the folders of submissions in
//! `webapp/src/Service/SubmissionService.php` (`PROBLEM_RESULT_REMAP`).

use std::collections::{BTreeMap, BTreeSet};

/// A version of DOMjudge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Tag 8.3.2, commit 5bc3b34cf49d, of July 2025; the same text at the end of branch 8.3.
    V8_3,
    /// Tag 9.0.0, commit d8c018e4c6ec, of October 2025; the same text at the end of branch 9.0.
    V9_0,
    /// Branch main, commit a023fd3ec375, of April 2026.
    Main,
}

/// All versions.
pub const VERSIONS: [Version; 3] = [Version::V8_3, Version::V9_0, Version::Main];

/// The files of a zip, by path.
pub type Zip = BTreeMap<String, String>;

/// A problem as DOMjudge keeps it.
#[derive(Debug, PartialEq)]
pub struct ImportedProblem {
    /// Its name.
    pub name: String,
    /// Time limit, seconds.
    pub seconds: f64,
    /// Limit of memory, KiB; `None` for that of the installation.
    pub memory_kib: Option<f64>,
    /// Limit of output, KiB; `None` for that of the installation.
    pub output_kib: Option<f64>,
    /// Types: `pass-fail`, `interactive` and others. Version 8.3 has none.
    pub types: BTreeSet<String>,
    /// Its own executable; `None` where outputs are compared with answers.
    pub validator: Option<Validator>,
    /// The file of the statement.
    pub statement: Option<String>,
    /// Number of samples.
    pub samples: usize,
    /// Number of secret cases.
    pub secrets: usize,
    /// Expected result of each submission, by path.
    pub expected: BTreeMap<String, String>,
}

/// The executable that judges.
#[derive(Debug, PartialEq)]
pub enum Validator {
    /// It reads the output: `compare`.
    OfOutput,
    /// It talks with the submission: `run`.
    InTurns,
}

/// Types that a problem can have.
const TYPES: [&str; 5] = [
    "pass-fail",
    "scoring",
    "multi-pass",
    "interactive",
    "submit-answer",
];

/// Folders of submissions with their results.
const RESULTS: [(&str, &str); 6] = [
    ("accepted", "CORRECT"),
    ("wrong_answer", "WRONG-ANSWER"),
    ("time_limit_exceeded", "TIMELIMIT"),
    ("run_time_error", "RUN-ERROR"),
    ("compiler_error", "COMPILER-ERROR"),
    ("no_output", "NO-OUTPUT"),
];

/// Imports a zip whose file is called `name.zip`.
///
/// # Errors
/// The message with which this version refuses it.
pub fn import(version: Version, name: &str, zip: &Zip) -> Result<ImportedProblem, String> {
    let ini = zip.get("domjudge-problem.ini");
    let yaml = zip.get("problem.yaml");
    if ini.is_none() && yaml.is_none() {
        return Err("ZIP file contains neither domjudge-problem.ini nor problem.yaml".into());
    }
    let yaml = fields(yaml.map_or("", |text| text));
    let text = |key: &str| yaml.get(key).cloned();
    let number = |key: &str| text(key).and_then(|value| numeric(&value));
    let mut seconds = ini.and_then(|ini| ini_number(ini, "timelimit"));
    seconds = seconds.or(zip.get(".timelimit").and_then(|text| numeric(text.trim())));
    if version == Version::Main {
        seconds = number("limits.time_limit").or(seconds);
    }
    let (types, mode) = types_and_mode(version, &yaml)?;
    if version == Version::Main {
        for (path, text) in zip {
            let is_group = path.ends_with("/testdata.yaml") || path.ends_with("/test_group.yaml");
            if path.starts_with("data/") && is_group {
                group(path, text)?;
            }
        }
    }
    let statements = ["problem_statement/", ""].into_iter().flat_map(|folder| {
        ["pdf", "html", "txt"].map(|ending| format!("{folder}problem.{ending}"))
    });
    let cases = |kind: &str| {
        let folder = format!("data/{kind}/");
        let is_case = |path: &&String| {
            let answer = path.strip_suffix(".in").map(|stem| format!("{stem}.ans"));
            path.starts_with(&folder) && answer.is_some_and(|answer| zip.contains_key(&answer))
        };
        zip.keys().filter(is_case).count()
    };
    Ok(ImportedProblem {
        name: text("name").unwrap_or(name.into()),
        seconds: seconds.unwrap_or(10.0),
        memory_kib: number("limits.memory").map(|mebi| 1024.0 * mebi),
        output_kib: number("limits.output").map(|mebi| 1024.0 * mebi),
        types,
        validator: validator(version, zip, mode.as_deref())?,
        statement: statements.into_iter().find(|path| zip.contains_key(path)),
        samples: cases("sample"),
        secrets: cases("secret"),
        expected: expected(zip),
    })
}

/// The types of a problem, and its mode of validation unless that is `default`.
fn types_and_mode(
    version: Version,
    yaml: &Zip,
) -> Result<(BTreeSet<String>, Option<String>), String> {
    let validation = yaml.get("validation").map(|value| value.as_str());
    let known = |value: &&str| match version {
        Version::V8_3 => ["custom", "custom interactive"].contains(value),
        _ => ["custom", "custom interactive", "custom multi-pass"].contains(value),
    };
    let custom = validation.filter(known);
    if version == Version::V8_3 {
        return Ok((BTreeSet::new(), custom.map(String::from)));
    }
    let mut types = BTreeSet::new();
    let listed = yaml.get("type").map_or("pass-fail", |value| value);
    if listed.starts_with('[') {
        return Err("explode(): Argument #2 ($string) must be of type string, array given".into());
    }
    for word in listed.split(' ') {
        if !TYPES.contains(&word) {
            return Err(format!("Unknown problem type: '{word}'"));
        }
        types.insert(word.to_string());
    }
    let interactive = types
        .contains("interactive")
        .then_some("custom interactive");
    if custom == Some("custom interactive") {
        types.insert("interactive".into());
    }
    if !types.contains("scoring") {
        types.insert("pass-fail".into());
    }
    if types.contains("scoring") && types.contains("pass-fail") {
        return Err("must be exactly one of 'pass-fail' or 'scoring'".into());
    }
    Ok((types, custom.or(interactive).map(String::from)))
}

/// The executable: 8.3 looks for one only if the mode names it, others always.
fn validator(version: Version, zip: &Zip, mode: Option<&str>) -> Result<Option<Validator>, String> {
    if version == Version::V8_3 && mode.is_none() {
        return Ok(None);
    }
    let prefix = match version {
        Version::V8_3 => "output_validators/",
        _ => "output_validator",
    };
    let files: Vec<&String> = zip.keys().filter(|path| path.starts_with(prefix)).collect();
    let Some(first) = files.first() else {
        return match mode {
            None => Ok(None),
            Some(_) => Err("Custom validator specified but not found.".into()),
        };
    };
    let folder = &first[..=first.rfind('/').unwrap_or(0)];
    if !files.iter().all(|path| path.starts_with(folder)) {
        return Err("Found multiple custom output validators.".into());
    }
    Ok(Some(match mode {
        Some("custom interactive") => Validator::InTurns,
        _ => Validator::OfOutput,
    }))
}

/// Reads the file of a group of cases, which main alone does.
fn group(path: &str, text: &str) -> Result<(), String> {
    let fields = fields(text);
    if fields.is_empty() {
        return Err(format!(
            "Could not parse test group metadata file '{path}'."
        ));
    }
    let Some(range) = fields.get("range") else {
        return Ok(());
    };
    let bounds: Vec<Option<f64>> = range.split_whitespace().map(numeric).collect();
    match bounds[..] {
        [Some(low), Some(high)] if 0.0 <= low && low <= high => Ok(()),
        _ => Err(format!("Invalid range '{range}' in test group '{path}'.")),
    }
}

/// The submissions that lie right in a folder of `submissions/`, with the result of that folder; of
/// another folder, its name in capitals.
fn expected(zip: &Zip) -> BTreeMap<String, String> {
    let submission = |path: &String| {
        let parts: Vec<&str> = path.split('/').collect();
        let ["submissions", folder, _] = parts[..] else {
            return None;
        };
        let result = RESULTS.iter().find(|(name, _)| *name == folder);
        let result = result.map_or(folder.to_uppercase(), |(_, result)| result.to_string());
        Some((path.clone(), result))
    };
    zip.keys().filter_map(submission).collect()
}

/// The fields of YAML of one or two levels: `limits.memory` is the second.
fn fields(yaml: &str) -> Zip {
    let mut fields = Zip::new();
    let mut above = String::new();
    for line in yaml.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim_end(), value.trim().trim_matches('\''));
        match key.strip_prefix("  ") {
            Some(below) => fields.insert(format!("{above}.{below}"), value.into()),
            None => {
                above = key.into();
                fields.insert(key.into(), value.into())
            }
        };
    }
    fields
}

/// A number of a file `.ini`, in quotes or not.
fn ini_number(ini: &str, key: &str) -> Option<f64> {
    let mut pairs = ini.lines().filter_map(|line| line.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim() == key)?;
    numeric(value.trim().trim_matches(['\'', '"']))
}

/// PHP's `is_numeric`, which takes no infinity.
fn numeric(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    number.is_finite().then_some(number)
}
