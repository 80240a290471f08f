//! A ring of pits, drawn with characters.

use std::f64::consts::TAU;

use super::{TextView, without_controls};
use crate::Place;

/// Columns per row in the ring: characters are higher than wide.
const STRETCH: f64 = 2.6;

/// A text on the drawing.
struct Placed {
    row: usize,
    /// Column of its first character, possibly left of the drawing.
    col: isize,
    text: String,
}

impl TextView<'_> {
    /// The pits in a circle, clockwise from the top, and the trays within.
    pub(super) fn ring(&self, names: &[String], out: &mut String) {
        let radius = names.len().max(5) as f64 * 0.75;
        let mut placed: Vec<Placed> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let angle = TAU * index as f64 / names.len() as f64;
            let (pit, width) = self.pit(Place::cell(index), name);
            let middle = STRETCH * radius * angle.sin();
            placed.push(Placed {
                row: (radius - radius * angle.cos()).round() as usize,
                col: (middle - width as f64 / 2.0).round() as isize,
                text: pit,
            });
        }
        let trays = self.layout.trays.len();
        for (index, tray) in (0..).zip(&self.layout.trays) {
            let line = format!("{}: {}", tray.name, self.tray(Place::Tray(index)));
            placed.push(Placed {
                row: radius.round() as usize + index as usize - trays / 2,
                col: -(line.chars().count() as isize / 2),
                text: line,
            });
        }
        let left = placed.iter().map(|part| part.col).min().unwrap_or(0);
        placed.sort_by_key(|part| (part.row, part.col));
        let (mut row, mut line, mut width) = (0, String::new(), 0);
        for part in placed {
            while row < part.row {
                *out += line.trim_end();
                out.push('\n');
                (row, line, width) = (row + 1, String::new(), 0);
            }
            let gap = (part.col - left - width).max(isize::from(width > 0));
            line += &" ".repeat(gap as usize);
            line += &part.text;
            width += gap + visible(&part.text);
        }
        *out += line.trim_end();
        out.push('\n');
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

/// Columns of a text; colour escapes take none.
fn visible(text: &str) -> isize {
    let mut parts = text.split('\x1b');
    let first = parts.next().map_or(0, |part| part.chars().count());
    let others = parts.map(|part| {
        part.split_once('m')
            .map_or(0, |(_, text)| text.chars().count())
    });
    (first + others.sum::<usize>()) as isize
}
