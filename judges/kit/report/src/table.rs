//! `table`: a row for every run, game, variant and command, or for every record.

use std::collections::BTreeSet;

use anyhow::Result;
use game::Detail;
use records::{CaseFigures, Record, Run, Summary, print, print_json};
use scene::fixed;
use scene::page::percent;
use serde_json::{Map, Value, json, to_value};

use crate::cases::{ContestantCases, contestants, values};
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

/// Columns before the values of a play (parameters, values that the game reports, and `[DATA]`):
/// the run, and fields of its records.
const FIRST: &str =
    "run game objective command conditions file seed first_seed variant options salt";

/// Columns after the values of a play, with times in ms and memory in KiB.
const LAST: &str = "verdict score bound bound_ratio cpu_ms wall_ms memory_kib";

/// Columns of [`FIRST`] that are shown only if the records differ in them.
const OPTIONAL: &str = "game objective command conditions first_seed options salt";

/// Returns a table with a row for every record.
pub fn csv(runs: &[Run]) -> String {
    let records = runs.iter().flat_map(|run| run.records.iter().map(move |record| (run, record)));
    let values: BTreeSet<String> =
        records.clone().flat_map(|(_, record)| values(record)).map(|(name, _)| name).collect();
    let rows: Vec<Map<String, Value>> = records.map(|(run, record)| row(run, record)).collect();
    let is_shown = |name: &&str| match *name {
        "file" => rows.iter().any(|row| row.contains_key("file")),
        name if is_in(OPTIONAL, name) => {
            rows.windows(2).any(|pair| pair[0].get(name) != pair[1].get(name))
        }
        _ => true,
    };
    let columns = FIRST.split(' ').filter(is_shown).chain(values.iter().map(String::as_str));
    let columns: Vec<&str> = columns.chain(LAST.split(' ')).collect();
    let line = |cell: &dyn Fn(&str) -> String| {
        columns.iter().map(|name| quoted(&cell(name))).collect::<Vec<_>>().join(",") + "\n"
    };
    let lines = rows.iter().map(|row| line(&|name| cell(name, row.get(name))));
    line(&str::to_string) + &lines.collect::<String>()
}

fn is_in(columns: &str, name: &str) -> bool {
    columns.split(' ').any(|column| column == name)
}

/// Returns the fields of a record's JSON that are columns, with the name of its run, and the values
/// of the play as texts.
fn row(run: &Run, record: &Record) -> Map<String, Value> {
    let Ok(Value::Object(mut row)) = to_value(record) else {
        unreachable!("a record is an object");
    };
    row.insert("run".into(), run.name.clone().into());
    row.retain(|name, _| is_in(FIRST, name) || is_in(LAST, name));
    let conditions = record.conditions.as_ref().map(ToString::to_string).unwrap_or_default();
    row.insert("conditions".into(), conditions.into());
    row.extend(values(record).into_iter().map(|(name, value)| match value {
        Detail::Number(number) => (name, number.to_string().into()),
        value => (name, value.to_string().into()),
    }));
    row
}

fn cell(name: &str, value: Option<&Value>) -> String {
    // A number has all its digits, and no `.0`.
    match (name, value) {
        (_, None) => String::new(),
        (_, Some(Value::String(text))) => text.clone(),
        ("seed", Some(whole)) => whole.to_string(),
        (_, Some(number)) => number.as_f64().unwrap_or(0.0).to_string(),
    }
}

/// Characters that begin a formula in a spreadsheet.
const FORMULA: [char; 10] =
    ['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Returns a cell, quoted if necessary; an apostrophe keeps a text from becoming a formula.
fn quoted(cell: &str) -> String {
    let is_number = |cell: &str| cell.parse().is_ok_and(f64::is_finite);
    if cell.starts_with(FORMULA) && !is_number(cell) {
        return quoted(&format!("'{cell}"));
    }
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}
