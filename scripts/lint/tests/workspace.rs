//! The workspace keeps the rules of style.

use std::fs;
use std::path::{Path, PathBuf};

use lint::{SHARED, Source, StyleFault, idle, notes, readme, repeated, unlisted};

/// Folders that hold none of the workspace's sources: what builds write, and what new games are
/// made of.
const LEFT_OUT: [&str; 2] = ["target", "templates"];

/// Returns the files below `folder`, sorted; [`LEFT_OUT`] and hidden folders are left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && !LEFT_OUT.contains(&&*name) && !name.starts_with('.') {
            files.extend(self::files(&path));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn words_and_names_of_the_workspace_keep_the_rules() {
    let workspace = games::workspace();
    let mut findings: Vec<StyleFault> = Vec::new();
    let mut types = Vec::new();
    for path in files(&workspace) {
        let file = path.strip_prefix(&workspace).unwrap().to_string_lossy();
        findings.extend(notes(&file));
        if file == "README.md" {
            findings.extend(readme(&file, &fs::read_to_string(&path).unwrap()));
        }
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            findings.extend(unlisted(&file, &text));
            let source = Source::read(&file, &text).unwrap();
            findings.extend(source.findings);
            types.extend(source.types);
        }
    }
    assert!(types.len() > 100, "only {} types were found", types.len());
    findings.extend(repeated(&types, &SHARED));
    let lines: Vec<String> = findings.iter().map(StyleFault::to_string).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

#[test]
fn no_target_without_tests_is_built_as_a_test_and_no_test_is_turned_off() {
    let workspace = games::workspace();
    let files = files(&workspace);
    let mut findings: Vec<StyleFault> = Vec::new();
    for manifest in files.iter().filter(|path| path.ends_with("Cargo.toml")) {
        let source = manifest.parent().unwrap().join("src");
        let texts: Vec<(String, String)> = files
            .iter()
            .filter_map(|path| {
                let below = path.strip_prefix(&source).ok()?.to_string_lossy();
                let is_rust = below.ends_with(".rs");
                is_rust.then(|| (below.to_string(), fs::read_to_string(path).unwrap()))
            })
            .collect();
        let sources: Vec<(&str, &str)> = texts
            .iter()
            .map(|(path, text)| (&path[..], &text[..]))
            .collect();
        let file = manifest.strip_prefix(&workspace).unwrap();
        let text = fs::read_to_string(manifest).unwrap();
        findings.extend(idle(&file.to_string_lossy(), &text, &sources));
    }
    let lines: Vec<String> = findings.iter().map(StyleFault::to_string).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}
