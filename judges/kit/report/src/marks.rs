//! `note`, `tag` and `prune`: changes of the history.

use std::fs;

use anyhow::{Context, Result};
use records::{RunInfo, WrongUsage, json, print, write};
use scene::printable;

use crate::files::RunHistory;
use crate::list::kept_runs;

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

/// Mark a run with tags, by which `list` chooses runs and `prune` spares them.
#[derive(clap::Args)]
pub struct TagArgs {
    /// Name of the run
    #[arg(value_name = "RUN")]
    run: String,
    /// Tags to add
    #[arg(value_name = "TAG", required_unless_present = "remove")]
    tags: Vec<String>,
    /// Tag to remove
    #[arg(long, value_name = "TAG", help_heading = "Runs")]
    remove: Vec<String>,
    #[command(flatten)]
    history: RunHistory,
}

/// Delete old runs from the history.
///
/// The newest runs, and those with a note or a tag, stay. Without --yes, the others are only listed.
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

pub fn note(args: &NoteArgs) -> Result<()> {
    change(&args.history, &args.run, |info| {
        info.note = Some(args.text.clone()).filter(|text| !text.is_empty());
    })
}

pub fn tag(args: &TagArgs) -> Result<()> {
    change(&args.history, &args.run, |info| {
        info.tags.extend(args.tags.clone());
        info.tags.sort();
        info.tags.dedup();
        info.tags.retain(|tag| !args.remove.contains(tag));
    })
}

/// Changes the description of a run.
fn change(history: &RunHistory, name: &str, change: impl FnOnce(&mut RunInfo)) -> Result<()> {
    let folder = history.run(name).map_err(WrongUsage::of)?;
    let mut info = folder.read_info().map_err(WrongUsage::of)?;
    change(&mut info);
    write(&folder.info(), true, json(&info)? + "\n")
}

pub fn prune(args: &PruneArgs) -> Result<()> {
    let runs = kept_runs(&args.history).map_err(WrongUsage::of)?;
    let newest = runs.len().saturating_sub(args.keep);
    let old = runs.iter().take(newest);
    let old = old.filter(|(info, _)| info.note.is_none() && info.tags.is_empty());
    for (info, run) in old {
        let name = printable(&info.name);
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
