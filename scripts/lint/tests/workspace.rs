//! The workspace keeps the rules of style.

use std::fs;
use std::path::{Path, PathBuf};

use lint::{SHARED, Source, StyleFault, notes, readme, repeated, unlisted};

/// Returns the files below `folder`, sorted; what builds and version control write is left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
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
