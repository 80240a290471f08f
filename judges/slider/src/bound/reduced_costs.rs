//! Reduced costs in a play (see BOUND.md): the income of each block and service minus payments.

use super::columns::{Columns, Mode, Row, Stage, StageOrigin};
use super::exact::Evaluation;
use super::multipliers::SCALE;
use super::play::{PlayedBlocks, PlayedTurn};

/// The reduced cost of a block in units, and its mode. A positive value is a gain.
pub(super) struct ReducedCost {
    pub value: i64,
    pub mode: Mode,
}

/// The reduced cost of a service, in units.
pub(super) struct ServiceReducedCost {
    pub value: i64,
    pub slot: usize,
    /// True if the turn that performs the service is charged to its block's mode.
    pub is_charged: bool,
}

pub(super) struct ReducedCosts<'a> {
    pub play: &'a PlayedBlocks,
    pub evaluation: &'a Evaluation<'a>,
}

impl ReducedCosts<'_> {
    fn columns(&self) -> &Columns {
        self.evaluation.columns
    }

    /// Returns the service that a turn performs, if any.
    pub fn service_of(&self, turn: &PlayedTurn) -> Option<usize> {
        turn.end.and_then(|end| self.columns().service_at[end])
    }

    /// Returns the highest reduced cost of a column whose turns are the charged ones of a block, and
    /// whose rows hold in the play. Returns `None` if the block does not move.
    ///
    /// # Panics
    /// No column fits, which BOUND.md excludes.
    pub fn of_block(&self, block: usize) -> Option<ReducedCost> {
        let (mode, charged) = self.play.mode(block)?;
        let stages = &self.columns().blocks[block];
        let column = Column { costs: self, block, stages, charged: &charged };
        let ends = (0..stages.len()).filter(|&stage| stages[stage].mode == Some(mode));
        let values = ends.filter_map(|stage| column.value(stage, charged.len() - 1));
        let value = values.max().expect("every block of a play fits a column");
        Some(ReducedCost { value, mode })
    }

    pub fn of_service(&self, service: usize) -> Option<ServiceReducedCost> {
        let square = self.columns().services[service];
        let (block, slot) = self.play.first_landing(square)?;
        let (_, charged) = self.play.mode(block)?;
        let is_charged = charged.iter().any(|turn| turn.slot == slot);
        let price = if is_charged {
            self.evaluation.couplings[service][slot]
        } else {
            self.evaluation.turn[slot]
        };
        let event = Row::Event(self.columns().service_event(service));
        Some(ServiceReducedCost {
            value: self.evaluation.row(event)[slot] - price,
            slot,
            is_charged,
        })
    }
}

/// The columns of a block with given slots.
struct Column<'a> {
    costs: &'a ReducedCosts<'a>,
    block: usize,
    stages: &'a [Stage],
    charged: &'a [PlayedTurn],
}

impl Column<'_> {
    /// Returns the highest value of a path to `stage`, a stage of charged turn number `turn`, or
    /// `None` if no path agrees with the play.
    fn value(&self, stage: usize, turn: usize) -> Option<i64> {
        let Stage { origin, after, rows, .. } = &self.stages[stage];
        let mut value = match origin {
            StageOrigin::Nothing => 0,
            StageOrigin::Same(other) => self.value(*other, turn)?,
            StageOrigin::Best(others) => {
                // A turn that performs a service counts as such.
                let serves = self.costs.service_of(&self.charged[turn]).is_some();
                let is_alike = |other: &&usize| {
                    let mut rows = self.stages[**other].rows.iter();
                    rows.any(|row| matches!(row, Row::Service(_))) == serves
                };
                others.iter().filter(is_alike).filter_map(|&other| self.value(other, turn)).max()?
            }
        };
        if let Some(after) = after {
            value += self.value(*after, turn.checked_sub(1)?)?;
        }
        for &row in rows {
            value += self.amount(row, &self.charged[turn])?;
        }
        Some(value)
    }

    /// Returns what a turn really gains by a row, or `None` if the row demands what the play has
    /// not. Events count in the slots of the play.
    fn amount(&self, row: Row, turn: &PlayedTurn) -> Option<i64> {
        let ReducedCosts { play, evaluation } = self.costs;
        let columns = evaluation.columns;
        let when = |event: usize| match columns.service_of(event) {
            Some(service) => play.first_landing(columns.services[service]).map(|(_, slot)| slot),
            None => play.when(event),
        };
        let slot = match row {
            Row::Turn => Some(turn.slot),
            Row::Points(worth) => {
                debug_assert_eq!(worth as i64, play.worths[self.block]);
                return turn.end.is_none().then(|| play.points(self.block) * SCALE);
            }
            Row::Precedence(precedence) => {
                let done = when(columns.precedences[precedence]);
                done.filter(|&done| done < turn.slot).map(|_| turn.slot)
            }
            Row::Blocking(blocking) => {
                let left = when(columns.blockings[blocking]);
                left.is_none_or(|left| left > turn.slot).then_some(turn.slot)
            }
            Row::Event(event) => match when(event) {
                // A column never claims an event later than it happens.
                Some(slot) => (slot >= turn.slot).then_some(slot),
                None => return Some(0),
            },
            Row::Service(service) => {
                (turn.end == Some(columns.services[service])).then_some(turn.slot)
            }
            Row::AnyService | Row::SightService => {
                let service = self.costs.service_of(turn);
                return Some(service.map_or(0, |service| evaluation.couplings[service][turn.slot]));
            }
        };
        slot.map(|slot| evaluation.row(row)[slot])
    }
}
