//! Accounts of plays: at any prices, the balances of blocks and services do not exceed what the
//! bound grants, and their sum is the score.

use std::collections::BTreeMap;

use super::super::exact::Evaluation;
use super::super::ledger::Ledger;
use super::super::modes::{Event, Modes};
use super::super::modes::{ModeKind, Stop};
use super::super::play::PlayedBlocks;
use super::super::prices::{AtKnots, Knots, Prices, KNOTS, SCALE};
use super::super::WAY_DEPTH;
use super::ledger::PlainPrices;
use super::play::draw;
use super::{board, most, Part};
use crate::rng::Rng;

/// Draws prices in whole points, most of them 0, at every slot.
fn draw_prices(rng: &mut Rng, modes: &Modes) -> Prices {
    let mut any = |part: u32, height: u32| match rng.below(10) < part {
        true => 1.0 + rng.below(height) as f32,
        false => 0.0,
    };
    let knots = Knots::new(modes.slots, modes.slots);
    let mut fill = |part: u32, height: u32| -> AtKnots {
        let mut prices = [0.0; KNOTS];
        for price in &mut prices[..modes.slots] {
            *price = any(part, height);
        }
        prices
    };
    Prices {
        knots,
        turn: fill(8, 60),
        waits: modes.waits.iter().map(|_| fill(1, 40)).collect(),
        stays: modes.stays.iter().map(|_| fill(1, 20)).collect(),
        refunds: modes.services.iter().map(|_| fill(2, 40)).collect(),
    }
}

/// Draws prices at which a block plays its best mode: its turns are free, its events are paid until
/// they come, and its landings are refunded.
fn fitting_prices(rng: &mut Rng, play: &PlayedBlocks, modes: &Modes, block: usize) -> Prices {
    let charged = play.mode(block).map_or(Vec::new(), |(_, charged)| charged);
    let mut prices = Prices {
        knots: Knots::new(modes.slots, modes.slots),
        turn: [40.0; KNOTS],
        waits: vec![[0.0; KNOTS]; modes.waits.len()],
        stays: vec![[0.0; KNOTS]; modes.stays.len()],
        refunds: vec![[0.0; KNOTS]; modes.services.len()],
    };
    // High prices make most other ways to the same points expensive.
    let mut dear = || [0.0, 40.0][rng.below(2) as usize];
    for price in &mut prices.waits {
        price[modes.slots - 1] = dear();
    }
    for price in &mut prices.stays {
        price[0] = dear();
    }
    for event in Event::ALL {
        let Some(slot) = play.when(block, event) else {
            continue;
        };
        let waits = prices.waits.iter_mut().zip(&modes.waits);
        for (price, _) in waits.filter(|(_, &of)| of == event.of(block)) {
            *price = [0.0; KNOTS];
            price[(slot + 1).min(modes.slots - 1)] = rng.below(30) as f32;
        }
    }
    for step in &charged {
        prices.turn[step.slot] = rng.below(4) as f32;
        for (&square, refund) in modes.services.iter().zip(&mut prices.refunds) {
            if Some(square) == step.end {
                refund[step.slot] = rng.below(60) as f32;
            }
        }
    }
    prices
}

pub(super) fn draw_board(rng: &mut Rng, side: usize) -> Vec<i8> {
    let filled = 1 + rng.below(4);
    let mut cells: Vec<i8> = (0..side * side)
        .map(|_| match rng.below(10) < filled {
            true => 1 + rng.below(5) as i8,
            false => 0,
        })
        .collect();
    for _ in 0..1 + rng.below(3) {
        let square = rng.below(cells.len() as u32) as usize;
        cells[square] = -1;
    }
    cells
}

/// Chooses the block for which prices are drawn, preferably one that falls by a slide and one more
/// turn, which is rare.
fn choose(rng: &mut Rng, play: &PlayedBlocks) -> usize {
    let slides = |&block: &usize| match play.mode(block) {
        Some((ModeKind::Corner, turns)) => !play.is_next(block, turns[0]),
        _ => false,
    };
    let any = rng.below(play.origins.len() as u32) as usize;
    (0..play.origins.len()).find(slides).unwrap_or(any)
}

fn parts(ledger: &Ledger, play: &PlayedBlocks, block: usize) -> Vec<Part> {
    let (kind, charged) = play.mode(block).unwrap();
    let part = match kind {
        ModeKind::Corner => Some(
            match ledger.corner_fall(block, charged[0], charged[1]).stop {
                Stop::Free => Part::FreeStop,
                Stop::Stay(_) => Part::Stay,
                Stop::Service(_) => Part::Service,
            },
        ),
        _ => ledger.service_of(&charged[0]).map(|_| Part::FirstService),
    };
    [Part::Kind(kind)].into_iter().chain(part).collect()
}

fn score(play: &PlayedBlocks) -> i64 {
    let blocks = 0..play.origins.len();
    blocks.map(|block| play.points(block)).sum()
}

/// Number of rounds: a random board, play and prices each.
const ROUNDS: usize = 30_000;

#[test]
fn no_account_exceeds_what_the_bound_grants() {
    let mut rng = Rng::new(3);
    let mut needed: BTreeMap<Part, usize> = BTreeMap::new();
    for round in 0..ROUNDS {
        let side = 4 + round % 2;
        let cells = draw_board(&mut rng, side);
        let modes = Modes::new(&board(side, &cells), WAY_DEPTH);
        if modes.blocks.is_empty() {
            continue;
        }
        let play = draw(&mut rng, side, &cells, 3 + round % 20);
        let block = choose(&mut rng, &play);
        let prices = match round % 4 {
            0 => draw_prices(&mut rng, &modes),
            _ => fitting_prices(&mut rng, &play, &modes, block),
        };
        let plain = PlainPrices::new(&modes, &prices);
        let evaluation = Evaluation::new(&modes, &prices, false);
        assert_eq!(evaluation.constant, plain.constant());
        plain.assert_equal(&evaluation, rng.below(modes.slots as u32) as usize);
        let ledger = Ledger {
            play: &play,
            prices: &evaluation,
        };
        let mut sum = plain.constant();
        let accounts = (0..modes.blocks.len()).map(|block| (block, ledger.account(block)));
        for (block, account) in accounts {
            let Some(account) = account else {
                continue;
            };
            let (left, parts) = (account.left, parts(&ledger, &play, block));
            assert!(left <= evaluation.gains(block).0[account.kind as usize]);
            sum += left;
            let granted = most(&evaluation, block, None);
            assert!(left <= granted, "{left} > {granted}: {parts:?}, {cells:?}");
            for part in parts {
                let modes = part.remove(&modes);
                let evaluation = Evaluation::new(&modes, &prices, false);
                let exceeds = left > most(&evaluation, block, Some(part));
                *needed.entry(part).or_default() += usize::from(exceeds);
            }
        }
        let services = (0..modes.services.len()).map(|service| (service, ledger.service(service)));
        for (service, account) in services {
            let Some(account) = account else {
                continue;
            };
            sum += account.left;
            assert!(!account.is_charged || account.left <= evaluation.service(service));
        }
        assert!(score(&play) * SCALE <= sum, "{cells:?}");
    }
    for part in Part::ALL {
        assert!(needed[&part] > 0, "no account needs {part:?}");
    }
}
