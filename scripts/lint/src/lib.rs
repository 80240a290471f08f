//! Rules of style that a program can check and clippy does not know:
//!
//! - a doc comment does not begin with a word of [`OPENINGS`];
//! - what is public has a doc comment, in private modules as well;
//! - the name of a public type is given once in the workspace, unless it is one of [`SHARED`];
//! - the README has at most [`README_LINES`] lines;
//! - no package has a `NOTES.md`: a method is in `DESIGN.md`, its trials are in `EXPERIMENTS.md`;
//! - no test below `tests/tools` has the attribute `#[test]`, for which nothing would run it: the
//!   program there has a list of its tests;
//! - a library or program without tests says so in its manifest, and no other does.
//!
//! The test `tests/workspace.rs` holds the workspace to them.

mod documents;
mod names;
mod programs;
mod source;

use std::fmt;

pub use documents::{NOTES, README_LINES, notes, readme};
pub use names::{SHARED, TypeName, repeated};
pub use programs::{idle, unlisted};
pub use source::{OPENINGS, Source};

/// A place that breaks a rule. Its `Display` is `FILE:LINE: message`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StyleFault {
    /// The file, as it was named to the lint.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The rule it breaks, and the word or name that breaks it.
    pub message: String,
}

impl fmt::Display for StyleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}
