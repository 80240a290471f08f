//! A scene as a picture in SVG.

use std::f64::consts::TAU;
use std::fmt::Write;

use scene::{
    Arrangement, FigureValue, Form, Mark, Piece, PieceKind, Place, Role, Scene, SceneLayout,
    decimal, escaped,
};

/// Side of a cell, in the picture's units.
const CELL: f64 = 40.0;

/// Room around the cells for names, and for lines of text above them.
const MARGIN: f64 = 28.0;

/// Height of a line of text.
const LINE: f64 = 20.0;

/// Draws a scene that fits its layout: cells, pieces, marks, figures.
pub fn svg(layout: &SceneLayout, scene: &Scene) -> String {
    let plan = Plan::new(layout);
    let trays = layout.trays.len();
    let text = (2 + scene.figures.len()) as f64 * LINE;
    let width = plan.width.max(360.0);
    let height = plan.height + text + trays as f64 * (CELL + LINE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    // Writing to a string does not fail.
    for cell in 0..plan.cells.len() {
        let _ = writeln!(svg, "{}", plan.cell(cell, mark(layout, scene, cell)));
    }
    for (index, tray) in layout.trays.iter().enumerate() {
        let (x, y) = plan.tray(index);
        let name = escaped(&tray.name);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>");
    }
    for (index, piece) in scene.pieces.iter().enumerate() {
        let (x, y) = plan.centre(piece.place);
        let kind = &layout.kinds[piece.kind as usize];
        let is_here = |other: &&Piece| other.place == piece.place;
        let before = scene.pieces[..index].iter().filter(is_here).count();
        let is_alone = scene.pieces.iter().filter(is_here).count() == 1;
        let ((right, down), scale) = shift(piece.place, kind.form, before, is_alone);
        let _ = writeln!(svg, "{}", drawn(kind, x + right, y + down, scale));
    }
    let heading = format!("turn {}: {}", scene.turn, scene.caption);
    let figures = scene.figures.iter().map(|figure| match &figure.value {
        FigureValue::Number(number) => format!("{} {}", figure.name, decimal(*number)),
        FigureValue::Text(text) => format!("{} {text}", figure.name),
    });
    let top = height - text + LINE;
    for (index, line) in std::iter::once(heading).chain(figures).enumerate() {
        let (y, line) = (top + index as f64 * LINE, escaped(&line));
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\">{line}</text>");
    }
    svg + "</svg>\n"
}

/// Places of cells and trays.
struct Plan {
    /// Centres of the cells.
    cells: Vec<(f64, f64)>,
    width: f64,
    height: f64,
}

impl Plan {
    fn new(layout: &SceneLayout) -> Plan {
        match &layout.shape {
            Arrangement::Grid { rows, cols, .. } => {
                let at = |index: u32| MARGIN + (f64::from(index) + 0.5) * CELL;
                let row = |row: u32| (0..*cols).map(move |col| (at(col), at(row)));
                Plan {
                    cells: (0..*rows).flat_map(row).collect(),
                    width: f64::from(*cols) * CELL + 2.0 * MARGIN,
                    height: f64::from(*rows) * CELL + 2.0 * MARGIN,
                }
            }
            Arrangement::Ring { names } => {
                let count = names.len() as f64;
                let radius = (count * CELL * 1.5 / TAU).max(CELL);
                let middle = radius + CELL + MARGIN;
                let at = |index: usize| {
                    let (sin, cos) = (TAU * index as f64 / count).sin_cos();
                    (middle + radius * sin, middle - radius * cos)
                };
                Plan {
                    cells: (0..names.len()).map(at).collect(),
                    width: 2.0 * middle,
                    height: 2.0 * middle,
                }
            }
        }
    }

    /// Left end of the name of a tray.
    fn tray(&self, index: usize) -> (f64, f64) {
        (MARGIN, self.height + index as f64 * (CELL + LINE))
    }

