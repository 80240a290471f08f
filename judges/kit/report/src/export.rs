//! `export`: runs as files of other tools.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use records::{CaseKey, Fields, WrongUsage, check_free, print, write};
use scene::printable;

use crate::cases::{ContestantCases, all_cases, scales};
use crate::files::NamedRuns;

/// Write runs of one game as files of other tools.
///
/// `--ahc` writes DIR/input.csv, the numbers of every case, and DIR/result.csv, a row of scores for
/// every run, as AtCoder's standings of heuristic contests (ahc_standings) read them. A case that a run
/// failed or lacks is -1. Scores that are not whole are multiplied by 10,000, and so is their scale.
#[derive(clap::Args)]
pub struct ExportArgs {
    #[command(flatten)]
    runs: NamedRuns,
    /// Write input.csv and result.csv to DIR
    #[arg(long, value_name = "DIR", required = true, help_heading = "Output")]
    ahc: PathBuf,
    /// Address of a visualiser, which the page opens for a case
    #[arg(
        long,
        value_name = "URL",
        default_value = "",
        hide_default_value = true,
        help_heading = "Output"
    )]
    visualiser: String,
    /// Replace files that exist
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Units of a score that is not whole.
const FRACTION: f64 = 10_000.0;

/// Writes both files, and prints their names.
pub fn run(args: &ExportArgs) -> Result<()> {
    let runs = args.runs.read()?;
    let scales = scales(&runs);
    let [contestants] = &scales[..] else {
        let names: Vec<String> = scales.iter().map(|of| of[0].scale.name()).collect();
        let found = names.join(", ");
        let problem = format!("--ahc takes runs of one game and variant, found {found}");
        bail!(WrongUsage(problem));
    };
    let paths = ["input.csv", "result.csv"].map(|name| args.ahc.join(name));
    if !args.force {
        check_free(paths.iter())?;
    }
    let created = fs::create_dir_all(&args.ahc).with_context(|| args.ahc.display().to_string());
    created.map_err(WrongUsage::of)?;
    let texts = [
        input(contestants),
        result(contestants, &word(&args.visualiser)),
    ];
    for (path, text) in paths.iter().zip(texts) {
        write(path, args.force, text)?;
        print(&format!("{}\n", printable(&path.display().to_string())))?;
    }
    Ok(())
}

/// A row for every case: its name, its seed, and its parameters that are numbers.
fn input(contestants: &[ContestantCases]) -> String {
    // Of a case that several runs have played, the first one's record counts.
    let cases = contestants.iter().rev().flat_map(|one| &one.cases);
    let cases = cases.map(|(key, case)| (key, &case.records()[0].parameters));
    let cases: BTreeMap<&CaseKey, &Fields> = cases.collect();
    let names: BTreeSet<&String> = cases.values().flat_map(|values| values.keys()).collect();
    let is_number = |name: &&String| {
        let mut values = cases.values().map(|values| values.get(*name));
        values.all(|value| value.is_some_and(serde_json::Value::is_number))
    };
    let names: Vec<&String> = names.into_iter().filter(is_number).collect();
    let header = names.iter().map(|name| format!(",{}", word(name)));
    let mut text = format!("file,seed{}\n", header.collect::<String>());
    for (key, values) in &cases {
        let values = names
            .iter()
            .map(|name| format!(",{}", values[name.as_str()]));
        let values: String = values.collect();
        text += &format!("{},{}{values}\n", word(&key.to_string()), key.seed);
    }
    text
}

/// A header with the scale of the scores, and a row of scores for every run.
fn result(contestants: &[ContestantCases], visualiser: &str) -> String {
    let keys = all_cases(contestants);
    let cases = contestants.iter().flat_map(|one| one.cases.values());
    let scale = match { cases }.all(|case| case.score().fract() == 0.0) {
        true => 1.0,
        false => FRACTION,
    };
    let mut text = format!("raw,{scale},{visualiser}\n");
    for contestant in contestants {
        text += &word(&contestant.name);
        for key in &keys {
            let case = contestant.cases.get(*key).filter(|case| !case.failed());
            text += &format!(
                ",{}",
                case.map_or(-1.0, |case| (scale * case.score()).round())
            );
        }
        text.push('\n');
    }
    text
}

/// A text as one cell, without what separates cells.
fn word(text: &str) -> String {
    printable(text).replace([',', '"'], " ")
}
