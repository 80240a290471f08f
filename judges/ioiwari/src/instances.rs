//! The initial boards of the game: 20 beads, two to four in every pit.

use common::ioiwari::{Board, PITS};

/// Number of beads at the start.
const BEADS: u8 = 20;

/// Returns all instances in lexicographic order of their pits.
pub fn all() -> Vec<Board> {
    let mut found = Vec::new();
    extend(&mut [2; PITS], 0, &mut found);
    found
}

fn extend(beads: &mut [u8; PITS], pit: usize, found: &mut Vec<Board>) {
    if pit == PITS {
        let fits = beads.iter().sum::<u8>() == BEADS;
        found.extend(Board::new(*beads).filter(|_| fits));
        return;
    }
    for count in 2..=4 {
        beads[pit] = count;
        extend(beads, pit + 1, found);
    }
}

/// Returns the instances up to rotation: the first one of each class in the order of [`all`].
pub fn classes() -> Vec<Board> {
    let is_first = |board: &Board| {
        let beads = board.beads();
        (1..PITS).all(|shift| {
            let mut rotated = beads;
            rotated.rotate_left(shift);
            beads <= rotated
        })
    };
    all().into_iter().filter(is_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_the_statement_says() {
        assert_eq!(all().len(), 357);
        assert_eq!(classes().len(), 51);
    }
}
