//! Tables of text, in the form of Markdown.

use comfy_table::{CellAlignment, ColumnConstraint, Table, presets};

/// Returns a table with this header and these rows; columns in `right` are aligned to the right. A
/// `|` in a cell is escaped.
pub fn table<R: IntoIterator<Item: Into<String>>>(
    header: impl IntoIterator<Item: Into<String>>,
    right: impl IntoIterator<Item = usize>,
    rows: impl IntoIterator<Item = R>,
) -> Table {
    let escaped = |cell: String| cell.replace('|', r"\|");
    let header = header.into_iter().map(|cell| escaped(cell.into()));
    let rows = rows
        .into_iter()
        .map(|row| row.into_iter().map(|cell| escaped(cell.into())).collect::<Vec<_>>());
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header).add_rows(rows);
    for index in right {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Hides a column of a table.
pub fn hide(table: &mut Table, column: usize) {
    if let Some(column) = table.column_mut(column) {
        column.set_constraint(ColumnConstraint::Hidden);
    }
}
