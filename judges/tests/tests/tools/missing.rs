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
        [Tool::CHROMIUM, Tool::CHROME_DRIVER] => sample::shows_a_page;
        [Tool::BUBBLEWRAP] => sample::plays_in_a_sandbox;
        [] => sample::needs_nothing, sample::fails;
    ]
}

/// Checks that a test with a missing tool is ignored, or fails if every tool is required. A failing
/// test fails even if all tools are there.
pub(super) fn a_missing_tool_is_told() {
    let page = "test [needs Debian's chromium, Debian's chromium-driver] sample::shows_a_page";
    let sandbox = "test [needs Debian's bubblewrap] sample::plays_in_a_sandbox";
    let ignored = format!("{page} ... ignored {sandbox} ... ignored");
    let missing = "missing: Debian's bubblewrap";
    let failed = "sample::fails ... FAILED";
    for (skipped, required, counts, words) in [
        ("fails", false, "1 passed; 0 failed; 2 ignored", &*ignored),
        ("fails", true, "1 passed; 2 failed; 0 ignored", missing),
        ("needs", false, "0 passed; 1 failed; 0 ignored", failed),
    ] {
        let mut sample = Command::new(env::current_exe().unwrap());
        sample.env(SAMPLE, "").env("PATH", "/nonexistent");
        sample.env_remove(REQUIRE_TOOLS);
        sample.envs(required.then_some((REQUIRE_TOOLS, "")));
        sample.args(["--test-threads", "1", "--skip", skipped]);
        let output = sample.output().unwrap();
        let passes = counts.contains(" 0 failed");
        assert_eq!(output.status.success(), passes, "{output:?}");
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_told = printed.contains(counts) && printed.contains(words);
        assert!(is_told, "{printed}");
    }
}
