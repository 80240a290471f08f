//! Boards on which a part of the bound is needed: without it, a play exceeds the bound at the best
//! multipliers.

use super::super::exact::Evaluation;
use super::super::modes::{ModeKind, Modes};
use super::super::multipliers::{AtKnots, LagrangeMultipliers, SCALE};
use super::super::{multipliers, WAY_DEPTH};
use super::{board, most, Part};
use crate::rng::Rng;
use oracles::slider_optimum::good_play;

fn bound(modes: &Modes, multipliers: &LagrangeMultipliers, without: Option<Part>) -> i64 {
    let modes = without.map_or(modes.clone(), |part| part.remove(modes));
    let evaluation = Evaluation::new(&modes, multipliers, false);
    let blocks = (0..modes.blocks.len()).map(|block| most(&evaluation, block, without));
    let services = (0..modes.services.len()).map(|service| evaluation.service(service));
    evaluation.constant + blocks.chain(services).sum::<i64>()
}

/// Changes multipliers at random and keeps a change unless the bound without `part` rises. Ends
/// after `steps` changes or once the bound is below `play`. Returns the smallest bound, in units.
fn least(
    modes: &Modes,
    mut multipliers: LagrangeMultipliers,
    part: Part,
    play: i64,
    steps: u32,
) -> i64 {
    let mut rng = Rng::new(7);
    let mut best = bound(modes, &multipliers, Some(part));
    for _ in 0..steps {
        if best < play * SCALE {
            break;
        }
        let mut other = multipliers.clone();
        for _ in 0..1 + rng.below(2) {
            let lists = other.precedences.iter_mut().chain(&mut other.blockings);
            let mut lists: Vec<&mut AtKnots> = lists.chain(&mut other.couplings).collect();
            let list = match rng.below(4) {
                0 => &mut other.turn,
                _ => lists.swap_remove(rng.below(lists.len() as u32) as usize),
            };
            let step = (rng.below(129) as f32 - 64.0) / 64.0;
            let price = &mut list[rng.below(modes.slots as u32) as usize];
            *price = (*price + step).max(0.0);
        }
        let now = bound(modes, &other, Some(part));
        if now <= best {
            (best, multipliers) = (now, other);
        }
    }
    best
}

/// Parts of the bound, each with a board that needs it (its side and cells).
#[rustfmt::skip]
const NEEDED: &[(Part, usize, &[i8])] = &[
    (Part::Kind(ModeKind::Touch), 3, &[2, 1, 5, 1, 2, 1, 5, 3, -1]),
    (Part::Kind(ModeKind::Fall), 3, &[1, 4, -1, 1, 1, 1, 0, 1, 0]),
    (Part::Kind(ModeKind::Three), 4, &[1, 3, 1, 1, -1, 2, 2, 1, 1, 1, 4, 1, 1, 1, 2, 3]),
    (Part::FreeStop, 4, &[0, 5, 0, 1, 5, 0, 1, 0, 4, 1, -1, 0, 0, 6, 0, 1]),
    (Part::Blocking, 5, &[
        5, 0, 0, 0, 0,
        0, 0, 0, 0, 1,
        0, 0, 0, 3, 1,
        0, 0, 4, 0, -1,
        1, 0, 0, 1, 1,
    ]),
    (Part::Service, 4, &[0, 5, 0, 1, 5, 0, 1, 0, 4, 1, -1, 0, 0, 6, 0, 1]),
    (Part::FirstService, 5, &[
        4, 0, 3, 0, 0,
        0, 0, 2, 0, 3,
        1, 0, -1, 1, 0,
        0, 0, 0, 0, 0,
        1, 1, -1, 0, 1,
    ]),
];

#[test]
fn without_a_part_a_play_exceeds_the_bound() {
    for &(part, side, cells) in NEEDED {
        let play = good_play(side, cells, 300);
        let board = board(side, cells);
        let modes = Modes::new(&board, WAY_DEPTH);
        let multipliers = multipliers(&board, &modes, 300);
        let whole = bound(&modes, &multipliers, None) / SCALE;
        assert!(whole >= play, "{part:?}: {whole} < {play}");
        let without = least(&modes, multipliers, part, play, 100_000) / SCALE;
        assert!(without < play, "{part:?}: {without} is not below {play}");
    }
}

/// A bound whose constant lacks the price of one slot is below some play.
#[test]
fn the_price_of_every_slot_counts() {
    let cells = [9, 8, 7, 2, 6, 1, 9, 1, -1];
    let play = good_play(3, &cells, 300);
    let board = board(3, &cells);
    let modes = Modes::new(&board, WAY_DEPTH);
    let multipliers = multipliers(&board, &modes, 300);
    let evaluation = Evaluation::new(&modes, &multipliers, false);
    assert_eq!(evaluation.bound() / SCALE, play);
    for slot in 0..7 {
        let mut free = multipliers.clone();
        free.turn[slot] = 0.0;
        let constant = Evaluation::new(&modes, &free, false).constant;
        let without = evaluation.bound() - evaluation.constant + constant;
        assert!(without < play * SCALE, "slot {slot}");
    }
}
