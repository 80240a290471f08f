//! Tests with tools that not every machine has. A package collects them in its test program
//! `tools`, whose `main` calls [`run`]. If a tool is missing, the test is ignored and its line
//! names the package to install.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};

/// Environment variable that makes every tool mandatory: a test whose tool is missing fails.
pub const REQUIRE_TOOLS: &str = "REQUIRE_TOOLS";

/// A tool that only tests need: a shell command that succeeds in the workspace if the tool is
/// installed, and the package that contains it.
#[derive(Clone, Copy, Debug)]
pub struct Tool(&'static str, &'static str);

impl Tool {
    /// Finds accessibility faults in pages.
    pub const AXE_CORE: Tool = Tool(
        "test -f target/node/node_modules/axe-core/axe.min.js",
        "npm's axe-core",
    );
    /// Validates problem packages of format 2025-09, and runs their submissions.
    pub const BAPC_TOOLS: Tool = Tool("command -v bt", "PyPI's bapctools");
    /// Isolates contestants in a sandbox.
    pub const BUBBLEWRAP: Tool = Tool("command -v bwrap", "Debian's bubblewrap");
    /// Shows pages; Chrome works as well.
    pub const CHROMIUM: Tool = Tool(
        "command -v chromium || command -v chromium-browser || command -v google-chrome ||
                 command -v google-chrome-stable",
        "Debian's chromium",
    );
    /// Drives the browser.
    pub const CHROME_DRIVER: Tool = Tool("command -v chromedriver", "Debian's chromium-driver");
    /// Shows pages in another engine than Chromium's.
    pub const FIREFOX: Tool = Tool(
        "command -v firefox-esr || command -v firefox",
        "Debian's firefox-esr",
    );
    /// Freezes processes: the permission to make control groups.
    pub const FREEZER: Tool = Tool(
        "cd /sys/fs/cgroup && { test -w freezer/cgroup.procs || test -w cgroup.procs; }",
        "root's control groups",
    );
    /// Compiles and runs Java, whose random numbers are compared with ours.
    pub const JAVA: Tool = Tool("command -v javac", "Debian's default-jdk-headless");
    /// Runs the modules of pages that need no browser.
    pub const NODE: Tool = Tool("command -v node", "Debian's nodejs");
    /// Proposes parameters for `scripts/tune.py`.
    pub const OPTUNA: Tool = Tool(
        "python3 -c 'import optuna, scipy'",
        "PyPI's optuna and scipy",
    );
    /// Runs judges as participants of marathon contests do.
    pub const PAHCER: Tool = Tool("command -v pahcer", "crate pahcer");
    /// Verifies problem packages as Kattis does.
    pub const PROBLEM_TOOLS: Tool = Tool("command -v verifyproblem", "PyPI's problemtools");
    /// Runs judges as participants of marathon contests do.
    pub const PSYTESTER: Tool = Tool("command -v psytester", "PyPI's psytester");
    /// Finds faults in shell scripts.
    pub const SHELL_CHECK: Tool = Tool("command -v shellcheck", "Debian's shellcheck");
    /// Checks the types of the pages' scripts.
    pub const TYPE_SCRIPT: Tool = Tool(
        "test -f target/node/node_modules/typescript/bin/tsc",
        "npm's typescript",
    );
    /// Compiles for a browser, with `scripts/wasm.sh`.
    pub const WASM: Tool = Tool(
        "scripts/wasm.sh",
        "Debian's rustc-web, rust-web-src and wasi-libc",
    );

    /// Runs the command; returns its output, a program's path, if the tool is installed.
    fn probe(self) -> Option<String> {
        let mut probe = Command::new("/bin/sh");
        probe.args(["-c", self.0]).stderr(Stdio::null());
        let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let output = probe.current_dir(workspace).output().ok()?;
        let printed = String::from_utf8_lossy(&output.stdout);
        output.status.success().then(|| printed.trim().into())
    }

    /// Returns the first program with this name on PATH; `None` if the tool is not a program.
    pub fn path(self) -> Option<PathBuf> {
        let path = PathBuf::from(self.probe()?);
        path.is_file().then_some(path)
    }
}

/// Returns the test `name`, which needs these tools. Called by [`tool_tests!`](crate::tool_tests).
pub fn tool_test(tools: &[Tool], name: &str, test: impl FnOnce() + Send + 'static) -> Trial {
    let packages = |tools: &mut dyn Iterator<Item = &Tool>| {
        let packages: Vec<&str> = tools.map(|tool| tool.1).collect();
        packages.join(", ")
    };
    let missing = packages(&mut tools.iter().filter(|tool| tool.probe().is_none()));
    let is_ignored = !missing.is_empty() && env::var_os(REQUIRE_TOOLS).is_none();
    let kind = if tools.is_empty() {
        String::new()
    } else {
        format!("needs {}", packages(&mut tools.iter()))
    };
    let run = move || {
        if !missing.is_empty() {
            return Err(format!("not installed: {missing}").into());
        }
        test();
        Ok(())
    };
    Trial::test(name, run)
        .with_kind(kind)
        .with_ignored_flag(is_ignored)
}

/// Lists tests by the tools that they need, for [`run`](crate::run):
/// `tool_tests![[Tool::BUBBLEWRAP] => sandbox::walls, sandbox::signals; [] => usage::help;]`.
/// A test is a function of a module; a function that is not listed causes a warning of dead code.
#[macro_export]
macro_rules! tool_tests {
    ($($tools:expr => $($module:ident::$test:ident),+;)+) => {
        vec![$($($crate::tool_test(
            &$tools,
            concat!(stringify!($module), "::", stringify!($test)),
            $module::$test,
        )),+),+]
    };
}

/// Runs tests according to `cargo test`'s command line. Returns the exit status for `main`.
pub fn run(tests: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
