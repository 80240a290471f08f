//! Reduced costs in a play (see BOUND.md): the income of each mode and service minus payments.

use std::ops::Range;

use super::exact::Evaluation;
use super::modes::{Axis, CornerFall, Event, ModeKind, Stop, ENTRY_DEPTH};
use super::multipliers::SCALE;
use super::play::{PlayedBlocks, PlayedTurn};
use super::WAY_DEPTH;
use crate::grid::Direction;

/// The reduced cost of a block in units, and the kind of its mode. A positive value is a gain.
pub(super) struct ReducedCost {
    pub value: i64,
    pub kind: ModeKind,
}

/// The reduced cost of a service, in units.
pub(super) struct ServiceReducedCost {
    pub value: i64,
    pub slot: usize,
    /// True if the turn that performs the service is charged to its block's mode.
    pub is_charged: bool,
}

/// Returns the directions that precede `direction` in [`Direction::ALL`].
fn earlier(direction: Direction) -> impl Iterator<Item = Direction> {
    let all = Direction::ALL.into_iter();
    all.take_while(move |&other| other != direction)
}

pub(super) struct ReducedCosts<'a> {
    pub play: &'a PlayedBlocks,
    pub evaluation: &'a Evaluation<'a>,
}

impl ReducedCosts<'_> {
    /// Returns the service that a turn performs, if any.
    pub fn service_of(&self, step: &PlayedTurn) -> Option<usize> {
        step.end
            .and_then(|end| self.evaluation.modes.service_at[end])
    }

    /// Returns the price that a block pays in `slot` for `event` of each of `blocks`, by the
    /// constraints `precedences`.
    fn pay(&self, precedences: Range<usize>, blocks: &[usize], event: Event, slot: usize) -> i64 {
        let multipliers = precedences.zip(blocks).map(|(precedence, &block)| {
            debug_assert_eq!(
                self.evaluation.modes.precedences[precedence],
                event.of(block)
            );
            debug_assert!(self.play.when(block, event).is_some_and(|when| when < slot));
            self.evaluation.precedence(precedence, slot)
        });
        multipliers.sum()
    }

    pub fn of_block(&self, block: usize) -> Option<ReducedCost> {
        let (kind, charged) = self.play.mode(block)?;
        let (first, last) = (charged[0], charged[charged.len() - 1]);
        let mut reduced_cost = ReducedCost {
            value: self.play.points(block) * SCALE,
            kind,
        };
        for event in Event::ALL {
            if let Some(slot) = self.play.when(block, event) {
                reduced_cost.value += self.evaluation.reward(event.of(block))[slot];
            }
        }
        for step in &charged {
            reduced_cost.value -= self.evaluation.turn[step.slot];
            let service = self.service_of(step);
            reduced_cost.value +=
                service.map_or(0, |service| self.evaluation.couplings[service][step.slot]);
        }
        match kind {
            ModeKind::Fall => reduced_cost.value -= self.fall(block, last),
            ModeKind::Line => {
                reduced_cost.value -= self.start(block, first);
                reduced_cost.value -= self.fall(block, last);
            }
            ModeKind::Corner => {
                let corner = self.corner_fall(block, first, last);
                reduced_cost.value -= self.start(block, first);
                reduced_cost.value -= self.stop(corner.stop, first.slot);
                let entry = self.entry(last, first.end.unwrap());
                reduced_cost.value -=
                    self.pay(corner.entry.clone(), &entry, Event::Touched, last.slot);
            }
            ModeKind::Touch | ModeKind::Twice | ModeKind::Three | ModeKind::Four => {
                reduced_cost.value -= self.start(block, first);
            }
        }
        Some(reduced_cost)
    }

    /// Returns the original blocks that a first turn crosses. If the block's mode does not
    /// determine the end of the turn, only the first square counts.
    fn crossed(&self, block: usize, first: PlayedTurn) -> Vec<usize> {
        let (mut squares, _) = self.play.ray(self.play.origins[block], first.direction);
        let (kind, _) = self.play.mode(block).unwrap();
        let is_known = kind == ModeKind::Corner || self.service_of(&first).is_some();
        let end = if is_known { first.end } else { None };
        let last = squares.iter().position(|&square| Some(square) == end);
        squares.truncate(last.unwrap_or(0) + 1);
        let mut blocks = self.play.originals(&squares);
        blocks.truncate(WAY_DEPTH);
        blocks
    }

    /// Returns the index of the way of a first turn: its rank among the possible directions.
    fn way(&self, block: usize, first: PlayedTurn) -> usize {
        let origin = self.play.origins[block];
        let ways = earlier(first.direction).filter(|&d| !self.play.ray(origin, d).0.is_empty());
        ways.count()
    }

    /// Returns the price of a first turn that is not a fall.
    fn start(&self, block: usize, first: PlayedTurn) -> i64 {
        let way = &self.evaluation.modes.blocks[block].ways[self.way(block, first)];
        let blocks = self.crossed(block, first);
        self.pay(way.precedences.clone(), &blocks, Event::Touched, first.slot)
    }

    /// Returns the price of a fall along the original line.
    fn fall(&self, block: usize, last: PlayedTurn) -> i64 {
        let origin = self.play.origins[block];
        let (squares, _) = self.play.ray(origin, last.direction);
        let falls = earlier(last.direction).filter(|&d| self.play.ray(origin, d).1);
        let fall = &self.evaluation.modes.blocks[block].falls[falls.count()];
        let event = Event::Left(Axis::of(last.direction));
        let blocks = self.play.originals(&squares);
        self.pay(fall.precedences.clone(), &blocks, event, last.slot)
    }

    /// Returns the original blocks between `from` and the hole where the turn ends.
    fn entry(&self, last: PlayedTurn, from: usize) -> Vec<usize> {
        let (squares, _) = self.play.ray(from, last.direction);
        let mut blocks = self.play.originals(&squares);
        blocks.truncate(ENTRY_DEPTH);
        blocks
    }

    /// Returns the event of the block that stops a first turn: its first touch if it is on its
    /// original square, else its landing. Returns `None` if the turn ends after one square or at
    /// the border.
    fn stopper(&self, block: usize, first: PlayedTurn) -> Option<usize> {
        let shape = self.play.board.shape();
        let beyond = shape.step(first.end?, first.direction)?;
        if self.play.is_next(block, first) {
            return None;
        }
        let is_untouched = |&block: &usize| {
            let touched = self.play.when(block, Event::Touched);
            touched.map_or(true, |slot| slot > first.slot)
        };
        let mut original = self.play.originals(&[beyond]).into_iter();
        if let Some(block) = original.find(is_untouched) {
            return Some(Event::Touched.of(block));
        }
        let landing = self.play.first_landing(beyond);
        debug_assert!(landing.is_some_and(|(_, landed)| landed < first.slot));
        let service = self.evaluation.modes.service_at[beyond];
        service.map(|service| self.evaluation.modes.service_event(service))
    }

    /// Returns the mode of a fall in these two turns.
    pub fn corner_fall(&self, block: usize, first: PlayedTurn, last: PlayedTurn) -> &CornerFall {
        let stopper = self.stopper(block, first);
        let way = self.way(block, first);
        let crossed = self.crossed(block, first).len();
        let entry: Vec<usize> = self
            .entry(last, first.end.unwrap())
            .into_iter()
            .map(|b| Event::Touched.of(b))
            .collect();
        let mut corner_falls = self.evaluation.modes.blocks[block].corner_falls.iter();
        let corner = corner_falls.find(|corner| {
            (corner.first.way, corner.first.crossed) == (way, crossed)
                && corner.first.serves == self.service_of(&first)
                && self.evaluation.modes.precedences[corner.entry.clone()] == entry
                && stopper
                    == match corner.stop {
                        Stop::Free => None,
                        Stop::Blocking(blocking) => Some(self.evaluation.modes.blockings[blocking]),
                        Stop::Service(precedence) => {
                            Some(self.evaluation.modes.precedences[precedence])
                        }
                    }
        });
        corner.expect("every fall by two turns has a mode")
    }

    fn stop(&self, stop: Stop, slot: usize) -> i64 {
        match stop {
            Stop::Free => 0,
            Stop::Blocking(blocking) => {
                self.evaluation.blocking(blocking, 0) - self.evaluation.blocking(blocking, slot + 1)
            }
            Stop::Service(precedence) => self.evaluation.precedence(precedence, slot),
        }
    }

    pub fn of_service(&self, service: usize) -> Option<ServiceReducedCost> {
        let square = self.evaluation.modes.services[service];
        let (block, slot) = self.play.first_landing(square)?;
        let (_, charged) = self.play.mode(block)?;
        let is_charged = charged.iter().any(|step| step.slot == slot);
        let price = if is_charged {
            self.evaluation.couplings[service][slot]
        } else {
            self.evaluation.turn[slot]
        };
        let event = self.evaluation.modes.service_event(service);
        Some(ServiceReducedCost {
            value: self.evaluation.reward(event)[slot] - price,
            slot,
            is_charged,
        })
    }
}
