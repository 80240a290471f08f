//! Records as comma-separated values.

use std::collections::BTreeSet;

use game::Detail;
use records::{Record, Run};
use serde_json::{Map, Value, to_value};

use crate::cases::values;

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
    let values = records.clone().flat_map(|(_, record)| values(record)).map(|(name, _)| name);
    let values: BTreeSet<String> = values.collect();
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
        let cells = columns.iter().map(|name| quoted(&cell(name)));
        cells.collect::<Vec<_>>().join(",") + "\n"
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
