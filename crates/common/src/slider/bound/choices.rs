//! The modes that blocks choose at given prices, with time in knots.

use super::block::{choose, Room};
use super::modes::Modes;
use super::payments::Payments;
use super::prices::{Knots, Prices};
use super::shares::{add, share_out, take, Shares};

/// Temperatures by which a service has to gain to be as likely as none: of
/// those that gain nothing there are too many to leave them a share.
const IDLE: f32 = 6.0;

/// Payments, and the choices that they lead to.
pub(super) struct Choices<'a> {
    /// Payments at the present prices.
    pub payments: Payments<'a>,
    /// Amounts chosen.
    pub shares: Shares,
    room: Room,
}

impl<'a> Choices<'a> {
    /// Returns choices with all prices 0 and no shares.
    pub fn new(modes: &'a Modes, knots: &Knots) -> Choices<'a> {
        Choices {
            payments: Payments::new(modes, knots),
            shares: Shares::none(modes),
            room: Room::default(),
        }
    }

    /// Works out the shares at these prices.
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
