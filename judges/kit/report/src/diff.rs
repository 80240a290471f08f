//! `diff`: how the sources of two runs differ.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use records::{WrongUsage, print};
use scene::printable;
use similar::TextDiff;

use crate::files::RunHistory;

/// Print the difference of the sources that two runs kept, in the unified form.
///
/// Exit status 0 in any case. Programs that are not texts are only named.
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

/// Prints the difference; it is an error if a run has kept no sources.
pub fn run(args: &DiffArgs) -> Result<()> {
    print(&difference(args).map_err(WrongUsage::of)?)
}

fn difference(args: &DiffArgs) -> Result<String> {
    let names = [&args.before, &args.after];
    let [before, after] = names.map(|name| args.history.run(name));
    let runs = [&before?, &after?];
    let mut files = BTreeSet::new();
    for (run, name) in runs.iter().zip(names) {
        let sources = run.sources();
        let mut own = Vec::new();
        list(&sources, &mut own).with_context(|| sources.display().to_string())?;
        if own.is_empty() {
            return Err(anyhow!("{name}: this run kept no sources"));
        }
        let places = own
            .iter()
            .filter_map(|file| file.strip_prefix(&sources).ok());
        files.extend(places.map(Path::to_path_buf));
    }
    let mut text = String::new();
    for file in files {
        let contents = runs.map(|run| fs::read(run.sources().join(&file)).unwrap_or_default());
        let labels = names.map(|name| printable(&format!("{name}/{}", file.display())));
        let [before, after] = contents.map(String::from_utf8);
        match (before, after) {
            (Ok(before), Ok(after)) => {
                let difference = TextDiff::from_lines(&before, &after);
                let mut difference = difference.unified_diff();
                text += &difference.header(&labels[0], &labels[1]).to_string();
            }
            (before, after) if before != after => {
                text += &format!(
                    "{} and {} differ, and are not texts\n",
                    labels[0], labels[1]
                );
            }
            _ => {}
        }
    }
    Ok(text)
}

/// Adds the file at a path, or those below the folder there, to `files`; the path may be of neither.
fn list(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            list(&entry?.path(), files)?;
        }
    } else if path.exists() {
        files.push(path.into());
    }
    Ok(())
}
