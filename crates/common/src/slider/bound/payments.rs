//! Payments for turns and for the events that they require, at given multipliers.

use super::modes::Modes;
use super::multipliers::{sums_from, AtKnots, Knots, LagrangeMultipliers};
use super::softmax::{add, take, BestGain};
use super::time_knots::{TimeKnots, ZERO};

/// Prices by knot, as the paying block or service sees them.
pub(super) struct Payments<'a> {
    pub modes: &'a Modes,
    pub time: TimeKnots,
    pub turn: AtKnots,
    pub precedences: Vec<AtKnots>,
    pub blockings: Vec<AtKnots>,
    pub rewards: Vec<AtKnots>,
    pub couplings: Vec<AtKnots>,
    pub best_couplings: [BestGain; 2],
}

impl<'a> Payments<'a> {
    pub fn new(modes: &'a Modes, knots: &Knots) -> Payments<'a> {
        Payments {
            modes,
            time: TimeKnots::new(knots, modes.slots),
            turn: ZERO,
            precedences: vec![ZERO; modes.precedences.len()],
            blockings: vec![ZERO; modes.blockings.len()],
            rewards: vec![ZERO; modes.events()],
            couplings: vec![ZERO; modes.services.len()],
            best_couplings: [BestGain::of_none(0.0); 2],
        }
    }

    pub fn read(&mut self, multipliers: &LagrangeMultipliers) {
        self.turn = multipliers.turn;
        self.rewards.fill(ZERO);
        for (precedence, &event) in self.modes.precedences.iter().enumerate() {
            self.precedences[precedence] = sums_from(multipliers.precedences[precedence]);
            add(&mut self.rewards[event], &self.precedences[precedence]);
        }
        for reward in &mut self.rewards {
            *reward = self.time.next_slot(reward);
        }
        for (blocking, &event) in self.modes.blockings.iter().enumerate() {
            let price = sums_from(multipliers.blockings[blocking]);
            take(&mut self.rewards[event], &price);
            self.blockings[blocking] = self.time.next_slot(&price).map(|next| price[0] - next);
        }
        self.couplings.clone_from(&multipliers.couplings);
        self.best_couplings = [BestGain::of_none(0.0); 2];
        for (service, &square) in self.modes.services.iter().enumerate() {
            let sees_hole = self.modes.sees_hole[square];
            for best in &mut self.best_couplings[..1 + usize::from(sees_hole)] {
                best.raise(&self.couplings[service], service as u32);
            }
        }
    }
}
