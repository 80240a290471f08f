//! The modes that every block would choose at given prices, and how much of each.
//!
//! A block or a service has several modes, each with a gain at every knot of the time axis. It
//! does not choose the best one alone: each gets a share by its gain (`shares`). All shares
//! together are the gradient by which `descent` changes the prices.

use super::block::{choose, Room};
use super::modes::Modes;
use super::payments::Payments;
use super::prices::{Knots, Prices};
use super::shares::{add, share_out, take, Shares};

/// Gain, in units of the temperature, at which a service is as likely to be performed as not.
/// Most services gain nothing; at 0 all of them together would outweigh the few that gain.
const IDLE: f32 = 6.0;

/// Payments of every mode at the present prices, and the shares that follow from them.
pub(super) struct Choices<'a> {
    /// Payments at the present prices.
    pub payments: Payments<'a>,
    /// Shares of the modes, summed by event, wait, stay and service.
    pub shares: Shares,
    room: Room,
}

impl<'a> Choices<'a> {
    /// All prices are 0; nothing has a share.
    pub fn new(modes: &'a Modes, knots: &Knots) -> Choices<'a> {
        Choices {
            payments: Payments::new(modes, knots),
            shares: Shares::none(modes),
            room: Room::default(),
        }
    }

    /// Computes the shares at these prices.
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
