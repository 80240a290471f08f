//! The scripts of the pages without a browser.

use std::process::Command;

use harness::hostile::Arena;
use xtask::{output, workspace};

/// Runs Node with these words in the workspace, to its end.
#[track_caller]
fn node(words: &[&str]) {
    let mut node = Command::new("node");
    // The numbers of a page are compared with those of the program.
    node.env("JUDGE_REPORT", Arena::here().program("judge-report"));
    output(node.args(words).current_dir(workspace())).unwrap();
}

/// Numbers, ticks, expressions, groups and statistics.
pub fn what_needs_no_browser_is_right() {
    node(&["--test", "judges/tests/tests/pages.mjs"]);
}

/// The types in the comments of all modules, as `tsconfig.json` asks.
pub fn types_are_right() {
    node(&["target/node/node_modules/typescript/bin/tsc"]);
}
