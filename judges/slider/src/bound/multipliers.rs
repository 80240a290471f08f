//! Lagrange multipliers as functions of time, piecewise linear between a few knots.

use std::ops::AddAssign;

/// Number of knots, at most one for each slot.
pub(super) const KNOTS: usize = 32;

/// A number for each knot.
pub(super) type AtKnots = [f32; KNOTS];

/// Units per point of the integer multipliers.
pub(super) const SCALE: i64 = 256;

#[derive(Clone, Copy, Debug)]
pub(super) struct Knots {
    /// Slots of the knots in ascending order. The first `used` entries are in use.
    pub at: [usize; KNOTS],
    pub used: usize,
}

impl Knots {
    /// Spreads the knots evenly up to `horizon`; the last knot is the last slot.
    pub fn new(slots: usize, horizon: usize) -> Knots {
        let last = slots - 1;
        let mut at = [last; KNOTS];
        if slots <= KNOTS {
            for (slot, at) in at.iter_mut().enumerate().take(slots) {
                *at = slot;
            }
            return Knots { at, used: slots };
        }
        let horizon = horizon.clamp(KNOTS - 1, last);
        let dense = if horizon < last { KNOTS - 2 } else { KNOTS - 1 };
        for (knot, at) in at.iter_mut().enumerate().take(dense + 1) {
            *at = knot * horizon / dense;
        }
        Knots { at, used: KNOTS }
    }

    /// Returns the integer multiplier of every slot, at least 0, given points at the knots.
    pub fn price(&self, points: &AtKnots) -> Vec<i64> {
        self.fill(&points.map(exact))
    }

    /// Returns integer multipliers that never increase, given their decreases at the knots.
    pub fn falling(&self, falls: &AtKnots) -> Vec<i64> {
        self.fill(&sums_from(falls.map(exact)))
    }

    /// Interpolates in equal, truncated steps; the last step before a knot adds the remainder.
    fn fill(&self, values: &[i64; KNOTS]) -> Vec<i64> {
        let mut multipliers = vec![0; self.at[self.used - 1] + 1];
        for knot in 1..self.used {
            let (start, end) = (self.at[knot - 1], self.at[knot]);
            let height = (values[knot] - values[knot - 1]) / (end - start) as i64;
            let mut value = values[knot - 1];
            for price in &mut multipliers[start..end] {
                *price = value;
                value += height;
            }
        }
        multipliers[self.at[self.used - 1]] = values[self.used - 1];
        multipliers
    }
}

#[derive(Clone, Debug)]
pub(super) struct LagrangeMultipliers {
    pub knots: Knots,
    /// By knot, the price in points of a turn in its slot.
    pub turn: AtKnots,
    /// By precedence constraint, the decreases of its price at the knots. The price at a knot is
    /// the sum of the decreases from there on.
    pub precedences: Vec<AtKnots>,
    /// By blocking constraint and knot, the decrease of the price for leaving.
    pub blockings: Vec<AtKnots>,
    /// By service, the payment to the turn that performs it: its coupling multipliers.
    pub couplings: Vec<AtKnots>,
}

/// Returns, by knot, the sum of the values from there on.
pub(super) fn sums_from<T: Copy + AddAssign>(mut values: [T; KNOTS]) -> [T; KNOTS] {
    for knot in (1..KNOTS).rev() {
        values[knot - 1] += values[knot];
    }
    values
}

fn exact(points: f32) -> i64 {
    (points.max(0.0) * SCALE as f32) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knots_cover_all_slots() {
        for slots in 1..=900 {
            for horizon in [0, slots / 3, slots - 1, 2 * slots] {
                let Knots { at, used } = Knots::new(slots, horizon);
                assert_eq!((at[0], at[used - 1]), (0, slots - 1));
                assert!(at[..used].windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
    }

    #[test]
    fn exact_multipliers_are_as_they_must_be() {
        let knots = Knots::new(100, 70);
        let falls = std::array::from_fn(|knot| (knot * knot % 7) as f32 - 1.5);
        let out = knots.falling(&falls);
        assert_eq!(out.len(), 100);
        assert!(out.windows(2).all(|pair| pair[0] >= pair[1]) && out[99] >= 0);
        assert!(out[0] > 0);
        let out = knots.price(&falls);
        assert!(out.iter().all(|&price| price >= 0));
        assert_eq!(out[knots.at[4]], (2.0 - 1.5) as i64 * SCALE + SCALE / 2);
    }
}
