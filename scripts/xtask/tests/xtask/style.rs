//! Checks style rules that neither clippy nor rustc's `missing_docs` covers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use xtask::{output, workspace};

use crate::files;

/// First words that are refused in a doc comment: it describes instead of asking.
const OPENINGS: [&str; 9] =
    ["How", "Nobody", "What", "Whether", "Who", "Whoever", "Whom", "Whose", "Why"];

/// Names of types that several files define, each with its one meaning in all of them.
const SHARED: &str = "\
Axis: direction of a line of squares: row or column
Board: squares or pits of a game and what lies on them
BySquare: table with an entry for each square of a board
Candidate: move under consideration, with its estimate
Case: test input of a game
Isle: connected stones of a player, by rules and by oracle
PlainCase: case as plain numbers, for an oracle
PlainResult: state that a game has reached by an oracle
Position: state of a game with what its search keeps
Square: square of a board as one small number
View: game that is followed turn by turn, as scenes";

/// Folders of test programs that have a list of their tests.
const LISTED: [&str; 2] = ["/tests/tools/", "/tests/browser/"];

/// Maximum number of lines of the top-level README.
const README_LINES: usize = 120;

/// Returns the Rust files below `folder` and their texts, without the templates of new games.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = files(folder);
    let is_template = |path: &Path| path.iter().any(|part| part == "templates");
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    sources.retain(|path| !is_template(path));
    let named = sources.into_iter().map(|path| {
        let name = path.strip_prefix(folder).unwrap().display().to_string();
        (name, fs::read_to_string(&path).unwrap())
    });
    named.collect()
}

/// Returns the text of a doc comment's line, and its comment mark.
fn doc(line: &str) -> Option<(&str, &str)> {
    let (mark, text) = line.trim_start().split_at_checked(3)?;
    let is_doc = ["///", "//!"].contains(&mark);
    is_doc.then_some((mark, text.trim_start()))
}

fn is_test(line: &str) -> bool {
    line.trim() == "#[test]"
}

/// Returns the name of a type that a line defines for other modules.
fn defined(line: &str) -> Option<&str> {
    let words = Some(line.trim_start()).filter(|line| line.starts_with("pub"))?;
    let words = words.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(4).collect();
    let (kind, name) = match words[..] {
        ["pub", "crate" | "super", kind, name] => (kind, name),
        ["pub", kind, name, ..] => (kind, name),
        _ => return None,
    };
    let is_type = ["struct", "enum", "union", "trait", "type"].contains(&kind);
    is_type.then_some(name)
}

/// Returns the faults of Rust files, each a name and a text:
/// - a doc comment that begins with a word of [`OPENINGS`];
/// - `#[test]` in a program with a list of tests, where it would not run;
/// - a type name that several files define although it is not in `shared`;
/// - a name in `shared` that fewer than two files define.
fn faults(sources: &[(String, String)], shared: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    let shared_names = shared.iter().map(|name| (*name, Vec::new()));
    let mut types: BTreeMap<&str, Vec<&str>> = shared_names.collect();
    for (file, text) in sources {
        let is_listed = LISTED.iter().any(|place| file.contains(place));
        let mut last = None;
        for (line, number) in text.lines().zip(1..) {
            let found = doc(line);
            if let Some((mark, text)) = found.filter(|(mark, _)| last != Some(*mark)) {
                let word = text.split(|letter: char| !letter.is_alphabetic()).next();
                if let Some(word) = word.filter(|word| OPENINGS.contains(word)) {
                    faults.push(format!("{file}:{number}: {mark} begins with `{word}`"));
                }
            }
            last = found.map(|(mark, _)| mark);
            if is_listed && is_test(line) {
                let fault = "`#[test]` has no effect here: list the test in `tool_tests!`";
                faults.push(format!("{file}:{number}: {fault}"));
            }
        }
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for name in code.lines().filter_map(defined) {
            types.entry(name).or_default().push(file);
        }
    }
    types.retain(|name, files| (files.len() < 2) == shared.contains(name));
    faults.extend(types.iter().map(|(name, files)| {
        let files = files.join(", ");
        format!("type `{name}` is in {files}: rename it, or list it in SHARED")
    }));
    faults
}

