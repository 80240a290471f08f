//! The ledger of a play: the payments of every block and service, as defined in BOUND.md.

use std::ops::Range;

use super::exact::Evaluation;
use super::modes::{Axis, CornerFall, Event, ModeKind, Stop, ENTRY_DEPTH};
use super::play::{PlayedBlocks, PlayedTurn};
use super::prices::SCALE;
use super::WAY_DEPTH;
use crate::grid::Direction;

/// The balance of a block, in units, and the kind of its mode.
pub(super) struct Account {
    pub left: i64,
    pub kind: ModeKind,
}

/// The balance of a service, in units.
pub(super) struct ServiceAccount {
    pub left: i64,
    pub slot: usize,
    /// True if a block is charged for its turn.
    pub is_charged: bool,
}

/// Returns the directions before this one in [`Direction::ALL`].
fn earlier(direction: Direction) -> impl Iterator<Item = Direction> {
    let all = Direction::ALL.into_iter();
    all.take_while(move |&other| other != direction)
}

pub(super) struct Ledger<'a> {
    pub play: &'a PlayedBlocks,
    pub prices: &'a Evaluation<'a>,
}

impl Ledger<'_> {
    /// Returns the service that a turn performs, if any.
    pub fn service_of(&self, step: &PlayedTurn) -> Option<usize> {
        step.end.and_then(|end| self.prices.modes.service_at[end])
    }

    /// Returns the price that a block pays in `slot` for `event` of `blocks`, by these waits.
    fn pay(&self, waits: Range<usize>, blocks: &[usize], event: Event, slot: usize) -> i64 {
        let prices = waits.zip(blocks).map(|(wait, &block)| {
            debug_assert_eq!(self.prices.modes.waits[wait], event.of(block));
            debug_assert!(self.play.when(block, event).is_some_and(|when| when < slot));
            self.prices.wait(wait, slot)
        });
        prices.sum()
    }

    pub fn account(&self, block: usize) -> Option<Account> {
        let (kind, charged) = self.play.mode(block)?;
        let (first, last) = (charged[0], charged[charged.len() - 1]);
        let mut account = Account {
            left: self.play.points(block) * SCALE,
            kind,
        };
        for event in Event::ALL {
            if let Some(slot) = self.play.when(block, event) {
                account.left += self.prices.reward(event.of(block))[slot];
            }
        }
        for step in &charged {
            account.left -= self.prices.turn[step.slot];
            let service = self.service_of(step);
            account.left += service.map_or(0, |service| self.prices.refunds[service][step.slot]);
        }
        match kind {
            ModeKind::Fall => account.left -= self.fall(block, last),
            ModeKind::Line => {
                account.left -= self.start(block, first);
                account.left -= self.fall(block, last);
            }
            ModeKind::Corner => {
                let corner = self.corner_fall(block, first, last);
                account.left -= self.start(block, first);
                account.left -= self.stop(corner.stop, first.slot);
                let entry = self.entry(last, first.end.unwrap());
                account.left -= self.pay(corner.entry.clone(), &entry, Event::Touched, last.slot);
            }
            ModeKind::Touch | ModeKind::Twice | ModeKind::Three | ModeKind::Four => {
                account.left -= self.start(block, first);
            }
        }
        Some(account)
    }

    /// Returns the original blocks that a first turn crosses, as far as its mode determines its
    /// end.
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

    /// Returns the index of the way of a first turn. There is a way for every direction in which
    /// the block can move.
    fn way(&self, block: usize, first: PlayedTurn) -> usize {
        let origin = self.play.origins[block];
        let ways = earlier(first.direction).filter(|&d| !self.play.ray(origin, d).0.is_empty());
        ways.count()
    }

    /// Returns the price of a first turn that is not a fall.
    fn start(&self, block: usize, first: PlayedTurn) -> i64 {
        let way = &self.prices.modes.blocks[block].ways[self.way(block, first)];
        let blocks = self.crossed(block, first);
        self.pay(way.waits.clone(), &blocks, Event::Touched, first.slot)
    }

    /// Returns the price of a fall along the original line.
    fn fall(&self, block: usize, last: PlayedTurn) -> i64 {
        let origin = self.play.origins[block];
        let (squares, _) = self.play.ray(origin, last.direction);
        let falls = earlier(last.direction).filter(|&d| self.play.ray(origin, d).1);
        let fall = &self.prices.modes.blocks[block].falls[falls.count()];
        let event = Event::Left(Axis::of(last.direction));
        let blocks = self.play.originals(&squares);
        self.pay(fall.waits.clone(), &blocks, event, last.slot)
    }

    /// Returns the original blocks between `from` and the hole into which a turn from there falls.
    fn entry(&self, last: PlayedTurn, from: usize) -> Vec<usize> {
        let (squares, _) = self.play.ray(from, last.direction);
        let mut blocks = self.play.originals(&squares);
        blocks.truncate(ENTRY_DEPTH);
        blocks
    }

    /// Returns the event of the obstacle that stops a first turn: the first touch of a block on its
    /// original square, or the first landing there; `None` if the turn goes one square or up to the
    /// border.
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
        let service = self.prices.modes.service_at[beyond];
        service.map(|service| self.prices.modes.service_event(service))
    }

    /// Returns the mode of a fall by these two turns.
    pub fn corner_fall(&self, block: usize, first: PlayedTurn, last: PlayedTurn) -> &CornerFall {
        let stopper = self.stopper(block, first);
        let way = self.way(block, first);
        let crossed = self.crossed(block, first).len();
        let entry = self.entry(last, first.end.unwrap());
        let entry: Vec<usize> = entry.into_iter().map(|b| Event::Touched.of(b)).collect();
        let mut corner_falls = self.prices.modes.blocks[block].corner_falls.iter();
        let corner = corner_falls.find(|corner| {
            (corner.first.way, corner.first.crossed) == (way, crossed)
                && corner.first.serves == self.service_of(&first)
                && self.prices.modes.waits[corner.entry.clone()] == entry
                && stopper
                    == match corner.stop {
                        Stop::Free => None,
                        Stop::Stay(stay) => Some(self.prices.modes.stays[stay]),
                        Stop::Service(wait) => Some(self.prices.modes.waits[wait]),
                    }
        });
        corner.expect("every fall by two turns has a mode")
    }

    fn stop(&self, stop: Stop, slot: usize) -> i64 {
        match stop {
            Stop::Free => 0,
            Stop::Stay(stay) => self.prices.stay(stay, 0) - self.prices.stay(stay, slot + 1),
            Stop::Service(wait) => self.prices.wait(wait, slot),
        }
    }

    pub fn service(&self, service: usize) -> Option<ServiceAccount> {
        let square = self.prices.modes.services[service];
        let (block, slot) = self.play.first_landing(square)?;
        let (_, charged) = self.play.mode(block)?;
        let is_charged = charged.iter().any(|step| step.slot == slot);
        let price = match is_charged {
            true => self.prices.refunds[service][slot],
            false => self.prices.turn[slot],
        };
        let event = self.prices.modes.service_event(service);
        Some(ServiceAccount {
            left: self.prices.reward(event)[slot] - price,
            slot,
            is_charged,
        })
    }
}
