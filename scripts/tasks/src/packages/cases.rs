//! The cases of a package.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::bundle::compiler::{self, EDITIONS};
use crate::{output, workspace};
use anyhow::{Context, Result, ensure};

use super::facts::Facts;
use super::program::{EDITION, dialogue_checker};
use super::sample::WorkedDialogue;

/// Secret file of a sample: a key that no seed has.
const SAMPLE_KEY: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Units of work of a solver whose manifest names none.
const WORK: u64 = 200;

/// A case with what belongs to it.
pub struct PackagedCase {
    /// Name of its files.
    pub name: String,
    /// The text that the contestant reads first.
    pub input: String,
    /// An answer, or what draws the judge's choices.
    pub answer: String,
    /// A worked dialogue.
    pub interaction: Option<String>,
}

/// The cases of a game: one for the statement, and the secret ones, group by group.
pub struct PackagedCases {
    /// The one that is shown.
    pub sample: PackagedCase,
    /// The cases of each group of the manifest.
    pub groups: Vec<Vec<PackagedCase>>,
}

/// Programs that help to make cases.
struct Helpers {
    /// The input validator.
    check: std::path::PathBuf,
    /// Our solver.
    solver: std::path::PathBuf,
}

impl PackagedCases {
    /// Makes the cases of a game; its judge lies in the folder `judges`, its solver as one file is
    /// `solver`. Each has passed `input_validator`, and the worked dialogue the referee.
    ///
    /// # Errors
    /// The judge refuses the options, a program fails, or a case is malformed.
    pub fn make(
        facts: &Facts,
        judges: &Path,
        solver: &str,
        input_validator: &str,
    ) -> Result<PackagedCases> {
        let name = &facts.game.name;
        let folder = tempfile::tempdir()?;
        let compiled = |stem: &str, source: &str, edition: &str| {
            let file = folder.path().join(format!("{stem}.rs"));
            fs::write(&file, source)?;
            let program = folder.path().join(stem);
            compiler::compile(&file, edition, &program).map(|()| program)
        };
        let helpers = Helpers {
            check: compiled("check", input_validator, EDITION)?,
            solver: compiled("solver", solver, EDITIONS[0])?,
        };
        let drawn = |options: &[String]| drawn(facts, judges, options, &helpers);
        let groups: Result<Vec<_>> = facts
            .package
            .groups
            .iter()
            .map(|group| drawn(&group.options))
            .collect();
        let sample = match facts.is_interactive() {
            true => {
                let checker = compiled("dialogue", &dialogue_checker(name)?, EDITION)?;
                worked(name, &helpers, &checker)?
            }
            false => {
                let mut drawn = drawn(&facts.package.sample)?;
                ensure!(drawn.len() == 1, "{name}: the sample is one case");
                PackagedCase {
                    name: "1".into(),
                    ..drawn.remove(0)
                }
            }
        };
        let groups = groups?;
        for case in groups.iter().flatten() {
            ensure!(
                helpers.accepts(&case.input)?,
                "{name}: {} is malformed",
                case.name
            );
        }
        Ok(PackagedCases { sample, groups })
    }
}

/// The sample of a game in turns: the case of its worked dialogue.
fn worked(game: &str, helpers: &Helpers, checker: &Path) -> Result<PackagedCase> {
    let dialogue = WorkedDialogue::read(game)?;
    dialogue.check(checker)?;
    Ok(PackagedCase {
        name: "1".into(),
        input: dialogue.case(|text| helpers.accepts(text))?,
        answer: format!("key {SAMPLE_KEY}\nstream 0\n"),
        interaction: Some(dialogue.interaction()),
    })
}

/// The cases that the judge draws with these options.
fn drawn(
    facts: &Facts,
    judges: &Path,
    options: &[String],
    helpers: &Helpers,
) -> Result<Vec<PackagedCase>> {
    let folder = tempfile::tempdir()?;
    let mut judge = Command::new(judges.join(format!("{}-judge", facts.game.name)));
    judge
        .arg("gen")
        .args(options)
        .arg("--secrets")
        .arg("--out")
        .arg(folder.path());
    output(&mut judge)?;
    let mut stems = Vec::new();
    for entry in fs::read_dir(folder.path())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        stems.extend(name.strip_suffix(".in").map(str::to_string));
    }
    // Numbers in the order of their values.
    stems.sort_by_key(|stem| (stem.len(), stem.clone()));
    let case = |(index, stem): (usize, &String)| {
        let read = |ending: &str| {
            let path = folder.path().join(format!("{stem}.{ending}"));
            fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        let input = read("in")?;
        let answer = match facts.is_interactive() {
            true => read("ans")?,
            false => helpers.answer(&input, facts.submission.manifest.work.unwrap_or(WORK))?,
        };
        Ok(PackagedCase {
            name: format!("{:02}-{stem}", index + 1),
            input,
            answer,
            interaction: None,
        })
    };
    stems.iter().enumerate().map(case).collect()
}

impl Helpers {
    /// Returns whether the input validator accepts `text`.
    fn accepts(&self, text: &str) -> Result<bool> {
        let mut check = Command::new(&self.check);
        let mut check = check.stdin(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        if let Some(mut input) = check.stdin.take() {
            input.write_all(text.as_bytes())?;
        }
        Ok(check.wait()?.code() == Some(42))
    }

    /// Our solver's answer after `work` units of work.
    fn answer(&self, input: &str, work: u64) -> Result<String> {
        let file = tempfile::NamedTempFile::new()?;
        fs::write(file.path(), input)?;
        let mut solver = Command::new(&self.solver);
        solver
            .env("SOLVER_WORK", work.to_string())
            .stdin(file.reopen()?);
        output(&mut solver)
    }
}

/// The example contestant of a game.
///
/// # Errors
/// There is none.
pub fn example(game: &str) -> Result<String> {
    let path = workspace().join(format!("data/examples/{game}.py"));
    fs::read_to_string(&path).with_context(|| path.display().to_string())
}
