//! Rules that a scene must keep, so that every viewer can show it.

use std::collections::HashSet;

use super::{Arrangement, FigureValue, Form, Place, Scene, SceneLayout};

impl SceneLayout {
    /// Checks that the layout is consistent and that `scene` fits it. An error is one line with the
    /// turn, the item and the broken rule.
    pub fn check(&self, scene: &Scene) -> Result<(), String> {
        self.check_itself()
            .and_then(|()| self.check_pieces(scene))
            .and_then(|()| self.check_places(scene))
            .and_then(|()| check_figures(scene))
            .map_err(|fault| format!("turn {}: {fault}", scene.turn))
    }

    fn check_itself(&self) -> Result<(), String> {
        if let Arrangement::Grid { rows, cols, row_names, col_names } = &self.shape {
            for (what, names, count) in [("rows", row_names, rows), ("columns", col_names, cols)] {
                if !names.is_empty() && names.len() as u64 != u64::from(*count) {
                    return Err(format!("{} names for {count} {what}", names.len()));
                }
            }
        }
        let is_pips = |label: &str| matches!(label.parse(), Ok(1..=6));
        let mut dice = self.kinds.iter().filter(|kind| kind.form == Form::Die);
        if let Some(die) = dice.find(|kind| !is_pips(&kind.label)) {
            return Err(format!("a die of `{}` pips, expected 1 to 6", die.label));
        }
        self.marks.iter().try_for_each(|&(place, _)| self.check_place("a lasting mark", place))
    }

    fn check_pieces(&self, scene: &Scene) -> Result<(), String> {
        let mut ids = HashSet::new();
        for piece in scene.pieces.iter().chain(&scene.gone) {
            let name = format!("piece {}", piece.id);
            if !ids.insert(piece.id) {
                return Err(format!("{name} is there twice"));
            }
            if piece.kind as usize >= self.kinds.len() {
                let (kind, count) = (piece.kind, self.kinds.len());
                return Err(format!("{name} is of kind {kind}, but there are {count} kinds"));
            }
            self.check_place(&name, piece.place)?;
        }
        Ok(())
    }

    /// Checks the places of links, marks and texts; marks and notes may also be on trays.
    fn check_places(&self, scene: &Scene) -> Result<(), String> {
        let analysis = &scene.analysis;
        let marks = scene.marks.iter().chain(&analysis.marks).map(|&(place, _)| ("a mark", place));
        let notes = scene.notes.iter().chain(&analysis.notes).map(|&(place, _)| ("a note", place));
        marks.chain(notes).try_for_each(|(what, place)| self.check_place(what, place))?;
        let labels = scene.labels.iter().chain(&analysis.labels);
        let ends = scene.links.iter().flat_map(|link| [link.from, link.to]);
        let labels = labels.map(|&(place, _)| ("a label", place));
        labels.chain(ends.map(|end| ("a link", end))).try_for_each(|(what, place)| match place {
            Place::Cell(_) => self.check_place(what, place),
            Place::Tray(index) => Err(format!("{what} is on tray {index}, expected a cell")),
        })
    }

    fn check_place(&self, what: &str, place: Place) -> Result<(), String> {
        let (name, index, count) = match place {
            Place::Cell(index) => ("cell", index, self.shape.cells()),
            Place::Tray(index) => ("tray", index, self.trays.len() as u64),
        };
        if u64::from(index) < count {
            return Ok(());
        }
        Err(match count {
            0 => format!("{what} is on {name} {index}, but there are no {name}s"),
            _ => format!("{what} is on {name} {index}; {name}s are 0 to {}", count - 1),
        })
    }
}

