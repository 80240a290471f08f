//! A scene as lines of text for a terminal.

mod ring;

use std::collections::HashMap;
use std::fmt::Write;

use crate::legend::ShownSigns;
use crate::{
    Arrangement, FigureValue, Form, Mark, Piece, PieceKind, Place, Role, SHADES, Scene,
    SceneLayout, Sign, decimal, shade,
};

/// Width of a terminal, columns.
const COLUMNS: usize = 80;

/// Returns the scene as text: caption, cells, trays and figures. With `colour`, roles and marks are
/// ANSI colours; otherwise a character follows each marked cell.
pub fn text(layout: &SceneLayout, scene: &Scene, colour: bool) -> String {
    let view = TextView::new(layout, scene, colour);
    let mut out = summary(scene);
    match &layout.shape {
        Arrangement::Grid { rows, cols, row_names, col_names } => {
            view.grid((*rows, row_names), (*cols, col_names), &mut out);
            view.trays(&mut out);
        }
        Arrangement::Ring { names } => view.ring(names, &mut out),
    }
    for figure in &scene.figures {
        let value = match &figure.value {
            FigureValue::Number(number) => decimal(*number),
            FigureValue::Text(text) => without_controls(text),
        };
        out += &format!("{}: {value}\n", figure.name);
    }
    out
}

/// Describes the turn of a scene: caption and events, one per line.
pub fn summary(scene: &Scene) -> String {
    let caption = match scene.turn {
        0 => scene.caption.clone(),
        turn => format!("turn {turn}: {}", scene.caption),
    };
    let lines = [&caption].into_iter().chain(&scene.events).filter(|line| !line.is_empty());
    lines.map(|line| without_controls(line) + "\n").collect()
}

/// Number of rows or columns, and their names.
type Names<'a> = (u32, &'a [String]);

/// Pieces by their places.
struct TextView<'a> {
    layout: &'a SceneLayout,
    pieces: HashMap<Place, Vec<&'a Piece>>,
    labels: HashMap<Place, &'a str>,
    marks: HashMap<Place, Mark>,
    colour: bool,
    width: usize,
}

impl<'a> TextView<'a> {
    fn new(layout: &'a SceneLayout, scene: &'a Scene, colour: bool) -> TextView<'a> {
        let mut pieces: HashMap<Place, Vec<&Piece>> = HashMap::new();
        for piece in &scene.pieces {
            pieces.entry(piece.place).or_default().push(piece);
        }
        let labels = scene.labels.iter().map(|(place, label)| (*place, label.as_str()));
        let marks = layout.marks.iter().chain(&scene.marks).copied();
        let mut view = TextView {
            layout,
            pieces,
            labels: labels.collect(),
            marks: marks.collect(),
            colour,
            width: 1,
        };
        let cells = view.pieces.keys().chain(view.labels.keys());
        view.width = cells.map(|&place| view.cell_text(place).chars().count()).max().unwrap_or(1);
        view
    }

    /// Returns the text on a place: its pieces, else its label, else its mark.
    fn cell_text(&self, place: Place) -> String {
        let pieces = self.pieces.get(&place).map_or(&[][..], Vec::as_slice);
        let kind = |piece: &&Piece| &self.layout.kinds[piece.kind as usize];
        let labels = || pieces.iter().map(kind).map(piece_text).collect::<Vec<_>>();
        match pieces {
            [] => match self.labels.get(&place) {
                Some(label) => without_controls(label),
                None if self.layout.marks.contains(&(place, Mark::Hole)) => "O".into(),
                None => "·".into(),
            },
            [first, ..] if kind(first).form == Form::Bead => pieces.len().to_string(),
            [_] => labels().concat(),
            _ if matches!(place, Place::Tray(_)) => labels().join(" "),
            _ => pieces.len().to_string(),
        }
    }

    /// Returns a right-aligned cell with its mark.
    fn cell(&self, place: Place, colour: bool) -> String {
        let text = format!("{:>1$}", self.cell_text(place), self.width);
        let mark = self.marks.get(&place).map_or(' ', |mark| mark.sign().0);
        if !colour {
            return format!("{text}{mark}");
        }
        let role = self.pieces.get(&place).and_then(|pieces| pieces.first());
        let role = role.map(|piece| self.layout.kinds[piece.kind as usize].role);
        let faint = if role.is_none() { "2;" } else { "" };
        let code = ansi(role.unwrap_or_default());
        format!("\x1b[{faint}{code}m{text}\x1b[0m{mark}")
    }

    /// Prints the rows, split into blocks of columns that fit the terminal's width.
    fn grid(&self, (rows, row_names): Names, (cols, col_names): Names, out: &mut String) {
        let margin = (0..rows).map(|row| name(row_names, row).chars().count()).max().unwrap_or(0);
        let most = (COLUMNS.saturating_sub(margin + 1) / (self.width + 1)).max(1);
        let blocks = (cols as usize).div_ceil(most).max(1);
        let block = (cols as usize).div_ceil(blocks).max(1);
        for first in (0..cols).step_by(block) {
            let cols_here = first..cols.min(first + block as u32);
            let titles: Vec<String> = cols_here.clone().map(|col| name(col_names, col)).collect();
            self.titles(&titles, margin, out);
            for row in 0..rows {
                let _ = write!(out, "{:>margin$} ", name(row_names, row));
                for col in cols_here.clone() {
                    *out += &self.cell(Place::Cell(row * cols + col), self.colour);
                }
                end_line(out);
            }
        }
    }

    /// Prints the names of columns; vertically if they are wider than a cell.
    fn titles(&self, titles: &[String], margin: usize, out: &mut String) {
        let longest = titles.iter().map(|title| title.chars().count()).max();
        let lines = longest.unwrap_or(0).div_ceil(self.width).max(1);
        for line in 0..lines {
            let _ = write!(out, "{:margin$} ", "");
            for title in titles {
                let title = format!("{title:>0$}", lines * self.width);
                let part = title.chars().skip(line * self.width).take(self.width);
                *out += &part.collect::<String>();
                out.push(' ');
            }
            end_line(out);
        }
    }

    fn trays(&self, out: &mut String) {
        for (index, tray) in (0..).zip(&self.layout.trays) {
            *out += &format!("{}: {}\n", tray.name, self.tray(Place::Tray(index)));
        }
    }

    /// Describes the pieces on a tray; a single piece with its note.
    fn tray(&self, place: Place) -> String {
        let Some(pieces) = self.pieces.get(&place) else {
            return "-".into();
        };
        let shown = self.cell_text(place);
        let note = |piece: &Piece| &self.layout.kinds[piece.kind as usize].note;
        match pieces[..] {
            [piece] if !note(piece).is_empty() => {
                format!("{shown}, {}", without_controls(note(piece)))
            }
            _ => shown,
        }
    }
}

