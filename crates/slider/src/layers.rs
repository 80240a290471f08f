//! Computes the least number of turns in which a block can fall while all others stand still, by
//! retrograde breadth-first search from the holes, with all squares of a layer at once.

use crate::bits::{fill_down, fill_up};
use crate::layout::Layout;
use crate::position::Position;
use crate::square::{Axis, Mask, Square};

pub const MAX_TURNS: usize = 16;

/// The layers of the search, including occupied squares. The moving block still counts as an
/// obstacle on its original square, so a result of three turns or more can be too small.
#[derive(Default)]
pub struct Layers {
    /// At index i, by rows: squares from which a block falls within i + 1 turns, if computed.
    within: [Mask; MAX_TURNS],
}

impl Layers {
    /// Computes layers until no square can be added, or until `is_enough`, called with the number
    /// of turns reached, returns true.
    pub fn compute(
        layout: &Layout,
        position: &Position,
        mut is_enough: impl FnMut(usize, &Layers) -> bool,
    ) -> Layers {
        let blocks = position.blocks(Axis::Row);
        let holes = &layout.holes[Axis::Row];
        let mut free = Mask::EMPTY;
        for row in 0..layout.side {
            free[row] = layout.line & !blocks[row] & !holes[row];
        }
        let mut layers = Layers::default();
        layers.within[0] = first_layer(layout, holes, &free);
        for turns in 1..MAX_TURNS {
            if is_enough(turns, &layers) {
                break;
            }
            let known = &layers.within[turns - 1];
            let next = next_layer(layout, blocks, &free, known);
            if next == *known {
                break;
            }
            layers.within[turns] = next;
        }
        layers
    }

    /// Returns true if a block on `square` falls within `turns` turns, at least one.
    #[inline]
    pub fn reach(&self, square: Square, turns: usize) -> bool {
        self.within[turns - 1].contains(square)
    }

    /// Returns the least number of turns, up to `most`, in which a block on `square` falls.
    pub fn least_turns(&self, square: Square, most: usize) -> Option<usize> {
        (1..=most.min(MAX_TURNS)).find(|&turns| self.reach(square, turns))
    }

    /// Returns the squares of `row` from which a block needs exactly `turns` turns.
    #[inline]
    pub fn exactly(&self, turns: usize, row: usize) -> u32 {
        let nearer = if turns > 1 { self.within[turns - 2][row] } else { 0 };
        self.within[turns - 1][row] & !nearer
    }
}

fn first_layer(layout: &Layout, holes: &Mask, free: &Mask) -> Mask {
    let mut out = Mask::EMPTY;
    for row in 0..layout.side {
        out[row] = fill_up(holes[row], free[row]) | fill_down(holes[row], free[row]);
    }
    fill_columns(layout.side, holes, free, &Mask::FULL, &mut out);
    keep_squares(layout, &mut out);
    out
}

/// Returns `known` and all squares from which one turn ends on a free square of `known`.
fn next_layer(layout: &Layout, blocks: &Mask, free: &Mask, known: &Mask) -> Mask {
    let side = layout.side;
    let last = 1 << (side - 1);
    let mut out = *known;
    let mut ends = Mask::EMPTY;
    for row in 0..side {
        ends[row] = known[row] & free[row];
        let stopped_above = ends[row] & (blocks[row] >> 1 | last);
        let stopped_below = ends[row] & (blocks[row] << 1 | 1);
        out[row] |= ends[row] << 1
            | ends[row] >> 1
            | fill_down(stopped_above, free[row])
            | fill_up(stopped_below, free[row]);
    }
    for row in 1..side {
        out[row - 1] |= ends[row];
        out[row] |= ends[row - 1];
    }
    fill_columns(side, &ends, free, blocks, &mut out);
    keep_squares(layout, &mut out);
    out
}

/// Adds to `out` the squares above and below each of `ends` from which a slide ends there. A slide
/// ends there if the square beyond is off the board or in `stops`. Added squares continue up to the
/// first one that is not free.
fn fill_columns(side: usize, ends: &Mask, free: &Mask, stops: &Mask, out: &mut Mask) {
    let (mut flow, mut beyond) = (0, u32::MAX);
    for row in 0..side {
        out[row] |= flow;
        flow = (flow & free[row]) | (ends[row] & beyond);
        beyond = stops[row];
    }
    (flow, beyond) = (0, u32::MAX);
    for row in (0..side).rev() {
        out[row] |= flow;
        flow = (flow & free[row]) | (ends[row] & beyond);
        beyond = stops[row];
    }
}

fn keep_squares(layout: &Layout, mask: &mut Mask) {
    let holes = &layout.holes[Axis::Row];
    for row in 0..layout.side {
        mask[row] &= layout.line & !holes[row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{self, Motion};
    use crate::testing::cases;
    use common::slider::board::Landing;
    use proptest::prelude::*;

    /// Returns the number of turns that the block needs from `from`, by searching forwards.
    /// `without` is the position without the block.
    fn turns_by_search(layout: &Layout, without: &Position, from: Square) -> Option<usize> {
        let mut seen = vec![from];
        let mut front = vec![from];
        for turns in 1..=MAX_TURNS {
            let mut next = Vec::new();
            for square in front {
                for motion in Motion::ALL {
                    match path::landing(layout, without, square, motion) {
                        Landing::Hole(_) => return Some(turns),
                        Landing::Square(to) if !seen.contains(&to) => {
                            seen.push(to);
                            next.push(to);
                        }
                        _ => {}
                    }
                }
            }
            front = next;
        }
        None
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn layers_are_exact_up_to_two_turns_and_never_too_long(case in cases()) {
            let (layout, position) = Layout::new(&case);
            let layers = Layers::compute(&layout, &position, |_, _| false);
            for square in position.squares() {
                let mut without = position.clone();
                without.take(square);
                let by_search = turns_by_search(&layout, &without, square);
                let by_layers = layers.least_turns(square, MAX_TURNS);
                let short = |turns: Option<usize>| turns.is_some_and(|turns| turns <= 2);
                if short(by_search) || short(by_layers) {
                    prop_assert_eq!(by_layers, by_search);
                } else if let Some(turns) = by_search {
                    prop_assert!(by_layers.is_some_and(|layer| layer <= turns));
                }
                if let Some(turns) = by_layers {
                    let motions = &Motion::ALL;
                    let found = path::find_delivery(&layout, &without, &layers, square, turns, motions);
                    if let Some(route) = found {
                        prop_assert_eq!(route.len(), turns);
                    }
                }
            }
        }
    }
}
