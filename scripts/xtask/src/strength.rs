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
use comfy_table::{Table, presets};

use crate::{games, output, programs, text, workspace};

/// First line of every file.
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
        let Some(last) = StrengthTable::last(&game.name)? else {
            continue;
        };
        println!("Plays {} in {} runs", game.name, last.rows.len());
        let now = last.replayed(&programs)?;
        differs |= now != last;
        println!("{}", last.compared(&now));
        if options.write {
            let file = StrengthTable::file(&game.name);
            fs::write(workspace().join(&file), now.to_string()).context(file)?;
        }
    }
    Ok(ExitCode::from(u8::from(differs && !options.write)))
}

/// The scores of a game's solver at a fixed amount of work.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthTable {
    /// Name of the game.
    pub game: String,
    /// The runs, each with its score.
    pub rows: Vec<StrengthRow>,
}

/// A run of a judge with our solver.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthRow {
    /// Options of the judge, which select the cases.
    pub options: String,
    /// `SOLVER_WORK`.
    pub work: u64,
    /// Mean score of the cases.
    pub score: f64,
}

impl StrengthTable {
    /// Returns the path of a game's file, relative to the top of the workspace.
    pub fn file(game: &str) -> String {
        format!("data/{game}/strength.csv")
    }

    /// Reads the last scores of a game, or returns `None` if it has no file.
    ///
    /// # Errors
    /// The file cannot be read, or its text cannot be parsed.
    pub fn last(game: &str) -> Result<Option<StrengthTable>> {
        let file = StrengthTable::file(game);
        let exists = workspace().join(&file).exists();
        exists
            .then(|| StrengthTable::read(game, &text(&file)?))
            .transpose()
    }

    /// Parses the text of a game's file.
    ///
    /// # Errors
    /// The first line is not the head, or another line is not a row. The message names the line.
    pub fn read(game: &str, text: &str) -> Result<StrengthTable> {
        let mut lines = text.lines();
        let file = StrengthTable::file(game);
        ensure!(lines.next() == Some(HEAD), "{file}: line 1 is not {HEAD}");
        let row = |(line, number): (&str, usize)| {
            let row = || {
                let (options, rest) = line.split_once(',')?;
                let (work, score) = rest.split_once(',')?;
                Some(StrengthRow {
                    options: options.into(),
                    work: work.parse().ok()?,
                    score: score.parse().ok()?,
                })
            };
            row().with_context(|| format!("{file}: line {number}: {line:?} is not {HEAD}"))
        };
        let rows = lines.zip(2..).map(row).collect::<Result<_>>()?;
        let game = game.into();
        Ok(StrengthTable { game, rows })
    }

    /// Plays the runs again with judge and solver in the folder `programs`.
    ///
    /// # Errors
    /// A judge fails, or a play has another verdict than OK.
    pub fn replayed(&self, programs: &Path) -> Result<StrengthTable> {
        let replay = |row: &StrengthRow| {
            let score = self.replay(row, programs)?;
            Ok(StrengthRow {
                score,
                ..row.clone()
            })
        };
        let rows = self.rows.iter().map(replay).collect::<Result<_>>()?;
        let game = self.game.clone();
        Ok(StrengthTable { game, rows })
    }

    /// Returns the mean score of a run.
    fn replay(&self, row: &StrengthRow, programs: &Path) -> Result<f64> {
        let game = &self.game;
        let folder = tempfile::tempdir()?;
        let solver = programs.join(game);
        let exec = format!("env SOLVER_WORK={} '{}'", row.work, solver.display());
        let mut judge = Command::new(programs.join(format!("{game}-judge")));
        judge.args(row.options.split_whitespace()).args(LIMITS);
        judge.args(["--exec", &exec, "--json", "records"]);
        output(judge.current_dir(folder.path()))?;
        let records = fs::read_to_string(folder.path().join("records"))?;
        let score = |record: &str| {
            let record: serde_json::Value = serde_json::from_str(record)?;
            record["score"].as_f64().context("a record without a score")
        };
        let scores = records.lines().map(score).collect::<Result<Vec<f64>>>()?;
        ensure!(!scores.is_empty(), "{game}-judge {}: no case", row.options);
        Ok(scores.iter().sum::<f64>() / scores.len() as f64)
    }

    /// Returns a table of these scores and those of `now`, which has the same rows.
    pub fn compared(&self, now: &StrengthTable) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header([&self.game, "work", "last", "now", "change"]);
        let percent = |change: f64| format!("{change:+.3} %");
        let mut sum = 0.0;
        for (last, now) in self.rows.iter().zip(&now.rows) {
            let difference = now.score - last.score;
            let change = 100.0 * difference / last.score.abs();
            sum += change;
            table.add_row([
                last.options.clone(),
                last.work.to_string(),
                format!("{:.3}", last.score),
                format!("{:.3}", now.score),
                Some(change)
                    .filter(|_| difference != 0.0)
                    .map_or_else(String::new, percent),
            ]);
        }
        let mean = percent(sum / self.rows.len() as f64);
        table.add_row(["mean change", "", "", "", &mean]);
        table
    }
}

impl std::fmt::Display for StrengthTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEAD}")?;
        let mut rows = self.rows.iter();
        rows.try_for_each(|row| writeln!(f, "{},{},{}", row.options, row.work, row.score))
    }
}
