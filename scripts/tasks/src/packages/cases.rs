//! The cases of a package.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::facts::Facts;
use super::files::PackageFiles;
use super::sample::{WorkedDialogue, compiled_checker};
use crate::output;

/// Secret of a sample: a key that no seed has.
const SAMPLE_SECRET: &str =
    "key 0000000000000000000000000000000000000000000000000000000000000000\nstream 0\n";

/// Units of work of a solver whose manifest names none.
const WORK: u64 = 200;

/// A case with the texts that belong to it.
pub struct PackagedCase {
    /// Name of its files.
    pub name: String,
    /// The text that the contestant reads first.
    pub input: String,
    /// An answer, or the secret of a game in turns.
    pub answer: String,
    /// A worked dialogue.
    pub interaction: Option<String>,
}

impl PackagedCase {
    /// Adds its files in a folder.
    pub(super) fn add_to(&self, files: &mut PackageFiles, folder: &str) {
        let mut add = |ending: &str, text: &str| {
            files.add(format!("{folder}/{}.{ending}", self.name), text);
        };
        add("in", &self.input);
        add("ans", &self.answer);
        if let Some(interaction) = &self.interaction {
            add("interaction", interaction);
        }
    }
}

/// The cases of a game: one for the statement, and the secret ones, group by group.
pub struct PackagedCases {
    /// The sample.
    pub sample: PackagedCase,
    /// The cases of each group of the manifest.
    pub groups: Vec<Vec<PackagedCase>>,
}

impl PackagedCases {
    /// Makes the cases of a game, whose judge and solver are in the folder `programs`. The referee
    /// has played the worked dialogue.
    pub fn make(facts: &Facts, programs: &Path) -> Result<PackagedCases> {
        let name = &facts.game.name;
        let sample = if facts.is_interactive() {
            let dialogue = WorkedDialogue::read(name)?;
            let folder = tempfile::tempdir()?;
            PackagedCase {
                name: "1".into(),
                input: dialogue.check(&compiled_checker(name, folder.path())?)?,
                answer: SAMPLE_SECRET.into(),
                interaction: Some(dialogue.interaction),
            }
        } else {
            let mut cases = drawn(facts, programs, &facts.package.sample)?;
            ensure!(cases.len() == 1, "{name}: the sample is one case");
            let name = "1".into();
            PackagedCase {
                name,
                ..cases.remove(0)
            }
        };
        let groups = facts.package.groups.iter();
        let groups = groups.map(|group| drawn(facts, programs, &group.options));
        Ok(PackagedCases {
            sample,
            groups: groups.collect::<Result<_>>()?,
        })
    }
}

/// Returns the cases that the judge draws with these options.
fn drawn(facts: &Facts, programs: &Path, options: &[String]) -> Result<Vec<PackagedCase>> {
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
    // Numbers in the order of their values.
    stems.sort_by_key(|stem| (stem.len(), stem.clone()));
    let case = |(index, stem): (usize, &String)| {
        let path = |ending: &str| folder.path().join(format!("{stem}.{ending}"));
        let answer = match facts.is_interactive() {
            true => fs::read_to_string(path("ans"))?,
            false => answer(facts, programs, &path("in"))?,
        };
        Ok(PackagedCase {
            name: format!("{:02}-{stem}", index + 1),
            input: fs::read_to_string(path("in"))?,
            answer,
            interaction: None,
        })
    };
    stems.iter().enumerate().map(case).collect()
}

/// Returns our solver's answer to the case in a file.
fn answer(facts: &Facts, programs: &Path, case: &Path) -> Result<String> {
    let work = facts.submission.manifest.work.unwrap_or(WORK);
    let mut solver = Command::new(programs.join(&facts.game.name));
    solver.env("SOLVER_WORK", work.to_string());
    let case = File::open(case).with_context(|| case.display().to_string())?;
    output(solver.stdin(case))
}
