//! Properties that hold for all instances.

use common::ioiwari::{Board, Table};
use ioiwari_judge::instances;

/// The first of the best moves wins from every instance, even if the opponent's replies are not the
/// best. The result is the smallest lead over all replies.
#[test]
fn the_first_best_move_wins_against_every_reply() {
    fn lead(board: Board, table: &mut Table) -> i32 {
        let Some(&pit) = table.best_moves(board).first() else {
            return 0;
        };
        let sown = board.sow(pit).unwrap();
        let after = sown.board.moves().map(|reply| sown.board.sow(reply).unwrap());
        let after = after.map(|reply| lead(reply.board, table) - i32::from(reply.gain()));
        i32::from(sown.gain()) + after.min().unwrap_or(0)
    }
    let mut table = Table::new();
    for board in instances::all() {
        assert!(lead(board, &mut table) > 0, "{:?}", board.beads());
    }
}

#[test]
fn the_table_of_classes_is_up_to_date() {
    let text = include_str!("../../../../data/ioiwari/classes.csv");
    let mut table = Table::new();
    let mut rows = text.lines().skip(1);
    for board in instances::classes() {
        let row: Vec<&str> = rows.next().unwrap().split(',').collect();
        let pits = board.beads().map(|count| count.to_string()).join(" ");
        assert_eq!((row[0], row[1]), (pits.as_str(), "7"));
        assert_eq!(row[2].parse(), Ok(table.value(board)));
    }
    assert_eq!(rows.next(), None);
}
