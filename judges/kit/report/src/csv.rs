//! Records as comma-separated values.

use std::collections::{BTreeMap, BTreeSet};

use game::Detail;
use records::Record;

use crate::cases::values;
use crate::files::Run;

/// A column of a table: its name, and a function that returns the cell of a record.
type Column = (&'static str, fn(&Run, &Record) -> String);

/// Columns before the values of a play (parameters, values that the game reports, and `[DATA]`).
const FIRST: [Column; 8] = [
    ("run", |run, _| run.name.clone()),
    ("game", |_, record| record.key.source.game.clone()),
    ("command", |_, record| record.command.clone()),
    ("file", |_, record| text(record.key.source.file.as_ref())),
    ("seed", |_, record| record.key.seed.to_string()),
    ("variant", |_, record| {
        text(record.key.source.variant.as_ref())
    }),
    ("options", |_, record| {
        text(record.key.source.options.as_ref())
    }),
    ("salt", |_, record| text(record.key.source.salt.as_ref())),
];

/// Columns after the values of a play, with times in ms and memory in KiB.
const LAST: [Column; 7] = [
    ("verdict", |_, record| record.ruling.verdict.to_string()),
    ("score", |_, record| record.score.to_string()),
    ("bound", |_, record| {
        text(record.bound.as_ref().map(|bound| bound.value))
    }),
    ("bound_ratio", |_, record| {
        let ratio = record.bound_ratio;
        ratio.map_or(String::new(), |ratio| format!("{ratio:.5}"))
    }),
    ("cpu_ms", |_, record| format!("{:.0}", record.cost.cpu_ms)),
    ("wall_ms", |_, record| format!("{:.0}", record.cost.wall_ms)),
    ("memory_kib", |_, record| record.cost.memory_kib.to_string()),
];

fn text(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// Returns a table with a row for every record.
pub fn csv(runs: &[Run]) -> String {
    let columns = Columns::of(runs);
    let mut text = columns.row(|(name, _)| name.to_string(), str::to_string);
    for run in runs {
        let rows = run.records.iter();
        text.extend(rows.map(|record| columns.record(run, record)));
    }
    text
}

struct Columns {
    /// Shown columns of [`FIRST`]: run, seed, variant, those about files, any with several values.
    first: Vec<Column>,
    values: BTreeSet<String>,
}

impl Columns {
    fn of(runs: &[Run]) -> Columns {
        fn several<T: PartialEq>(records: &[&Record], of: fn(&Record) -> &T) -> bool {
            records.windows(2).any(|pair| of(pair[0]) != of(pair[1]))
        }
        let records: Vec<&Record> = runs.iter().flat_map(|run| &run.records).collect();
        let values = records.iter().flat_map(|record| values(record));
        let is_shown = |(name, _): &Column| match *name {
            "game" => several(&records, |record| &record.key.source.game),
            "command" => several(&records, |record| &record.command),
            "file" => records
                .iter()
                .any(|record| record.key.source.file.is_some()),
            "options" => several(&records, |record| &record.key.source.options),
            "salt" => several(&records, |record| &record.key.source.salt),
            _ => true,
        };
        Columns {
            first: FIRST.into_iter().filter(is_shown).collect(),
            values: values.map(|(name, _)| name).collect(),
        }
    }

    fn record(&self, run: &Run, record: &Record) -> String {
        let values: BTreeMap<String, Detail> = values(record).into_iter().collect();
        let value = |name: &str| match values.get(name) {
            Some(Detail::Number(number)) => number.to_string(),
            value => text(value),
        };
        self.row(|(_, of)| of(run, record), value)
    }

    fn row(&self, cell: impl Fn(&Column) -> String, value: impl Fn(&str) -> String) -> String {
        let first = self.first.iter().map(&cell);
        let values = self.values.iter().map(|name| value(name));
        let cells = first.chain(values).chain(LAST.iter().map(&cell));
        let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
        cells.join(",") + "\n"
    }
}

/// Characters that begin a formula in a spreadsheet.
const FORMULA: [char; 10] = [
    '=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

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
