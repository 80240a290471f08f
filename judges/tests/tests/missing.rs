//! Tests that need tools, on a machine without them. The program runs itself: as itself it
//! checks what a sample of such tests says; started with [`SAMPLE`] set, it is the sample.

use std::env;
use std::process::{Command, ExitCode, Output};

use harness::{REQUIRE_TOOLS, Tool, tool_tests};

/// Variable that makes this program the sample.
const SAMPLE: &str = "SAMPLE";

mod sample {
    pub(super) fn shows_a_page() {}

    pub(super) fn plays_in_a_sandbox() {}

    pub(super) fn needs_nothing() {}

    pub(super) fn fails() {
        panic!("as it has to");
    }
}

mod check {
    use super::*;

    /// Runs the sample, but for `skipped`, where no tool is on PATH.
    fn run_sample(skipped: &str, required: bool) -> Output {
        let mut sample = Command::new(env::current_exe().unwrap());
        sample.env(SAMPLE, "").env("PATH", "/nonexistent");
        sample.env_remove(REQUIRE_TOOLS);
        sample.args(["--test-threads", "1", "--skip", skipped]);
        if required {
            sample.env(REQUIRE_TOOLS, "");
        }
        sample.output().unwrap()
    }

    fn text(bytes: &[u8]) -> &str {
        std::str::from_utf8(bytes).unwrap()
    }

    /// Returns the line of a test.
    fn line<'a>(output: &'a str, test: &str) -> &'a str {
        output.lines().find(|line| line.contains(test)).unwrap()
    }

    pub(super) fn a_missing_tool_is_told() {
        let output = run_sample("fails", false);
        let printed = text(&output.stdout);
        assert!(output.status.success(), "{printed}");
        for (test, packages) in [
            (
                "shows_a_page",
                "Debian's chromium, Debian's chromium-driver",
            ),
            ("plays_in_a_sandbox", "Debian's bubblewrap"),
        ] {
            let line = line(printed, test).replace("  ", " ");
            let expected = format!("test [needs {packages}] sample::{test} ... ignored");
            assert_eq!(
                line.split_whitespace().collect::<Vec<_>>().join(" "),
                expected
            );
        }
        assert!(line(printed, "needs_nothing").ends_with("ok"), "{printed}");
        assert!(
            printed.contains("1 passed; 0 failed; 2 ignored"),
            "{printed}"
        );
    }

    pub(super) fn a_missing_tool_fails_where_all_are_required() {
        let output = run_sample("fails", true);
        let printed = text(&output.stdout);
        assert!(!output.status.success(), "{printed}");
        assert!(
            printed.contains("1 passed; 2 failed; 0 ignored"),
            "{printed}"
        );
        let said = text(&output.stderr).to_string() + printed;
        assert!(
            said.contains("not installed: Debian's bubblewrap"),
            "{said}"
        );
    }

    pub(super) fn a_test_that_fails_fails() {
        let output = run_sample("needs", false);
        let printed = text(&output.stdout);
        assert!(!output.status.success(), "{printed}");
        assert!(
            printed.contains("0 passed; 1 failed; 0 ignored"),
            "{printed}"
        );
    }
}

fn main() -> ExitCode {
    harness::run(if env::var_os(SAMPLE).is_some() {
        tool_tests![
            [Tool::Chromium, Tool::ChromeDriver] => sample::shows_a_page;
            [Tool::Bubblewrap] => sample::plays_in_a_sandbox;
            [] => sample::needs_nothing, sample::fails;
        ]
    } else {
        tool_tests![
            [] => check::a_missing_tool_is_told,
                check::a_missing_tool_fails_where_all_are_required,
                check::a_test_that_fails_fails;
        ]
    })
}
