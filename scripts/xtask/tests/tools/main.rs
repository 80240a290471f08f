//! Tests with installed tools: ShellCheck reads the shell scripts of the workspace, and the tools
//! of other judge systems check the problem packages.

mod conversation;
#[path = "../copied.rs"]
mod copied;
mod hidden;
mod made;
mod same_verdict;
mod tasks;
mod verified;

use std::process::ExitCode;

use harness::{Tool, tool_tests};

mod shell {
    use std::process::Command;

    pub(super) fn scripts_have_no_fault() {
        let files = "find . -name target -prune -o -name '*.sh' -exec shellcheck .ci/run {} +";
        let mut shellcheck = Command::new("sh");
        shellcheck.args(["-c", files]);
        xtask::output(shellcheck.current_dir(xtask::workspace())).unwrap();
    }
}

fn main() -> ExitCode {
    harness::run(tool_tests![
        [] =>
            conversation::an_extra_answer_is_wrong_however_late_it_comes,
            hidden::a_new_game_passes_what_every_game_does;
        [Tool::CHROMIUM, Tool::CHROME_DRIVER] => hidden::a_secret_is_found_on_a_page;
        [Tool::BAPC_TOOLS] => verified::current_packages_have_no_fault;
        [Tool::HARBOR] => tasks::harbor_accepts_every_task;
        [Tool::ROOT, Tool::NAMESPACES] =>
            tasks::cheats_get_nothing,
            tasks::other_files_are_refused,
            tasks::programs_get_the_announced_rewards;
        [Tool::PROBLEM_TOOLS] =>
            same_verdict::contestants_get_the_same_here_and_there,
            verified::legacy_packages_have_no_fault;
        [Tool::SHELL_CHECK] => shell::scripts_have_no_fault;
    ])
}