/// Checks that figures have different names and that their numbers are finite.
fn check_figures(scene: &Scene) -> Result<(), String> {
    let mut names = HashSet::new();
    for figure in scene.figures.iter().chain(&scene.analysis.figures) {
        let name = figure.name;
        if !names.insert(name) {
            return Err(format!("figure `{name}` is there twice"));
        }
        if let FigureValue::Number(number) = figure.value
            && !number.is_finite()
        {
            return Err(format!("figure `{name}` is {number}, expected a finite number"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Link, Mark, Metric, Piece, PieceKind, Role, Tray};

    /// Returns a board of 2 × 3 cells and one tray, with two kinds of pieces.
    fn layout() -> SceneLayout {
        let kind =
            |label: &str, form| PieceKind { label: label.into(), ..PieceKind::new("", form) };
        SceneLayout {
            shape: Arrangement::grid(2, 3),
            trays: vec![Tray::new("next", Role::Neutral)],
            kinds: vec![kind("", Form::Bead), kind("6", Form::Die)],
            marks: vec![(Place::Cell(0), Mark::Hole)],
            ..SceneLayout::default()
        }
    }

    fn piece(id: u32, place: Place, kind: u32) -> Piece {
        Piece { id, place, kind }
    }

    /// Returns a scene that uses everything at its limit.
    fn scene() -> Scene {
        let (first, last) = (Place::Cell(0), Place::Cell(5));
        Scene {
            turn: 3,
            pieces: vec![piece(1, last, 1), piece(2, Place::Tray(0), 0)],
            gone: vec![piece(3, last, 0)],
            links: vec![Link { from: first, to: last, role: Role::Own }],
            marks: vec![(Place::Tray(0), Mark::Legal)],
            labels: vec![(last, "5".into())],
            notes: vec![(last, "five".into())],
            figures: vec![Metric::new("Points", 1), Metric::new("Turns", "three")],
            ..Scene::default()
        }
    }

    #[test]
    fn what_a_scene_breaks_is_told() {
        assert_eq!(layout().check(&scene()), Ok(()));
        const OFF: Place = Place::Cell(6);
        let changes: [fn(&mut SceneLayout, &mut Scene); 17] = [
            |_, scene| scene.pieces[0].place = OFF,
            |_, scene| scene.gone[0].place = OFF,
            |_, scene| scene.pieces[1].place = Place::Tray(1),
            |_, scene| scene.pieces[1].kind = 2,
            |_, scene| scene.pieces[1].id = 1,
            |_, scene| scene.gone[0].id = 1,
            |_, scene| scene.links[0].to = OFF,
            |_, scene| scene.links[0].from = Place::Tray(0),
            |_, scene| scene.analysis.marks.push((OFF, Mark::Best)),
            |_, scene| scene.analysis.labels.push((OFF, String::new())),
            |_, scene| scene.notes[0].0 = Place::Tray(1),
            |_, scene| scene.analysis.figures.push(Metric::new("Points", 2)),
            |_, scene| scene.figures[0].value = f64::INFINITY.into(),
            |layout, _| layout.kinds[1].label = "7".into(),
            |layout, _| layout.marks[0].0 = Place::Cell(9),
            |layout, _| layout.shape = Arrangement::Ring { names: Vec::new() },
            |layout, _| {
                if let Arrangement::Grid { col_names, .. } = &mut layout.shape {
                    col_names.push("a".into());
                }
            },
        ];
        let problems = changes.map(|change| {
            let (mut layout, mut scene) = (layout(), scene());
            change(&mut layout, &mut scene);
            layout.check(&scene).unwrap_err()
        });
        let expected = [
            "turn 3: piece 1 is on cell 6; cells are 0 to 5",
            "turn 3: piece 3 is on cell 6; cells are 0 to 5",
            "turn 3: piece 2 is on tray 1; trays are 0 to 0",
            "turn 3: piece 2 is of kind 2, but there are 2 kinds",
            "turn 3: piece 1 is there twice",
            "turn 3: piece 1 is there twice",
            "turn 3: a link is on cell 6; cells are 0 to 5",
            "turn 3: a link is on tray 0, expected a cell",
            "turn 3: a mark is on cell 6; cells are 0 to 5",
            "turn 3: a label is on cell 6; cells are 0 to 5",
            "turn 3: a note is on tray 1; trays are 0 to 0",
            "turn 3: figure `Points` is there twice",
            "turn 3: figure `Points` is inf, expected a finite number",
            "turn 3: a die of `7` pips, expected 1 to 6",
            "turn 3: a lasting mark is on cell 9; cells are 0 to 5",
            "turn 3: a lasting mark is on cell 0, but there are no cells",
            "turn 3: 1 names for 3 columns",
        ];
        assert_eq!(problems, expected);
    }
}
