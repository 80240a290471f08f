//! Time as a sequence of knots: interpolates shifts by one slot and choices among earlier slots. All
//! vectors have one number for each knot; those after the first `used` knots are ignored.

use super::multipliers::{AtKnots, KNOTS, Knots};

pub(super) const NEG_INF: f32 = -1e9;

pub(super) const ZERO: AtKnots = [0.0; KNOTS];

/// The knots in use and the interpolation weights between them.
pub(super) struct TimeKnots {
    pub used: usize,
    pub turn_multiplier: AtKnots,
    /// Weight of the preceding knot in the slot before a knot.
    back: AtKnots,
    /// Weight of the next knot in the slot after a knot.
    ahead: AtKnots,
    /// Number of slots that a knot represents.
    pub capacity: AtKnots,
}

impl TimeKnots {
    pub fn new(knots: &Knots, slots: usize) -> TimeKnots {
        let Knots { at, used } = *knots;
        let mut time = TimeKnots {
            used,
            turn_multiplier: at.map(|slot| (slots - slot) as f32),
            back: ZERO,
            ahead: ZERO,
            capacity: ZERO,
        };
        for knot in 1..used {
            let length = (at[knot] - at[knot - 1]) as f32;
            time.back[knot] = 1.0 / length;
            time.ahead[knot - 1] = 1.0 / length;
            time.capacity[knot - 1] += (length + 1.0) / 2.0;
            time.capacity[knot] += (length - 1.0) / 2.0;
        }
        time.capacity[used - 1] += 1.0;
        time
    }

    /// Returns, by knot, the interpolated value in the next slot; 0 at the last knot.
    pub fn next_slot(&self, values: &AtKnots) -> AtKnots {
        let mut next = ZERO;
        for knot in 0..self.used - 1 {
            next[knot] = values[knot] + (values[knot + 1] - values[knot]) * self.ahead[knot];
        }
        next
    }

    /// Moves weights to the next slot, divided between the knots around it: the transpose of
    /// [`TimeKnots::next_slot`]. The weight at the last knot is lost.
    pub fn one_later(&self, weights: &AtKnots) -> AtKnots {
        let mut later = ZERO;
        for knot in 0..self.used - 1 {
            let ahead = weights[knot] * self.ahead[knot];
            later[knot] += weights[knot] - ahead;
            later[knot + 1] += ahead;
        }
        later
    }

    /// Returns, by knot, the highest gain in an earlier slot (points).
    pub fn best_before(&self, gain: &AtKnots) -> Before {
        let mut before = Before { gain: [NEG_INF; KNOTS], choice: [Before::SLOT; KNOTS] };
        let (mut best, mut choice) = (NEG_INF, 0);
        for knot in 1..self.used {
            if gain[knot - 1] > best {
                (best, choice) = (gain[knot - 1], knot as u8 - 1);
            }
            let slot = gain[knot] + (gain[knot - 1] - gain[knot]) * self.back[knot];
            if slot >= best {
                before.gain[knot] = slot;
            } else {
                before.gain[knot] = best;
                before.choice[knot] = choice;
            }
        }
        before
    }

    /// Adds the weight at each knot to the earlier knot or slot that was chosen there.
    pub fn trace_back(&self, before: &Before, weights: &AtKnots, to: &mut AtKnots) {
        for knot in 1..self.used {
            let weight = weights[knot];
            if before.choice[knot] == Before::SLOT {
                to[knot] += weight * (1.0 - self.back[knot]);
                to[knot - 1] += weight * self.back[knot];
            } else {
                to[usize::from(before.choice[knot])] += weight;
            }
        }
    }
}

/// The best gain before each knot, and the time at which it occurs.
pub(super) struct Before {
    pub gain: AtKnots,
    /// The number of a knot, or `SLOT` for the slot just before.
    choice: [u8; KNOTS],
}

impl Before {
    const SLOT: u8 = u8::MAX;
}
