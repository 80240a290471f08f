//! Rules for files of text.

use std::path::Path;

use crate::StyleFault;

/// Maximum number of lines of the README on top of the workspace.
pub const README_LINES: usize = 120;

/// Name of a file that no package has.
pub const NOTES: &str = "NOTES.md";

/// Checks the length of a README.
pub fn readme(file: &str, text: &str) -> Option<StyleFault> {
    let lines = text.lines().count();
    (lines > README_LINES).then(|| StyleFault {
        file: file.into(),
        line: README_LINES + 1,
        message: format!("{lines} lines, expected at most {README_LINES}"),
    })
}

/// Checks the name of a file.
pub fn notes(file: &str) -> Option<StyleFault> {
    let is_notes = Path::new(file)
        .file_name()
        .is_some_and(|name| name == NOTES);
    is_notes.then(|| StyleFault {
        file: file.into(),
        line: 1,
        message: format!("{NOTES}, expected DESIGN.md and EXPERIMENTS.md"),
    })
}
