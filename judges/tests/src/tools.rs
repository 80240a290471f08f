//! Tests with tools that not every machine has, and with rights that not every user has. A package
//! collects them in its test program `tools`, whose `main` calls [`run`]. If one is missing, the
//! test is ignored and its line names the package to install, or the right.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use Probe::{Call, Shell};
use libtest_mimic::{Arguments, Trial};
use nix::unistd::geteuid;

/// Environment variable that makes every tool mandatory: a test whose tool is missing fails.
pub const REQUIRE_TOOLS: &str = "REQUIRE_TOOLS";

/// A tool or a right that only tests need: the way to find it, and the package that contains the tool,
/// or who has the right.
#[derive(Clone, Copy, Debug)]
pub struct Tool(Probe, &'static str);

/// A way to find a tool.
#[derive(Clone, Copy, Debug)]
enum Probe {
    /// A shell command that succeeds in the workspace if the tool is there.
    Shell(&'static str),
    /// A function that returns true if it is.
    Call(fn() -> bool),
}

impl Tool {
    /// Finds accessibility faults in pages.
    pub const AXE_CORE: Tool =
        Tool(Shell("test -f target/node/node_modules/axe-core/axe.min.js"), "npm's axe-core");
    /// Validates problem packages of format 2025-09, and runs their submissions.
    pub const BAPC_TOOLS: Tool = Tool(Shell("command -v bt"), "PyPI's bapctools");
    /// Isolates contestants in a sandbox.
    pub const BUBBLEWRAP: Tool = Tool(Shell("command -v bwrap"), "Debian's bubblewrap");
    /// Shows pages; Chrome works as well.
    pub const CHROMIUM: Tool = Tool(
        Shell(
            "command -v chromium || command -v chromium-browser || command -v google-chrome ||
                 command -v google-chrome-stable",
        ),
        "Debian's chromium",
    );
    /// Drives the browser.
    pub const CHROME_DRIVER: Tool =
        Tool(Shell("command -v chromedriver"), "Debian's chromium-driver");
    /// Caches files outside of memory that counts.
    pub const DISK: Tool =
        Tool(Shell("! df --type=tmpfs \"${TMPDIR:-/tmp}\""), "a TMPDIR on a disk");
    /// Shows pages in another engine than Chromium's.
    pub const FIREFOX: Tool =
        Tool(Shell("command -v firefox-esr || command -v firefox"), "Debian's firefox-esr");
    /// Freezes processes: the permission to make control groups.
    pub const FREEZER: Tool = Tool(
        Shell("cd /sys/fs/cgroup && { test -w freezer/cgroup.procs || test -w cgroup.procs; }"),
        "root's control groups",
    );
    /// Counts memory that no process maps: a control group with a memory controller.
    pub const MEMORY_GROUPS: Tool =
        Tool(Call(runner::has_memory_groups), "a control group with a memory controller");
    /// Checks tasks for agents.
    pub const HARBOR: Tool =
        Tool(Shell("test -x target/harbor/bin/harbor"), "PyPI's harbor in target/harbor");
    /// Isolates contestants of the present user.
    pub const NAMESPACES: Tool = Tool(Shell("unshare --user true"), "namespaces for this user");
    /// Isolates contestants of the ordinary user that root's tests run judges as.
    pub const ORDINARY_NAMESPACES: Tool = Tool(
        Shell("setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true"),
        "root, and namespaces for ordinary users",
    );
    /// Starts programs as other users and with other rights.
    pub const ROOT: Tool = Tool(Call(|| geteuid().is_root()), "root");
    /// Shows an ordinary user the processes that it may not trace; root's tests run judges as one, too.
    pub const VISIBLE_PROCESSES: Tool = Tool(
        Shell(
            "test -w / && set -- setpriv --reuid=65534 --regid=65534 --clear-groups; \
             \"$@\" head -c 1 /proc/1/stat > /dev/null",
        ),
        "a /proc that hides no process (hidepid)",
    );
    /// Compiles and runs Java, whose random numbers are compared with ours.
    pub const JAVA: Tool = Tool(Shell("command -v javac"), "Debian's default-jdk-headless");
    /// Runs the modules of pages that need no browser.
    pub const NODE: Tool = Tool(Shell("command -v node"), "Debian's nodejs");
    /// Proposes parameters for `scripts/tune.py`.
    pub const OPTUNA: Tool =
        Tool(Shell("python3 -c 'import optuna, scipy'"), "PyPI's optuna and scipy");
    /// Runs judges as participants of marathon contests do.
    pub const PAHCER: Tool = Tool(Shell("command -v pahcer"), "crate pahcer");
    /// Verifies problem packages as Kattis does.
    pub const PROBLEM_TOOLS: Tool = Tool(Shell("command -v verifyproblem"), "PyPI's problemtools");
    /// Runs judges as participants of marathon contests do.
    pub const PSYTESTER: Tool = Tool(Shell("command -v psytester"), "PyPI's psytester");
    /// Finds faults in shell scripts.
    pub const SHELL_CHECK: Tool = Tool(Shell("command -v shellcheck"), "Debian's shellcheck");
    /// Checks the types of the pages' scripts.
    pub const TYPE_SCRIPT: Tool =
        Tool(Shell("test -f target/node/node_modules/typescript/bin/tsc"), "npm's typescript");
    /// Compiles for a browser, with `scripts/wasm.sh`.
    pub const WASM: Tool =
        Tool(Shell("scripts/wasm.sh"), "Debian's rustc-web, rust-web-src and wasi-libc");

    /// Looks for the tool; returns the output of its command, such as a program's path, if it is
    /// there.
    fn probe(self) -> Option<String> {
        let command = match self.0 {
            Shell(command) => command,
            Call(is_there) => return is_there().then(String::new),
        };
        let mut probe = Command::new("/bin/sh");
        probe.args(["-c", command]).stderr(Stdio::null());
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
            return Err(format!("missing: {missing}").into());
        }
        test();
        Ok(())
    };
    Trial::test(name, run).with_kind(kind).with_ignored_flag(is_ignored)
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
