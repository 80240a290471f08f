//! Prints the instances up to rotation: the pits, the number of rotations that are instances of
//! their own, and the number of beads by which the first player wins.

use common::ioiwari::{PITS, Table};
use ioiwari_judge::instances;

fn main() {
    println!("pits,rotations,lead");
    let mut table = Table::new();
    for board in instances::classes() {
        let mut rotations: Vec<_> = (0..PITS)
            .map(|shift| {
                let mut beads = board.beads();
                beads.rotate_left(shift);
                beads
            })
            .collect();
        rotations.sort_unstable();
        rotations.dedup();
        let pits = board.beads().map(|count| count.to_string()).join(" ");
        println!("{pits},{},{}", rotations.len(), table.value(board));
    }
}
