//! The bound that given Lagrange multipliers prove, in integers.
//!
//! Amounts are in units of 1/256 point, and vectors are by slot.

use std::borrow::Cow;

use super::columns::{Columns, Mode, Row, StageOrigin};
use super::multipliers::{LagrangeMultipliers, SCALE};
use super::smooth::{add, take};

/// Smaller than any gain. Sums of a few cannot overflow.
const NEG_INF: i64 = i64::MIN / 16;

/// The highest reduced cost of a block's columns by mode. G(b) of BOUND.md is the maximum over all
/// modes.
pub(super) struct Gains(pub [i64; Mode::Four as usize + 1]);

impl Gains {
    /// Returns the maximum over all modes, at least 0: a block need not move.
    pub fn most(&self) -> i64 {
        self.0.iter().fold(0, |most, &gain| most.max(gain))
    }
}

/// The rows of all columns at given multipliers.
pub(super) struct Evaluation<'a> {
    pub columns: &'a Columns,
    multipliers: &'a LagrangeMultipliers,
    /// The part of the bound that does not depend on the columns: slots and blocking constraints.
    pub constant: i64,
    /// The price of a turn.
    pub turn: Vec<i64>,
    /// By event, the payment for the event in a slot.
    events: Vec<Vec<i64>>,
    /// By service, the coupling multipliers.
    pub couplings: Vec<Vec<i64>>,
    /// The largest coupling multipliers: of all services, and of those in sight of a hole.
    best_couplings: [Vec<i64>; 2],
}

impl Evaluation<'_> {
    /// Expands the multipliers of these columns to every slot. If `caps` is true, no coupling
    /// multiplier exceeds the price of its slot; then the reduced cost of an uncharged service does
    /// not exceed the best one.
    pub fn new<'a>(
        columns: &'a Columns,
        multipliers: &'a LagrangeMultipliers,
        caps: bool,
    ) -> Evaluation<'a> {
        let knots = &multipliers.knots;
        let turn = knots.price(&multipliers.turn);
        let mut constant = turn.iter().sum();
        let mut events = vec![vec![0; columns.slots]; columns.events()];
        for (falls, &event) in multipliers.precedences.iter().zip(&columns.precedences) {
            // An event in one slot can be used from the next slot on.
            add(&mut events[event], &knots.falling(falls)[1..]);
        }
        for (falls, &event) in multipliers.blockings.iter().zip(&columns.blockings) {
            let price = knots.falling(falls);
            constant += price[0];
            take(&mut events[event], &price);
        }
        let mut couplings = Vec::new();
        let mut best_couplings = [vec![0; columns.slots], vec![0; columns.slots]];
        for (coupling, &square) in multipliers.couplings.iter().zip(&columns.services) {
            let mut coupling = knots.price(coupling);
            if caps {
                let turns = coupling.iter_mut().zip(&turn);
                turns.for_each(|(coupling, &turn)| *coupling = turn.min(*coupling));
            }
            for best in &mut best_couplings[..1 + usize::from(columns.sees_hole[square])] {
                raise(best, &coupling);
            }
            couplings.push(coupling);
        }
        Evaluation { columns, multipliers, constant, turn, events, couplings, best_couplings }
    }

    /// Returns the bound in units: the theorem of BOUND.md, for any multipliers.
    pub fn bound(&self) -> i64 {
        let blocks = (0..self.columns.blocks.len()).map(|block| self.gains(block).most());
        let services = (0..self.columns.services.len()).map(|service| self.service(service));
        self.constant + blocks.chain(services).sum::<i64>()
    }

    /// Returns, by slot, what a turn gains by a row.
    pub fn row(&self, row: Row) -> Cow<'_, [i64]> {
        let multipliers = self.multipliers;
        let falling = |falls| multipliers.knots.falling(falls);
        let amounts: Vec<i64> = match row {
            Row::Turn => self.turn.iter().map(|price| -price).collect(),
            Row::Points(worth) => {
                let turn_multipliers = (1..=self.columns.slots as i64).rev();
                turn_multipliers.map(|multiplier| worth as i64 * multiplier * SCALE).collect()
            }
            Row::Precedence(precedence) => {
                let price = falling(&multipliers.precedences[precedence]);
                price.into_iter().map(|price| -price).collect()
            }
            Row::Blocking(blocking) => {
                // A stopper that leaves in the next slot is still present in this slot.
                let price = falling(&multipliers.blockings[blocking]);
                let next = price[1..].iter().copied().chain([0]);
                next.map(|next| next - price[0]).collect()
            }
            Row::Event(event) => return Cow::Borrowed(&self.events[event]),
            Row::Service(service) => return Cow::Borrowed(&self.couplings[service]),
            Row::AnyService => return Cow::Borrowed(&self.best_couplings[0]),
            Row::SightService => return Cow::Borrowed(&self.best_couplings[1]),
        };
        Cow::Owned(amounts)
    }

    /// Returns S(q) of BOUND.md: the highest gain of a service.
    pub fn service(&self, service: usize) -> i64 {
        let payments = self.row(Row::Event(self.columns.service_event(service)));
        let gains = payments.iter().zip(&self.couplings[service]);
        gains.fold(0, |best, (payment, coupling)| best.max(payment - coupling))
    }

    /// Returns the highest reduced costs of a block.
    pub fn gains(&self, block: usize) -> Gains {
        let mut best = Gains([NEG_INF; Mode::Four as usize + 1]);
        // By stage: at slot t, the highest gain of the turns up to it if it is in slot t.
        let mut gains: Vec<Vec<i64>> = Vec::new();
        for stage in &self.columns.blocks[block] {
            let mut gain = match &stage.origin {
                StageOrigin::Nothing => vec![0; self.columns.slots],
                StageOrigin::Same(other) => gains[*other].clone(),
                StageOrigin::Best(others) => {
                    let mut best = vec![NEG_INF; self.columns.slots];
                    others.iter().for_each(|&other| raise(&mut best, &gains[other]));
                    best
                }
            };
            if let Some(after) = stage.after {
                add(&mut gain, &best_before(&gains[after]));
            }
            for &row in &stage.rows {
                add(&mut gain, &self.row(row));
            }
            if let Some(mode) = stage.mode {
                let most = &mut best.0[mode as usize];
                *most = gain.iter().fold(*most, |most, &gain| most.max(gain));
            }
            gains.push(gain);
        }
        best
    }
}

fn raise(to: &mut [i64], other: &[i64]) {
    to.iter_mut().zip(other).for_each(|(to, &other)| *to = other.max(*to));
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
