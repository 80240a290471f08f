//! The workspace keeps rules of style that neither clippy nor rustc's `missing_docs` checks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use syn::{Item, Visibility};
use tasks::{output, workspace};

use crate::files;

/// Words with which no doc comment begins: it says what a thing is, and asks no question.
const OPENINGS: [&str; 9] = [
    "How", "Nobody", "What", "Whether", "Who", "Whoever", "Whom", "Whose", "Why",
];

/// Names of types that several crates define, each with the one meaning it has in all of them.
const SHARED: [(&str, &str); 12] = [
    ("Axis", "direction of a line of squares: row or column"),
    ("Block", "of Slider: bound and solver keep different facts"),
    ("Board", "squares or pits of a game and what lies on them"),
    ("BySquare", "table with an entry for each square of a board"),
    ("Candidate", "move under consideration, with its estimate"),
    ("Case", "test input of a game"),
    (
        "Isle",
        "connected stones of a player, by rules and by oracle",
    ),
    ("PlainCase", "case as plain numbers, for an oracle"),
    ("PlainResult", "state that a game has reached by an oracle"),
    ("Position", "state of a game with what its search keeps"),
    ("Square", "square of a board as one small number"),
    ("View", "game that is followed turn by turn, as scenes"),
];

/// Maximum number of lines of the README on top of the workspace.
const README_LINES: usize = 120;

/// Returns the Rust files below `folder` with their texts, without those that new games are made
/// of.
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

/// Returns the text of a line of a doc comment, and its mark.
fn doc(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let mark = ["///", "//!"]
        .into_iter()
        .find(|mark| line.starts_with(mark))?;
    Some((mark, line[3..].trim_start()))
}

fn is_test(line: &str) -> bool {
    line.trim() == "#[test]"
}

/// Programs that have a list of their tests.
const LISTED: [&str; 2] = ["/tests/tools/", "/tests/browser/"];

/// Returns the faults of a Rust file, as `LINE: message`: a doc comment that begins with a word of
/// [`OPENINGS`], and `#[test]` in a program that has a list of its tests, where nothing runs it.
fn faults(file: &str, text: &str) -> Vec<String> {
    let is_listed = LISTED.iter().any(|place| file.contains(place));
    let mut faults = Vec::new();
    let mut last = None;
    for (line, number) in text.lines().zip(1..) {
        let found = doc(line);
        let mark = found.map(|(mark, _)| mark);
        if let (Some((_, text)), true) = (found, mark != last) {
            let word = text.split(|letter: char| !letter.is_alphabetic()).next();
            if let Some(word) = word.filter(|word| OPENINGS.contains(word)) {
                faults.push(format!("{number}: a doc comment begins with `{word}`"));
            }
        }
        last = mark;
        if is_listed && is_test(line) {
            faults.push(format!(
                "{number}: `#[test]` has no effect here: list the test in `tool_tests!`"
            ));
        }
    }
    faults
}

/// Collects the names of types that other modules see; those of unit tests are left out.
fn types(items: &[Item], names: &mut Vec<String>) {
    for item in items {
        let (visibility, name) = match item {
            Item::Struct(item) => (&item.vis, &item.ident),
            Item::Enum(item) => (&item.vis, &item.ident),
            Item::Union(item) => (&item.vis, &item.ident),
            Item::Trait(item) => (&item.vis, &item.ident),
            Item::Type(item) => (&item.vis, &item.ident),
            Item::Mod(module) => {
                if let (Some((_, items)), true) = (&module.content, module.ident != "tests") {
                    types(items, names);
                }
                continue;
            }
            _ => continue,
        };
        if !matches!(visibility, Visibility::Inherited) {
            names.push(name.to_string());
        }
    }
}

/// Returns the names of types that several files define although they are not `shared`, with the
/// files, and those of `shared` that fewer than two define.
fn repeated(sources: &[(String, String)], shared: &[&str]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in shared {
        places.insert(name.to_string(), Vec::new());
    }
    for (file, text) in sources {
        let mut names = Vec::new();
        types(&syn::parse_file(text).expect(file).items, &mut names);
        for name in names {
            places.entry(name).or_default().push(file);
        }
    }
    places.retain(|name, files| (files.len() < 2) == shared.contains(&name.as_str()));
    let lines = places.iter();
    lines
        .map(|(name, files)| format!("type `{name}` is in {}", files.join(", ")))
        .collect()
}

#[test]
fn words_and_names_of_the_workspace_keep_the_rules() {
    let sources = sources(&workspace());
    assert!(sources.len() > 300, "only {} files", sources.len());
    let mut all = repeated(&sources, &SHARED.map(|(name, _)| name));
    for (file, text) in &sources {
        let found = faults(file, text);
        all.extend(found.iter().map(|fault| format!("{file}:{fault}")));
    }
    assert!(
        all.is_empty(),
        "rename a type, or list it in SHARED:\n{}",
        all.join("\n")
    );
}

