//! `table`: a row for every run, game, variant and command.

use anyhow::Result;
use comfy_table::Table;
use records::{CaseFigures, PlayFigures, Run, print, print_json};
use scene::fixed;
use scene::page::percent;
use serde_json::{Value, json};

use crate::cases::{ContestantCases, contestants};
use crate::csv::csv;
use crate::files::NamedRuns;
use crate::markdown;

/// Print a row for every run, game, variant and command, as text or JSON, or CSV with a row for every case.
#[derive(clap::Args)]
pub struct TableArgs {
    /// Print CSV, a row for every record
    #[arg(long, help_heading = "Output")]
    csv: bool,
    /// Print JSON, an object for every row
    #[arg(long, conflicts_with = "csv", help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    runs: NamedRuns,
}

/// Prints the table.
pub fn run(args: &TableArgs) -> Result<()> {
    let runs = args.runs.read()?;
    if args.json {
        let rows = contestants(&runs);
        return print_json(&rows.iter().map(object).collect::<Vec<_>>());
    }
    let text = if args.csv { csv(&runs) } else { format!("{}\n", table(&runs)) };
    print(&text)
}

/// Returns the figures over a contestant's plays.
fn of_plays(one: &ContestantCases) -> PlayFigures {
    let mut plays = PlayFigures::default();
    one.cases.values().flat_map(|case| &case.records).for_each(|record| plays.add(record));
    plays
}

/// Returns a row as JSON, with times in ms and memory in KiB.
fn object(one: &ContestantCases) -> Value {
    let (plays, figures) = (of_plays(one), CaseFigures::of(one.outcomes()));
    let (cpu_mean, cpu_max) = plays.cpu_ms();
    json!({
        "run": one.run.name,
        "game": one.game.game,
        "variant": one.game.variant,
        "cases": figures.cases,
        "mean_score": figures.score,
        "standard_error": figures.standard_error,
        "bound": figures.bound,
        "bound_ratio": figures.bound_ratio,
        "verdicts": plays.verdicts,
        "cpu_ms": { "mean": cpu_mean, "max": cpu_max },
        "memory_kib": plays.memory_kib,
        "conditions": one.conditions,
        "command": one.command,
    })
}

/// Returns the rows in the order of the runs. There is a column for runs if there are several, and
/// likewise for conditions, and for commands of one game.
fn table(runs: &[Run]) -> Table {
    let rows = contestants(runs);
    let several = rows
        .iter()
        .any(|one| rows.iter().any(|other| one.game == other.game && one.command != other.command));
    let unlike = rows.iter().any(|one| rows.iter().any(|other| one.unlike(other).is_some()));
    let mut records = runs.iter().flat_map(|run| &run.records);
    let has_reference = records.any(|record| record.score.reference.is_some());
    let header = "run|game|cases|mean score|bound|bound ratio|verdicts|CPU mean|CPU max|memory|reference|conditions|command";
    let rows = rows.iter().map(|one| {
        let (plays, figures) = (of_plays(one), CaseFigures::of(one.outcomes()));
        let (cpu_mean, cpu_max) = plays.cpu_ms();
        [
            one.run.name.clone(),
            one.game.name(),
            figures.cases.to_string(),
            fixed(figures.score, 1),
            figures.bound.map_or(String::new(), |value| {
                format!("{} {}", fixed(value, 1), plays.bound_kinds())
            }),
            figures.bound_ratio.map_or(String::new(), percent),
            plays.verdict_counts(),
            format!("{cpu_mean:.1} ms"),
            format!("{cpu_max:.1} ms"),
            format!("{:.1} MiB", plays.memory_kib as f64 / 1024.0),
            plays
                .reference
                .as_ref()
                .map_or(String::new(), |known| format!("{:.1} {}", known.value, known.kind)),
            one.conditions.map_or(String::new(), ToString::to_string),
            one.command.into(),
        ]
    });
    let mut table = markdown::table(header.split('|'), [2, 3, 5, 7, 8, 9], rows);
    let shown = [(0, runs.len() > 1), (10, has_reference), (11, unlike), (12, several)];
    let hidden = shown.into_iter().filter(|(_, is_shown)| !is_shown);
    hidden.for_each(|(column, _)| markdown::hide(&mut table, column));
    table
}
