//! Checks the rules of Ioiwari against their oracle, on every board.

use std::collections::HashMap;

use common::ioiwari::{Board, Pit, Table, FULL, PITS};
use oracles::ioiwari as slow;

fn boards() -> impl Iterator<Item = [u8; PITS]> {
    let count = usize::from(FULL) + 1;
    (0..count.pow(PITS as u32)).map(move |mut number| {
        std::array::from_fn(|_| {
            let digit = number % count;
            number /= count;
            digit as u8
        })
    })
}

#[test]
fn every_move_on_every_board() {
    for beads in boards() {
        let board = Board::new(beads).unwrap();
        assert_eq!(board.beads(), beads);
        assert_eq!(board.is_empty(), beads == [0; PITS]);
        for (number, pit) in Pit::all().enumerate() {
            let Some(sown) = board.sow(pit) else {
                assert_eq!(beads[number], 0);
                continue;
            };
            let expected = slow::sow(beads, number);
            let found = (sown.board.beads(), sown.own, sown.other);
            assert_eq!(found, expected, "{beads:?} {pit}");
        }
        let due = beads.iter().filter(|&&count| count > 0).count();
        assert_eq!(board.moves().count(), due);
    }
}

#[test]
fn the_value_and_the_best_moves_of_every_board() {
    let mut table = Table::new();
    let mut known = HashMap::new();
    for beads in boards() {
        let board = Board::new(beads).unwrap();
        let gains = slow::gains(beads, &mut known);
        let value = gains.iter().map(|&(_, gain)| gain).max().unwrap_or(0);
        assert_eq!(i32::from(table.value(board)), value, "{beads:?}");
        let best = gains.into_iter().filter(|&(_, gain)| gain == value);
        let best = best.map(|(pit, _)| Pit::from_label(pit as i64 + 1).unwrap());
        assert!(best.eq(table.best_moves(board)), "{beads:?}");
    }
}
