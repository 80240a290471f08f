//! Tests that need tools, on a machine without them: what a sample of such tests prints.

use std::env;
use std::process::Command;

use harness::{REQUIRE_TOOLS, Tool, tool_tests};
use libtest_mimic::Trial;

/// Variable that makes this program the sample.
pub(super) const SAMPLE: &str = "SAMPLE";

mod sample {
    pub(super) fn shows_a_page() {}

    pub(super) fn plays_in_a_sandbox() {}

    pub(super) fn needs_nothing() {}

    pub(super) fn fails() {
        panic!("as it has to");
    }
}

/// The tests of the sample.
pub(super) fn tests() -> Vec<Trial> {
    tool_tests![
        [Tool::Chromium, Tool::ChromeDriver] => sample::shows_a_page;
        [Tool::Bubblewrap] => sample::plays_in_a_sandbox;
        [] => sample::needs_nothing, sample::fails;
    ]
}

/// Runs the sample, but for the test `skipped`, without a tool on PATH. Returns whether it succeeds,
/// and the words that it prints.
fn run_sample(skipped: &str, required: bool) -> (bool, String) {
    let mut sample = Command::new(env::current_exe().unwrap());
    sample.env(SAMPLE, "").env("PATH", "/nonexistent");
    sample.env_remove(REQUIRE_TOOLS);
    sample.args(["--test-threads", "1", "--skip", skipped]);
    if required {
        sample.env(REQUIRE_TOOLS, "");
    }
    let output = sample.output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let words: Vec<&str> = printed.split_whitespace().collect();
    (output.status.success(), words.join(" "))
}

pub(super) fn a_missing_tool_is_told() {
    let (succeeds, printed) = run_sample("fails", false);
    assert!(succeeds, "{printed}");
    let browser = "Debian's chromium, Debian's chromium-driver";
    for expected in [
        &format!("test [needs {browser}] sample::shows_a_page ... ignored"),
        "test [needs Debian's bubblewrap] sample::plays_in_a_sandbox ... ignored",
        "sample::needs_nothing ... ok",
        "1 passed; 0 failed; 2 ignored",
    ] {
        assert!(printed.contains(expected), "{printed}");
    }
}

pub(super) fn a_missing_tool_fails_where_all_are_required() {
    let (succeeds, printed) = run_sample("fails", true);
    assert!(!succeeds, "{printed}");
    for expected in [
        "1 passed; 2 failed; 0 ignored",
        "not installed: Debian's bubblewrap",
    ] {
        assert!(printed.contains(expected), "{printed}");
    }
}

pub(super) fn a_test_that_fails_fails() {
    let (succeeds, printed) = run_sample("needs", false);
    assert!(
        !succeeds && printed.contains("0 passed; 1 failed; 0 ignored"),
        "{printed}"
    );
}
