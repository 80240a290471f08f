//! A ring of pits, drawn with characters.

use std::f64::consts::TAU;

use super::{TextView, end_line, without_controls};
use crate::Place;

/// Columns per row in the drawing: characters are higher than wide.
const STRETCH: f64 = 2.6;

impl TextView<'_> {
    /// Draws the pits in a circle, clockwise from the top, with the trays inside.
    pub(super) fn ring(&self, names: &[String], out: &mut String) {
        let radius = names.len().max(5) as f64 * 0.75;
        // Row, column of the first character (may be negative), text, and width of the text.
        let mut placed: Vec<(usize, isize, String, isize)> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let angle = TAU * index as f64 / names.len() as f64;
            let pit = |colour| self.pit(Place::cell(index), name, colour);
            let width = pit(false).chars().count();
            let middle = STRETCH * radius * angle.sin();
            let row = (radius - radius * angle.cos()).round() as usize;
            let col = (middle - width as f64 / 2.0).round() as isize;
            placed.push((row, col, pit(self.colour), width as isize));
        }
        let trays = self.layout.trays.len();
        for (index, tray) in (0..).zip(&self.layout.trays) {
            let line = format!("{}: {}", tray.name, self.tray(Place::Tray(index)));
            let row = radius.round() as usize + index as usize - trays / 2;
            let width = line.chars().count() as isize;
            placed.push((row, -(width / 2), line, width));
        }
        let left = placed.iter().map(|&(_, col, ..)| col).min().unwrap_or(0);
        placed.sort_by_key(|&(row, col, ..)| (row, col));
        let (mut row, mut width) = (0, 0);
        for (its_row, col, text, its_width) in placed {
            while row < its_row {
                end_line(out);
                (row, width) = (row + 1, 0);
            }
            let gap = (col - left - width).max(isize::from(width > 0));
            *out += &" ".repeat(gap as usize);
            *out += &text;
            width += gap + its_width;
        }
        end_line(out);
    }

    /// Returns a pit with its name, pieces, label and mark.
    fn pit(&self, place: Place, name: &str, colour: bool) -> String {
        let label = self.labels.get(&place).filter(|_| self.pieces.contains_key(&place));
        let label = label.map_or(String::new(), |label| format!("({})", without_controls(label)));
        let cell = self.cell(place, colour);
        format!("{name}: {}{label}", cell.trim_end())
    }
}
