//! Tables of text, in the form of Markdown.

use comfy_table::{Cell, CellAlignment, Table, presets};

/// Returns a table with this header, whose columns `right` are aligned to the right.
pub fn table<T: Into<Cell>>(
    header: impl IntoIterator<Item = T>,
    right: impl IntoIterator<Item = usize>,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header.into_iter().map(Into::into).collect::<Vec<Cell>>());
    for index in right {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
