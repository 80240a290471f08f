//! Checks that Cargo's target folder may be anywhere: only `scripts/programs.py` knows where
//! programs are.

use std::fs;

use xtask::workspace;

use crate::files;

#[test]
fn no_script_and_no_document_names_another_folder() {
    for path in files(&workspace()) {
        let ending = path.extension().unwrap_or_default();
        if ["md", "py", "sh"].iter().any(|read| ending == *read) || path.ends_with("Makefile") {
            let text = fs::read_to_string(&path).unwrap();
            let names =
                |line: &&str| line.contains("target/release") || line.contains("target/debug");
            let named = text.lines().find(names);
            assert_eq!(named, None, "{}", path.display());
        }
    }
}
