//! Payments for turns and for their requirements, at given prices.

use super::grid::{Grid, ZERO};
use super::modes::Modes;
use super::prices::{sums_from, AtKnots, Prices};
use super::shares::{add, take, BestGain};

/// Prices by knot, from the view of the block or service that pays them.
pub(super) struct Payments<'a> {
    pub modes: &'a Modes,
    pub grid: &'a Grid,
    pub prices: &'a Prices,
    pub waits: Vec<AtKnots>,
    pub stays: Vec<AtKnots>,
    pub rewards: Vec<AtKnots>,
    pub best_refunds: [BestGain; 2],
}

impl<'a> Payments<'a> {
    pub fn new(modes: &'a Modes, grid: &'a Grid, prices: &'a Prices) -> Payments<'a> {
        let waits: Vec<AtKnots> = prices.waits.iter().copied().map(sums_from).collect();
        let mut rewards = vec![ZERO; modes.events()];
        for (price, &event) in waits.iter().zip(&modes.waits) {
            add(&mut rewards[event], price);
        }
        for reward in &mut rewards {
            *reward = grid.next_slot(reward);
        }
        let stays = prices
            .stays
            .iter()
            .zip(&modes.stays)
            .map(|(falls, &event)| {
                let price = sums_from(*falls);
                take(&mut rewards[event], &price);
                grid.next_slot(&price).map(|next| price[0] - next)
            });
        let stays = stays.collect();
        let mut best_refunds = [BestGain::of_none(0.0); 2];
        for (service, &square) in modes.services.iter().enumerate() {
            for best in &mut best_refunds[..1 + usize::from(modes.sees_hole[square])] {
                best.raise(&prices.refunds[service], service as u32);
            }
        }
        Payments {
            modes,
            grid,
            prices,
            waits,
            stays,
            rewards,
            best_refunds,
        }
    }
}
