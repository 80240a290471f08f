//! Records as comma-separated values: an accepted baseline.

use std::collections::BTreeSet;

use records::Record;
use records::stats::{mean, standard_error};
use serde_json::Value;

use crate::cases::{PlayedCase, by_scale_and_command};
use crate::files::Run;

/// Columns before the case's parameters. Those of run, game, command, options and salt are
/// there if there are several, that of the file if any case came from one.
struct Columns {
    run: bool,
    game: bool,
    command: bool,
    file: bool,
    options: bool,
    salt: bool,
    parameters: BTreeSet<String>,
}

const LAST: [&str; 7] = [
    "verdict",
    "score",
    "bound",
    "share",
    "cpu_ms",
    "wall_ms",
    "memory_kib",
];

/// A row for every record (its run, file, seed, variant, options and salt, the case's parameters,
/// verdict, score, bound, score / bound, CPU and wall time in ms, memory in
/// KiB), then the mean and the standard error of score and share over the cases
/// of every run, game, variant and command.
pub fn csv(runs: &[Run]) -> String {
    let columns = Columns::of(runs);
    let names = [
        "run", "game", "command", "file", "seed", "variant", "options", "salt",
    ];
    let mut header = columns.first(names);
    header.extend(columns.parameters.iter().cloned());
    header.extend(LAST.map(String::from));
    let mut rows = vec![row(&header)];
    for run in runs {
        let records = run.records.iter();
        rows.extend(records.map(|record| columns.record(&run.name, record)));
    }
    let sets = runs.iter().flat_map(|run| {
        let sets = by_scale_and_command(&run.records).into_iter();
        sets.map(|(scale, set)| (run.name.as_str(), scale, set))
    });
    for (run, scale, set) in sets {
        let cases: Vec<&PlayedCase> = set.cases.values().collect();
        let scores: Vec<f64> = cases.iter().map(|case| case.score()).collect();
        let shares: Vec<f64> = cases.iter().filter_map(|case| case.share()).collect();
        for (name, of) in [
            ("mean", mean as fn(&[f64]) -> Option<f64>),
            ("standard error", standard_error),
        ] {
            let [score, share] = [&scores, &shares].map(|values| {
                let figure = of(values);
                figure.map_or(String::new(), |figure| format!("{figure:.5}"))
            });
            let group = [run, scale.game.as_str(), set.command.as_str()];
            rows.push(columns.figure(name, group, scale.variant.as_deref(), [score, share]));
        }
    }
    rows.concat()
}

impl Columns {
    fn of(runs: &[Run]) -> Columns {
        fn several<T: PartialEq>(records: &[&Record], of: fn(&Record) -> &T) -> bool {
            records.windows(2).any(|pair| of(pair[0]) != of(pair[1]))
        }
        let records: Vec<&Record> = runs.iter().flat_map(|run| &run.records).collect();
        let parameters = records.iter().flat_map(|record| record.parameters.keys());
        Columns {
            run: runs.len() > 1,
            game: several(&records, |record| &record.game),
            command: several(&records, |record| &record.command),
            file: records.iter().any(|record| record.file.is_some()),
            options: several(&records, |record| &record.options),
            salt: several(&records, |record| &record.salt),
            parameters: parameters.cloned().collect(),
        }
    }

    /// The cells that are shown, of run, game, command, file, seed, variant, options and salt.
    fn first(&self, cells: [&str; 8]) -> Vec<String> {
        let columns = [
            self.run,
            self.game,
            self.command,
            self.file,
            true,
            true,
            self.options,
            self.salt,
        ];
        let shown = columns.into_iter().zip(cells).filter(|(shown, _)| *shown);
        shown.map(|(_, cell)| cell.to_string()).collect()
    }

    fn record(&self, run: &str, record: &Record) -> String {
        let salt = record.salt.as_ref().map(ToString::to_string);
        let mut cells = self.first([
            run,
            &record.game,
            &record.command,
            record.file.as_deref().unwrap_or_default(),
            &record.seed.to_string(),
            record.variant.as_deref().unwrap_or_default(),
            record.options.as_deref().unwrap_or_default(),
            salt.as_deref().unwrap_or_default(),
        ]);
        let parameters = self.parameters.iter();
        cells.extend(parameters.map(|name| match record.parameters.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string().replace(',', " "),
            None => String::new(),
        }));
        let bound = record.bound.as_ref().map(|bound| bound.value.to_string());
        let share = record.share.map(|share| format!("{share:.5}"));
        cells.extend([
            record.ruling.verdict.to_string(),
            record.score.to_string(),
            bound.unwrap_or_default(),
            share.unwrap_or_default(),
            format!("{:.0}", record.cost.cpu_ms),
            format!("{:.0}", record.cost.wall_ms),
            record.cost.memory_kib.to_string(),
        ]);
        row(&cells)
    }

    fn figure(
        &self,
        name: &str,
        [run, game, command]: [&str; 3],
        variant: Option<&str>,
        [score, share]: [String; 2],
    ) -> String {
        let variant = variant.unwrap_or_default();
        let mut cells = self.first([run, game, command, "", name, variant, "", ""]);
        cells.extend(vec![String::new(); self.parameters.len() + 1]);
        cells.extend([score, String::new(), share]);
        cells.extend(vec![String::new(); 3]);
        row(&cells)
    }
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\n"
}

/// Signs that make a formula of a cell which begins with them, where a spreadsheet opens the file.
const FORMULA: [char; 10] = [
    '=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// A cell, quoted if a separator is in it. A text that would be a formula gets an apostrophe in
/// front; a number stays one.
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
