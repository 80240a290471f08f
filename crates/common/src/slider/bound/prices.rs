//! Prices as functions of time, piecewise linear between a few knots.

/// Number of knots.
pub(super) const KNOTS: usize = 32;

/// A value at every knot.
pub(super) type AtKnots = [f32; KNOTS];

/// Units of an exact price in one point.
pub(super) const SCALE: i64 = 256;

/// The slots, counted from 0, at which prices are given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knots {
    /// Rising; those in use come first.
    pub at: [usize; KNOTS],
    /// Knots in use.
    pub used: usize,
}

impl Knots {
    /// Knots for `slots` slots, all but one of them up to `horizon`.
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

    /// Exact prices in every slot, in units, from points at the knots. None
    /// is negative.
    pub fn price(&self, points: &AtKnots, out: &mut [i64]) {
        self.fill(&points.map(exact), out);
    }

    /// Exact prices that never rise with time, from their falls at the knots.
    pub fn falling(&self, falls: &AtKnots, out: &mut [i64]) {
        let mut values = falls.map(exact);
        for knot in (1..KNOTS).rev() {
            values[knot - 1] += values[knot];
        }
        self.fill(&values, out);
    }

    /// Steps of equal height between knots; what the division leaves over is
    /// the last step's.
    fn fill(&self, values: &[i64; KNOTS], out: &mut [i64]) {
        for knot in 1..self.used {
            let (start, end) = (self.at[knot - 1], self.at[knot]);
            let height = (values[knot] - values[knot - 1]) / (end - start) as i64;
            let mut value = values[knot - 1];
            for out in &mut out[start..end] {
                *out = value;
                value += height;
            }
        }
        out[self.at[self.used - 1]] = values[self.used - 1];
    }
}

/// All prices.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// Slots at which they are given.
    pub knots: Knots,
    /// Of a turn, in points.
    pub turn: AtKnots,
    /// By wait, the falls of its price: to wait until a knot costs their sum
    /// from there on.
    pub waits: Vec<AtKnots>,
    /// By stay, the falls of the price of leaving at a knot.
    pub stays: Vec<AtKnots>,
    /// By service, what it pays to the turn that it is.
    pub refunds: Vec<AtKnots>,
}

/// A price in units.
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
    fn exact_prices_are_as_they_must_be() {
        let knots = Knots::new(100, 70);
        let mut out = [0; 100];
        let falls = std::array::from_fn(|knot| (knot * knot % 7) as f32 - 1.5);
        knots.falling(&falls, &mut out);
        assert!(out.windows(2).all(|pair| pair[0] >= pair[1]) && out[99] >= 0);
        assert!(out[0] > 0);
        knots.price(&falls, &mut out);
        assert!(out.iter().all(|&price| price >= 0));
        assert_eq!(out[knots.at[4]], (2.0 - 1.5) as i64 * SCALE + SCALE / 2);
    }
}
