//! Identical pieces, for a game that only knows how many are on each place.

use super::{Piece, Place};

/// Identical pieces, numbered so that a viewer can move them.
///
/// ```
/// use scene::{Counts, Place};
/// let (one, two) = (Place::Cell(1), Place::Cell(2));
/// let mut beads = Counts::new(0, &[(one, 3), (two, 0)]);
/// beads.update(&[(one, 1), (two, 2)]);
/// let on_two = beads.pieces.iter().filter(|bead| bead.place == two);
/// assert_eq!(on_two.map(|bead| bead.id).collect::<Vec<_>>(), [1, 2]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The pieces.
    pub pieces: Vec<Piece>,
}

impl Counts {
    /// Creates pieces of one kind, with a count for each place.
    pub fn new(kind: u32, counts: &[(Place, usize)]) -> Counts {
        let places = counts.iter().flat_map(|&(place, count)| std::iter::repeat_n(place, count));
        let piece = |(id, place)| Piece { id, place, kind };
        Counts { pieces: (0..).zip(places).map(piece).collect() }
    }

    /// Moves pieces from places with too many to places with too few; the pieces with the highest
    /// numbers move first. The total must not change.
    pub fn update(&mut self, counts: &[(Place, usize)]) {
        let mut spare: Vec<usize> = Vec::new();
        for &(place, count) in counts {
            let here = self.on(place);
            spare.extend(here.get(count..).unwrap_or_default());
        }
        let mut spare = spare.into_iter();
        for &(place, count) in counts {
            for _ in self.on(place).len()..count {
                if let Some(index) = spare.next() {
                    self.pieces[index].place = place;
                }
            }
        }
    }

    fn on(&self, place: Place) -> Vec<usize> {
        let here = |&index: &usize| self.pieces[index].place == place;
        (0..self.pieces.len()).filter(here).collect()
    }
}
