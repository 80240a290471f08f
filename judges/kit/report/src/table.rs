//! `table`: a row for every run, game, variant and command.

use anyhow::Result;
use comfy_table::{ColumnConstraint, Table};
use records::{Summary, print};
use scene::page::percent;

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
pub fn run(args: &TableArgs) -> Result<()> {
    let runs = args.runs.read()?;
    let text = if args.csv {
        csv(&runs)
    } else {
        format!("{}\n", table(&runs))
    };
    print(&text)
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
    let header = [
        "run",
        "game",
        "cases",
        "mean score",
        "bound",
        "share",
        "verdicts",
        "CPU mean",
        "CPU max",
        "memory",
        "command",
    ];
    let rows = rows.iter().map(|(run, (scale, set))| {
        let mut summary = Summary::new(true);
        let records = set.cases.values().flat_map(PlayedCase::records);
        records.for_each(|record| summary.add(record));
        let (cpu_mean, cpu_max) = summary.cpu_ms();
        let figures = summary.figures();
        [
            run.to_string(),
            scale.name(),
            figures.cases.to_string(),
            format!("{:.1}", figures.score),
            figures.bound.map_or(String::new(), |value| {
                format!("{value:.1} {}", summary.bound_kinds())
            }),
            figures.share.map_or(String::new(), percent),
            summary.verdict_counts(),
            format!("{cpu_mean:.1} ms"),
            format!("{cpu_max:.1} ms"),
            format!("{:.1} MiB", summary.memory_kib() as f64 / 1024.0),
            set.command.to_string(),
        ]
    });
    let mut table = markdown::table(header, [2, 3, 5, 7, 8, 9], rows);
    for (column, is_shown) in [(0, runs.len() > 1), (10, several)] {
        if let Some(column) = table.column_mut(column).filter(|_| !is_shown) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
    }
    table
}
