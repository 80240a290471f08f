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

/// Checks that a test with a missing tool is ignored, or fails if every tool is required. A failing
/// test fails even if all tools are there.
pub(super) fn a_missing_tool_is_told() {
    let page = "test [needs Debian's chromium, Debian's chromium-driver] sample::shows_a_page";
    let sandbox = "test [needs Debian's bubblewrap] sample::plays_in_a_sandbox";
    let ignored = [page, sandbox]
        .map(|test| format!("{test} ... ignored"))
        .join(" ");
    let missing = "not installed: Debian's bubblewrap";
    for (skipped, required, passes, counts, words) in [
        (
            "fails",
            None,
            true,
            "1 passed; 0 failed; 2 ignored",
            &*ignored,
        ),
        (
            "fails",
            Some(""),
            false,
            "1 passed; 2 failed; 0 ignored",
            missing,
        ),
        (
            "needs",
            None,
            false,
            "0 passed; 1 failed; 0 ignored",
            "sample::fails ... FAILED",
        ),
    ] {
        let mut sample = Command::new(env::current_exe().unwrap());
        sample
            .env(SAMPLE, "")
            .env("PATH", "/nonexistent")
            .env_remove(REQUIRE_TOOLS);
        sample.envs(required.map(|value| (REQUIRE_TOOLS, value)));
        let output = sample
            .args(["--test-threads", "1", "--skip", skipped])
            .output()
            .unwrap();
        assert_eq!(output.status.success(), passes, "{output:?}");
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            printed.contains(counts) && printed.contains(words),
            "{printed}"
        );
    }
}
