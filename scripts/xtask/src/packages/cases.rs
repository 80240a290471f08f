//! The cases of a package.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::facts::Facts;
use super::files::PackageFiles;
use super::sample::{WorkedDialogue, compiled_checker};
use crate::output;

/// Secret of a sample: a key that belongs to no seed.
const SAMPLE_SECRET: &str =
    "key 0000000000000000000000000000000000000000000000000000000000000000\nstream 0\n";

/// Amount of work for a solver whose manifest names none.
const WORK: u64 = 200;

/// A case that the judge has drawn: its name, its input, and an answer (or the secret, for a game
/// in turns).
type DrawnCase = (String, [String; 2]);

/// Returns the files of a game's cases: the sample for the statement, and the secret cases, group
/// by group. `programs` is the folder with judge and solver. The sample of an interactive game is
/// its worked dialogue, which the referee checks.
pub(super) fn case_files(facts: &Facts, programs: &Path) -> Result<PackageFiles> {
    let name = &facts.game.name;
    let mut files = PackageFiles::default();
    if facts.is_interactive() {
        let dialogue = WorkedDialogue::read(name)?;
        let folder = tempfile::tempdir()?;
        let input = dialogue.check(&compiled_checker(name, folder.path())?)?;
        files.add_case("data/sample/1", [input, SAMPLE_SECRET.into()]);
        let lines = dialogue.interaction.split_inclusive('\n');
        let said: String = lines.filter(|line| !line.starts_with('=')).collect();
        files.add("data/sample/1.interaction", said);
    } else {
        let mut cases = drawn(facts, programs, &facts.package.sample)?;
        ensure!(cases.len() == 1, "{name}: the sample is one case");
        files.add_case("data/sample/1", cases.remove(0).1);
    }
    for group in &facts.package.groups {
        let cases = drawn(facts, programs, &group.options)?;
        for ((stem, texts), number) in cases.into_iter().zip(1..) {
            let path = format!("data/secret/{}/{number:02}-{stem}", group.name);
            files.add_case(&path, texts);
        }
    }
    Ok(files)
}

/// Returns the cases that the judge draws with these options.
fn drawn(facts: &Facts, programs: &Path, options: &[String]) -> Result<Vec<DrawnCase>> {
    let folder = tempfile::tempdir()?;
    let judge = programs.join(format!("{}-judge", facts.game.name));
    let mut judge = Command::new(judge);
    judge.arg("gen").args(options).arg("--secrets");
    output(judge.arg("--out").arg(folder.path()))?;
    let mut stems = Vec::new();
    for entry in fs::read_dir(folder.path())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        stems.extend(name.strip_suffix(".in").map(str::to_string));
    }
    // Sorts numbers by value: shorter ones first.
    stems.sort_by_key(|stem| (stem.len(), stem.clone()));
    let case = |stem: String| {
        let path = |ending: &str| folder.path().join(format!("{stem}.{ending}"));
        let answer = match facts.is_interactive() {
            true => fs::read_to_string(path("ans"))?,
            false => answer(facts, programs, &path("in"))?,
        };
        let input = fs::read_to_string(path("in"))?;
        Ok((stem, [input, answer]))
    };
    stems.into_iter().map(case).collect()
}

/// Returns our solver's answer to the case in a file.
fn answer(facts: &Facts, programs: &Path, case: &Path) -> Result<String> {
    let work = facts.submission.manifest.work.unwrap_or(WORK);
    let mut solver = Command::new(programs.join(&facts.game.name));
    solver.env("SOLVER_WORK", work.to_string());
    let case = File::open(case).with_context(|| case.display().to_string())?;
    output(solver.stdin(case))
}
