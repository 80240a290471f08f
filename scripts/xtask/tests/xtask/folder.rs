//! Checks that Cargo's target folder may be anywhere: only `scripts/programs.py` knows where
//! programs are.

use std::fs;

use xtask::workspace;

use crate::files;

#[test]
fn no_script_and_no_document_names_another_folder() {
    for path in files(&workspace()) {
        let is_read = ["md", "py", "sh"]
            .iter()
            .any(|ending| path.extension().is_some_and(|own| own == *ending));
        if is_read || path.ends_with("Makefile") {
            let text = fs::read_to_string(&path).unwrap();
            let named = text
                .lines()
                .find(|line| line.contains("target/release") || line.contains("target/debug"));
            assert_eq!(named, None, "{}", path.display());
        }
    }
}
