//! Records as comma-separated values.

use std::collections::{BTreeMap, BTreeSet};

use game::Detail;
use records::Record;
use serde_json::{Map, Value, to_value};

use crate::cases::values;
use records::Run;

/// Columns before the values of a play (parameters, values that the game reports, and `[DATA]`):
/// the run, and fields of its records.
const FIRST: &str =
    "run game objective command conditions file seed first_seed variant options salt";

/// Columns after the values of a play, with times in ms and memory in KiB.
const LAST: &str = "verdict score bound bound_ratio cpu_ms wall_ms memory_kib";

/// Columns of [`FIRST`] that are shown only if the records differ in them.
const OPTIONAL: &str = "game objective command conditions first_seed options salt";

/// A record as a row: the fields of its JSON with the name of its run, and the values of the play.
struct Row {
    fields: Map<String, Value>,
    values: BTreeMap<String, Detail>,
}

impl Row {
    fn new(run: &Run, record: &Record) -> Row {
        let Ok(Value::Object(mut fields)) = to_value(record) else {
            unreachable!("a record is an object");
        };
        fields.insert("run".into(), run.name.clone().into());
        let conditions = record.conditions.as_ref().map_or(String::new(), ToString::to_string);
        fields.insert("conditions".into(), conditions.into());
        let values = values(record).into_iter().collect();
        Row { fields, values }
    }

    fn field(&self, name: &str) -> String {
        // A number has all its digits, and no `.0`.
        match (name, self.fields.get(name)) {
            (_, None) => String::new(),
            (_, Some(Value::String(text))) => text.clone(),
            ("seed", Some(whole)) => whole.to_string(),
            (_, Some(number)) => number.as_f64().unwrap_or(0.0).to_string(),
        }
    }

    fn value(&self, name: &str) -> String {
        match self.values.get(name) {
            None => String::new(),
            Some(Detail::Number(number)) => number.to_string(),
            Some(value) => value.to_string(),
        }
    }
}

/// Returns a table with a row for every record.
pub fn csv(runs: &[Run]) -> String {
    let records =
        runs.iter().flat_map(|run| run.records.iter().map(move |record| Row::new(run, record)));
    let rows: Vec<Row> = records.collect();
    let is_shown = |name: &&str| {
        let differs = |pair: &[Row]| pair[0].fields.get(*name) != pair[1].fields.get(*name);
        match *name {
            "file" => rows.iter().any(|row| row.fields.contains_key("file")),
            name if OPTIONAL.split(' ').any(|optional| optional == name) => {
                rows.windows(2).any(differs)
            }
            _ => true,
        }
    };
    let first: Vec<&str> = FIRST.split(' ').filter(is_shown).collect();
    let values: BTreeSet<&String> = rows.iter().flat_map(|row| row.values.keys()).collect();
    let line = |field: &dyn Fn(&str) -> String, value: &dyn Fn(&str) -> String| {
        let values = values.iter().map(|name| value(name));
        let cells = first.iter().copied().map(field).chain(values);
        let cells = cells.chain(LAST.split(' ').map(field));
        let cells: Vec<String> = cells.map(|cell: String| quoted(&cell)).collect();
        cells.join(",") + "\n"
    };
    let header = line(&str::to_string, &str::to_string);
    let row = |row: &Row| line(&|name| row.field(name), &|name| row.value(name));
    let rows = rows.iter().map(row);
    header + &rows.collect::<String>()
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
