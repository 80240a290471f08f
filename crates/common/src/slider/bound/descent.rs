//! Gradient descent towards prices that make the bound small.

use super::block::{choose, Room};
use super::grid::ZERO;
use super::modes::{Event, Modes};
use super::payments::Payments;
use super::prices::{AtKnots, Knots, Prices, KNOTS};
use super::shares::{add, share_out, take, Shares};

/// Decay rates of the means of the gradient and of its square (Adam: Kingma and Ba, 2015).
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.99;

/// Added to the root of the mean square: a gradient, in shares, below which steps are shorter.
const SMALL: f32 = 0.01;

/// Step length at the start and at the end, relative to the price of the first turn: for prices of
/// turns, and for all others.
const TURN_RATE: [f32; 2] = [0.01, 0.0005];
const OTHER_RATE: [f32; 2] = [0.015, 0.0006];

/// Temperature in the same unit, at the start and at the end.
const TEMPERATURE: [f32; 2] = [0.02, 0.0001];

/// Gain, in units of the temperature, at which a service is performed with probability one half.
/// Most services gain nothing; with 0 here they would together outweigh the few that gain.
const IDLE: f32 = 6.0;

#[derive(Clone, Copy)]
struct Moments {
    mean: AtKnots,
    square: AtKnots,
}

impl Moments {
    const NONE: Moments = Moments {
        mean: ZERO,
        square: ZERO,
    };

    /// Moves non-negative prices by about `rate` against the gradient.
    fn step(&mut self, prices: &mut AtKnots, gradient: &AtKnots, rate: f32, unbias: [f32; 2]) {
        let rate = rate * unbias[0];
        for knot in 0..KNOTS {
            let gradient = gradient[knot];
            let mean = MOMENTUM * self.mean[knot] + (1.0 - MOMENTUM) * gradient;
            let square = MEMORY * self.square[knot] + (1.0 - MEMORY) * gradient * gradient;
            self.mean[knot] = mean;
            self.square[knot] = square;
            let step = rate * mean / ((square * unbias[1]).sqrt() + SMALL);
            prices[knot] = (prices[knot] - step).max(0.0);
        }
    }
}

pub(super) struct Descent<'a> {
    modes: &'a Modes,
    pub prices: Prices,
    payments: Payments<'a>,
    /// Shares of the modes at the last prices: the gradient.
    shares: Shares,
    room: Room,
    unit: f32,
    turn: Moments,
    waits: Vec<Moments>,
    stays: Vec<Moments>,
    refunds: Vec<Moments>,
    powers: [f32; 2],
}

impl<'a> Descent<'a> {
    pub fn new(modes: &'a Modes, turns: Vec<f32>) -> Descent<'a> {
        let busy = turns.iter().filter(|&&price| price > 0.0).count();
        let knots = Knots::new(modes.slots, busy + busy / 3 + 8);
        let turn = knots.at.map(|slot| turns[slot]);
        let zeros = |count: usize| vec![ZERO; count];
        let none = |count: usize| vec![Moments::NONE; count];
        let (waits, stays, services) = (modes.waits.len(), modes.stays.len(), modes.services.len());
        Descent {
            modes,
            payments: Payments::new(modes, &knots),
            shares: Shares::none(modes),
            room: Room::default(),
            unit: turn[0].max(1.0),
            prices: Prices {
                knots,
                turn,
                waits: zeros(waits),
                stays: zeros(stays),
                refunds: zeros(services),
            },
            turn: Moments::NONE,
            waits: none(waits),
            stays: none(stays),
            refunds: none(services),
            powers: [1.0; 2],
        }
    }

    /// Returns by block the payments for its first turn.
    pub fn touch_rewards(mut self) -> Vec<AtKnots> {
        self.payments.read(&self.prices);
        let blocks = 0..self.modes.blocks.len();
        let reward = |block| self.payments.rewards[Event::Touched.of(block)];
        blocks.map(reward).collect()
    }

    /// Makes one step at `progress` of the descent, 0 to 1.
    pub fn step(&mut self, progress: f32) {
        let now = |[start, end]: [f32; 2]| self.unit * geometric(start, end, progress);
        let (rate, other_rate) = (now(TURN_RATE), now(OTHER_RATE));
        let temperature = now(TEMPERATURE);
        self.share_out(temperature);
        self.powers[0] *= MOMENTUM;
        self.powers[1] *= MEMORY;
        let unbias = self.powers.map(|power| 1.0 / (1.0 - power));
        let grid = &self.payments.grid;
        let shares = &mut self.shares;
        let mut gradient: AtKnots =
            std::array::from_fn(|knot| grid.capacity[knot] - shares.turns[knot]);
        self.turn
            .step(&mut self.prices.turn, &gradient, rate, unbias);
        let refunds = self.prices.refunds.iter_mut().zip(&mut self.refunds);
        for ((price, moments), share) in refunds.zip(&shares.refunds) {
            moments.step(price, share, other_rate, unbias);
        }
        let stays = self.prices.stays.iter_mut().zip(&mut self.stays);
        for (((price, moments), share), &event) in stays.zip(&shares.stays).zip(&self.modes.stays) {
            // A block stopped in a slot or later and a stopper that has left by then exclude each
            // other: their shares may sum to 1 at most.
            let stopped = grid.one_later(share);
            let mut later: f32 = stopped.iter().sum();
            let mut left = 0.0;
            gradient = ZERO;
            for knot in 0..grid.used {
                later -= stopped[knot];
                left += shares.events[event][knot];
                gradient[knot] = 1.0 - later - left;
            }
            moments.step(price, &gradient, other_rate, unbias);
        }
        for event in &mut shares.events {
            *event = sums_up_to(&grid.one_later(event));
        }
        let waits = self.prices.waits.iter_mut().zip(&mut self.waits);
        for (((price, moments), share), &event) in waits.zip(&shares.waits).zip(&self.modes.waits) {
            let done = sums_up_to(share);
            for knot in 0..KNOTS {
                gradient[knot] = shares.events[event][knot] - done[knot];
            }
            gradient[grid.used..].fill(0.0);
            moments.step(price, &gradient, other_rate, unbias);
        }
    }

    /// Gives the modes of every block and service their shares at the present prices.
    fn share_out(&mut self, temperature: f32) {
        self.payments.read(&self.prices);
        self.shares.clear();
        let (payments, shares) = (&self.payments, &mut self.shares);
        for block in 0..self.modes.blocks.len() {
            choose(payments, block, temperature, shares, &mut self.room);
        }
        for (service, refund) in payments.refunds.iter().enumerate() {
            let event = self.modes.service_event(service);
            let mut gain = payments.rewards[event];
            take(&mut gain, refund);
            gain.iter_mut().for_each(|gain| *gain -= IDLE * temperature);
            let mut candidates = vec![((), gain)];
            share_out(&mut candidates, payments.grid.used, temperature);
            for (_, share) in &candidates {
                add(&mut shares.events[event], share);
                take(&mut shares.refunds[service], share);
            }
        }
    }
}

fn sums_up_to(values: &AtKnots) -> AtKnots {
    let mut sums = *values;
    for knot in 1..KNOTS {
        sums[knot] += sums[knot - 1];
    }
    sums
}

fn geometric(start: f32, end: f32, progress: f32) -> f32 {
    // Only square roots and products: `powf` differs between machines.
    let mut value = start;
    let mut ratio = end / start;
    let mut rest = progress;
    for _ in 0..16 {
        ratio = ratio.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            value *= ratio;
        }
    }
    value
}
