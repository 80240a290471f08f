//! Each sort of mode is needed: without it the bound is wrong on some board.

use super::super::board::{Cell, Value};
use super::modes::Stop;
use super::*;
use crate::clock::Budget;
use oracles::slider_optimum::good_play;

fn board(side: usize, cells: &[i8]) -> Board {
    let cell = |&cell: &i8| match cell {
        0 => Cell::Empty,
        -1 => Cell::Hole,
        _ => Cell::Block(Value::new(i64::from(cell)).unwrap()),
    };
    Board::new(side, cells.iter().map(cell).collect()).unwrap()
}

fn bound(side: usize, cells: &[i8], change: impl Fn(&mut Modes)) -> i64 {
    let board = board(side, cells);
    let mut modes = Modes::new(&board, DEPTH);
    change(&mut modes);
    let mut clock = Clock::start(Budget::Work(300));
    descend(&board, &modes, &mut clock) as i64
}

/// A change to the modes that makes the bound wrong, and a board that shows
/// it.
struct Mutation {
    name: &'static str,
    change: fn(&mut Modes),
    side: usize,
    cells: &'static [i8],
}

fn drop_overs(modes: &mut Modes, goes: fn(&Stop) -> bool) {
    for block in &mut modes.blocks {
        block.overs.retain(|over| !goes(&over.stop));
    }
}

fn drop_first_services(modes: &mut Modes) {
    for block in &mut modes.blocks {
        block.firsts.retain(|first| first.serves.is_none());
    }
}

#[rustfmt::skip]
const MUTATIONS: [Mutation; 7] = [
    Mutation {
        name: "no turn without a fall",
        change: |modes| modes.sorts.touch = false,
        side: 3,
        cells: &[2, 1, 5, 1, 2, 1, 5, 3, -1],
    },
    Mutation {
        name: "no fall by one turn",
        change: |modes| modes.sorts.fall = false,
        side: 3,
        cells: &[1, 4, -1, 1, 1, 1, 0, 1, 0],
    },
    Mutation {
        name: "no fall by three turns",
        change: |modes| modes.sorts.three = false,
        side: 4,
        cells: &[1, 3, 1, 1, -1, 2, 2, 1, 1, 1, 4, 1, 1, 1, 2, 3],
    },
    Mutation {
        name: "no stop at the border or after one square",
        change: |modes| drop_overs(modes, |stop| matches!(stop, Stop::Free)),
        side: 4,
        cells: &[0, 5, 0, 1, 5, 0, 1, 0, 4, 1, -1, 0, 0, 6, 0, 1],
    },
    Mutation {
        name: "no stop at a block that was not touched",
        change: |modes| drop_overs(modes, |stop| matches!(stop, Stop::Stay(_))),
        side: 5,
        cells: &[
            5, 0, 0, 0, 0,
            0, 0, 0, 0, 1,
            0, 0, 0, 3, 1,
            0, 0, 4, 0, -1,
            1, 0, 0, 1, 1,
        ],
    },
    Mutation {
        name: "no stop at a block that was put there",
        change: |modes| drop_overs(modes, |stop| matches!(stop, Stop::Service(_))),
        side: 4,
        cells: &[0, 5, 0, 1, 5, 0, 1, 0, 4, 1, -1, 0, 0, 6, 0, 1],
    },
    Mutation {
        name: "no block put there by its first turn",
        change: drop_first_services,
        side: 5,
        cells: &[
            4, 0, 3, 0, 0,
            0, 0, 2, 0, 3,
            1, 0, -1, 1, 0,
            0, 0, 0, 0, 0,
            1, 1, -1, 0, 1,
        ],
    },
];

#[test]
fn no_sort_of_mode_can_be_left_out() {
    for Mutation {
        name,
        change,
        side,
        cells,
    } in &MUTATIONS
    {
        let play = good_play(*side, cells, 300);
        let whole = bound(*side, cells, |_| ());
        assert!(whole >= play, "{name}: {whole} < {play}");
        let mutated = bound(*side, cells, change);
        assert!(mutated < play, "{name}: {mutated} is not below {play}");
    }
}

/// The bound adds up what every slot costs: leaving one out makes it wrong.
#[test]
fn the_price_of_every_slot_counts() {
    let cells = [9, 8, 7, 2, 6, 1, 9, 1, -1];
    let play = good_play(3, &cells, 300);
    let board = board(3, &cells);
    let modes = Modes::new(&board, DEPTH);
    let mut descent = Descent::new(&modes, schedule::prices(&board));
    for step in 0..300 {
        descent.step(step as f32 / 300.0);
    }
    let whole = exact::evaluate(&modes, &descent.prices) as i64;
    assert_eq!(whole, play);
    let least = (0..7).map(|slot| descent.prices.turn[slot] as i64);
    assert!(whole - least.min().unwrap() < play);
}
