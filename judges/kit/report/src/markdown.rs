//! Tables of text, in the form of Markdown.

use comfy_table::{CellAlignment, Row, Table, presets};

/// Returns a table with this header and these rows; columns in `right` are aligned to the right.
pub fn table<T: Into<Row>>(
    header: impl Into<Row>,
    right: impl IntoIterator<Item = usize>,
    rows: impl IntoIterator<Item = T>,
) -> Table {
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
