//! Reduced costs of plays. At any multipliers, the reduced costs of blocks and services do not
//! exceed the best ones, and their sum is at least the score.

use std::collections::BTreeMap;

use super::super::columns::{Columns, Event, Mode};
use super::super::exact::Evaluation;
use super::super::multipliers::{AtKnots, KNOTS, Knots, LagrangeMultipliers, SCALE};
use super::super::play::PlayedBlocks;
use super::super::reduced_costs::{ReducedCost, ReducedCosts};
use super::plain_multipliers::PlainMultipliers;
use super::play::draw;
use super::{Part, board, draw_cells};
use common::rng::Rng;

/// Draws multipliers in whole points for every slot; most of them are 0.
fn draw_multipliers(rng: &mut Rng, columns: &Columns) -> LagrangeMultipliers {
    let mut any = |part: u32, height: u32| {
        if rng.below(10) < part { 1.0 + rng.below(height) as f32 } else { 0.0 }
    };
    let knots = Knots::new(columns.slots, columns.slots);
    let mut fill = |part: u32, height: u32| -> AtKnots {
        let mut multipliers = [0.0; KNOTS];
        for price in &mut multipliers[..columns.slots] {
            *price = any(part, height);
        }
        multipliers
    };
    LagrangeMultipliers {
        knots,
        turn: fill(8, 60),
        precedences: columns.precedences.iter().map(|_| fill(1, 40)).collect(),
        blockings: columns.blockings.iter().map(|_| fill(1, 20)).collect(),
        couplings: columns.services.iter().map(|_| fill(2, 40)).collect(),
    }
}

/// Draws multipliers at which a block plays its best mode: its turns are free, its events are paid
/// for until they happen, and its landings are credited.
fn fitting_multipliers(
    rng: &mut Rng,
    play: &PlayedBlocks,
    columns: &Columns,
    block: usize,
) -> LagrangeMultipliers {
    let charged = play.mode(block).map_or(Vec::new(), |(_, charged)| charged);
    let mut multipliers = LagrangeMultipliers {
        knots: Knots::new(columns.slots, columns.slots),
        turn: [40.0; KNOTS],
        precedences: vec![[0.0; KNOTS]; columns.precedences.len()],
        blockings: vec![[0.0; KNOTS]; columns.blockings.len()],
        couplings: vec![[0.0; KNOTS]; columns.services.len()],
    };
    // High multipliers make most other ways to the same points expensive.
    let mut dear = || [0.0, 40.0][rng.below(2) as usize];
    for price in &mut multipliers.precedences {
        price[columns.slots - 1] = dear();
    }
    for price in &mut multipliers.blockings {
        price[0] = dear();
    }
    for event in Event::ALL {
        let Some(slot) = play.when(event.of(block)) else {
            continue;
        };
        let precedences = multipliers.precedences.iter_mut().zip(&columns.precedences);
        for (price, _) in precedences.filter(|&(_, &of)| of == event.of(block)) {
            *price = [0.0; KNOTS];
            price[(slot + 1).min(columns.slots - 1)] = rng.below(30) as f32;
        }
    }
    for step in &charged {
        multipliers.turn[step.slot] = rng.below(4) as f32;
        for (&square, coupling) in columns.services.iter().zip(&mut multipliers.couplings) {
            if Some(square) == step.end {
                coupling[step.slot] = rng.below(60) as f32;
            }
        }
    }
    multipliers
}

/// Chooses the block for which multipliers are drawn. Prefers blocks that fall by a slide and one
/// more turn, since these are rare.
fn choose(rng: &mut Rng, play: &PlayedBlocks) -> usize {
    let slides = |&block: &usize| match play.mode(block) {
        Some((Mode::Corner, turns)) => {
            let next = play.board.shape().step(play.origins[block], turns[0].direction);
            next != turns[0].end
        }
        _ => false,
    };
    let any = rng.below(play.origins.len() as u32) as usize;
    (0..play.origins.len()).find(slides).unwrap_or(any)
}

/// Returns the parts of the bound that the mode of a block may need.
fn parts(reduced_costs: &ReducedCosts, play: &PlayedBlocks, block: usize) -> Vec<Part> {
    let (mode, charged) = play.mode(block).unwrap();
    let mut parts = vec![Part::Mode(mode)];
    if mode == Mode::Corner {
        parts.extend([Part::FreeStop, Part::Blocking, Part::Service]);
    } else if reduced_costs.service_of(&charged[0]).is_some() {
        parts.push(Part::FirstService);
    }
    parts
}

fn score(play: &PlayedBlocks) -> i64 {
    (0..play.origins.len()).map(|block| play.points(block)).sum()
}

/// Number of rounds. Each round draws a board, a play and multipliers.
const ROUNDS: usize = 30_000;

#[test]
fn no_reduced_cost_exceeds_the_gain_of_the_best_mode() {
    let mut rng = Rng::new(3);
    let mut needed: BTreeMap<Part, usize> = BTreeMap::new();
    for round in 0..ROUNDS {
        let side = 4 + round % 2;
        let cells = draw_cells(&mut rng, side);
        let columns = Columns::new(&board(side, &cells));
        if columns.blocks.is_empty() {
            continue;
        }
        let play = draw(&mut rng, side, &cells, 3 + round % 20);
        let block = choose(&mut rng, &play);
        let multipliers = match round % 4 {
            0 => draw_multipliers(&mut rng, &columns),
            _ => fitting_multipliers(&mut rng, &play, &columns, block),
        };
        let plain = PlainMultipliers::new(&columns, &multipliers);
        let evaluation = Evaluation::new(&columns, &multipliers, false);
        assert_eq!(evaluation.constant, plain.constant());
        plain.assert_equal(&evaluation, rng.below(columns.slots as u32) as usize);
        let reduced_costs = ReducedCosts { play: &play, evaluation: &evaluation };
        let mut sum = plain.constant();
        for block in 0..columns.blocks.len() {
            let Some(ReducedCost { value, mode }) = reduced_costs.of_block(block) else {
                continue;
            };
            let parts = parts(&reduced_costs, &play, block);
            assert!(value <= evaluation.gains(block).0[mode as usize]);
            sum += value;
            let granted = evaluation.gains(block).most();
            let is_right = value <= granted;
            assert!(is_right, "{value} > {granted}: {parts:?}, {cells:?}");
            for part in parts {
                let columns = part.remove(&columns);
                let evaluation = Evaluation::new(&columns, &multipliers, false);
                let exceeds = value > evaluation.gains(block).most();
                *needed.entry(part).or_default() += usize::from(exceeds);
            }
        }
        for service in 0..columns.services.len() {
            let Some(reduced_cost) = reduced_costs.of_service(service) else {
                continue;
            };
            sum += reduced_cost.value;
            assert!(!reduced_cost.is_charged || reduced_cost.value <= evaluation.service(service));
        }
        assert!(score(&play) * SCALE <= sum, "{cells:?}");
    }
    needed.retain(|_, count| *count > 0);
    assert_eq!(needed.len(), Part::COUNT, "{needed:?}");
}
