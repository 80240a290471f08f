//! Command line of the tasks.

use std::process::ExitCode;

use clap::Parser;
use xtask::{bench, new, packages, site, strength, submissions, tasks};

/// Tasks of those who work on the games
///
/// Exit status: 0, 1 if a count of instructions rose or a score differs, 2 for an error, 3 if a judge failed.
#[derive(Parser)]
enum Task {
    Bench,
    Instructions(bench::instructions::InstructionOptions),
    New(new::NewGame),
    Site(site::SiteOptions),
    Packages(packages::PackageOptions),
    Strength(strength::StrengthOptions),
    Submissions(submissions::SubmissionOptions),
    Tasks(tasks::TaskOptions),
}

fn main() -> ExitCode {
    let done = |()| ExitCode::SUCCESS;
    let run = match Task::parse() {
        Task::Bench => bench::run().map(done),
        Task::Instructions(options) => bench::instructions::run(&options),
        Task::New(game) => game.write().map(|files| {
            files.iter().for_each(|file| println!("{file}"));
            ExitCode::SUCCESS
        }),
        Task::Site(options) => site::run(&options).map(done),
        Task::Packages(options) => packages::run(options).map(done),
        Task::Strength(options) => strength::run(&options),
        Task::Submissions(options) => submissions::run(&options).map(done),
        Task::Tasks(options) => tasks::run(options).map(done),
    };
    run.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
