//! Softmax weights of alternatives, computed from their gains.
//!
//! At every knot, the weights of the alternatives are a Gibbs distribution of the given
//! temperature. The weights determine the gradient of a smooth function close to the bound. A small
//! change of the multipliers changes the weights only a little.

use std::ops::{AddAssign, SubAssign};

use super::modes::Modes;
use super::multipliers::{AtKnots, KNOTS};
use super::time_knots::{NEG_INF, ZERO};

/// Weights below e^`COLD` are dropped.
const COLD: f32 = -20.0;

/// Sums of the weights of all modes, by knot.
pub(super) struct SoftmaxWeights {
    pub turns: AtKnots,
    pub events: Vec<AtKnots>,
    /// By precedence constraint, weights of the turns that wait for its event.
    pub precedences: Vec<AtKnots>,
    pub blockings: Vec<AtKnots>,
    /// By service, weights of turns that could perform it, minus weights of turns assigned to it.
    pub couplings: Vec<AtKnots>,
}

impl SoftmaxWeights {
    pub fn none(modes: &Modes) -> SoftmaxWeights {
        let none = |count| vec![ZERO; count];
        SoftmaxWeights {
            turns: ZERO,
            events: none(modes.events()),
            precedences: none(modes.precedences.len()),
            blockings: none(modes.blockings.len()),
            couplings: none(modes.services.len()),
        }
    }

    pub fn clear(&mut self) {
        self.turns = ZERO;
        for list in [
            &mut self.events,
            &mut self.precedences,
            &mut self.blockings,
            &mut self.couplings,
        ] {
            list.fill(ZERO);
        }
    }
}

/// The best of several alternatives at each knot.
#[derive(Clone, Copy)]
pub(super) struct BestGain {
    pub gain: AtKnots,
    pub which: [u32; KNOTS],
}

impl BestGain {
    /// Returns the state before any alternative: `gain` at every knot.
    pub fn of_none(gain: f32) -> BestGain {
        BestGain {
            gain: [gain; KNOTS],
            which: [u32::MAX; KNOTS],
        }
    }

    pub fn raise(&mut self, gain: &AtKnots, which: u32) {
        let bests = self.gain.iter_mut().zip(&mut self.which);
        for ((best, best_which), &gain) in bests.zip(gain) {
            let better = gain > *best;
            *best = if better { gain } else { *best };
            *best_which = if better { which } else { *best_which };
        }
    }
}

/// Modes with their gains; after [`softmax`], with their weights.
pub(super) type Candidates<M> = Vec<(M, AtKnots)>;

/// At each knot, adds the weight to the service that is best there.
pub(super) fn add_by_choice(to: &mut [AtKnots], best: &BestGain, weights: &AtKnots) {
    for knot in 0..KNOTS {
        if let Some(service) = to.get_mut(best.which[knot] as usize) {
            service[knot] += weights[knot];
        }
    }
}

/// Replaces gains by weights, against a gain of 0 for no action. Drops alternatives without weight.
pub(super) fn softmax<M>(candidates: &mut Candidates<M>, used: usize, temperature: f32) {
    let most = |gain: &AtKnots| gain[..used].iter().fold(NEG_INF, |a, &b| a.max(b));
    let best = candidates
        .iter()
        .fold(0.0, |best: f32, (_, gain)| best.max(most(gain)));
    let inverse = 1.0 / temperature;
    candidates.retain(|(_, gain)| (most(gain) - best) * inverse > COLD);
    let mut sum = exp(-best * inverse);
    for (_, gain) in candidates.iter_mut() {
        for gain in gain.iter_mut() {
            *gain = exp((*gain - best) * inverse);
        }
        gain[used..].fill(0.0);
        sum += gain.iter().sum::<f32>();
    }
    let inverse = 1.0 / sum;
    for (_, gain) in candidates.iter_mut() {
        gain.iter_mut().for_each(|gain| *gain *= inverse);
    }
}

#[inline]
pub(super) fn add<T: Copy + AddAssign>(to: &mut [T], what: &[T]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += *what;
    }
}

#[inline]
pub(super) fn take<T: Copy + SubAssign>(from: &mut [T], what: &[T]) {
    for (from, what) in from.iter_mut().zip(what) {
        *from -= *what;
    }
}

/// Returns e^x for x ≤ 0 to 4 digits, bit for bit the same on every machine. The rounded exponent
/// of 2 is set in the bits of a float; a Taylor polynomial gives the rest.
#[inline]
fn exp(x: f32) -> f32 {
    /// 1.5 · 2^23: adding it moves the integer part of a small number into the last bits.
    const ROUND: f32 = 12_582_912.0;
    let x = (x * std::f32::consts::LOG2_E).max(-100.0);
    let rounded = x + ROUND;
    let rest = x - (rounded - ROUND);
    let power = f32::from_bits(rounded.to_bits().wrapping_add(127) << 23);
    power * (1.0 + rest * (std::f32::consts::LN_2 + rest * (0.240_226_5 + rest * 0.055_504_1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_close() {
        for step in 0..2000 {
            let x = -f64::from(step) / 50.0;
            let error = f64::from(exp(x as f32)) / x.exp() - 1.0;
            assert!(error.abs() < 1e-3, "exp({x}) is off by {error}");
        }
    }
}
