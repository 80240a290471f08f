//! Rules for test programs: each test is run, and no program is built that has none.

use serde::Deserialize;

use crate::StyleFault;

/// Returns the faults of a Rust file: each `#[test]` in a program with a list of its tests.
pub fn unlisted(file: &str, text: &str) -> Vec<StyleFault> {
    if !file.contains("/tests/tools/") && !file.ends_with("/tests/tools.rs") {
        return Vec::new();
    }
    let lines = (1..).zip(text.lines());
    lines
        .filter(|(_, line)| is_test(line))
        .map(|(line, _)| StyleFault {
            file: file.into(),
            line,
            message: "`#[test]` has no effect here: list the test in `tool_tests!`".into(),
        })
        .collect()
}

/// The targets of a manifest whose unit tests and doc tests it may turn off.
#[derive(Default, Deserialize)]
struct Manifest {
    #[serde(default)]
    lib: Target,
    #[serde(default)]
    bin: Vec<Target>,
}

#[derive(Default, Deserialize)]
struct Target {
    test: Option<bool>,
    doctest: Option<bool>,
}

/// Returns the faults of a package: its manifest turns off unit tests or doc tests that there
/// are, or does not turn off those of a target without any, for which a program would be built.
/// `sources` are the paths below `src` and the texts of its files.
///
/// # Panics
/// The manifest is none.
pub fn idle(file: &str, manifest: &str, sources: &[(&str, &str)]) -> Vec<StyleFault> {
    let Manifest { lib, bin } = toml::from_str(manifest).expect("a manifest is TOML");
    let is_bin = |path: &str| path == "main.rs" || path.starts_with("bin/");
    let has_lib = sources.iter().any(|(path, _)| *path == "lib.rs");
    let (bins, libs): (Vec<_>, Vec<_>) = sources
        .iter()
        .partition(|(path, _)| is_bin(path) || !has_lib);
    let any =
        |files: &[&(&str, &str)], has: fn(&str) -> bool| files.iter().any(|(_, text)| has(text));
    let tests = |text: &str| text.lines().any(is_test);
    let mut targets = Vec::new();
    if has_lib {
        targets.push(("lib", "test", lib.test, any(&libs, tests)));
        targets.push(("lib", "doctest", lib.doctest, any(&libs, has_doc_test)));
    }
    if !bins.is_empty() {
        let test = bin.iter().find_map(|bin| bin.test);
        targets.push(("bin", "test", test, any(&bins, tests)));
    }
    targets
        .into_iter()
        .filter(|(_, _, test, has)| test.unwrap_or(true) != *has)
        .map(|(target, kind, _, has)| StyleFault {
            file: file.into(),
            line: 1,
            message: if has {
                format!("the {target} has tests, but `{kind} = false`")
            } else {
                format!("the {target} has no tests: say `{kind} = false`")
            },
        })
        .collect()
}

fn is_test(line: &str) -> bool {
    line.trim() == "#[test]"
}

/// Returns true if a doc comment has a block of code that is compiled.
fn has_doc_test(text: &str) -> bool {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim();
        line.strip_prefix("//!").or(line.strip_prefix("///"))
    });
    let fences = docs.filter_map(|line| line.trim().strip_prefix("```"));
    // Every second fence ends a block.
    fences.step_by(2).any(|language| language != "text")
}