    fn centre(&self, place: Place) -> (f64, f64) {
        match place {
            Place::Cell(index) => self.cells[index as usize],
            Place::Tray(index) => {
                let (x, y) = self.tray(index as usize);
                (x + CELL / 2.0, y + CELL / 2.0)
            }
        }
    }

    fn cell(&self, index: usize, mark: Option<Mark>) -> String {
        let (x, y) = self.cells[index];
        let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
        let (fill, stroke) = match mark {
            Some(Mark::Hole) => ("#222", "#222"),
            Some(Mark::Wrong) => ("#fbb", "#c00"),
            Some(Mark::Last | Mark::Origin | Mark::Reply) => ("#ffd", "#999"),
            _ => ("#f4f4f4", "#ccc"),
        };
        format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
        )
    }
}

/// Returns the last mark of a cell.
fn mark(layout: &SceneLayout, scene: &Scene, cell: usize) -> Option<Mark> {
    let marks = layout.marks.iter().chain(&scene.marks).rev();
    let mut marks = marks.filter(|(place, _)| *place == Place::cell(cell));
    marks.next().map(|&(_, mark)| mark)
}

/// Returns the distance of a piece from the middle of its place, and its size, after `before` other
/// pieces there.
fn shift(place: Place, form: Form, before: usize, is_alone: bool) -> ((f64, f64), f64) {
    if let Place::Tray(_) = place {
        return ((before as f64 * CELL / 2.0, 0.0), 0.45);
    }
    if is_alone && form != Form::Bead {
        return ((0.0, 0.0), 1.0);
    }
    let step = |index: usize| (index as f64 - 1.0) * CELL / 3.0;
    ((step(before % 3), step(before / 3)), 0.3)
}

fn drawn(kind: &PieceKind, x: f64, y: f64, scale: f64) -> String {
    let colour = match kind.role {
        Role::Neutral => "#999".to_string(),
        Role::Own => "#2a6fdb".into(),
        Role::Opponent => "#d9482b".into(),
        Role::Value(value) => format!("hsl({} 65% 55%)", 220 - 25 * i32::from(value)),
    };
    let half = CELL * 0.45 * scale;
    let shape = match kind.form {
        Form::Block | Form::Die => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{colour}\"/>",
            x - half,
            y - half,
            side = 2.0 * half,
        ),
        Form::Stone | Form::Bead => {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{half:.1}\" fill=\"{colour}\"/>")
        }
    };
    let label = escaped(&kind.label);
    format!(
        "{shape}<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
        y + 5.0
    )
}

#[cfg(test)]
mod tests {
    use scene::{Figure, Tray};

    use super::*;

    /// A tray's first piece begins where its name does, and the next ones stand half a cell further;
    /// the place of the last move is marked; a figure has at most four decimals.
    #[test]
    fn pieces_of_a_tray_stand_below_its_name() {
        let layout = SceneLayout {
            shape: Arrangement::grid(1, 2),
            trays: vec![Tray::new("bank", Role::Own)],
            kinds: vec![PieceKind::new("", Form::Bead)],
            ..SceneLayout::default()
        };
        let piece = |id| Piece {
            id,
            place: Place::Tray(0),
            kind: 0,
        };
        let scene = Scene {
            pieces: vec![piece(0), piece(1)],
            marks: vec![(Place::cell(1), Mark::Last)],
            figures: vec![Figure::new("Income", 13.0 / 3.0)],
            ..Scene::default()
        };
        let picture = svg(&layout, &scene);
        for part in [
            "<text x=\"28\" y=\"96\">bank</text>",
            ">Income 4.3333</text>",
            "<circle cx=\"48.0\" cy=\"116.0\"",
            "<circle cx=\"68.0\" cy=\"116.0\"",
            "<rect x=\"68.0\" y=\"28.0\" width=\"40\" height=\"40\" fill=\"#ffd\"",
        ] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
    }
}
