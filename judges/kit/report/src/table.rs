//! `table`: a row for every run, game, variant and command.

use anyhow::Result;
use comfy_table::{ColumnConstraint, Table};
use records::{Summary, print};
use scene::page::percent;

use crate::cases::{ContestantCases, contestants};
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

/// Returns the rows in the order of the runs. There is a column for runs if there are several, and
/// likewise for commands of one game.
fn table(runs: &[Run]) -> Table {
    let rows: Vec<ContestantCases> = runs.iter().flat_map(contestants).collect();
    let several = rows.iter().any(|one| {
        let mut others = rows.iter();
        others.any(|other| one.game == other.game && one.command != other.command)
    });
    let header =
        "run|game|cases|mean score|bound|bound ratio|verdicts|CPU mean|CPU max|memory|command";
    let rows = rows.iter().map(|one| {
        let mut summary = Summary::new(true);
        let records = one.cases.values().flat_map(|case| &case.records);
        records.for_each(|record| summary.add(record));
        let (cpu_mean, cpu_max) = summary.cpu_ms();
        let figures = summary.figures();
        [
            one.run.name.clone(),
            one.game.name(),
            figures.cases.to_string(),
            format!("{:.1}", figures.score),
            figures.bound.map_or(String::new(), |value| {
                format!("{value:.1} {}", summary.bound_kinds())
            }),
            figures.bound_ratio.map_or(String::new(), percent),
            summary.verdict_counts(),
            format!("{cpu_mean:.1} ms"),
            format!("{cpu_max:.1} ms"),
            format!("{:.1} MiB", summary.memory_kib as f64 / 1024.0),
            one.command.into(),
        ]
    });
    let mut table = markdown::table(header.split('|'), [2, 3, 5, 7, 8, 9], rows);
    for (column, is_shown) in [(0, runs.len() > 1), (10, several)] {
        if let Some(column) = table.column_mut(column).filter(|_| !is_shown) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
    }
    table
}
