//! Transcripts of a submission's cases: what the workspace's program read and
//! wrote. A solver with fixed work writes the same again if it reads the same.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use bundle::Submission;

/// The folder of the workspace's programs.
pub struct Programs<'a>(pub &'a Path);

impl Programs<'_> {
    /// Returns a program of the workspace.
    pub fn program(&self, name: &str) -> Result<PathBuf> {
        let path = self.0.join(name);
        ensure!(
            path.exists(),
            "{} is missing: build the workspace first",
            path.display()
        );
        Ok(path)
    }

    /// Plays the cases of a submission with the workspace's program; saves
    /// `<case>.in` and `<case>.out` in `folder`, and returns the paths of the former.
    pub fn record(&self, submission: &Submission, folder: &Path) -> Result<Vec<PathBuf>> {
        let game = &submission.game;
        let work = submission
            .manifest
            .work
            .map(|work| format!("SOLVER_WORK={work} "));
        let solver = self.program(game)?;
        let command = format!("env {}{}", work.unwrap_or_default(), solver.display());
        let judged = Command::new(self.program(&format!("{game}-judge"))?)
            .args(&submission.manifest.cases)
            .args(["--threads=2", "--time-limit=120000", "--exec", &command])
            .arg("--saveAll")
            .arg(folder)
            .output()?;
        let told = String::from_utf8_lossy(&judged.stdout);
        ensure!(
            judged.status.success(),
            "{game}: not every case is OK:\n{told}"
        );
        let mut cases = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "in") {
                cases.push(path);
            }
        }
        ensure!(!cases.is_empty(), "{game}: no case was played");
        cases.sort();
        Ok(cases)
    }
}

/// Returns what `program` writes when it reads the file `input`.
pub fn replay(submission: &Submission, program: &Path, input: &Path) -> Result<Vec<u8>> {
    let mut command = Command::new(program);
    if let Some(work) = submission.manifest.work {
        command.env("SOLVER_WORK", work.to_string());
    }
    let output = command
        .stdin(File::open(input).with_context(|| input.display().to_string())?)
        .stderr(Stdio::inherit())
        .output();
    let output = output.with_context(|| program.display().to_string())?;
    ensure!(
        output.status.success(),
        "{}: {}",
        program.display(),
        output.status
    );
    Ok(output.stdout)
}
