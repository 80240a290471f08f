//! A scene as lines of text for a terminal.

use std::collections::HashMap;
use std::fmt::Write;

use super::{
    Arrangement, FigureValue, Form, Mark, Piece, PieceKind, Place, Role, SHADES, Scene,
    SceneLayout, shade,
};

/// The scene as text: caption, cells, trays and figures. With `colour`, ANSI
/// escapes show roles and marks; without, a character behind a cell does.
pub fn text(layout: &SceneLayout, scene: &Scene, colour: bool) -> String {
    let view = TextView::new(layout, scene, colour);
    let mut out = summary(scene);
    match &layout.shape {
        Arrangement::Grid { rows, cols, .. } => view.grid(*rows, *cols, &mut out),
        Arrangement::Ring { names } => view.ring(names, &mut out),
    }
    view.trays(&mut out);
    figures(scene, &mut out);
    out
}

/// The turn of a scene in words: caption and events, a line each.
pub fn summary(scene: &Scene) -> String {
    let caption = match scene.turn {
        0 => scene.caption.clone(),
        turn => format!("turn {turn}: {}", scene.caption),
    };
    let lines = [&caption].into_iter().chain(&scene.events);
    let lines = lines.filter(|line| !line.is_empty());
    lines
        .map(|line| format!("{}\n", without_controls(line)))
        .collect()
}

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
        let labels = scene.labels.iter();
        let labels = labels.map(|(place, label)| (*place, label.as_str()));
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
        let widths = cells.map(|&place| view.shown(place).chars().count());
        view.width = widths.max().unwrap_or(1);
        view
    }

    /// The text on a place: its pieces, else its label, else its mark.
    fn shown(&self, place: Place) -> String {
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

    /// A cell, right-aligned, with its mark behind it.
    fn cell(&self, place: Place) -> String {
        let text = format!("{:>1$}", self.shown(place), self.width);
        let mark = self.marks.get(&place).map_or(' ', |&mark| sign(mark));
        if !self.colour {
            return format!("{text}{mark}");
        }
        let role = self.pieces.get(&place).and_then(|pieces| pieces.first());
        let role = role.map(|piece| self.layout.kinds[piece.kind as usize].role);
        let faint = if role.is_none() { "2;" } else { "" };
        let code = ansi(role.unwrap_or_default());
        format!("\x1b[{faint}{code}m{text}\x1b[0m{mark}")
    }

    fn grid(&self, rows: u32, cols: u32, out: &mut String) {
        let Arrangement::Grid {
            row_names,
            col_names,
            ..
        } = &self.layout.shape
        else {
            return;
        };
        let margin = (0..rows).map(|row| name(row_names, row).chars().count());
        let margin = margin.max().unwrap_or(0);
        let _ = write!(out, "{:margin$} ", "");
        for col in 0..cols {
            let title: String = name(col_names, col).chars().take(self.width).collect();
            let _ = write!(out, "{title:>0$} ", self.width);
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        for row in 0..rows {
            let _ = write!(out, "{:>margin$} ", name(row_names, row));
            for col in 0..cols {
                *out += &self.cell(Place::Cell(row * cols + col));
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
    }

    fn ring(&self, names: &[String], out: &mut String) {
        for (index, name) in (0..).zip(names) {
            let place = Place::Cell(index);
            let label = self
                .labels
                .get(&place)
                .filter(|_| self.pieces.contains_key(&place));
            let label = label.map_or(String::new(), |label| {
                format!("({})", without_controls(label))
            });
            let line = format!("{name}: {}{label}", self.cell(place));
            *out += line.trim_end();
            out.push('\n');
        }
    }

    fn trays(&self, out: &mut String) {
        for (index, tray) in (0..).zip(&self.layout.trays) {
            let place = Place::Tray(index);
            let shown = match self.pieces.contains_key(&place) {
                true => self.shown(place),
                false => "-".into(),
            };
            *out += &format!("{}: {shown}\n", tray.name);
        }
    }
}

fn name(names: &[String], index: u32) -> String {
    let named = names.get(index as usize).cloned();
    named.unwrap_or_else(|| index.to_string())
}

fn figures(scene: &Scene, out: &mut String) {
    for figure in &scene.figures {
        let value = match &figure.value {
            FigureValue::Number(number) => format!("{}", (number * 1e4).round() / 1e4),
            FigureValue::Text(text) => without_controls(text),
        };
        *out += &format!("{}: {value}\n", figure.name);
    }
}

/// The label of a piece; one without is a character for its side.
fn piece_text(kind: &PieceKind) -> String {
    match (kind.label.as_str(), kind.role) {
        ("", Role::Own) => "x".into(),
        ("", Role::Opponent) => "o".into(),
        ("", Role::Neutral | Role::Value(_)) => "#".into(),
        (label, _) => without_controls(label),
    }
}

/// The character that stands for a mark.
fn sign(mark: Mark) -> char {
    match mark {
        Mark::Hole => ' ',
        Mark::Last => '<',
        Mark::Origin => '\'',
        Mark::Reply => '«',
        Mark::Legal => '?',
        Mark::Candidate => '~',
        Mark::Best => '*',
        Mark::Blocked => '|',
        Mark::Wrong => '!',
    }
}

/// The foreground colour of a role, as an ANSI code.
fn ansi(role: Role) -> String {
    /// From dark blue over green to yellow, as on the page.
    const SCALE: [u8; SHADES] = [103, 99, 69, 75, 80, 79, 114, 149, 226];
    match role {
        Role::Neutral => "39".into(),
        Role::Own => "38;5;39".into(),
        Role::Opponent => "38;5;208".into(),
        Role::Value(value) => format!("38;5;{}", SCALE[shade(value) - 1]),
    }
}

/// The text without control characters: a contestant may have written it.
fn without_controls(text: &str) -> String {
    let is_safe = |c: char| !c.is_control();
    text.chars()
        .map(|c| if is_safe(c) { c } else { '\u{fffd}' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figure, Tray};

    fn layout() -> SceneLayout {
        let kind = |label: &str, role| PieceKind {
            name: String::new(),
            label: label.into(),
            note: String::new(),
            role,
            form: Form::Block,
        };
        SceneLayout {
            shape: Arrangement::grid(2, 3),
            trays: vec![Tray {
                name: "next".into(),
                role: Role::Neutral,
            }],
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
            figures: vec![Figure::new("Points", 2.5)],
            ..Scene::default()
        }
    }

    #[test]
    fn a_board_in_plain_text() {
        let expected =
            "turn 1: \u{fffd}[2J x\n   0  1  2\n0  x  ·  ·\n1  · 12< O\nnext: 12\nPoints: 2.5\n";
        assert_eq!(text(&layout(), &scene(), false), expected);
    }

    #[test]
    fn colours_of_values_begin_again() {
        let colours: Vec<String> = (1..=20).map(|value| ansi(Role::Value(value))).collect();
        assert_eq!(colours[..9], colours[9..18]);
        assert_eq!(colours[..2], colours[18..]);
        assert_ne!(colours[0], colours[8]);
        assert_eq!(ansi(Role::Value(u8::MAX)), colours[2]);
    }

    #[test]
    fn colours_change_nothing_but_the_escapes() {
        let coloured = text(&layout(), &scene(), true);
        assert!(
            coloured.contains("\x1b[38;5;226m12\x1b[0m<"),
            "{coloured:?}"
        );
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain += before;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(plain + rest, text(&layout(), &scene(), false));
    }
}
