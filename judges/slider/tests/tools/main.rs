//! Compares the match's own cases with the cases that Java draws.

use std::process::ExitCode;

use harness::{Tool, tool_tests};

mod official {
    use std::process::Command;

    use harness::hostile::{Arena, User};

    /// Returns Java's `String.hashCode` of an ASCII text.
    fn hash(text: &str) -> i32 {
        let bytes = text.bytes();
        bytes.fold(0, |hash: i32, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }

    pub(super) fn ten_thousand_seeds_are_those_of_java() {
        let java = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/Official.java");
        let output = Command::new("java").args([java, "1", "10000"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.lines().count(), 10_000);

        let arena = Arena::new(User::Present);
        let cases = "--official --seed 1-10000 --out cases --name %d";
        arena.output(&format!("slider-judge gen {cases}"), 0);
        for (seed, line) in (1..).zip(printed.lines()) {
            let text = arena.read(&format!("cases/{seed}"));
            assert_eq!(hash(&text).to_string(), line, "seed {seed}");
        }
    }
}

fn main() -> ExitCode {
    harness::run(tool_tests![
        [Tool::JAVA] => official::ten_thousand_seeds_are_those_of_java;
    ])
}