/// Trims the last line and ends it.
fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

fn name(names: &[String], index: u32) -> String {
    names.get(index as usize).map_or_else(|| index.to_string(), String::clone)
}

/// Returns the label of a piece, or else a character for its owner.
fn piece_text(kind: &PieceKind) -> String {
    match (kind.label.as_str(), kind.role) {
        ("", Role::Own) => "x".into(),
        ("", Role::Opponent) => "o".into(),
        ("", Role::Neutral | Role::Value(_)) => "#".into(),
        (label, _) => without_controls(label),
    }
}

/// Returns the foreground colour of a role as an ANSI code.
fn ansi(role: Role) -> String {
    /// Colours from dark blue over green to yellow, as on the page.
    const SCALE: [u8; SHADES] = [103, 99, 69, 75, 80, 79, 114, 149, 226];
    match role {
        Role::Neutral => "39".into(),
        Role::Own => "38;5;39".into(),
        Role::Opponent => "38;5;208".into(),
        Role::Value(value) => format!("38;5;{}", SCALE[shade(value) - 1]),
    }
}

/// Removes control characters, which may come from a contestant.
fn without_controls(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// The legend of printed scenes.
#[derive(Debug, Default)]
pub struct TextLegend(ShownSigns);

impl TextLegend {
    /// Adds the signs of a scene.
    pub fn add(&mut self, scene: &Scene) {
        self.0.add(scene);
    }

    /// Returns the meanings of the signs as lines that fit a terminal.
    pub fn text(&self, layout: &SceneLayout) -> String {
        let entries = layout.legend_with(&self.0);
        let entries = entries.iter().filter_map(|entry| {
            let shown = match entry.sign {
                Sign::Mark(Mark::Hole) => "O".to_string(),
                Sign::Mark(mark) => mark.sign().0.to_string(),
                Sign::Piece(kind) => {
                    let kind = &layout.kinds[kind as usize];
                    kind.label.is_empty().then(|| piece_text(kind))?
                }
                Sign::Label(text) | Sign::Name(text) => text.to_string(),
                Sign::Link(_) | Sign::Scale => return None,
            };
            Some(format!("{shown} {}", entry.meaning))
        });
        let mut lines: Vec<String> = Vec::new();
        let width = |text: &str| text.chars().count();
        for entry in entries {
            match lines.last_mut() {
                Some(line) if width(line) + width("; ") + width(&entry) < COLUMNS => {
                    *line += &format!("; {entry}");
                }
                _ => lines.push(entry),
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, Tray};

    fn layout() -> SceneLayout {
        let kind = |label: &str, role| PieceKind {
            label: label.into(),
            role,
            ..PieceKind::new("", Form::Block)
        };
        SceneLayout {
            shape: Arrangement::grid(2, 3),
            trays: vec![Tray::new("next", Role::Neutral)],
            kinds: vec![kind("x", Role::Own), kind("12", Role::Value(9))],
            marks: vec![(Place::Cell(5), Mark::Hole)],
            ..SceneLayout::default()
        }
    }

    fn scene() -> Scene {
        let piece = |id, place, kind| Piece { id, place, kind };
        Scene {
            turn: 1,
            caption: "\x1b[2J x".into(),
            pieces: vec![
                piece(0, Place::Cell(0), 0),
                piece(1, Place::Cell(4), 1),
                piece(2, Place::Tray(0), 1),
            ],
            marks: vec![(Place::Cell(4), Mark::Last)],
            figures: vec![Metric::new("Points", 2.5)],
            ..Scene::default()
        }
    }

    #[test]
    fn a_board_in_plain_text() {
        let expected =
            "turn 1: \u{fffd}[2J x\n   0  1  2\n0  x  ·  ·\n1  · 12< O\nnext: 12\nPoints: 2.5\n";
        assert_eq!(text(&layout(), &scene(), false), expected);
    }

    /// Returns a board of `rows` × `cols` cells with a piece on each.
    fn full(rows: usize, cols: usize, label: &str) -> String {
        let mut layout = layout();
        layout.shape = Arrangement::grid(rows, cols);
        layout.kinds[0].label = label.into();
        let piece = |id: usize| Piece { id: id as u32, place: Place::cell(id), kind: 0 };
        let scene = Scene { pieces: (0..rows * cols).map(piece).collect(), ..Scene::default() };
        text(&layout, &scene, false)
    }

    #[test]
    fn names_that_are_wider_than_a_cell_go_downwards() {
        let text = full(1, 12, "7");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "                      1 1");
        assert_eq!(lines[1], "  0 1 2 3 4 5 6 7 8 9 0 1");
        assert_eq!(lines[2], "0 7 7 7 7 7 7 7 7 7 7 7 7");
    }

    #[test]
    fn a_board_wider_than_a_terminal_is_cut_into_blocks() {
        for (cols, label) in [(30, "%"), (20, "xyz"), (20, "wxyz"), (16, "vwxyz")] {
            let text = full(20, cols, label);
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest.unwrap() <= COLUMNS, "{text}");
            assert_eq!(text.matches(label).count(), 20 * cols);
        }
    }

    #[test]
    fn every_sign_has_its_meaning() {
        let mut legend = TextLegend::default();
        legend.add(&scene());
        let mut layout = layout();
        layout.kinds[0].name = "peg".into();
        layout.kinds[0].label = String::new();
        assert_eq!(legend.text(&layout), "x peg; O hole; < last move\n");
    }

    #[test]
    fn colours_of_values_begin_again() {
        let colours: Vec<String> = (1..=20).map(|value| ansi(Role::Value(value))).collect();
        assert_eq!(colours[..9], colours[9..18]);
        assert_eq!(colours[..2], colours[18..]);
        assert_ne!(colours[0], colours[8]);
        assert_eq!(ansi(Role::Value(u8::MAX)), colours[2]);
    }

    /// Tests a grid and a ring; the positions of a ring's pits depend on the width of their texts.
    #[test]
    fn colours_change_nothing_but_the_escapes() {
        let mut ring = layout();
        let names = (1..=6).map(|pit| pit.to_string());
        ring.shape = Arrangement::Ring { names: names.collect() };
        for layout in [layout(), ring] {
            let coloured = text(&layout, &scene(), true);
            assert!(coloured.contains("\x1b[38;5;226m12\x1b[0m<"), "{coloured}");
            let mut parts = coloured.split('\x1b');
            let first = parts.next().unwrap().to_string();
            let others = parts.map(|part| part.split_once('m').unwrap().1);
            let plain = first + &others.collect::<String>();
            assert_eq!(plain, text(&layout, &scene(), false));
        }
    }
}
