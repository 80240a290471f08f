//! A smooth function close to the bound, and its gradient (Nesterov, 2005): at every knot, the columns
//! of a block get softmax (Gibbs) weights by their reduced costs.
//!
//! The reduced costs are computed stage by stage; then the weights go back the same way (Viterbi
//! backtracking). All vectors are by knot, in points.

use std::ops::{AddAssign, SubAssign};

use super::columns::{Columns, Row, Stage, StageOrigin};
use super::multipliers::{AtKnots, KNOTS, LagrangeMultipliers, sums_from};
use super::time_knots::{Before, NEG_INF, TimeKnots, ZERO};

/// Weights below e^`COLD` are dropped.
const COLD: f32 = -20.0;

/// Number of different worths of blocks.
const WORTHS: usize = 9;

/// The rows at given multipliers, by knot: the amount that a turn in the knot's slot gains.
pub(super) struct RowGains {
    turn: AtKnots,
    points: [AtKnots; WORTHS],
    precedences: Vec<AtKnots>,
    blockings: Vec<AtKnots>,
    pub events: Vec<AtKnots>,
    pub services: Vec<AtKnots>,
    any_service: BestGain,
    sight_service: BestGain,
}

impl RowGains {
    /// Returns the rows at multipliers of 0.
    pub fn new(columns: &Columns, time: &TimeKnots) -> RowGains {
        let zeros = |count| vec![ZERO; count];
        let points = |worth| time.turn_multiplier.map(|multiplier| worth as f32 * multiplier);
        RowGains {
            turn: ZERO,
            points: std::array::from_fn(points),
            precedences: zeros(columns.precedences.len()),
            blockings: zeros(columns.blockings.len()),
            events: zeros(columns.events()),
            services: zeros(columns.services.len()),
            any_service: BestGain::NONE,
            sight_service: BestGain::NONE,
        }
    }

    /// Replaces the rows by those at other multipliers.
    pub fn read(&mut self, columns: &Columns, time: &TimeKnots, multipliers: &LagrangeMultipliers) {
        self.turn = multipliers.turn.map(|price| -price);
        self.events.fill(ZERO);
        for (precedence, &event) in columns.precedences.iter().enumerate() {
            let price = sums_from(multipliers.precedences[precedence]);
            self.precedences[precedence] = price.map(|price| -price);
            add(&mut self.events[event], &price);
        }
        for payment in &mut self.events {
            *payment = time.next_slot(payment);
        }
        for (blocking, &event) in columns.blockings.iter().enumerate() {
            let price = sums_from(multipliers.blockings[blocking]);
            take(&mut self.events[event], &price);
            self.blockings[blocking] = time.next_slot(&price).map(|next| next - price[0]);
        }
        self.services.clone_from(&multipliers.couplings);
        self.any_service = BestGain::NONE;
        self.sight_service = BestGain::NONE;
        for (service, &square) in columns.services.iter().enumerate() {
            self.any_service.raise(&self.services[service], service);
            if columns.sees_hole[square] {
                self.sight_service.raise(&self.services[service], service);
            }
        }
    }

    fn of(&self, row: Row) -> &AtKnots {
        match row {
            Row::Turn => &self.turn,
            Row::Points(worth) => &self.points[worth],
            Row::Precedence(precedence) => &self.precedences[precedence],
            Row::Blocking(blocking) => &self.blockings[blocking],
            Row::Event(event) => &self.events[event],
            Row::Service(service) => &self.services[service],
            Row::AnyService => &self.any_service.gain,
            Row::SightService => &self.sight_service.gain,
        }
    }
}

/// Sums of the weights of all turns with a row, by knot.
pub(super) struct RowWeights {
    pub turn: AtKnots,
    pub precedences: Vec<AtKnots>,
    pub blockings: Vec<AtKnots>,
    pub events: Vec<AtKnots>,
    /// By service, weights of turns that could perform it, minus weights of turns assigned to it.
    pub services: Vec<AtKnots>,
}

impl RowWeights {
    pub fn none(columns: &Columns) -> RowWeights {
        let zeros = |count| vec![ZERO; count];
        RowWeights {
            turn: ZERO,
            precedences: zeros(columns.precedences.len()),
            blockings: zeros(columns.blockings.len()),
            events: zeros(columns.events()),
            services: zeros(columns.services.len()),
        }
    }

    pub fn clear(&mut self) {
        self.turn = ZERO;
        for list in
            [&mut self.precedences, &mut self.blockings, &mut self.events, &mut self.services]
        {
            list.fill(ZERO);
        }
    }

    fn add(&mut self, row: Row, weight: &AtKnots, gains: &RowGains) {
        match row {
            Row::Turn => add(&mut self.turn, weight),
            Row::Points(_) => {}
            Row::Precedence(precedence) => add(&mut self.precedences[precedence], weight),
            Row::Blocking(blocking) => add(&mut self.blockings[blocking], weight),
            Row::Event(event) => add(&mut self.events[event], weight),
            Row::Service(service) => add(&mut self.services[service], weight),
            Row::AnyService => gains.any_service.divide(weight, &mut self.services),
            Row::SightService => gains.sight_service.divide(weight, &mut self.services),
        }
    }
}

