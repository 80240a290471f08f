//! Payments for turns and for their requirements, at given prices.

use super::grid::{Grid, ZERO};
use super::modes::Modes;
use super::prices::{sums_from, AtKnots, Knots, Prices};
use super::shares::{add, take, BestGain};

/// Prices by knot, from the view of the block or service that pays them.
pub(super) struct Payments<'a> {
    pub modes: &'a Modes,
    pub grid: Grid,
    pub turn: AtKnots,
    pub waits: Vec<AtKnots>,
    pub stays: Vec<AtKnots>,
    pub rewards: Vec<AtKnots>,
    pub refunds: Vec<AtKnots>,
    pub best_refunds: [BestGain; 2],
}

impl<'a> Payments<'a> {
    pub fn new(modes: &'a Modes, knots: &Knots) -> Payments<'a> {
        Payments {
            modes,
            grid: Grid::new(knots, modes.slots),
            turn: ZERO,
            waits: vec![ZERO; modes.waits.len()],
            stays: vec![ZERO; modes.stays.len()],
            rewards: vec![ZERO; modes.events()],
            refunds: vec![ZERO; modes.services.len()],
            best_refunds: [BestGain::of_none(0.0); 2],
        }
    }

    pub fn read(&mut self, prices: &Prices) {
        self.turn = prices.turn;
        self.rewards.fill(ZERO);
        for (wait, &event) in self.modes.waits.iter().enumerate() {
            self.waits[wait] = sums_from(prices.waits[wait]);
            add(&mut self.rewards[event], &self.waits[wait]);
        }
        for reward in &mut self.rewards {
            *reward = self.grid.next_slot(reward);
        }
        for (stay, &event) in self.modes.stays.iter().enumerate() {
            let price = sums_from(prices.stays[stay]);
            take(&mut self.rewards[event], &price);
            self.stays[stay] = self.grid.next_slot(&price).map(|next| price[0] - next);
        }
        self.refunds.clone_from(&prices.refunds);
        self.best_refunds = [BestGain::of_none(0.0); 2];
        for (service, &square) in self.modes.services.iter().enumerate() {
            let sees_hole = self.modes.sees_hole[square];
            for best in &mut self.best_refunds[..1 + usize::from(sees_hole)] {
                best.raise(&self.refunds[service], service as u32);
            }
        }
    }
}
