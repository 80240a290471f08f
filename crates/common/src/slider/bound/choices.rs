//! The modes that blocks choose at given prices, with time in knots.
//!
//! Not the best one alone: every mode and knot gets a share, by the Gibbs
//! distribution of a temperature. The shares are the gradient of a smooth
//! function near the bound, and change little when prices do.

use super::grid::{Grid, NEVER, ZERO};
use super::modes::{Axis, Block, Event, First, Modes, Stop};
use super::prices::{AtKnots, Knots, Prices, KNOTS};

/// Shares below `exp` of this, per temperature, are nothing.
const COLD: f32 = -20.0;

/// Temperatures by which a service has to gain to be as likely as none: of
/// those that gain nothing there are too many to leave them a share.
const IDLE: f32 = 6.0;

/// Amounts of everything that is chosen, knot by knot.
pub(super) struct Shares {
    /// Turns that are played.
    pub turns: AtKnots,
    /// By event: when it happens.
    pub events: Vec<AtKnots>,
    /// By wait: when what waits is done.
    pub waits: Vec<AtKnots>,
    /// By stay: when the block is stopped.
    pub stays: Vec<AtKnots>,
    /// By service: turns that could be it, less turns that are taken for it.
    pub refunds: Vec<AtKnots>,
}

/// Best of several, knot by knot, and which it is.
#[derive(Clone, Copy)]
struct Best {
    gain: AtKnots,
    which: [u32; KNOTS],
}

impl Best {
    fn of_none(gain: f32) -> Best {
        Best {
            gain: [gain; KNOTS],
            which: [u32::MAX; KNOTS],
        }
    }

    fn raise(&mut self, gain: &AtKnots, which: u32) {
        let bests = self.gain.iter_mut().zip(&mut self.which);
        for ((best, best_which), &gain) in bests.zip(gain) {
            let better = gain > *best;
            *best = if better { gain } else { *best };
            *best_which = if better { which } else { *best_which };
        }
    }
}

#[derive(Clone, Copy)]
enum Mode {
    Touch(Axis),
    Fall(usize),
    Line(usize),
    Over(usize),
    Twice(Axis),
    Three(Axis),
}

/// Modes with gains; then with shares.
type Candidates<M> = Vec<(M, AtKnots)>;

/// Prices at the knots, and the choices at these prices.
pub(super) struct Choices<'a> {
    modes: &'a Modes,
    /// The knots of the prices.
    pub grid: Grid,
    turn: AtKnots,
    waits: Vec<AtKnots>,
    stays: Vec<AtKnots>,
    /// By event, what it is paid.
    pub rewards: Vec<AtKnots>,
    refunds: Vec<AtKnots>,
    /// The best refund of all services, and of those that see a hole.
    best_refunds: [Best; 2],
    /// Amounts chosen at the present prices.
    pub shares: Shares,
    candidates: Candidates<Mode>,
    /// First turns, by way and number of waits: gains, then shares.
    starts: Vec<Vec<[AtKnots; 2]>>,
}

