//! Values that are kept in a file of the workspace, so that new ones can be compared with them.

use std::fmt;
use std::fs;

use anyhow::{Context, Result, ensure};
use comfy_table::{Table, presets};
use scene::decimal;

use crate::workspace;

/// The last values, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct LastValues {
    /// Path of their file, relative to the top of the workspace.
    pub file: String,
    /// First line of the file: the names of its columns. The last one has the values, the others
    /// say of what.
    pub head: &'static str,
    /// The other columns of each row, and its value.
    pub rows: Vec<(String, f64)>,
}

impl LastValues {
    /// Parses the `text` of the file.
    ///
    /// # Errors
    /// The first line is not the head, or another line is not a row. The message names the line.
    pub fn parse(file: String, head: &'static str, text: &str) -> Result<LastValues> {
        let mut lines = text.lines();
        ensure!(lines.next() == Some(head), "{file}: line 1 is not {head}");
        let columns = head.matches(',').count();
        let row = |(line, number): (&str, usize)| {
            let row = line.rsplit_once(',');
            let row = row.and_then(|(of, value)| Some((of.to_string(), value.parse().ok()?)));
            row.filter(|_| line.matches(',').count() == columns)
                .with_context(|| format!("{file}: line {number}: {line:?} is not {head}"))
        };
        let rows = lines.zip(2..).map(row).collect::<Result<_>>()?;
        Ok(LastValues { file, head, rows })
    }

    /// Reads the file.
    ///
    /// # Errors
    /// The file cannot be read or parsed.
    pub fn read(file: String, head: &'static str) -> Result<LastValues> {
        let text = crate::text(&file)?;
        LastValues::parse(file, head, &text)
    }

    /// Writes the file.
    pub fn write(&self) -> Result<()> {
        let path = workspace().join(&self.file);
        fs::write(path, self.to_string()).with_context(|| self.file.clone())
    }

    /// Returns the relative change of a row's value from the last one; `None` if there is none or
    /// it is 0.
    pub fn change(&self, (of, value): &(String, f64)) -> Option<f64> {
        let last = self.last(of).filter(|last| *last != 0.0)?;
        Some((value - last) / last.abs())
    }

    /// Returns the last value of a row.
    fn last(&self, of: &str) -> Option<f64> {
        self.rows.iter().find_map(|(name, value)| (name == of).then_some(*value))
    }

    /// Returns a table of these values and new ones, with a word on each change.
    pub fn compared(&self, now: &LastValues, word: impl Fn(f64) -> &'static str) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        let names = self.head.split(',').rev().skip(1);
        table.set_header(
            names.collect::<Vec<_>>().into_iter().rev().chain(["last", "now", "change", ""]),
        );
        for row in &now.rows {
            let (of, value) = row;
            let change = self.change(row);
            let cells = [
                self.last(of).map_or("new".into(), decimal),
                decimal(*value),
                change.filter(|change| *change != 0.0).map_or_else(String::new, percent),
                change.map_or("", &word).into(),
            ];
            table.add_row(of.split(',').map(str::to_string).chain(cells));
        }
        table
    }
}

/// Returns a relative change in words.
pub fn percent(change: f64) -> String {
    format!("{:+.3} %", 100.0 * change)
}

impl fmt::Display for LastValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.head)?;
        self.rows.iter().try_for_each(|(of, value)| writeln!(f, "{of},{value}"))
    }
}
