//! `note` and `prune`: changes of the history.

use std::fs;

use anyhow::{Context, Result};
use records::{json, print, write};
use scene::printable;

use crate::history::RunHistory;

/// Set the note of a run.
#[derive(clap::Args)]
pub struct NoteArgs {
    /// Name of the run
    #[arg(value_name = "RUN")]
    run: String,
    /// The note; an empty one removes it
    #[arg(value_name = "TEXT")]
    text: String,
    #[command(flatten)]
    history: RunHistory,
}

/// Delete old runs from the history.
///
/// The newest runs, and runs with a note, stay. Without --yes, the others are only listed.
#[derive(clap::Args)]
pub struct PruneArgs {
    /// Number of the newest runs to keep
    #[arg(long, value_name = "COUNT", help_heading = "Runs")]
    keep: usize,
    /// Delete the runs
    #[arg(long, help_heading = "Runs")]
    yes: bool,
    #[command(flatten)]
    history: RunHistory,
}

/// Changes the note in the description of a run.
pub fn note(args: &NoteArgs) -> Result<()> {
    let folder = args.history.run(&args.run)?;
    let mut info = folder.read_info()?;
    info.note = Some(args.text.clone()).filter(|text| !text.is_empty());
    write(&folder.info(), true, json(&info)? + "\n")
}

/// Deletes the runs, or lists them.
pub fn prune(args: &PruneArgs) -> Result<()> {
    let runs = args.history.runs()?;
    let newest = runs.len().saturating_sub(args.keep);
    let old = runs.iter().take(newest);
    for run in old.filter(|run| run.info.note.is_none()) {
        let name = printable(&run.info.name);
        if args.yes {
            let folder = &run.folder.0;
            let removed = fs::remove_dir_all(folder);
            removed.with_context(|| folder.display().to_string())?;
            print(&format!("{name} deleted\n"))?;
        } else {
            print(&format!("{name} would be deleted by --yes\n"))?;
        }
    }
    Ok(())
}
