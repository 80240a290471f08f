//! The modes that every block would choose at given prices, with their shares.
//!
//! A block or a service has several modes, each with a gain at every knot. Instead of choosing only
//! the best one, it gives each a share by its gain (`shares`). The sum of all shares is the
//! gradient by which `descent` changes the prices.

use super::block::{choose, Room};
use super::modes::Modes;
use super::payments::Payments;
use super::prices::{Knots, Prices};
use super::shares::{add, share_out, take, Shares};

/// Gain, in units of the temperature, at which a service is performed with probability one half.
/// Most services gain nothing; with 0 here they would together outweigh the few that gain.
const IDLE: f32 = 6.0;

pub(super) struct Choices<'a> {
    pub payments: Payments<'a>,
    /// Shares of the modes, summed by event, wait, stay and service.
    pub shares: Shares,
    room: Room,
}

impl<'a> Choices<'a> {
    pub fn new(modes: &'a Modes, knots: &Knots) -> Choices<'a> {
        Choices {
            payments: Payments::new(modes, knots),
            shares: Shares::none(modes),
            room: Room::default(),
        }
    }

    pub fn update(&mut self, prices: &Prices, temperature: f32) {
        self.payments.read(prices);
        self.shares.clear();
        let modes = self.payments.modes;
        for block in 0..modes.blocks.len() {
            let (payments, shares) = (&self.payments, &mut self.shares);
            choose(payments, block, temperature, shares, &mut self.room);
        }
        for service in 0..modes.services.len() {
            self.service(service, temperature);
        }
    }

    fn service(&mut self, service: usize, temperature: f32) {
        let payments = &self.payments;
        let event = payments.modes.service_event(service);
        let mut gain = payments.rewards[event];
        take(&mut gain, &payments.refunds[service]);
        gain.iter_mut().for_each(|gain| *gain -= IDLE * temperature);
        let mut candidates = vec![((), gain)];
        share_out(&mut candidates, payments.grid.used, temperature);
        for (_, share) in &candidates {
            add(&mut self.shares.events[event], share);
            take(&mut self.shares.refunds[service], share);
        }
    }
}
