//! The scripts of the pages without a browser.

use std::path::Path;
use std::process::Command;

/// Runs Node with these words in the workspace, to its end.
#[track_caller]
fn node(words: &[&str]) {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let run = Command::new("node")
        .args(words)
        .current_dir(workspace)
        .output()
        .unwrap();
    let is_right = run.status.success();
    assert!(is_right, "{}", String::from_utf8_lossy(&run.stdout));
}

/// Numbers, ticks, expressions, groups and statistics.
pub fn what_needs_no_browser_is_right() {
    node(&["--test", "judges/tests/tests/pages.mjs"]);
}

/// The types in the comments of all modules, as `tsconfig.json` asks.
pub fn types_are_right() {
    node(&["target/node/node_modules/typescript/bin/tsc"]);
}
