//! Tests of judges at every isolation level and inside other testers, and tests of the harness
//! itself.

mod isolating;
mod lasting;
mod memory;
mod missing;
mod outside;
mod privileges;
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
            lasting::no_interface_can_be_written_in_namespaces,
            lasting::objects_of_the_kernel_end_with_their_case,
            memory::what_counts_in_namespaces,
            missing::a_missing_tool_is_told,
            outside::a_record_outside_its_range,
            privileges::a_capability_of_the_judge_stays_there,
            waits::a_traced_supervisor;
        [Tool::Bubblewrap] =>
            isolating::a_failure_of_bubblewrap_is_the_judges,
            isolating::a_level_that_was_asked_for_is_kept,
            isolating::every_level_gives_the_same_verdict,
            isolating::a_sandbox_changes_no_verdict,
            lasting::nothing_can_be_written_in_a_sandbox,
            lasting::services_are_out_of_reach_in_a_sandbox,
            memory::what_counts_in_a_sandbox,
            sessions::bubblewrap;
        [Tool::Freezer] =>
            waits::a_frozen_supervisor;
        [Tool::Pahcer] =>
            sessions::pahcer;
        [Tool::Psytester] =>
            sessions::psytester;
    ];
    tests.extend(isolating::attacks());
    harness::run(tests)
}
