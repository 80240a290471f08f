//! Tests of judges that need a tool or a right: at every isolation level, inside other testers, of
//! what is measured; and tests of the harness itself.

mod attacks;
mod isolating;
mod measuring;
mod memory;
mod missing;
mod outside;
mod sessions;
mod turned;
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
    match env::var(turned::JUDGE).as_deref() {
        Ok("cost") => return cli::main::<turned::Turned<true>>(),
        Ok(_) => return cli::main::<turned::Turned<false>>(),
        Err(_) => {}
    }
    if env::var_os(missing::SAMPLE).is_some() {
        return harness::run(missing::tests());
    }
    let mut tests = tool_tests![
        [] =>
            isolating::a_program_that_deletes_itself,
            isolating::more_workers_than_processors,
            isolating::secrets_in_files,
            measuring::cpu_time_of_children,
            measuring::memory_is_that_of_the_group,
            measuring::memory_that_is_shared_and_memory_that_is_not,
            measuring::names_in_a_cache_are_no_memory,
            measuring::runs_at_the_same_time_do_not_mix,
            missing::a_missing_tool_is_told,
            outside::a_case_is_refereed_once,
            outside::a_record_outside_its_range,
            outside::a_scene_beyond_its_board,
            turned::directions_are_never_mixed,
            turned::every_comparison_is_the_same,
            waits::a_killed_supervisor,
            waits::a_supervisor_with_few_descriptors;
        [Tool::BUBBLEWRAP] =>
            isolating::a_sandbox_that_is_none,
            isolating::a_working_folder_that_cannot_be_searched,
            isolating::every_level_gives_the_same_verdict,
            isolating::process_ids_are_random,
            isolating::small_limits;
        [Tool::FREEZER] =>
            waits::a_frozen_supervisor;
        [Tool::MEMORY_GROUPS] =>
            measuring::no_group_stays_behind,
            memory::what_counts_in_a_session,
            memory::what_counts_in_namespaces;
        [Tool::MEMORY_GROUPS, Tool::BUBBLEWRAP] =>
            memory::what_counts_in_a_sandbox;
        [Tool::MEMORY_GROUPS, Tool::DISK] =>
            measuring::memory_that_is_not_the_contestants;
        [Tool::ROOT] =>
            attacks::a_capability_of_the_judge_stays_there,
            waits::a_host_without_processes;
        [Tool::ROOT, Tool::BUBBLEWRAP] =>
            isolating::another_user;
        [Tool::VISIBLE_PROCESSES] =>
            measuring::cpu_time_of_a_program_without_read_permission,
            measuring::cpu_time_that_is_hidden,
            waits::a_stopped_judge,
            waits::a_supervisor_killed_from_outside;
    ];
    tests.extend(attacks::tests().into_iter().chain(sessions::tests()));
    harness::run(tests)
}
