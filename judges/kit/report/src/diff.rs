//! `diff`: differences between the sources of two runs.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use records::print;

use crate::history::RunHistory;

/// Print how the sources that two runs kept differ, as git shows it.
///
/// Exit status 0 in any case.
#[derive(clap::Args)]
pub struct DiffArgs {
    /// Name of the earlier run
    #[arg(value_name = "RUN")]
    before: String,
    /// Name of the later run
    #[arg(value_name = "RUN")]
    after: String,
    #[command(flatten)]
    history: RunHistory,
}

/// Prints the differences; fails if a run has kept no sources.
pub fn run(args: &DiffArgs) -> Result<()> {
    let mut git = Command::new("git");
    git.args("diff --no-index --no-color --no-ext-diff --no-prefix --".split(' '));
    for name in [&args.before, &args.after] {
        let sources = args.history.run(name)?.sources();
        ensure!(sources.is_dir(), "{name}: this run kept no sources");
        git.arg(sources);
    }
    let output = git.output().context("cannot start git")?;
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    ensure!(matches!(output.status.code(), Some(0 | 1)), "{stderr}");
    print(&stdout)
}
