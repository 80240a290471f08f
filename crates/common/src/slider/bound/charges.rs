//! Charges: the difference between bound and score, by turn and block. They are the terms of the
//! proof's sum, so none is negative and their total is exactly that difference.

use super::super::board::{Board, TurnEffect};
use super::exact::Evaluation;
use super::ledger::{Account, Ledger};
use super::modes::{ModeKind, Modes};
use super::play::PlayedBlocks;
use super::prices::SCALE;
use super::{prices, WAY_DEPTH};

/// The reason of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChargeCause {
    /// A block falls or serves others later than in its best mode of the same kind.
    Late,
    /// A block takes more turns than its best mode, or turns that are not charged.
    Detour,
    /// A turn changes nothing, or moves a block that never falls and serves no other.
    Idle,
    /// A block never falls although its best mode does.
    Unbrought,
    /// Unused turns at the end.
    Unplayed,
    /// Prices paid out but not taken in, and services that are not performed: slack of the bound
    /// that cannot be attributed. Every play has some.
    Slack,
}

/// Units lost for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The reason.
    pub cause: ChargeCause,
    /// Slot of the turn, from 0; `None` if the charge does not belong to one turn.
    pub slot: Option<usize>,
    /// The block's original square, if the charge is about a block.
    pub block: Option<usize>,
    /// Number of units, not negative.
    pub units: i64,
}

/// All charges of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charges {
    /// The bound in units.
    pub bound: i64,
    /// The score in units.
    pub score: i64,
    /// The charges; their sum is `bound - score`.
    pub each: Vec<Charge>,
}

impl Charges {
    /// Units per point.
    pub const SCALE: i64 = SCALE;

    fn push(&mut self, cause: ChargeCause, slot: Option<usize>, block: Option<usize>, units: i64) {
        if units != 0 {
            self.each.push(Charge {
                cause,
                slot,
                block,
                units,
            });
        }
    }
}

/// Returns the charges of the play `turns` on `board`, at the prices found by `steps` steps of the
/// descent of [`tight_bound`](super::tight_bound). The bound may differ slightly from that one
/// because each refund is capped at the price of its turn.
pub fn charges(board: &Board, turns: &[TurnEffect], steps: u64) -> Charges {
    let modes = Modes::new(board, WAY_DEPTH);
    let prices = prices(board, &modes, steps);
    let evaluation = Evaluation::new(&modes, &prices, true);
    let play = PlayedBlocks::new(board, turns);
    let ledger = Ledger {
        play: &play,
        prices: &evaluation,
    };
    let blocks = 0..play.origins.len();
    let mut charges = Charges {
        bound: evaluation.bound(),
        score: SCALE * blocks.clone().map(|block| play.points(block)).sum::<i64>(),
        each: Vec::new(),
    };
    let mut is_paid = vec![false; modes.slots];
    for block in blocks {
        charge_block(&mut charges, &ledger, block);
        let charged = play.mode(block).map_or(Vec::new(), |(_, charged)| charged);
        charged.iter().for_each(|step| is_paid[step.slot] = true);
    }
    let mut unserved = 0;
    for service in 0..modes.services.len() {
        let account = ledger.service(service);
        let left = account.as_ref().map_or(0, |account| account.left);
        unserved += evaluation.service(service) - left;
        if let Some(account) = account.filter(|account| !account.is_charged) {
            is_paid[account.slot] = true;
        }
    }
    charges.push(ChargeCause::Slack, None, None, unserved);
    charge_slots(&mut charges, &evaluation, &play, (&is_paid, turns.len()));
    // The rest is what waits, stays and refunds pay out and do not take in.
    let known: i64 = charges.each.iter().map(|charge| charge.units).sum();
    let rest = charges.bound - charges.score - known;
    charges.push(ChargeCause::Slack, None, None, rest);
    charges
}

/// The kinds of modes that end with a fall.
const FALLS: [ModeKind; 5] = {
    use ModeKind::{Corner, Fall, Four, Line, Three};
    [Fall, Line, Corner, Three, Four]
};

/// Charges a block with the gain of its best mode less its account.
fn charge_block(charges: &mut Charges, ledger: &Ledger, block: usize) {
    let play = ledger.play;
    let gains = ledger.prices.gains(block);
    let granted = gains.most();
    let is_to_fall = FALLS.iter().any(|&kind| gains.0[kind as usize] == granted);
    let origin = Some(play.origins[block]);
    let Some(Account { left, kind }) = ledger.account(block) else {
        let cause = match is_to_fall && play.worths[block] > 0 {
            true => ChargeCause::Unbrought,
            false => ChargeCause::Slack,
        };
        charges.push(cause, None, origin, granted);
        return;
    };
    let turns = &play.steps[block];
    let last = turns[turns.len() - 1];
    let of_kind = gains.0[kind as usize];
    if last.end.is_some() && is_to_fall && play.worths[block] > 0 {
        charges.push(ChargeCause::Unbrought, None, origin, granted - left);
        return;
    }
    let slot = Some(last.slot);
    charges.push(ChargeCause::Detour, slot, origin, granted - of_kind);
    charges.push(ChargeCause::Late, slot, origin, of_kind - left);
}

/// Charges the slots whose price is not paid by an account.
fn charge_slots(
    charges: &mut Charges,
    evaluation: &Evaluation,
    play: &PlayedBlocks,
    (is_paid, turns): (&[bool], usize),
) {
    // By slot, the moving block and whether it ever falls.
    let mut movers = vec![None; is_paid.len()];
    for block in 0..play.origins.len() {
        let steps = &play.steps[block];
        let falls = steps.last().is_some_and(|last| last.end.is_none());
        for step in steps {
            movers[step.slot] = Some((play.origins[block], falls));
        }
    }
    let mut unplayed = 0;
    for slot in (0..is_paid.len()).filter(|&slot| !is_paid[slot]) {
        let price = evaluation.turn[slot];
        match movers[slot] {
            Some((origin, true)) => {
                charges.push(ChargeCause::Detour, Some(slot), Some(origin), price);
            }
            Some((origin, false)) => {
                charges.push(ChargeCause::Idle, Some(slot), Some(origin), price);
            }
            None if slot < turns => charges.push(ChargeCause::Idle, Some(slot), None, price),
            None => unplayed += price,
        }
    }
    charges.push(ChargeCause::Unplayed, None, None, unplayed);
}
