//! The bound that given Lagrange multipliers prove, in integers.
//!
//! Amounts are in units of 1/256 point. Vectors are indexed by slot: `gain` at slot t is the
//! highest gain of a block's turns if the last one is in slot t. A mode is built turn by turn: add
//! the gain of a turn, then start the next turn from the best earlier slot (`best_before`).

use super::modes::{Axis, Block, Event, FirstTurn, ModeKind, Modes, Precedences, Stop};
use super::multipliers::{AtKnots, LagrangeMultipliers, SCALE};
use super::softmax::{add, take};

const NEG_INF: i64 = i64::MIN / 4;

/// The maximum gain of a block by kind of mode. G(b) of BOUND.md is the maximum over all kinds.
pub(super) struct Gains(pub [i64; ModeKind::Four as usize + 1]);

impl Gains {
    /// Returns the maximum over all kinds, at least 0: a block need not move.
    pub fn most(&self) -> i64 {
        self.0.iter().fold(0, |most, &gain| most.max(gain))
    }

    fn raise(&mut self, kind: ModeKind, gain: i64) {
        let most = &mut self.0[kind as usize];
        *most = gain.max(*most);
    }
}

pub(super) struct Evaluation<'a> {
    pub modes: &'a Modes,
    multipliers: &'a LagrangeMultipliers,
    /// The part of the bound that does not depend on the modes: slots and blocking constraints.
    pub constant: i64,
    pub turn: Vec<i64>,
    /// By event and slot; see [`Evaluation::reward`].
    rewards: Vec<i64>,
    pub couplings: Vec<Vec<i64>>,
    /// The largest coupling multipliers: of all services, and of those in sight of a hole.
    best_couplings: [Vec<i64>; 2],
}

