//! Tests of scripts that use the records of judges.

mod tune;

use std::process::ExitCode;

use harness::{Tool, tool_tests};

fn main() -> ExitCode {
    harness::run(tool_tests![
        [Tool::OPTUNA] => tune::a_cost_keeps_its_sign, tune::a_study_ends_with_a_duel, tune::a_study_goes_on, tune::wrong_usage_is_told;
    ])
}
