//! Output of tests that need tools, on a machine without them; a sample of such tests is run.

use std::env;
use std::process::Command;

use harness::{REQUIRE_TOOLS, Tool, tool_tests};
use libtest_mimic::Trial;

/// Environment variable that makes this program the sample.
pub(super) const SAMPLE: &str = "SAMPLE";

mod sample {
    pub(super) fn shows_a_page() {}

    pub(super) fn plays_in_a_sandbox() {}

    pub(super) fn needs_nothing() {}

    pub(super) fn fails() {
        panic!("as it has to");
    }
}

/// Returns the tests of the sample.
pub(super) fn tests() -> Vec<Trial> {
    tool_tests![
        [Tool::Chromium, Tool::ChromeDriver] => sample::shows_a_page;
        [Tool::Bubblewrap] => sample::plays_in_a_sandbox;
        [] => sample::needs_nothing, sample::fails;
    ]
}

/// Runs the sample except for the test `skipped`, with no tool on PATH. Returns true if it
/// succeeds, and the words of its output.
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

/// Checks that a test with a missing tool is ignored, or fails if every tool is required. A failing
/// test fails even if all tools are there.
pub(super) fn a_missing_tool_is_told() {
    let page = "test [needs Debian's chromium, Debian's chromium-driver] sample::shows_a_page";
    let sandbox = "test [needs Debian's bubblewrap] sample::plays_in_a_sandbox";
    let ignored = [page, sandbox].map(|test| format!("{test} ... ignored"));
    let [page, sandbox] = ignored.each_ref().map(String::as_str);
    let counts = "1 passed; 0 failed; 2 ignored";
    let missing = "not installed: Debian's bubblewrap";
    for (skipped, required, passes, expected) in [
        (
            "fails",
            false,
            true,
            &[page, sandbox, "sample::needs_nothing ... ok", counts][..],
        ),
        (
            "fails",
            true,
            false,
            &["1 passed; 2 failed; 0 ignored", missing],
        ),
        ("needs", false, false, &["0 passed; 1 failed; 0 ignored"]),
    ] {
        let (succeeds, printed) = run_sample(skipped, required);
        assert_eq!(succeeds, passes, "{printed}");
        assert!(
            expected.iter().all(|words| printed.contains(words)),
            "{printed}"
        );
    }
}