impl Evaluation<'_> {
    /// Expands the multipliers of these modes to every slot. If `caps` is true, no coupling
    /// multiplier exceeds the price of its slot; then the reduced cost of an uncharged service does
    /// not exceed the best one.
    pub fn new<'a>(
        modes: &'a Modes,
        multipliers: &'a LagrangeMultipliers,
        caps: bool,
    ) -> Evaluation<'a> {
        let slots = modes.slots;
        let knots = &multipliers.knots;
        let turn = knots.price(&multipliers.turn);
        let mut constant = turn.iter().sum();
        let mut rewards = vec![0; modes.events() * slots];
        for (falls, &event) in multipliers.precedences.iter().zip(&modes.precedences) {
            // An event in one slot can be used from the next slot on.
            let reward = &mut rewards[event * slots..][..slots];
            add(reward, &knots.falling(falls)[1..]);
        }
        for (falls, &event) in multipliers.blockings.iter().zip(&modes.blockings) {
            let price = knots.falling(falls);
            constant += price[0];
            take(&mut rewards[event * slots..][..slots], &price);
        }
        let mut couplings = Vec::new();
        let mut best_couplings = [vec![0; slots], vec![0; slots]];
        for (coupling, &square) in multipliers.couplings.iter().zip(&modes.services) {
            let mut coupling = knots.price(coupling);
            if caps {
                let turns = coupling.iter_mut().zip(&turn);
                turns.for_each(|(coupling, &turn)| *coupling = turn.min(*coupling));
            }
            for best in &mut best_couplings[..1 + usize::from(modes.sees_hole[square])] {
                raise(best, &coupling);
            }
            couplings.push(coupling);
        }
        Evaluation {
            modes,
            multipliers,
            constant,
            turn,
            rewards,
            couplings,
            best_couplings,
        }
    }

    /// Returns the bound in units: the theorem of BOUND.md, for any multipliers.
    pub fn bound(&self) -> i64 {
        let blocks = (0..self.modes.blocks.len()).map(|block| self.gains(block).most());
        let services = (0..self.modes.services.len()).map(|service| self.service(service));
        self.constant + blocks.chain(services).sum::<i64>()
    }

    /// Returns the price of a precedence constraint that holds until `slot`; 0 after the last slot.
    pub fn precedence(&self, precedence: usize, slot: usize) -> i64 {
        self.falling_at(&self.multipliers.precedences[precedence], slot)
    }

    /// Returns the price of a blocking constraint that ends in `slot`; 0 after the last slot.
    pub fn blocking(&self, blocking: usize, slot: usize) -> i64 {
        self.falling_at(&self.multipliers.blockings[blocking], slot)
    }

    fn falling_at(&self, falls: &AtKnots, slot: usize) -> i64 {
        let price = self.multipliers.knots.falling(falls);
        price.get(slot).copied().unwrap_or(0)
    }

    /// Returns, by slot, the payment to the block if the event happens in that slot.
    pub fn reward(&self, event: usize) -> &[i64] {
        let slots = self.modes.slots;
        &self.rewards[event * slots..][..slots]
    }

    fn pay(&self, gain: &mut [i64], precedences: Precedences) {
        for falls in &self.multipliers.precedences[precedences] {
            take(gain, &self.multipliers.knots.falling(falls));
        }
    }

    fn pay_stop(&self, gain: &mut [i64], stop: Stop) {
        match stop {
            Stop::Free => {}
            Stop::Service(precedence) => self.pay(gain, precedence..precedence + 1),
            Stop::Blocking(blocking) => {
                // A stopper that leaves in the next slot is still present in this slot.
                let price = self
                    .multipliers
                    .knots
                    .falling(&self.multipliers.blockings[blocking]);
                gain.iter_mut().for_each(|gain| *gain -= price[0]);
                add(gain, &price[1..]);
            }
        }
    }

    pub fn service(&self, service: usize) -> i64 {
        let rewards = self.reward(self.modes.service_event(service));
        let gains = rewards.iter().zip(&self.couplings[service]);
        gains.fold(0, |best, (reward, coupling)| best.max(reward - coupling))
    }

    pub fn gains(&self, index: usize) -> Gains {
        let block = PricedBlock::new(self, index);
        let mut gains = Gains([NEG_INF; ModeKind::Four as usize + 1]);
        let before = block.first_turns(&mut gains);
        block.falls(&before, &mut gains);
        block.corner_falls(&mut gains);
        for axis in Axis::BOTH {
            block.further_turns(axis, &before[axis as usize], &mut gains);
        }
        gains
    }
}

struct PricedBlock<'a> {
    evaluation: &'a Evaluation<'a>,
    block: &'a Block,
    /// Payments for the block's first turn.
    touched: &'a [i64],
    /// By axis, payments for leaving the original line.
    left: [&'a [i64]; 2],
    /// Gains of first turns, by way and number of precedence constraints.
    starts: Vec<Vec<Vec<i64>>>,
    /// Gain of a last turn that falls, before payments.
    last: Vec<i64>,
}

