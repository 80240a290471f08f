//! A rule for tests that need tools.

use crate::StyleFault;

/// Returns the faults of a Rust file: each `#[test]` in a program with a list of its tests.
pub fn unlisted(file: &str, text: &str) -> Vec<StyleFault> {
    if !file.contains("/tests/tools/") && !file.ends_with("/tests/tools.rs") {
        return Vec::new();
    }
    let lines = (1..).zip(text.lines());
    lines
        .filter(|(_, line)| line.trim() == "#[test]")
        .map(|(line, _)| StyleFault {
            file: file.into(),
            line,
            message: "`#[test]` has no effect here: list the test in `tool_tests!`".into(),
        })
        .collect()
}
