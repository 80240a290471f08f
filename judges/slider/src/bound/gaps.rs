//! Complementary-slackness gaps: the difference between bound and score, by turn and block. Each
//! gap is one term of the proof's sum. So no gap is negative, and their sum is that difference.

use super::columns::{Columns, Mode};
use super::exact::Evaluation;
use super::multipliers;
use super::multipliers::SCALE;
use super::play::PlayedBlocks;
use super::reduced_costs::{ReducedCost, ReducedCosts};
use common::slider::board::{Board, TurnEffect};

/// The cause of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapCause {
    /// A block falls or serves others later than in the best mode of the same kind.
    Late,
    /// A block takes more turns than its best mode does, or turns that are not charged.
    Detour,
    /// A turn changes nothing, or moves a block that never falls and never serves another block.
    Idle,
    /// A block never falls, although its best mode ends with a fall.
    Undelivered,
    /// Turns at the end are unused.
    Unplayed,
    /// Slack of the bound that belongs to no turn or block: prices paid out but not taken in, and
    /// services that are not performed. Every play has some.
    Slack,
}

/// A part of the difference between bound and score, with its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The cause.
    pub cause: GapCause,
    /// Slot of the turn, from 0; `None` if the gap does not belong to one turn.
    pub slot: Option<usize>,
    /// The original square of the block, if the gap belongs to a block.
    pub block: Option<usize>,
    /// Number of units, not negative.
    pub units: i64,
}

/// All gaps of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// The bound in units.
    pub bound: i64,
    /// The score in units.
    pub score: i64,
    /// The gaps; their sum is `bound - score`.
    pub each: Vec<Gap>,
}

impl Gaps {
    /// Units per point.
    pub const SCALE: i64 = SCALE;

    fn push(&mut self, cause: GapCause, slot: Option<usize>, block: Option<usize>, units: i64) {
        if units != 0 {
            self.each.push(Gap { cause, slot, block, units });
        }
    }
}

/// Returns the gaps of the play `turns` on `board`, at the multipliers that
/// [`tight_bound`](super::tight_bound) finds in `steps` steps. The bound may differ slightly from
/// that of `tight_bound`, because each coupling multiplier is capped at the price of its slot.
pub fn gaps(board: &Board, turns: &[TurnEffect], steps: u64) -> Gaps {
    let columns = Columns::new(board);
    let multipliers = multipliers(board, &columns, steps);
    let evaluation = Evaluation::new(&columns, &multipliers, true);
    let play = PlayedBlocks::new(board, turns);
    let reduced_costs = ReducedCosts { play: &play, evaluation: &evaluation };
    let blocks = 0..play.origins.len();
    let mut gaps = Gaps {
        bound: evaluation.bound(),
        score: SCALE * blocks.clone().map(|block| play.points(block)).sum::<i64>(),
        each: Vec::new(),
    };
    let mut is_paid = vec![false; columns.slots];
    for block in blocks {
        add_block_gaps(&mut gaps, &reduced_costs, block);
        let charged = play.mode(block).map_or(Vec::new(), |(_, charged)| charged);
        charged.iter().for_each(|step| is_paid[step.slot] = true);
    }
    let mut unserved = 0;
    for service in 0..columns.services.len() {
        let reduced_cost = reduced_costs.of_service(service);
        let value = reduced_cost.as_ref().map_or(0, |reduced_cost| reduced_cost.value);
        unserved += evaluation.service(service) - value;
        if let Some(reduced_cost) = reduced_cost.filter(|reduced_cost| !reduced_cost.is_charged) {
            is_paid[reduced_cost.slot] = true;
        }
    }
    gaps.push(GapCause::Slack, None, None, unserved);
    add_slot_gaps(&mut gaps, &evaluation, &play, (&is_paid, turns.len()));
    // The rest is the amount that the constraints pay out and do not take in.
    let known: i64 = gaps.each.iter().map(|gap| gap.units).sum();
    let rest = gaps.bound - gaps.score - known;
    gaps.push(GapCause::Slack, None, None, rest);
    gaps
}

/// The kinds of modes that end with a fall.
const FALLS: [Mode; 5] = {
    use Mode::{Corner, Fall, Four, Line, Three};
    [Fall, Line, Corner, Three, Four]
};

/// Adds the gaps of a block: the gain of its best mode minus its reduced cost.
fn add_block_gaps(gaps: &mut Gaps, reduced_costs: &ReducedCosts, block: usize) {
    let play = reduced_costs.play;
    let gains = reduced_costs.evaluation.gains(block);
    let granted = gains.most();
    let is_to_fall = FALLS.iter().any(|&mode| gains.0[mode as usize] == granted);
    let origin = Some(play.origins[block]);
    let Some(ReducedCost { value, mode }) = reduced_costs.of_block(block) else {
        let cause = if is_to_fall && play.worths[block] > 0 {
            GapCause::Undelivered
        } else {
            GapCause::Slack
        };
        gaps.push(cause, None, origin, granted);
        return;
    };
    let turns = &play.steps[block];
    let last = turns[turns.len() - 1];
    let of_mode = gains.0[mode as usize];
    if last.end.is_some() && is_to_fall && play.worths[block] > 0 {
        gaps.push(GapCause::Undelivered, None, origin, granted - value);
        return;
    }
    let slot = Some(last.slot);
    gaps.push(GapCause::Detour, slot, origin, granted - of_mode);
    gaps.push(GapCause::Late, slot, origin, of_mode - value);
}

/// Adds the prices of the slots for which no block or service pays.
fn add_slot_gaps(
    gaps: &mut Gaps,
    evaluation: &Evaluation,
    play: &PlayedBlocks,
    (is_paid, turns): (&[bool], usize),
) {
    // By slot: the moving block, and true if it falls later in the play.
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
                gaps.push(GapCause::Detour, Some(slot), Some(origin), price);
            }
            Some((origin, false)) => {
                gaps.push(GapCause::Idle, Some(slot), Some(origin), price);
            }
            None if slot < turns => gaps.push(GapCause::Idle, Some(slot), None, price),
            None => unplayed += price,
        }
    }
    gaps.push(GapCause::Unplayed, None, None, unplayed);
}