impl<'a> PricedBlock<'a> {
    fn new(evaluation: &'a Evaluation, index: usize) -> PricedBlock<'a> {
        let block = &evaluation.modes.blocks[index];
        let touched = evaluation.reward(Event::Touched.of(index));
        let left = Axis::BOTH.map(|axis| evaluation.reward(Event::Left(axis).of(index)));
        let starts = block.ways.iter().map(|way| {
            let mut gain = touched.to_vec();
            add(&mut gain, left[way.axis.across() as usize]);
            take(&mut gain, &evaluation.turn);
            let mut starts = vec![gain.clone()];
            for precedence in way.precedences.clone() {
                evaluation.pay(&mut gain, precedence..precedence + 1);
                starts.push(gain.clone());
            }
            starts
        });
        let turn_multipliers = (1..=evaluation.modes.slots as i64).rev();
        let last = turn_multipliers
            .zip(&evaluation.turn)
            .map(|(turn_multiplier, turn)| block.worth * turn_multiplier * SCALE - turn);
        PricedBlock {
            evaluation,
            block,
            touched,
            left,
            starts: starts.collect(),
            last: last.collect(),
        }
    }

    fn start(&self, first: &FirstTurn) -> Vec<i64> {
        let mut gain = self.starts[first.way][first.crossed].clone();
        if let Some(service) = first.serves {
            add(&mut gain, &self.evaluation.couplings[service]);
        }
        gain
    }

    /// Updates the gain of *touch*. Returns, by axis, the best first turn before each slot.
    fn first_turns(&self, gains: &mut Gains) -> [Vec<i64>; 2] {
        let mut once = Axis::BOTH.map(|_| vec![NEG_INF; self.evaluation.modes.slots]);
        for first in &self.block.firsts {
            let axis = self.block.ways[first.way].axis;
            raise(&mut once[axis as usize], &self.start(first));
        }
        gains.raise(ModeKind::Touch, most(&once[0]).max(most(&once[1])));
        once.map(|gain| best_before(&gain))
    }

    /// Updates the gains of *line* and *fall*.
    fn falls(&self, before: &[Vec<i64>; 2], gains: &mut Gains) {
        for fall in &self.block.falls {
            let mut gain = self.last.clone();
            add(&mut gain, self.left[fall.axis as usize]);
            self.evaluation.pay(&mut gain, fall.precedences.clone());
            let before = &before[fall.axis as usize];
            gains.raise(ModeKind::Line, most_after(before, &gain));
            add(&mut gain, self.touched);
            add(&mut gain, self.left[fall.axis.across() as usize]);
            gains.raise(ModeKind::Fall, most(&gain));
        }
    }

    /// Updates the gain of *corner*.
    fn corner_falls(&self, gains: &mut Gains) {
        for corner in &self.block.corner_falls {
            let mut first = self.start(&corner.first);
            self.evaluation.pay_stop(&mut first, corner.stop);
            let mut gain = self.last.clone();
            let axis = self.block.ways[corner.first.way].axis;
            add(&mut gain, self.left[axis as usize]);
            self.evaluation.pay(&mut gain, corner.entry.clone());
            gains.raise(ModeKind::Corner, most_after(&best_before(&first), &gain));
        }
    }

    /// Updates the gains of *twice*, *three* and *four* for a first turn along `axis`.
    fn further_turns(&self, axis: Axis, before: &[i64], gains: &mut Gains) {
        let [any_coupling, line_coupling] = &self.evaluation.best_couplings;
        let mut second = before.to_vec();
        add(&mut second, self.left[axis as usize]);
        take(&mut second, &self.evaluation.turn);
        // The turn before the final fall ends on a square with a hole in line of sight.
        let mut ready = second.clone();
        add(&mut ready, line_coupling);
        gains.raise(
            ModeKind::Three,
            most_after(&best_before(&ready), &self.last),
        );
        add(&mut second, any_coupling);
        gains.raise(ModeKind::Twice, most(&second));
        let mut third = best_before(&second);
        take(&mut third, &self.evaluation.turn);
        add(&mut third, line_coupling);
        gains.raise(ModeKind::Four, most_after(&best_before(&third), &self.last));
    }
}

fn raise(to: &mut [i64], other: &[i64]) {
    to.iter_mut()
        .zip(other)
        .for_each(|(to, &other)| *to = other.max(*to));
}

fn most(gain: &[i64]) -> i64 {
    gain.iter().fold(NEG_INF, |most, &gain| most.max(gain))
}

fn most_after(before: &[i64], last: &[i64]) -> i64 {
    let sums = before.iter().zip(last).map(|(before, last)| before + last);
    sums.fold(NEG_INF, i64::max)
}

/// Returns, by slot, the maximum over all earlier slots.
fn best_before(gain: &[i64]) -> Vec<i64> {
    let mut best = NEG_INF;
    let earlier = gain.iter().map(|&gain| {
        let before = best;
        best = before.max(gain);
        before
    });
    earlier.collect()
}
