//! Tests that need tools which not every machine has. A package has them in its test program
//! `tools`, with [`run`] for `main`: a test whose tool is missing is ignored, and its line names
//! the package to install.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use libtest_mimic::{Arguments, Trial};

/// Variable of the environment that is set where every tool has to be there: no test is ignored
/// then, and one whose tool is missing fails.
pub const REQUIRE_TOOLS: &str = "REQUIRE_TOOLS";

/// A tool that tests need, and the project does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Finds what keeps people from using a page.
    AxeCore,
    /// Validates problem packages of format 2025-09, and runs their submissions.
    BapcTools,
    /// Puts contestants into a sandbox.
    Bubblewrap,
    /// Shows pages; Chrome serves as well.
    Chromium,
    /// Drives the browser.
    ChromeDriver,
    /// Freezes processes: control groups that this user may make.
    Freezer,
    /// Compiles and runs a Java program, to compare its random numbers with ours.
    Java,
    /// Proposes parameters for `scripts/tune.py`.
    Optuna,
    /// Runs judges as marathon competitors do.
    Pahcer,
    /// Verifies problem packages as Kattis does.
    ProblemTools,
    /// Ranks contestants by games of two, each a case of a judge.
    Psyleague,
    /// Runs judges as marathon competitors do.
    Psytester,
    /// Finds faults in shell scripts.
    ShellCheck,
    /// Compiles for a browser, as `scripts/wasm.sh` asks it to.
    Wasm,
}

/// A way to find a tool.
enum Means {
    /// One of these programs is on PATH.
    Programs(&'static [&'static str]),
    /// Python has this module.
    Module(&'static str),
    /// This file is in the workspace.
    File(&'static str),
    /// One of these files can be written to.
    Writable(&'static [&'static str]),
    /// This script of the workspace finds what it needs.
    Script(&'static str),
}

impl Tool {
    /// Returns how it is found, and the package that has it.
    const fn facts(self) -> (Means, &'static str) {
        use Means::{File, Module, Programs, Script, Writable};
        match self {
            Tool::AxeCore => (
                File("target/node/node_modules/axe-core/axe.min.js"),
                "npm's axe-core",
            ),
            Tool::BapcTools => (Programs(&["bt"]), "PyPI's bapctools"),
            Tool::Bubblewrap => (Programs(&["bwrap"]), "Debian's bubblewrap"),
            Tool::Chromium => (
                Programs(&[
                    "chromium",
                    "chromium-browser",
                    "google-chrome",
                    "google-chrome-stable",
                ]),
                "Debian's chromium",
            ),
            Tool::ChromeDriver => (Programs(&["chromedriver"]), "Debian's chromium-driver"),
            Tool::Freezer => (
                Writable(&[
                    "/sys/fs/cgroup/freezer/cgroup.procs",
                    "/sys/fs/cgroup/cgroup.procs",
                ]),
                "root's control groups",
            ),
            Tool::Java => (Programs(&["javac"]), "Debian's default-jdk-headless"),
            Tool::Optuna => (Module("optuna, scipy"), "PyPI's optuna and scipy"),
            Tool::Pahcer => (Programs(&["pahcer"]), "crate pahcer"),
            Tool::ProblemTools => (Programs(&["verifyproblem"]), "PyPI's problemtools"),
            Tool::Psyleague => (Programs(&["psyleague"]), "PyPI's psyleague"),
            Tool::Psytester => (Programs(&["psytester"]), "PyPI's psytester"),
            Tool::ShellCheck => (Programs(&["shellcheck"]), "Debian's shellcheck"),
            Tool::Wasm => (
                Script("scripts/wasm.sh"),
                "Debian's rustc-web, rust-web-src and wasi-libc",
            ),
        }
    }

    /// The package that has it, and where that comes from.
    pub const fn package(self) -> &'static str {
        self.facts().1
    }

    /// The program that is found first on PATH; `None` as well for a tool without one.
    pub fn path(self) -> Option<PathBuf> {
        let Means::Programs(names) = self.facts().0 else {
            return None;
        };
        let folders = env::var_os("PATH").unwrap_or_default();
        let mut paths = names
            .iter()
            .flat_map(|name| env::split_paths(&folders).map(move |folder| folder.join(name)));
        paths.find(|path| path.is_file())
    }

    /// Returns whether the tool is installed.
    fn is_installed(self) -> bool {
        let mut probe = match self.facts().0 {
            Means::Programs(_) => return self.path().is_some(),
            Means::Module(name) => {
                let mut python = Command::new("python3");
                python.args(["-c", &format!("import {name}")]);
                python
            }
            Means::File(path) => return in_workspace(path).is_file(),
            Means::Writable(paths) => {
                let mut files = paths.iter();
                return files.any(|path| fs::File::options().write(true).open(path).is_ok());
            }
            Means::Script(path) => Command::new(in_workspace(path)),
        };
        let status = probe.stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }
}

fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Returns the test `name`, which needs these tools; [`tool_tests!`](crate::tool_tests) calls it.
pub fn tool_test(tools: &[Tool], name: &str, test: fn()) -> Trial {
    let packages = |tools: &mut dyn Iterator<Item = &Tool>| {
        let packages: Vec<&str> = tools.map(|tool| tool.package()).collect();
        packages.join(", ")
    };
    let missing = packages(&mut tools.iter().filter(|tool| !tool.is_installed()));
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
/// `tool_tests![[Tool::Bubblewrap] => sandbox::walls, sandbox::signals; [] => usage::help;]`.
/// A test is a function of a module; one that is not listed is dead code.
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

/// Runs tests as `cargo test` asks on the command line. `main` ends with the status.
pub fn run(tests: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
