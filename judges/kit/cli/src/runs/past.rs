//! Programs of the past: a run's program starts in a folder made of the files that the run kept.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::program::{LINKED, Program};
use super::sources::SourceRule;
use crate::exec::CommandLine;
use crate::signals::Signals;
use game::Game;
use records::{KeptRun, UserError, check_owner};

/// Returns the program of a run as it was. Files beside its own that the run did not keep are
/// links to the present ones.
///
/// # Errors
/// The run kept no program, or its description belongs to another user.
pub(crate) fn past_program<G: Game>(kept: &KeptRun, signals: &Signals) -> Result<Program> {
    // The description names a program to start.
    check_owner(&kept.description())?;
    let words = match &kept.words[..] {
        [] if !kept.command.starts_with(LINKED) => kept.command.parse::<CommandLine>()?.words,
        words => words.iter().map(OsString::from).collect(),
    };
    // Without files of its own, the program is one of the system.
    let has_program = kept.sources().is_dir() || kept.program.is_none();
    let problem = || format!("{}: the run did not keep its program", kept.name);
    ensure!(has_program, UserError(problem()));
    let copy = tempfile::tempdir().context("a temporary folder")?;
    let place = copy.path().canonicalize()?;
    let root = Some(&*kept.root).filter(|root| *root != Path::new(""));
    let mut libraries = BTreeSet::new();
    let mirrored = mirror(root, &kept.sources(), &place, &mut libraries);
    mirrored.with_context(|| kept.sources().display().to_string())?;
    let inside = |path: &Path| Some(place.join(path.strip_prefix(root?).ok()?));
    let start = inside(&kept.start).unwrap_or_else(|| place.clone());
    let rule = SourceRule { folder: place.clone(), start: start.clone(), ..SourceRule::here()? };
    let text = format!("{}: {}", kept.name, kept.command);
    if let Some(form) = G::LINKED.filter(|_| kept.command.starts_with(LINKED)) {
        let files = shlex::split(&kept.command).unwrap_or_default().into_iter().skip(1);
        let files: Vec<PathBuf> = files.map(|file| start.join(file)).collect();
        let mut program = Program::linked(&form, &files, rule, &signals.interrupted)?;
        program.command.text = text;
        return Ok(program);
    }
    // A path out of the project leads to the file that the run kept.
    let placed = |word: OsString| match inside(Path::new(&word)) {
        Some(path) if Path::new(&word).is_absolute() && path.exists() => path.into(),
        _ => word,
    };
    let words = words.into_iter().map(placed).collect();
    let mut program = Program::new(CommandLine { text, words }, rule)?;
    program.folder = Some(copy);
    program.libraries = libraries;
    program.digest.clone_from(&kept.program);
    Ok(program)
}

/// Copies the `kept` files into the folder `target`, and links everything else that is in the folder
/// `real` now. Adds the folders of shared libraries, which programs often name by their first place.
fn mirror(
    real: Option<&Path>,
    kept: &Path,
    target: &Path,
    libraries: &mut BTreeSet<PathBuf>,
) -> io::Result<()> {
    if kept.is_dir() {
        for entry in fs::read_dir(kept)? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            let copy = target.join(&name);
            if path.is_dir() {
                fs::create_dir(&copy)?;
                mirror(real.map(|real| real.join(&name)).as_deref(), &path, &copy, libraries)?;
            } else {
                fs::copy(&path, &copy)?;
                let mode = fs::metadata(&path)?.permissions().mode();
                fs::set_permissions(&copy, Permissions::from_mode(mode | 0o200))?;
                let name = name.to_string_lossy();
                if name.ends_with(".so") || name.contains(".so.") {
                    libraries.insert(target.into());
                }
            }
        }
    }
    for entry in real.and_then(|real| fs::read_dir(real).ok()).into_iter().flatten() {
        let entry = entry?;
        let link = target.join(entry.file_name());
        if fs::symlink_metadata(&link).is_err() {
            symlink(entry.path(), link)?;
        }
    }
    Ok(())
}
