//! `table`: a row for every run, game, variant and command.

use comfy_table::Table;
use records::{Failure, Summary, print};

use crate::cases::{CaseSet, PlayedCase, Scale, by_scale_and_command};
use crate::csv::csv;
use crate::files::{NamedRuns, Run};
use crate::markdown;

/// Print a row for every run, game, variant and command, or CSV with a row for every case.
#[derive(clap::Args)]
pub struct TableArgs {
    /// Print CSV, a row for every record
    #[arg(long, help_heading = "Output")]
    csv: bool,
    #[command(flatten)]
    runs: NamedRuns,
}

/// Prints the table.
pub fn run(args: &TableArgs) -> Result<(), Failure> {
    let runs = args.runs.read()?;
    let text = if args.csv {
        csv(&runs)
    } else {
        format!("{}\n", table(&runs))
    };
    Ok(print(&text)?)
}

/// The rows in the order of the runs. Runs have a column if there are several, and so have commands of
/// one game.
fn table(runs: &[Run]) -> Table {
    let mut rows: Vec<(&String, (Scale, CaseSet))> = Vec::new();
    for run in runs {
        let sets = by_scale_and_command(&run.records).into_iter();
        rows.extend(sets.map(|set| (&run.name, set)));
    }
    let several = rows.iter().any(|(_, (scale, set))| {
        let mut others = rows.iter();
        others.any(|(_, (other, others))| scale == other && set.command != others.command)
    });
    let named = runs.len() > 1;
    let mut header: Vec<&str> = named.then_some("run").into_iter().collect();
    header.extend([
        "game",
        "cases",
        "mean score",
        "bound",
        "share",
        "verdicts",
        "CPU mean",
        "CPU max",
        "memory",
    ]);
    header.extend(several.then_some("command"));
    let right = [1, 2, 4, 6, 7, 8].map(|column| column + usize::from(named));
    let mut table = markdown::table(header, right);
    for (run, (scale, set)) in &rows {
        let mut summary = Summary::new(true);
        let records = set.cases.values().flat_map(PlayedCase::records);
        records.for_each(|record| summary.add(record));
        let (cpu_mean, cpu_max) = summary.cpu_ms();
        let figures = summary.figures();
        let mut row: Vec<String> = named.then(|| run.to_string()).into_iter().collect();
        row.extend([
            scale.name(),
            figures.cases.to_string(),
            format!("{:.1}", figures.score),
            figures.bound.map_or(String::new(), |value| {
                format!("{value:.1} {}", summary.bound_kinds())
            }),
            figures
                .share
                .map_or(String::new(), |share| format!("{:.2} %", 100.0 * share)),
            summary.verdict_counts(),
            format!("{cpu_mean:.1} ms"),
            format!("{cpu_max:.1} ms"),
            format!("{:.1} MiB", summary.memory_kib() as f64 / 1024.0),
        ]);
        row.extend(several.then(|| set.command.to_string()));
        table.add_row(row);
    }
    table
}
