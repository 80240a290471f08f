//! `table`: a row for every game, variant and command.

use std::process::ExitCode;

use comfy_table::{CellAlignment, Table, presets};
use record::{Failure, Record, Summary, print};

use crate::cases::Scale;
use crate::csv::csv;
use crate::files::{RunHistory, Scope, read};

/// Print a row for every game, variant and command, or CSV with a row for every case.
#[derive(clap::Args)]
pub struct TableArgs {
    /// Print CSV, a row for every record
    #[arg(long, help_heading = "Output")]
    csv: bool,
    /// Files of records, or names of runs
    #[arg(required = true, value_name = "RUNS")]
    runs: Vec<String>,
    #[command(flatten)]
    history: RunHistory,
}

/// Prints the table.
///
/// # Errors
/// A run cannot be read, or the table cannot be printed.
pub fn run(args: &TableArgs) -> Result<ExitCode, Failure> {
    let runs = read(&args.history, &args.runs, Scope::All).map_err(Failure::Usage)?;
    let records: Vec<Record> = runs.into_iter().flat_map(|run| run.records).collect();
    let text = if args.csv {
        csv(&records)
    } else {
        format!("{}\n", table(&records))
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A row for every game, variant and command, in their order. The command is
/// shown if a game was played by several.
fn table(records: &[Record]) -> Table {
    let mut rows: Vec<(Scale, &str, Summary)> = Vec::new();
    for record in records {
        let scale = Scale::of(record);
        let known = rows
            .iter()
            .position(|(known, command, _)| *known == scale && *command == record.command);
        let index = known.unwrap_or_else(|| {
            rows.push((scale, &record.command, Summary::new(true)));
            rows.len() - 1
        });
        rows[index].2.add(record);
    }
    let several = rows
        .iter()
        .any(|(scale, ..)| rows.iter().filter(|(other, ..)| other == scale).count() > 1);
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let mut header = vec![
        "game",
        "cases",
        "mean score",
        "bound",
        "share",
        "verdicts",
        "CPU mean",
        "CPU max",
        "memory",
    ];
    header.extend(several.then_some("command"));
    table.set_header(header);
    for (scale, command, summary) in &rows {
        let (cpu_mean, cpu_max) = summary.cpu_ms();
        let bound = summary.bound();
        let share = summary.share();
        let mut row = vec![
            scale.name(),
            summary.count().to_string(),
            format!("{:.1}", summary.mean()),
            bound.map_or(String::new(), |value| {
                format!("{value:.1} {}", summary.bound_kinds())
            }),
            share.map_or(String::new(), |share| format!("{:.2} %", 100.0 * share)),
            summary.verdict_counts(),
            format!("{cpu_mean:.1} ms"),
            format!("{cpu_max:.1} ms"),
            format!("{:.1} MiB", summary.memory_kib() as f64 / 1024.0),
        ];
        row.extend(several.then(|| command.to_string()));
        table.add_row(row);
    }
    for column in [1, 2, 4, 6, 7, 8] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
