//! Problem packages: each game as Kattis, DOMjudge and AtCoder's tools take it, from its definition and its rules.

pub mod atcoder;
mod cases;
pub mod domjudge;
mod facts;
mod folder;
pub mod kattis;
mod parts;
mod program;
mod sample;
pub mod spec;
pub mod statement;

pub use cases::{PackagedCase, PackagedCases};
pub use facts::{CaseLimits, Facts};
pub use folder::PackageFolder;
pub use parts::PackageParts;
pub use program::PackagePrograms;
pub use sample::WorkedDialogue;
