//! Tests of judges at every isolation level and inside other testers, and tests of the harness
//! itself.

mod attacks;
mod isolating;
mod memory;
mod missing;
mod outside;
mod sessions;
mod waits;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use harness::{Tool, tool_tests};

/// Starts the tests; the same program also serves as a judge, its supervisor, or a sample of tests.
fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    if let Some(status) = runner::run_as_helper(&args) {
        return status;
    }
    if env::var_os(outside::JUDGE).is_some() {
        return cli::main::<outside::Outside>();
    }
    if env::var_os(missing::SAMPLE).is_some() {
        return harness::run(missing::tests());
    }
    let mut tests = tool_tests![
        [] =>
            attacks::a_capability_of_the_judge_stays_there,
            memory::what_counts_in_a_session,
            memory::what_counts_in_namespaces,
            missing::a_missing_tool_is_told,
            outside::a_case_is_refereed_once,
            outside::a_record_outside_its_range,
            outside::a_scene_beyond_its_board,
            waits::a_killed_supervisor,
            waits::a_supervisor_with_few_descriptors;
        [Tool::BUBBLEWRAP] =>
            isolating::a_working_folder_that_cannot_be_searched,
            isolating::every_level_gives_the_same_verdict,
            memory::what_counts_in_a_sandbox;
        [Tool::FREEZER] =>
            waits::a_frozen_supervisor;
    ];
    tests.extend(attacks::tests().into_iter().chain(sessions::tests()));
    harness::run(tests)
}