#[test]
fn the_readme_is_short_and_there_are_no_notes() {
    let readme = fs::read_to_string(workspace().join("README.md")).unwrap();
    assert!(readme.lines().count() <= README_LINES);
    // A method is in `DESIGN.md`, its trials are in `EXPERIMENTS.md`.
    let mut notes = files(&workspace());
    notes.retain(|path| path.ends_with("NOTES.md"));
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn each_fault_of_style_is_found() {
    let file = "judges/kit/cli/src/page.rs";
    for word in OPENINGS {
        for text in [
            format!("//! {word} it is.\n"),
            format!("fn f() {{}}\n    /// {word}: a name.\n"),
            format!("//! A module.\n/// {word}\n"),
        ] {
            assert_eq!(faults(file, &text).len(), 1, "{text}");
        }
    }
    let text =
        "/// Whole numbers.\n/// What follows is explained.\n// What a comment is.\n#[test]\n";
    assert_eq!(faults(file, text), [""; 0]);
    for file in [
        "judges/kit/cli/tests/tools/page.rs",
        "judges/tests/tests/browser/keys.rs",
    ] {
        let expected = "4: `#[test]` has no effect here: list the test in `tool_tests!`";
        assert_eq!(faults(file, text), [expected]);
    }
}

#[test]
fn each_name_of_two_types_is_found() {
    let repeated = |texts: &[&str], shared: &[&str]| {
        let files = texts.iter().enumerate();
        let files = files.map(|(number, text)| (format!("{number}.rs"), text.to_string()));
        repeated(&files.collect::<Vec<_>>(), shared)
    };
    let kinds = [
        "struct X;",
        "enum X {}",
        "trait X {}",
        "type X = u8;",
        "union X { y: u8 }",
    ];
    for kind in kinds {
        for visibility in ["pub", "pub(crate)", "pub(super)"] {
            let other = format!("mod m {{ {visibility} {kind} }}");
            let texts = ["pub struct X;", &other];
            assert_eq!(repeated(&texts, &[]), ["type `X` is in 0.rs, 1.rs"]);
            assert_eq!(repeated(&texts, &["X"]), [""; 0]);
        }
    }
    let texts = [
        "pub struct X;",
        "struct X;",
        "#[cfg(test)]\nmod tests { pub struct X; }",
    ];
    assert_eq!(repeated(&texts, &[]), [""; 0]);
    assert_eq!(repeated(&texts, &["X"]), ["type `X` is in 0.rs"]);
}

/// Returns true if a doc comment has a block of code that is compiled.
fn has_doc_test(text: &str) -> bool {
    let docs = text.lines().filter_map(doc);
    let fences = docs.filter_map(|(_, text)| text.strip_prefix("```"));
    // Every second fence ends a block.
    fences.step_by(2).any(|language| language != "text")
}

/// Returns the faults of a library or program, whose files have these texts: it turns off tests
/// that there are, or does not turn off tests without any, for which a program would be built.
fn idle(target: &Value, texts: &[&str]) -> Vec<String> {
    let is_lib = target["kind"][0] != "bin";
    let mut kinds = vec![("test", texts.iter().any(|text| text.lines().any(is_test)))];
    if is_lib {
        kinds.push(("doctest", texts.iter().any(|text| has_doc_test(text))));
    }
    let wrong = kinds.into_iter().filter(|(kind, has)| target[kind] != *has);
    let source = &target["src_path"];
    wrong
        .map(|(kind, has)| format!("{source}: its manifest has to say `{kind} = {has}`"))
        .collect()
}

#[test]
fn a_target_is_built_as_a_test_if_it_has_tests() {
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--offline", "--no-deps", "--format-version=1"]);
    let metadata = output(metadata.current_dir(workspace())).unwrap();
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let (mut found, mut count) = (Vec::new(), 0);
    for package in metadata["packages"].as_array().unwrap() {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).with_file_name("src");
        if !folder.is_dir() {
            continue;
        }
        let sources = sources(&folder);
        let is_bin = |file: &str| file == "main.rs" || file.starts_with("bin/");
        let has_lib = sources.iter().any(|(file, _)| file == "lib.rs");
        for target in package["targets"].as_array().unwrap() {
            let kind = target["kind"][0].as_str().unwrap();
            if ["lib", "staticlib", "cdylib", "bin"].contains(&kind) {
                // Without a library, every file is the program's.
                let own = sources
                    .iter()
                    .filter(|(file, _)| !has_lib || is_bin(file) == (kind == "bin"));
                let texts: Vec<&str> = own.map(|(_, text)| text.as_str()).collect();
                found.extend(idle(target, &texts));
                count += 1;
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
    assert!(count > 20, "only {count} targets were found");
}

#[test]
fn each_target_that_is_idle_is_found() {
    let target = |kind: &str, test: bool, doctest: bool| serde_json::json!({ "kind": [kind], "test": test, "doctest": doctest });
    let test = "fn a() {}\n#[test]\nfn b() {}\n";
    let example = "/// A.\n/// ```\n/// a();\n/// ```\n";
    let text = "/// A.\n/// ```text\n/// 1 2\n/// ```\nfn a() {}\n";
    for (texts, has_test, has_example) in [
        ([text, text], false, false),
        ([text, test], true, false),
        ([example, text], false, true),
    ] {
        for said in [false, true] {
            let wrong = |has| usize::from(said != has);
            let bin = idle(&target("bin", said, false), &texts);
            assert_eq!(bin.len(), wrong(has_test));
            let lib = idle(&target("lib", said, said), &texts);
            assert_eq!(lib.len(), wrong(has_test) + wrong(has_example));
        }
    }
}
