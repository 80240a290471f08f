//! Boards on which a part of the bound is needed: without it, a play exceeds the bound at the best
//! multipliers.

use super::super::columns::{Columns, Mode};
use super::super::exact::Evaluation;
use super::super::multipliers;
use super::super::multipliers::{AtKnots, LagrangeMultipliers, SCALE};
use super::{Part, board};
use common::rng::Rng;
use oracles::slider_optimum::good_play;

fn bound(columns: &Columns, multipliers: &LagrangeMultipliers) -> i64 {
    Evaluation::new(columns, multipliers, false).bound()
}

/// Changes multipliers at random and keeps a change unless the bound rises. Ends
/// after `steps` changes or once the bound is below `play`. Returns the smallest bound, in units.
fn least(columns: &Columns, mut multipliers: LagrangeMultipliers, play: i64, steps: u32) -> i64 {
    let mut rng = Rng::new(7);
    let mut best = bound(columns, &multipliers);
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
            let price = &mut list[rng.below(columns.slots as u32) as usize];
            *price = (*price + step).max(0.0);
        }
        let now = bound(columns, &other);
        if now <= best {
            (best, multipliers) = (now, other);
        }
    }
    best
}

/// Parts of the bound, each with a board that needs it (its side and cells).
#[rustfmt::skip]
const NEEDED: &[(Part, usize, &[i8])] = &[
    (Part::Mode(Mode::Touch), 3, &[2, 1, 5, 1, 2, 1, 5, 3, -1]),
    (Part::Mode(Mode::Fall), 3, &[1, 4, -1, 1, 1, 1, 0, 1, 0]),
    (Part::Mode(Mode::Three), 4, &[1, 3, 1, 1, -1, 2, 2, 1, 1, 1, 4, 1, 1, 1, 2, 3]),
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
        let columns = Columns::new(&board);
        let multipliers = multipliers(&board, &columns, 300);
        let whole = bound(&columns, &multipliers) / SCALE;
        assert!(whole >= play, "{part:?}: {whole} < {play}");
        let without = least(&part.remove(&columns), multipliers, play, 100_000) / SCALE;
        assert!(without < play, "{part:?}: {without} is not below {play}");
    }
}

/// A bound whose constant lacks the price of one slot is below some play.
#[test]
fn the_price_of_every_slot_counts() {
    let cells = [9, 8, 7, 2, 6, 1, 9, 1, -1];
    let play = good_play(3, &cells, 300);
    let board = board(3, &cells);
    let columns = Columns::new(&board);
    let multipliers = multipliers(&board, &columns, 300);
    let evaluation = Evaluation::new(&columns, &multipliers, false);
    assert_eq!(evaluation.bound() / SCALE, play);
    for slot in 0..7 {
        let mut free = multipliers.clone();
        free.turn[slot] = 0.0;
        let constant = Evaluation::new(&columns, &free, false).constant;
        let without = evaluation.bound() - evaluation.constant + constant;
        assert!(without < play * SCALE, "slot {slot}");
    }
}