impl<'a> Choices<'a> {
    /// Returns choices with all prices 0 and no shares.
    pub fn new(modes: &'a Modes, knots: &Knots) -> Choices<'a> {
        let (waits, stays) = (modes.waits.len(), modes.stays.len());
        let services = modes.services.len();
        Choices {
            modes,
            grid: Grid::new(knots, modes.slots),
            turn: ZERO,
            waits: vec![ZERO; waits],
            stays: vec![ZERO; stays],
            rewards: vec![ZERO; modes.events()],
            refunds: vec![ZERO; services],
            best_refunds: [Best::of_none(0.0); 2],
            shares: Shares {
                turns: ZERO,
                events: vec![ZERO; modes.events()],
                waits: vec![ZERO; waits],
                stays: vec![ZERO; stays],
                refunds: vec![ZERO; services],
            },
            candidates: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// Works out the shares at these prices.
    pub fn update(&mut self, prices: &Prices, temperature: f32) {
        self.read(prices);
        self.shares.turns = ZERO;
        let shares = &mut self.shares;
        for list in [
            &mut shares.events,
            &mut shares.waits,
            &mut shares.stays,
            &mut shares.refunds,
        ] {
            list.fill(ZERO);
        }
        for block in 0..self.modes.blocks.len() {
            self.block(block, temperature);
        }
        for service in 0..self.modes.services.len() {
            self.service(service, temperature);
        }
    }

    /// Reads these prices.
    pub fn read(&mut self, prices: &Prices) {
        self.turn = prices.turn;
        self.rewards.fill(ZERO);
        for (wait, &event) in self.modes.waits.iter().enumerate() {
            self.waits[wait] = sums_from(&prices.waits[wait]);
            add(&mut self.rewards[event], &self.waits[wait]);
        }
        for reward in &mut self.rewards {
            *reward = self.grid.next_slot(reward);
        }
        for (stay, &event) in self.modes.stays.iter().enumerate() {
            let price = sums_from(&prices.stays[stay]);
            take(&mut self.rewards[event], &price);
            self.stays[stay] = self.grid.next_slot(&price).map(|next| price[0] - next);
        }
        self.refunds.clone_from(&prices.refunds);
        self.best_refunds = [Best::of_none(0.0); 2];
        for (service, &square) in self.modes.services.iter().enumerate() {
            let sees_hole = self.modes.sees_hole[square];
            for best in &mut self.best_refunds[..1 + usize::from(sees_hole)] {
                best.raise(&self.refunds[service], service as u32);
            }
        }
    }

    fn block(&mut self, index: usize, temperature: f32) {
        let block: &Block = &self.modes.blocks[index];
        let touched = self.rewards[Event::Touched.of(index)];
        let left = Axis::BOTH.map(|axis| self.rewards[axis.left().of(index)]);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut starts = std::mem::take(&mut self.starts);
        starts.iter_mut().for_each(Vec::clear);
        starts.resize(starts.len().max(block.ways.len()), Vec::new());
        for (way, starts) in block.ways.iter().zip(&mut starts) {
            let mut gain = touched;
            add(&mut gain, &left[way.axis.across() as usize]);
            take(&mut gain, &self.turn);
            starts.push([gain, ZERO]);
            for wait in way.waits.clone() {
                take(&mut gain, &self.waits[wait]);
                starts.push([gain, ZERO]);
            }
        }
        let start = |first: &First| {
            let mut gain = starts[first.way][first.crossed][0];
            if let Some(service) = first.serves {
                add(&mut gain, &self.refunds[service]);
            }
            gain
        };
        let mut once = [Best::of_none(NEVER); 2];
        for (number, first) in block.firsts.iter().enumerate() {
            once[block.ways[first.way].axis as usize].raise(&start(first), number as u32);
        }
        let before = [0, 1].map(|axis| self.grid.best_before(&once[axis].gain));
        candidates.extend(Axis::BOTH.map(|axis| (Mode::Touch(axis), once[axis as usize].gain)));
        let worth = block.worth as f32;
        let mut last = self.grid.multiplier.map(|multiplier| worth * multiplier);
        take(&mut last, &self.turn);
        for (number, fall) in block.falls.iter().enumerate() {
            let mut gain = last;
            add(&mut gain, &left[fall.axis as usize]);
            self.pay(&mut gain, fall.waits.clone());
            let mut line = gain;
            add(&mut line, &before[fall.axis as usize].gain);
            candidates.push((Mode::Line(number), line));
            add(&mut gain, &touched);
            add(&mut gain, &left[fall.axis.across() as usize]);
            candidates.push((Mode::Fall(number), gain));
        }
        let mut over_before = Vec::new();
        for (number, over) in block.overs.iter().enumerate() {
            let mut first = start(&over.first);
            match over.stop {
                Stop::Free => {}
                Stop::Service(wait) => take(&mut first, &self.waits[wait]),
                Stop::Stay(stay) => take(&mut first, &self.stays[stay]),
            }
            let before = self.grid.best_before(&first);
            let mut gain = last;
            add(&mut gain, &left[block.ways[over.first.way].axis as usize]);
            add(&mut gain, &before.gain);
            self.pay(&mut gain, over.entry.clone());
            candidates.push((Mode::Over(number), gain));
            over_before.push(before);
        }
        let [any_refund, line_refund] = self.best_refunds;
        let mut more = Vec::new();
        for axis in Axis::BOTH {
            let mut second = before[axis as usize].gain;
            add(&mut second, &left[axis as usize]);
            take(&mut second, &self.turn);
            let mut ready = Best::of_none(NEVER);
            let mut gain = second;
            add(&mut gain, &line_refund.gain);
            ready.raise(&gain, 3);
            add(&mut second, &any_refund.gain);
            candidates.push((Mode::Twice(axis), second));
            let second = self.grid.best_before(&second);
            let mut third = second.gain;
            take(&mut third, &self.turn);
            add(&mut third, &line_refund.gain);
            ready.raise(&third, 4);
            let third = self.grid.best_before(&ready.gain);
            if block.worth > 0 {
                let mut gain = last;
                add(&mut gain, &third.gain);
                candidates.push((Mode::Three(axis), gain));
            }
            more.push((second, ready, third));
        }
        share_out(&mut candidates, self.grid.used, temperature);

        let mut once_shares = [ZERO; 2];
        let mut second_shares = [ZERO; 2];
        let mut third_shares = [ZERO; 2];
        let shares = &mut self.shares;
        let grid = &self.grid;
        for (mode, share) in &candidates {
            match *mode {
                Mode::Touch(axis) => add(&mut once_shares[axis as usize], share),
                Mode::Fall(number) => {
                    add(&mut shares.turns, share);
                    for event in Event::ALL {
                        add(&mut shares.events[event.of(index)], share);
                    }
                    for wait in &mut shares.waits[block.falls[number].waits.clone()] {
                        add(wait, share);
                    }
                }
                Mode::Line(number) => {
                    let fall = &block.falls[number];
                    add(&mut shares.turns, share);
                    add(&mut shares.events[fall.axis.left().of(index)], share);
                    for wait in &mut shares.waits[fall.waits.clone()] {
                        add(wait, share);
                    }
                    let axis = fall.axis as usize;
                    grid.trace(&before[axis], share, &mut once_shares[axis]);
                }
                Mode::Over(number) => {
                    let over = &block.overs[number];
                    let axis = block.ways[over.first.way].axis;
                    add(&mut shares.turns, share);
                    add(&mut shares.events[axis.left().of(index)], share);
                    for wait in &mut shares.waits[over.entry.clone()] {
                        add(wait, share);
                    }
                    let mut first = ZERO;
                    grid.trace(&over_before[number], share, &mut first);
                    match over.stop {
                        Stop::Free => {}
                        Stop::Service(wait) => add(&mut shares.waits[wait], &first),
                        Stop::Stay(stay) => add(&mut shares.stays[stay], &first),
                    }
                    if let Some(service) = over.first.serves {
                        add(&mut shares.refunds[service], &first);
                    }
                    add(&mut starts[over.first.way][over.first.crossed][1], &first);
                }
                Mode::Twice(axis) => {
                    add(&mut shares.turns, share);
                    refund(&mut shares.refunds, &any_refund, share);
                    add(&mut second_shares[axis as usize], share);
                }
                Mode::Three(axis) => {
                    add(&mut shares.turns, share);
                    grid.trace(
                        &more[axis as usize].2,
                        share,
                        &mut third_shares[axis as usize],
                    );
                }
            }
        }
        for axis in Axis::BOTH {
            let (second, ready, _) = &more[axis as usize];
            let mut third = third_shares[axis as usize];
            let axis_left = axis.left().of(index);
            let axis = axis as usize;
            add(&mut shares.turns, &third);
            refund(&mut shares.refunds, &line_refund, &third);
            let mut four = ZERO;
            for knot in 0..grid.used {
                if ready.which[knot] == 4 {
                    four[knot] = std::mem::take(&mut third[knot]);
                }
            }
            // The second of four turns.
            let mut before_third = ZERO;
            grid.trace(second, &four, &mut before_third);
            add(&mut shares.turns, &before_third);
            refund(&mut shares.refunds, &any_refund, &before_third);
            let mut all = second_shares[axis];
            add(&mut all, &third);
            add(&mut all, &before_third);
            add(&mut shares.events[axis_left], &all);
            grid.trace(&before[axis], &all, &mut once_shares[axis]);
            for knot in 0..grid.used {
                let share = once_shares[axis][knot];
                if share > 0.0 {
                    let first = &block.firsts[once[axis].which[knot] as usize];
                    starts[first.way][first.crossed][1][knot] += share;
                    if let Some(service) = first.serves {
                        shares.refunds[service][knot] += share;
                    }
                }
            }
        }
        for (way, starts) in block.ways.iter().zip(&starts) {
            // Whatever asks for a wait asks for those before it.
            let mut all = ZERO;
            for (number, [_, share]) in starts.iter().enumerate().rev() {
                add(&mut all, share);
                if number > 0 {
                    shares.waits[way.waits.start + number - 1] = all;
                }
            }
            add(&mut shares.turns, &all);
            add(&mut shares.events[Event::Touched.of(index)], &all);
            let across = way.axis.across().left();
            add(&mut shares.events[across.of(index)], &all);
        }
        self.candidates = candidates;
        self.starts = starts;
    }

    fn pay(&self, gain: &mut AtKnots, waits: std::ops::Range<usize>) {
        for price in &self.waits[waits] {
            take(gain, price);
        }
    }

    fn service(&mut self, service: usize, temperature: f32) {
        let event = self.modes.service_event(service);
        let mut gain = self.rewards[event];
        take(&mut gain, &self.refunds[service]);
        gain.iter_mut().for_each(|gain| *gain -= IDLE * temperature);
        let mut candidates = vec![((), gain)];
        share_out(&mut candidates, self.grid.used, temperature);
        for (_, share) in &candidates {
            add(&mut self.shares.events[event], share);
            take(&mut self.shares.refunds[service], share);
        }
    }
}

/// Adds shares to the services whose refund is the best.
fn refund(to: &mut [AtKnots], best: &Best, shares: &AtKnots) {
    for knot in 0..KNOTS {
        if let Some(service) = to.get_mut(best.which[knot] as usize) {
            service[knot] += shares[knot];
        }
    }
}

/// Turns gains into shares; to do nothing gains 0. What gets none is left out.
fn share_out<M>(candidates: &mut Candidates<M>, used: usize, temperature: f32) {
    let most = |gain: &AtKnots| gain[..used].iter().fold(NEVER, |a, &b| a.max(b));
    let best = candidates
        .iter()
        .fold(0.0, |best: f32, (_, gain)| best.max(most(gain)));
    let inverse = 1.0 / temperature;
    candidates.retain(|(_, gain)| (most(gain) - best) * inverse > COLD);
    let mut sum = exp(-best * inverse);
    for (_, gain) in candidates.iter_mut() {
        for gain in gain.iter_mut() {
            *gain = exp((*gain - best) * inverse);
        }
        gain[used..].fill(0.0);
        sum += gain.iter().sum::<f32>();
    }
    let inverse = 1.0 / sum;
    for (_, gain) in candidates.iter_mut() {
        gain.iter_mut().for_each(|gain| *gain *= inverse);
    }
}

/// Sums from each knot on.
fn sums_from(falls: &AtKnots) -> AtKnots {
    let mut sums = *falls;
    for knot in (1..KNOTS).rev() {
        sums[knot - 1] += sums[knot];
    }
    sums
}

pub(super) fn add(to: &mut AtKnots, what: &AtKnots) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

fn take(from: &mut AtKnots, what: &AtKnots) {
    for (from, what) in from.iter_mut().zip(what) {
        *from -= what;
    }
}

/// The exponential of a number up to 0, to 4 digits and to the bit the same
/// on every machine: 2 to its integer, from the bits of a float, times a
/// Taylor polynomial of the rest.
#[inline]
fn exp(x: f32) -> f32 {
    /// 1.5 · 2^23: added to a small number it leaves its integer in the last
    /// bits.
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
