//! The shell scripts of the workspace, read by ShellCheck.

use std::process::ExitCode;

use testing::{Tool, tool_tests};

mod shell {
    use std::process::Command;

    pub(super) fn scripts_have_no_fault() {
        let files = "find . -name target -prune -o -name '*.sh' -exec shellcheck .ci/run {} +";
        let mut shellcheck = Command::new("sh");
        shellcheck.args(["-c", files]);
        let run = shellcheck.current_dir(games::workspace()).output().unwrap();
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stdout)
        );
    }
}

fn main() -> ExitCode {
    testing::run(tool_tests![[Tool::ShellCheck] => shell::scripts_have_no_fault;])
}
