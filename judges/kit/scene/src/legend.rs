//! The legend: meanings of the signs on a board.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Mark, Role, Scene, SceneLayout};

/// Maximum number of kinds of pieces that are listed individually.
const LISTED: usize = 12;

/// A sign on the board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "page",
    derive(serde::Serialize),
    serde(tag = "sign", content = "of", rename_all = "lowercase")
)]
pub enum Sign {
    /// A mark of a cell.
    Mark(Mark),
    /// A piece of a kind: an index of [`SceneLayout::kinds`].
    Piece(u32),
    /// A line between two cells.
    Link(Role),
    /// A short text on a cell; this is an example.
    Label(&'static str),
    /// The name of a row or a column.
    Name(&'static str),
    /// The colours of [`Role::Value`], from the least to the greatest.
    Scale,
}

/// A sign with its meaning.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
pub struct LegendEntry {
    /// The sign.
    #[cfg_attr(feature = "page", serde(flatten))]
    pub sign: Sign,
    /// Its meaning in a few words.
    pub meaning: Cow<'static, str>,
}

impl Sign {
    /// Returns the legend entry of this sign.
    pub fn means(self, meaning: impl Into<Cow<'static, str>>) -> LegendEntry {
        LegendEntry { sign: self, meaning: meaning.into() }
    }
}

impl Mark {
    /// Returns the character after a marked cell in text, and the general meaning of the mark.
    pub(crate) fn sign(self) -> (char, &'static str) {
        match self {
            Mark::Hole => (' ', "hole"),
            Mark::Last => ('<', "last move"),
            Mark::Origin => ('\'', "where it began"),
            Mark::Reply => ('«', "the reply"),
            Mark::Legal => ('?', "a legal move"),
            Mark::Candidate => ('~', "equally good"),
            Mark::Best => ('*', "a best move"),
            Mark::Blocked => ('|', "blocked"),
            Mark::Wrong => ('!', "a broken rule"),
        }
    }
}

/// Signs that occur in some scenes.
#[derive(Debug, Default)]
pub(crate) struct ShownSigns {
    marks: BTreeSet<Mark>,
    links: bool,
    labels: bool,
}

impl ShownSigns {
    /// Adds the signs of a scene.
    pub fn add(&mut self, scene: &Scene) {
        self.marks.extend(scene.marks.iter().map(|&(_, mark)| mark));
        self.links |= !scene.links.is_empty();
        self.labels |= !scene.labels.is_empty();
    }
}

impl SceneLayout {
    /// Returns the legend of scenes with these signs: the named kinds of pieces (unless there are
    /// too many), the layout's own entries, and an entry for every other mark.
    pub(crate) fn legend_with(&self, shown: &ShownSigns) -> Vec<LegendEntry> {
        let kinds = (0..).zip(self.kinds.iter().map(|kind| kind.name.clone()));
        let named = kinds.filter(|(_, name)| !name.is_empty());
        let entry = |(index, name)| Sign::Piece(index).means(name);
        let mut entries: Vec<LegendEntry> = named.map(entry).collect();
        if entries.len() > LISTED {
            entries.clear();
        }
        let (of_marks, others): (Vec<_>, Vec<_>) =
            (self.legend.iter().cloned()).partition(|entry| matches!(entry.sign, Sign::Mark(_)));
        entries.extend(others.into_iter().filter(|entry| match entry.sign {
            Sign::Link(_) => shown.links,
            Sign::Label(_) => shown.labels,
            _ => true,
        }));
        let lasting = self.marks.iter().map(|&(_, mark)| mark);
        let marks: BTreeSet<Mark> = lasting.chain(shown.marks.iter().copied()).collect();
        entries.extend(marks.into_iter().map(|mark| {
            let own = of_marks.iter().find(|entry| entry.sign == Sign::Mark(mark));
            own.cloned().unwrap_or_else(|| Sign::Mark(mark).means(mark.sign().1))
        }));
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    #[test]
    fn signs_that_no_scene_shows_are_not_explained() {
        let layout = SceneLayout {
            legend: vec![
                Sign::Label("+4").means("lead"),
                Sign::Link(Role::Own).means("isle"),
                Sign::Mark(Mark::Best).means("best"),
            ],
            ..SceneLayout::default()
        };
        let mut shown = ShownSigns::default();
        let mut scene = Scene::default();
        scene.analysis.labels = vec![(Place::Cell(0), "+2".into())];
        shown.add(&scene);
        assert_eq!(layout.legend_with(&shown), []);
        shown.add(&scene.analysed());
        assert_eq!(layout.legend_with(&shown), [layout.legend[0].clone()]);
    }
}