#[test]
fn words_and_names_of_the_workspace_keep_the_rules() {
    let sources = sources(&workspace());
    assert!(sources.len() > 300, "only {} files", sources.len());
    let shared = SHARED.lines().filter_map(|line| line.split(':').next());
    let faults = faults(&sources, &Vec::from_iter(shared));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_readme_is_short_and_there_are_no_notes() {
    let readme = fs::read_to_string(workspace().join("README.md")).unwrap();
    assert!(readme.lines().count() <= README_LINES);
    // `DESIGN.md` describes a method, `EXPERIMENTS.md` its trials.
    let mut notes = files(&workspace());
    notes.retain(|path| path.ends_with("NOTES.md"));
    assert!(notes.is_empty(), "{notes:?}");
}

/// Texts of files, separated by bars, and the fault that must be found in them, if any.
#[test]
fn each_fault_of_style_is_found() {
    let unshared = [
        "//! Why it is.\n => 0.rs:1: //! begins with `Why`",
        "fn f() {}\n    /// What: a name.\n => 0.rs:2: /// begins with `What`",
        "//! A module.\n/// How\n => 0.rs:2: /// begins with `How`",
        "/// Whole.\n/// What follows.\n// What is.\n#[test]\n => ",
        "pub struct X;|mod m { type X = u8; }\nstruct X; => ",
        "pub struct X;|#[cfg(test)]\nmod tests { pub struct X; } => ",
        "pub struct X;|    pub(crate) enum X { => type `X` is in 0.rs, 1.rs",
        "pub type X<T> = T;|pub(super) trait X { => type `X` is in 0.rs, 1.rs",
    ];
    let shared = ["pub union X {|pub trait X: Y { => ", "pub struct X; => type `X` is in 0.rs"];
    for (names, cases) in [(&[][..], &unshared[..]), (&["X"], &shared)] {
        for (texts, expected) in cases.iter().filter_map(|case| case.split_once(" => ")) {
            let files = texts.split('|').zip(0..);
            let files = files.map(|(text, number)| (format!("{number}.rs"), text.to_string()));
            let found = faults(&files.collect::<Vec<_>>(), names).join("\n");
            assert_eq!(found.is_empty(), expected.is_empty(), "{texts}: {found}");
            assert!(found.starts_with(expected), "{texts}: {found}");
        }
    }
    let listed = "judges/tests/tests/browser/keys.rs".to_string();
    assert_eq!(faults(&[(listed, "#[test]\n".into())], &[]).len(), 1);
}

/// True if a doc comment has a block of code that is compiled.
fn has_doc_test(text: &str) -> bool {
    let docs = text.lines().filter_map(doc);
    let fences = docs.filter_map(|(_, text)| text.strip_prefix("```"));
    // Every second fence ends a block.
    fences.step_by(2).any(|language| language != "text")
}

/// Checks that manifests turn off exactly the tests of targets that have none: a program would be
/// built for them.
#[test]
fn a_target_is_built_as_a_test_if_it_has_tests() {
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--offline", "--no-deps", "--format-version=1"]);
    let metadata = output(metadata.current_dir(workspace())).unwrap();
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let mut count = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let due = "MIT OR Apache-2.0";
        assert_eq!(package["license"], due, "{}", package["name"]);
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).with_file_name("src");
        let sources = if folder.is_dir() { sources(&folder) } else { Vec::new() };
        let is_bin = |file: &str| file == "main.rs" || file.starts_with("bin/");
        let has_lib = sources.iter().any(|(file, _)| file == "lib.rs");
        for target in package["targets"].as_array().unwrap() {
            let kind = target["kind"][0].as_str().unwrap();
            if sources.is_empty() || !["lib", "staticlib", "cdylib", "bin"].contains(&kind) {
                continue;
            }
            // In a package without a library, every file belongs to the program.
            let own = sources.iter();
            let own = own.filter(|(file, _)| !has_lib || is_bin(file) == (kind == "bin"));
            let texts: Vec<&String> = own.map(|(_, text)| text).collect();
            let has_tests = texts.iter().any(|text| text.lines().any(is_test));
            let has_examples = kind != "bin" && texts.iter().any(|text| has_doc_test(text));
            for (flag, has) in [("test", has_tests), ("doctest", has_examples)] {
                let source = &target["src_path"];
                assert_eq!(target[flag], has, "{source}: `{flag}` of its manifest");
                *count.entry((flag, has)).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(count.len(), 4, "{count:?}");
}
