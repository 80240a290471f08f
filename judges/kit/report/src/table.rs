//! `table`: a row for every run, game, variant and command.

use anyhow::Result;
use records::{CaseFigures, Summary, print, print_json};
use scene::fixed;
use scene::page::percent;
use serde_json::{Value, json};

use crate::cases::{ContestantCases, contestants};
use crate::csv::csv;
use crate::files::NamedRuns;
use crate::markdown::TextTable;

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

/// A contestant, with the figures over its plays and over its cases.
type Row<'a> = (&'a ContestantCases<'a>, Summary, CaseFigures);

/// Prints the table.
pub fn run(args: &TableArgs) -> Result<()> {
    let runs = args.runs.read()?;
    if args.csv {
        return print(&csv(&runs));
    }
    let contestants = contestants(&runs);
    let rows = contestants.iter().map(|one| {
        let plays = Summary::of(one.records());
        let figures = plays.figures();
        (one, plays, figures)
    });
    let rows: Vec<Row> = rows.collect();
    match args.json {
        true => print_json(&rows.iter().map(object).collect::<Vec<_>>()),
        false => print(&table(&rows, runs.len() > 1)),
    }
}

/// Returns a row as JSON, with times in ms and memory in KiB.
fn object((one, plays, figures): &Row) -> Value {
    let (cpu_mean, cpu_max) = plays.cpu_ms();
    json!({
        "run": one.run.name,
        "game": one.game.game,
        "variant": one.game.variant,
        "cases": figures.cases(),
        "mean_score": figures.score(),
        "standard_error": figures.standard_error(),
        "bound": figures.bound(),
        "bound_ratio": figures.bound_ratio(),
        "verdicts": plays.verdicts,
        "cpu_ms": { "mean": cpu_mean, "max": cpu_max },
        "memory_kib": plays.memory_kib,
        "conditions": one.conditions,
        "command": one.command,
    })
}

/// Returns the table. There is a column for runs if there are several, and likewise for references,
/// for conditions, and for commands of one game.
fn table(rows: &[Row], has_several: bool) -> String {
    let has_unlike = |are_unlike: fn(&ContestantCases, &ContestantCases) -> bool| {
        rows.iter().any(|(one, ..)| rows.iter().any(|(other, ..)| are_unlike(one, other)))
    };
    let conditions = has_unlike(|one, other| one.unlike(other).is_some());
    let commands = has_unlike(|one, other| one.game == other.game && one.command != other.command);
    let references = rows.iter().any(|(_, plays, _)| plays.reference.is_some());
    let mut table = TextTable::of(rows);
    table
        .text_if(has_several, "run", |(one, ..)| one.run.name.clone())
        .text("game", |(one, ..)| one.game.name())
        .number("cases", |(.., figures)| figures.cases().to_string())
        .number("mean score", |(.., figures)| fixed(figures.score(), 1))
        .text("bound", |(_, plays, figures)| {
            let bound = figures.bound().map(|bound| fixed(bound, 1) + " " + &plays.bound_kinds());
            bound.unwrap_or_default()
        })
        .number("bound ratio", |(.., figures)| {
            figures.bound_ratio().map(percent).unwrap_or_default()
        })
        .text("verdicts", |(_, plays, _)| plays.verdict_counts())
        .number("CPU mean", |(_, plays, _)| format!("{:.1} ms", plays.cpu_ms().0))
        .number("CPU max", |(_, plays, _)| format!("{:.1} ms", plays.cpu_ms().1))
        .number("memory", |(_, plays, _)| format!("{:.1} MiB", plays.memory_kib as f64 / 1024.0))
        .text_if(references, "reference", |(_, plays, _)| {
            let reference = plays.reference.as_ref();
            reference.map(|known| format!("{:.1} {}", known.value, known.kind)).unwrap_or_default()
        })
        .text_if(conditions, "conditions", |(one, ..)| {
            one.conditions.map(ToString::to_string).unwrap_or_default()
        })
        .text_if(commands, "command", |(one, ..)| one.command.into());
    format!("{table}\n")
}
