//! The benches of the workspace are in `benches/`; `make bench` runs them all.

use std::path::PathBuf;

/// Returns a program of the release build.
pub fn program(name: &str) -> PathBuf {
    games::workspace().join("target/release").join(name)
}
