//! Prints the records in the files given as a table or as CSV.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use judge_kit::{Record, csv, table};

/// Prints one table of all records in FILES, a row for every game; or CSV, a
/// row for every case.
///
/// Exit status: 0, or 2 if a file is missing or holds anything but records.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Print CSV
    #[arg(long)]
    csv: bool,
    /// Records as `--json` writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let records: Result<Vec<_>> = args.files.iter().map(|path| read(path)).collect();
    match records {
        Ok(records) => {
            let records = records.concat();
            if args.csv {
                print!("{}", csv(&records));
            } else {
                println!("{}", table(&records));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn read(path: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let records = text.lines().enumerate().map(|(index, line)| {
        serde_json::from_str(line)
            .with_context(|| format!("{}:{}: not a record", path.display(), index + 1))
    });
    records.collect()
}
