//! Changes between two successive scenes.

use std::collections::HashSet;
use std::hash::Hash;

use serde::Serialize;

use crate::{FigureValue, Link, Mark, Metric, Place, Scene};

/// A scene as its difference from the previous one. Empty parts are not written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// Number of turns played in the round; `None` if one more than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The turn in a sentence.
    pub caption: String,
    /// New, moved or changed pieces: id, place, kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<(u32, Place, u32)>,
    /// Removed pieces: id and last place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<(u32, Option<Place>)>,
    /// New links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<Link>,
    /// Removed links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlinked: Vec<Link>,
    /// All marks, if any mark has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<(Place, Mark)>>,
    /// Changed labels; an empty text removes a label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(Place, String)>,
    /// Changed notes; an empty text removes a note.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<(Place, String)>,
    /// Changed figures: index in the replay's list, and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<(usize, FigureValue)>,
    /// Changed whole-number figures: index, and difference from the previous value. Differences
    /// often repeat, so they pack better than values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<(usize, i64)>,
    /// Events of the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
}

impl Frame {
    /// Returns the change from `before` to `after`. Adds new figures to `known`, the replay's list.
    pub(crate) fn between(before: &Scene, after: &Scene, known: &mut Vec<Metric>) -> Frame {
        let placed =
            missing(&after.pieces, &before.pieces, |piece| (piece.id, piece.place, piece.kind));
        let still: HashSet<u32> = placed.iter().map(|&(id, ..)| id).collect();
        let mut removed = missing(&before.pieces, &after.pieces, |piece| {
            (piece.id, after.gone.iter().find(|gone| gone.id == piece.id).map(|gone| gone.place))
        });
        removed.retain(|(id, _)| !still.contains(id));
        let mut frame = Frame {
            turn: (after.turn != before.turn + 1).then_some(after.turn),
            caption: after.caption.clone(),
            placed,
            removed,
            linked: missing(&after.links, &before.links, Link::clone),
            unlinked: missing(&before.links, &after.links, Link::clone),
            marks: (before.marks != after.marks).then(|| after.marks.clone()),
            labels: texts(&before.labels, &after.labels),
            notes: texts(&before.notes, &after.notes),
            events: after.events.clone(),
            ..Frame::default()
        };
        for figure in &after.figures {
            let old = before.figures.iter().find(|old| old.name == figure.name);
            let old = old.map(|old| &old.value);
            match old.and_then(FigureValue::whole).zip(figure.value.whole()) {
                Some((old, new)) if old == new => {}
                Some((old, new)) => frame.added.push((index(known, figure), new - old)),
                None if old == Some(&figure.value) => {}
                None => frame.figures.push((index(known, figure), figure.value.clone())),
            }
        }
        frame
    }
}

fn index(known: &mut Vec<Metric>, figure: &Metric) -> usize {
    known.iter().position(|head| head.name == figure.name).unwrap_or_else(|| {
        known.push(figure.clone());
        known.len() - 1
    })
}

/// Maps the elements of `these` that are not in `those`.
fn missing<T: Eq + Hash, U>(these: &[T], those: &[T], map: impl Fn(&T) -> U) -> Vec<U> {
    let (these, those) = changed(these, those);
    let known: HashSet<&T> = those.iter().collect();
    these.iter().filter(|each| !known.contains(each)).map(map).collect()
}

/// Returns the texts that have changed in `after`; a removed text is empty.
fn texts(before: &[(Place, String)], after: &[(Place, String)]) -> Vec<(Place, String)> {
    let new = missing(after, before, Clone::clone);
    let still: HashSet<Place> = new.iter().map(|(place, _)| *place).collect();
    let mut lost = missing(before, after, |(place, _)| (*place, String::new()));
    lost.retain(|(place, _)| !still.contains(place));
    [new, lost].concat()
}

/// Removes the common beginning and end of two lists.
fn changed<'a, T: PartialEq>(before: &'a [T], after: &'a [T]) -> (&'a [T], &'a [T]) {
    let same = |(old, new): &(&T, &T)| old == new;
    let start = before.iter().zip(after).take_while(same).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(same).count();
    (&before[..before.len() - end], &after[..after.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    fn piece(id: u32, cell: u32) -> Piece {
        let place = Place::Cell(cell);
        Piece { id, place, kind: 0 }
    }

    fn frame(before: &Scene, after: &Scene) -> Frame {
        Frame::between(before, after, &mut Vec::new())
    }

    #[test]
    fn pieces_are_placed_moved_and_removed() {
        let before = Scene {
            pieces: vec![piece(1, 1), piece(2, 2), piece(3, 3), piece(4, 4)],
            ..Scene::default()
        };
        let after = Scene {
            pieces: vec![piece(1, 1), piece(3, 7), piece(5, 2), piece(4, 4)],
            gone: vec![piece(2, 9)],
            ..Scene::default()
        };
        let frame = frame(&before, &after);
        let placed = [(3, Place::Cell(7), 0), (5, Place::Cell(2), 0)];
        assert_eq!(frame.placed, placed);
        assert_eq!(frame.removed, [(2, Some(Place::Cell(9)))]);
    }

    #[test]
    fn the_order_of_pieces_and_links_is_no_change() {
        let link = |from, to| Link {
            from: Place::Cell(from),
            to: Place::Cell(to),
            role: Default::default(),
        };
        let before = Scene {
            pieces: vec![piece(1, 1), piece(2, 2), piece(3, 3)],
            links: vec![link(1, 2), link(2, 3), link(3, 4)],
            ..Scene::default()
        };
        let mut after = before.clone();
        after.pieces.reverse();
        after.links.rotate_left(1);
        let frame = frame(&before, &after);
        let unchanged = Frame { turn: Some(0), ..Frame::default() };
        assert_eq!(frame, unchanged);
    }

    #[test]
    fn a_text_that_is_gone_becomes_empty() {
        let text = |cell, text: &str| (Place::Cell(cell), text.to_string());
        let before = [text(1, "a"), text(2, "b"), text(3, "c")];
        let after = [text(1, "a"), text(3, "d"), text(4, "e")];
        let expected = [text(3, "d"), text(4, "e"), text(2, "")];
        assert_eq!(texts(&before, &after), expected);
    }
}
