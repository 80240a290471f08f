//! A ring of pits, drawn with characters.

use std::f64::consts::TAU;

use super::{TextView, end_line, without_controls};
use crate::Place;

/// Columns per row in the ring: characters are higher than wide.
const STRETCH: f64 = 2.6;

impl TextView<'_> {
    /// The pits in a circle, clockwise from the top, and the trays within.
    pub(super) fn ring(&self, names: &[String], out: &mut String) {
        let radius = names.len().max(5) as f64 * 0.75;
        // Row, column of the first character, possibly left of the drawing, and text.
        let mut placed: Vec<(usize, isize, String)> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let angle = TAU * index as f64 / names.len() as f64;
            let (pit, width) = self.pit(Place::cell(index), name);
            let middle = STRETCH * radius * angle.sin();
            let row = (radius - radius * angle.cos()).round() as usize;
            placed.push((row, (middle - width as f64 / 2.0).round() as isize, pit));
        }
        let trays = self.layout.trays.len();
        for (index, tray) in (0..).zip(&self.layout.trays) {
            let line = format!("{}: {}", tray.name, self.tray(Place::Tray(index)));
            let row = radius.round() as usize + index as usize - trays / 2;
            placed.push((row, -(line.chars().count() as isize / 2), line));
        }
        let left = placed.iter().map(|&(_, col, _)| col).min().unwrap_or(0);
        placed.sort_by_key(|&(row, col, _)| (row, col));
        let (mut row, mut width) = (0, 0);
        for (its_row, col, text) in placed {
            while row < its_row {
                end_line(out);
                (row, width) = (row + 1, 0);
            }
            let gap = (col - left - width).max(isize::from(width > 0));
            *out += &" ".repeat(gap as usize);
            *out += &text;
            width += gap + visible(&text);
        }
        end_line(out);
    }

    /// A pit with its name, pieces, label and mark, and its width.
    fn pit(&self, place: Place, name: &str) -> (String, usize) {
        let label = self.labels.get(&place);
        let label = label.filter(|_| self.pieces.contains_key(&place));
        let label = label.map_or(String::new(), |label| {
            format!("({})", without_controls(label))
        });
        let cell = self.cell(place);
        let text = format!("{name}: {}{label}", cell.trim_end());
        let width = visible(&text) as usize;
        (text, width)
    }
}

/// Columns of a text, without its colour escapes.
fn visible(text: &str) -> isize {
    let mut parts = text.split('\x1b');
    let first = parts.next().map_or(0, |part| part.chars().count());
    let others = parts.filter_map(|part| part.split_once('m'));
    let others = others.map(|(_, text)| text.chars().count());
    (first + others.sum::<usize>()) as isize
}
