//! Checks the rules of Ioiwari against their oracle, on every board.

use std::collections::HashMap;

use common::ioiwari::{Board, Pit, Table, FULL, PITS};
use oracles::ioiwari as slow;
use proptest::prelude::*;

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
            assert_eq!(
                (sown.board.beads(), sown.own, sown.other),
                expected,
                "{beads:?} {pit}"
            );
        }
        assert_eq!(
            board.moves().count(),
            beads.iter().filter(|&&count| count > 0).count()
        );
    }
}

#[test]
fn the_value_of_every_board() {
    let mut table = Table::new();
    let mut known = HashMap::new();
    for beads in boards() {
        let board = Board::new(beads).unwrap();
        assert_eq!(
            i32::from(table.value(board)),
            slow::value(beads, &mut known),
            "{beads:?}"
        );
    }
}

/// The six moves of the worked example in the statement.
#[test]
fn the_worked_example() {
    let steps = [
        (2, [4, 0, 3, 5, 0, 3, 2], (3, 0)),
        (3, [4, 0, 0, 4, 1, 4, 0], (3, 4)),
        (5, [4, 0, 0, 4, 0, 0, 0], (8, 4)),
        (4, [0, 0, 0, 0, 1, 1, 1], (8, 9)),
        (5, [0, 0, 0, 0, 0, 0, 1], (10, 9)),
        (7, [0, 0, 0, 0, 0, 0, 0], (11, 9)),
    ];
    let mut board = Board::new([4, 3, 2, 4, 2, 3, 2]).unwrap();
    let mut banks = (0, 0);
    for (turn, (label, pits, expected)) in steps.into_iter().enumerate() {
        let sown = board.sow(Pit::from_label(label).unwrap()).unwrap();
        let (first, second) = if turn % 2 == 0 {
            (sown.own, sown.other)
        } else {
            (sown.other, sown.own)
        };
        banks = (banks.0 + first, banks.1 + second);
        board = sown.board;
        assert_eq!((board.beads(), banks), (pits, expected));
    }
}

proptest! {
    #[test]
    fn boards_hold_at_most_five(beads in proptest::array::uniform7(0u8..9)) {
        let legal = beads.iter().all(|&count| count <= FULL);
        prop_assert_eq!(Board::new(beads).is_some(), legal);
    }

    #[test]
    fn best_moves_reach_the_value(beads in proptest::array::uniform7(0u8..=FULL)) {
        let board = Board::new(beads).unwrap();
        let mut table = Table::new();
        let value = table.value(board);
        let best = table.best_moves(board);
        prop_assert_eq!(best.is_empty(), board.is_empty());
        for pit in board.moves() {
            let sown = board.sow(pit).unwrap();
            let reached = sown.gain() - table.value(sown.board);
            prop_assert_eq!(reached == value, best.contains(&pit));
            prop_assert!(reached <= value);
        }
    }
}
