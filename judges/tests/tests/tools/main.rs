//! Judges at every level of isolation, and within testers of others.

mod isolating;
mod lasting;
mod leagues;
mod memory;
mod privileges;
mod testers;
mod waits;

use std::process::ExitCode;

use harness::{Tool, tool_tests};

fn main() -> ExitCode {
    harness::run(tool_tests![
        [] =>
            isolating::a_command_that_cannot_be_started,
            isolating::a_forged_report_without_a_sandbox,
            isolating::control_groups_are_closed_in_namespaces,
            isolating::judge_and_supervisor_are_closed,
            isolating::no_bubblewrap,
            isolating::seeds_stay_with_the_judge,
            isolating::signals_in_namespaces,
            isolating::mounting_in_namespaces,
            lasting::no_setting_can_be_written_in_namespaces,
            lasting::objects_of_the_kernel_end_with_their_case,
            leagues::ranks_and_errors_of_a_game,
            memory::calls_that_are_refused_in_namespaces,
            memory::what_counts_in_namespaces,
            privileges::a_capability_of_the_judge_stays_there,
            privileges::no_capability_in_a_session,
            privileges::no_capability_in_namespaces,
            waits::a_traced_supervisor;
        [Tool::Bubblewrap] =>
            isolating::a_command_that_cannot_be_started_in_a_sandbox,
            isolating::a_forged_report_in_a_sandbox,
            isolating::a_sandbox_changes_no_verdict,
            isolating::a_sandbox_has_walls,
            isolating::control_groups_are_closed_in_a_sandbox,
            isolating::limiting_in_a_sandbox,
            isolating::nothing_passes_through_a_sandbox,
            isolating::signals_in_a_sandbox,
            isolating::tracing_in_a_sandbox,
            lasting::nothing_can_be_written_in_a_sandbox,
            lasting::objects_of_the_kernel_end_with_their_case_in_a_sandbox,
            lasting::services_are_hidden_in_a_sandbox,
            memory::calls_that_are_refused_in_a_sandbox,
            memory::what_counts_in_a_sandbox,
            privileges::no_capability_in_a_sandbox;
        [Tool::Freezer] =>
            waits::a_frozen_supervisor;
        [Tool::Pahcer] =>
            testers::pahcer_as_the_document_shows_it,
            testers::pahcer_reports_failures;
        [Tool::Psyleague] =>
            leagues::psyleague_as_the_document_shows_it;
        [Tool::Psytester] =>
            testers::psytester_as_the_document_shows_it,
            testers::psytester_with_the_file_it_ships;
    ])
}