/// The best of several alternatives at each knot.
#[derive(Clone, Copy)]
struct BestGain {
    gain: AtKnots,
    /// The number of the best alternative, or `u32::MAX` for none.
    which: [u32; KNOTS],
}

impl BestGain {
    /// Gains nothing.
    const NONE: BestGain = BestGain { gain: ZERO, which: [u32::MAX; KNOTS] };

    fn raise(&mut self, gain: &AtKnots, which: usize) {
        for ((best, best_which), &gain) in self.gain.iter_mut().zip(&mut self.which).zip(gain) {
            let better = gain > *best;
            *best = if better { gain } else { *best };
            *best_which = if better { which as u32 } else { *best_which };
        }
    }

    /// Adds the weight at each knot to the alternative that is best there.
    fn divide(&self, weights: &AtKnots, to: &mut [AtKnots]) {
        for (knot, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            if let Some(alternative) = to.get_mut(self.which[knot] as usize) {
                alternative[knot] += weight;
            }
        }
    }
}

/// Memory for the stages of one block.
#[derive(Default)]
pub(super) struct StageGains {
    /// By stage, the highest gain of the turns up to it; later its weight.
    gains: Vec<AtKnots>,
    /// Choices among alternatives and among earlier slots, in the order of the stages.
    bests: Vec<BestGain>,
    befores: Vec<Before>,
    /// Stages that end columns, with their gains; later with their weights.
    ends: Vec<(usize, AtKnots)>,
}

impl StageGains {
    /// Chooses among the columns of a block at a temperature (points), and adds their weights.
    pub fn choose(
        &mut self,
        stages: &[Stage],
        time: &TimeKnots,
        rows: &RowGains,
        temperature: f32,
        weights: &mut RowWeights,
    ) {
        self.forward(stages, time, rows);
        softmax(&mut self.ends, time.used, temperature);
        self.backward(stages, time, rows, weights);
    }

    fn forward(&mut self, stages: &[Stage], time: &TimeKnots, rows: &RowGains) {
        self.gains.clear();
        self.ends.clear();
        for (number, stage) in stages.iter().enumerate() {
            let mut gain = match &stage.origin {
                StageOrigin::Nothing => ZERO,
                StageOrigin::Same(other) => self.gains[*other],
                StageOrigin::Best(others) => {
                    let mut best = BestGain { gain: [NEG_INF; KNOTS], ..BestGain::NONE };
                    for &other in others {
                        best.raise(&self.gains[other], other);
                    }
                    self.bests.push(best);
                    best.gain
                }
            };
            if let Some(after) = stage.after {
                let before = time.best_before(&self.gains[after]);
                add(&mut gain, &before.gain);
                self.befores.push(before);
            }
            for &row in &stage.rows {
                add(&mut gain, rows.of(row));
            }
            if stage.mode.is_some() {
                self.ends.push((number, gain));
            }
            self.gains.push(gain);
        }
    }

    fn backward(
        &mut self,
        stages: &[Stage],
        time: &TimeKnots,
        rows: &RowGains,
        weights: &mut RowWeights,
    ) {
        let stage_weights = &mut self.gains;
        stage_weights.fill(ZERO);
        for (end, weight) in &self.ends {
            stage_weights[*end] = *weight;
        }
        for (number, stage) in stages.iter().enumerate().rev() {
            let best = match stage.origin {
                StageOrigin::Best(_) => self.bests.pop(),
                _ => None,
            };
            let before = stage.after.and_then(|_| self.befores.pop());
            let weight = stage_weights[number];
            if weight == ZERO {
                continue;
            }
            for &row in &stage.rows {
                weights.add(row, &weight, rows);
            }
            if let StageOrigin::Same(other) = stage.origin {
                add(&mut stage_weights[other], &weight);
            }
            if let Some(best) = best {
                best.divide(&weight, stage_weights);
            }
            if let (Some(before), Some(after)) = (before, stage.after) {
                time.trace_back(&before, &weight, &mut stage_weights[after]);
            }
        }
    }
}

/// Replaces the gains of alternatives (points) by their weights, against a gain of 0 for no action.
/// All weights of all knots sum to at most 1. Drops alternatives without weight.
pub(super) fn softmax<A>(alternatives: &mut Vec<(A, AtKnots)>, used: usize, temperature: f32) {
    let most = |gain: &AtKnots| gain[..used].iter().fold(NEG_INF, |a, &b| a.max(b));
    let best = alternatives.iter().fold(0.0, |best: f32, (_, gain)| best.max(most(gain)));
    let inverse = 1.0 / temperature;
    alternatives.retain(|(_, gain)| (most(gain) - best) * inverse > COLD);
    let mut sum = exp(-best * inverse);
    for (_, gain) in alternatives.iter_mut() {
        for gain in gain.iter_mut() {
            *gain = exp((*gain - best) * inverse);
        }
        gain[used..].fill(0.0);
        sum += gain.iter().sum::<f32>();
    }
    let inverse = 1.0 / sum;
    for (_, gain) in alternatives.iter_mut() {
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
