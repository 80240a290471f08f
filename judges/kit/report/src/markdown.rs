//! Tables of text, in the form of Markdown.

use std::fmt;

use comfy_table::{CellAlignment, Table, presets};

/// A table with a line for each of `rows`.
pub struct TextTable<'a, R> {
    rows: &'a [R],
    /// Header and cells of every column.
    columns: Vec<(CellAlignment, Vec<String>)>,
}

impl<'a, R> TextTable<'a, R> {
    /// Makes a table without columns.
    pub fn of(rows: &'a [R]) -> TextTable<'a, R> {
        TextTable { rows, columns: Vec::new() }
    }

    fn column(&mut self, side: CellAlignment, header: &str, cell: impl Fn(&R) -> String) {
        let cells = [header.to_string()].into_iter().chain(self.rows.iter().map(cell));
        // This character would end a cell.
        self.columns.push((side, cells.map(|cell| cell.replace('|', r"\|")).collect()));
    }

    /// Adds a column of texts.
    pub fn text(&mut self, header: &str, cell: impl Fn(&R) -> String) -> &mut Self {
        self.text_if(true, header, cell)
    }

    /// Adds a column of texts if `is_shown`.
    pub fn text_if(
        &mut self,
        is_shown: bool,
        header: &str,
        cell: impl Fn(&R) -> String,
    ) -> &mut Self {
        if is_shown {
            self.column(CellAlignment::Left, header, cell);
        }
        self
    }

    /// Adds a column of numbers, which are aligned to the right.
    pub fn number(&mut self, header: &str, cell: impl Fn(&R) -> String) -> &mut Self {
        self.column(CellAlignment::Right, header, cell);
        self
    }

    /// Returns the table as text, unless it has no line.
    pub fn if_any(&self) -> Option<String> {
        (!self.rows.is_empty()).then(|| self.to_string())
    }
}

impl<R> fmt::Display for TextTable<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        let line = |index: usize| self.columns.iter().map(move |(_, cells)| &cells[index]);
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(line(0)).add_rows((1..=self.rows.len()).map(line));
        for (column, (side, _)) in table.column_iter_mut().zip(&self.columns) {
            column.set_cell_alignment(*side);
        }
        table.fmt(f)
    }
}
