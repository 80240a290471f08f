//! `make strength`: plays our solvers with a fixed amount of work and compares their scores with
//! `data/<game>/strength.csv`, exactly.
//!
//! With a fixed amount of work, load and time of the machine do not change a play. Slider, PseudoTonga
//! and Lucky Symbols call `exp`, `ln` or `powf`, which come from the system's C library; another version
//! of it may round them differently. All other arithmetic is the same on every machine.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::last_values::LastValues;
use crate::{games, output, programs, workspace};

/// First line of every file: options of the judge, which select the cases; `SOLVER_WORK`; the mean
/// score of the cases.
const HEAD: &str = "options,work,score";

/// Limits that an unoptimised solver keeps on a busy machine.
const LIMITS: [&str; 2] = ["--time-limit=600000", "--wall-limit=600000"];

/// Compares the scores of our solvers at a fixed amount of work with the last ones
///
/// Exit status: 0, 1 if a score differs and is not written, 2 for an error.
#[derive(Args)]
pub struct StrengthOptions {
    /// The games to play; all of them if none is named
    games: Vec<String>,
    /// Write the scores as the last ones, to data/<game>/strength.csv
    #[arg(long)]
    write: bool,
}

/// Plays, then compares or writes. The status is 1 if a score differs and is not written.
pub fn run(options: &StrengthOptions) -> Result<ExitCode> {
    let programs = programs()?;
    let mut differs = false;
    for game in games::chosen(&options.games)? {
        let Some(last) = last(&game.name)? else {
            continue;
        };
        println!("Plays {} in {} runs", game.name, last.rows.len());
        let now = replayed(&game.name, &last, &programs)?;
        differs |= now != last;
        println!("{}", last.compared(&now, |_| ""));
        if options.write {
            now.write()?;
        }
    }
    Ok(ExitCode::from(u8::from(differs && !options.write)))
}

/// Reads the last scores of a game, or returns `None` if it has no file.
///
/// # Errors
/// The file cannot be read or parsed.
pub fn last(game: &str) -> Result<Option<LastValues>> {
    let file = format!("data/{game}/strength.csv");
    workspace().join(&file).exists().then(|| LastValues::read(file, HEAD)).transpose()
}

/// Plays the runs again with judge and solver in the folder `programs`.
///
/// # Errors
/// A judge fails, or a play has another verdict than OK.
pub fn replayed(game: &str, last: &LastValues, programs: &Path) -> Result<LastValues> {
    let replay = |(run, _): &(String, f64)| Ok((run.clone(), mean_score(game, run, programs)?));
    let rows = last.rows.iter().map(replay).collect::<Result<_>>()?;
    Ok(LastValues { rows, ..last.clone() })
}

/// Returns the mean score of a run: options and work.
fn mean_score(game: &str, run: &str, programs: &Path) -> Result<f64> {
    let (options, work) = run.split_once(',').context("a run without work")?;
    let folder = tempfile::tempdir()?;
    let solver = programs.join(game);
    let exec = format!("env SOLVER_WORK={work} '{}'", solver.display());
    let mut judge = Command::new(programs.join(format!("{game}-judge")));
    judge.args(options.split_whitespace()).args(LIMITS);
    judge.args(["--exec", &exec, "--json", "records"]);
    output(judge.current_dir(folder.path()))?;
    let records = fs::read_to_string(folder.path().join("records"))?;
    let score = |record: &str| {
        let record: serde_json::Value = serde_json::from_str(record)?;
        record["score"].as_f64().context("a record without a score")
    };
    let scores = records.lines().map(score).collect::<Result<Vec<f64>>>()?;
    ensure!(!scores.is_empty(), "{game}-judge {options}: no case");
    Ok(scores.iter().sum::<f64>() / scores.len() as f64)
}
