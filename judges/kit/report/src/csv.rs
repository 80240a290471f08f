//! Records as comma-separated values: an accepted baseline.

use std::collections::BTreeSet;

use records::Record;
use records::stats::{mean, standard_error};
use serde_json::Value;

use crate::cases::{PlayedCase, by_scale_and_command, values};
use crate::files::Run;

/// Columns before the values of a play: parameters, what the game reports, and `[DATA]`.
const FIRST: [&str; 8] = [
    "run", "game", "command", "file", "seed", "variant", "options", "salt",
];

/// Columns after the values of a play.
const LAST: [&str; 7] = [
    "verdict",
    "score",
    "bound",
    "share",
    "cpu_ms",
    "wall_ms",
    "memory_kib",
];

/// A row for every record, with times in ms and memory in KiB; then the mean and the standard error of
/// score and share over the cases of every run, game, variant and command.
pub fn csv(runs: &[Run]) -> String {
    let columns = Columns::of(runs);
    let mut text = columns.row(&FIRST, str::to_string, LAST.map(String::from));
    for run in runs {
        let rows = run.records.iter();
        text.extend(rows.map(|record| columns.record(&run.name, record)));
    }
    for run in runs {
        for (scale, set) in by_scale_and_command(&run.records) {
            let cases = || set.cases.values();
            let scores: Vec<f64> = cases().map(PlayedCase::score).collect();
            let shares: Vec<f64> = cases().filter_map(PlayedCase::share).collect();
            for (name, of) in [
                ("mean", mean as fn(&[f64]) -> Option<f64>),
                ("standard error", standard_error),
            ] {
                let variant = scale.variant.as_deref().unwrap_or_default();
                let first = [
                    &run.name,
                    &scale.game,
                    set.command,
                    "",
                    name,
                    variant,
                    "",
                    "",
                ];
                let mut last = LAST.map(|_| String::new());
                for (column, values) in [(1, &scores), (3, &shares)] {
                    let figure = of(values).map(|figure| format!("{figure:.5}"));
                    last[column] = figure.unwrap_or_default();
                }
                text += &columns.row(&first, |_| String::new(), last);
            }
        }
    }
    text
}

struct Columns {
    /// True for the columns of [`FIRST`] that are shown: those with several values, those of files, and
    /// always run, seed and variant.
    first: [bool; 8],
    values: BTreeSet<String>,
}

impl Columns {
    fn of(runs: &[Run]) -> Columns {
        fn several<T: PartialEq>(records: &[&Record], of: fn(&Record) -> &T) -> bool {
            records.windows(2).any(|pair| of(pair[0]) != of(pair[1]))
        }
        let records: Vec<&Record> = runs.iter().flat_map(|run| &run.records).collect();
        let names = records
            .iter()
            .flat_map(|record| values(record).into_iter().map(|(name, _)| name));
        Columns {
            first: [
                true,
                several(&records, |record| &record.game),
                several(&records, |record| &record.command),
                records.iter().any(|record| record.file.is_some()),
                true,
                true,
                several(&records, |record| &record.options),
                several(&records, |record| &record.salt),
            ],
            values: names.collect(),
        }
    }

    fn record(&self, run: &str, record: &Record) -> String {
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        let salt = record.salt.as_ref().map(ToString::to_string);
        let bound = record.bound.as_ref().map(|bound| bound.value.to_string());
        let share = record.share.map(|share| format!("{share:.5}"));
        let first = [
            run,
            &record.game,
            &record.command,
            &text(&record.file),
            &record.seed.to_string(),
            &text(&record.variant),
            &text(&record.options),
            &text(&salt),
        ];
        let values = values(record);
        let value = |name: &str| match values.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string().replace(',', " "),
            None => String::new(),
        };
        let last = [
            record.ruling.verdict.to_string(),
            record.score.to_string(),
            bound.unwrap_or_default(),
            share.unwrap_or_default(),
            format!("{:.0}", record.cost.cpu_ms),
            format!("{:.0}", record.cost.wall_ms),
            record.cost.memory_kib.to_string(),
        ];
        self.row(&first, value, last)
    }

    fn row(&self, first: &[&str; 8], value: impl Fn(&str) -> String, last: [String; 7]) -> String {
        let first = first.iter().zip(self.first);
        let first = first
            .filter(|(_, shown)| *shown)
            .map(|(cell, _)| cell.to_string());
        let values = self.values.iter().map(|name| value(name));
        let cells = first.chain(values).chain(last);
        let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
        cells.join(",") + "\n"
    }
}

/// Signs with which a formula begins in a spreadsheet.
const FORMULA: [char; 10] = [
    '=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// A cell, quoted if it contains a separator. An apostrophe keeps a text from being a formula.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_no_formula_and_a_number_is_a_number() {
        for number in ["-3", "+3", "-1e-7", "-0.25000", "3"] {
            assert_eq!(quoted(number), number);
        }
        for text in [
            "=1+1",
            "+cmd",
            "-N 10",
            "@SUM(A1)",
            "-",
            "-inf",
            "-3+4",
            "\u{ff1d}1",
        ] {
            assert_eq!(quoted(text), format!("'{text}"));
        }
        assert_eq!(
            quoted("=HYPERLINK(\"a\",1)"),
            "\"'=HYPERLINK(\"\"a\"\",1)\""
        );
        assert_eq!(quoted("python3 a.py -x"), "python3 a.py -x");
    }
}
