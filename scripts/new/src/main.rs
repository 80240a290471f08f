//! `make game`: writes a new game.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use new::{Kind, NewGame};

/// Writes a new game: rules, oracle, solver, judge and tests of a small one that works, to be
/// changed into another.
///
/// Exit status: 0, 2 for a name that cannot be one.
#[derive(Parser)]
struct Args {
    /// Name of the game, in lower case
    name: String,
    /// Kind of conversation between judge and contestant
    kind: Kind,
    /// Folder of the workspace
    #[arg(long, default_value = ".")]
    workspace: PathBuf,
}

fn main() -> ExitCode {
    let Args {
        name,
        kind,
        workspace,
    } = Args::parse();
    let written = NewGame::new(&name, kind).and_then(|game| game.write(&workspace));
    match written {
        Ok(files) => {
            files.iter().for_each(|file| println!("{file}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
