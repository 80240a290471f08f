//! Prices in whole points, expanded slot by slot.

use super::super::exact::Evaluation;
use super::super::modes::Modes;
use super::super::prices::{AtKnots, Prices, SCALE};

pub(super) struct PlainPrices<'a> {
    modes: &'a Modes,
    turns: Vec<i64>,
    waits: Vec<Vec<i64>>,
    stays: Vec<Vec<i64>>,
    refunds: Vec<Vec<i64>>,
}

impl<'a> PlainPrices<'a> {
    pub fn new(modes: &'a Modes, prices: &Prices) -> PlainPrices<'a> {
        let units = |points: f32| points as i64 * SCALE;
        let falling = |falls: &AtKnots| {
            let from = |slot: usize| falls[slot..].iter().copied().map(units).sum();
            (0..modes.slots).map(from).collect()
        };
        let points = |points: &AtKnots| points.map(units).to_vec();
        PlainPrices {
            modes,
            turns: points(&prices.turn),
            waits: prices.waits.iter().map(falling).collect(),
            stays: prices.stays.iter().map(falling).collect(),
            refunds: prices.refunds.iter().map(points).collect(),
        }
    }

    /// Returns the part of the bound that does not depend on the play.
    pub fn constant(&self) -> i64 {
        let stays: i64 = self.stays.iter().map(|price| price[0]).sum();
        self.turns[..self.modes.slots].iter().sum::<i64>() + stays
    }

    /// Checks all prices of a slot.
    pub fn assert_equal(&self, evaluation: &Evaluation, slot: usize) {
        assert_eq!(evaluation.turn[slot], self.turns[slot]);
        for (wait, price) in self.waits.iter().enumerate() {
            assert_eq!(evaluation.wait(wait, slot), price[slot]);
        }
        for (stay, price) in self.stays.iter().enumerate() {
            assert_eq!(evaluation.stay(stay, slot), price[slot]);
            assert_eq!(evaluation.stay(stay, self.modes.slots), 0);
        }
        for (service, price) in self.refunds.iter().enumerate() {
            assert_eq!(evaluation.refunds[service][slot], price[slot]);
        }
        for event in 0..self.modes.events() {
            assert_eq!(evaluation.reward(event)[slot], self.reward(event, slot));
        }
    }

    fn reward(&self, event: usize, slot: usize) -> i64 {
        let waits = self.modes.waits.iter().zip(&self.waits);
        let waits = waits.filter(|(&of, _)| of == event);
        let stays = self.modes.stays.iter().zip(&self.stays);
        let stays = stays.filter(|(&of, _)| of == event);
        let paid: i64 = waits.filter_map(|(_, price)| price.get(slot + 1)).sum();
        paid - stays.map(|(_, price)| price[slot]).sum::<i64>()
    }
}
