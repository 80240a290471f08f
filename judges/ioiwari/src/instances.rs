//! The initial boards of the game: 20 beads, two to four in every pit.

use common::ioiwari::{Board, PITS};

/// Number of beads at the start.
const BEADS: u8 = 20;

/// Returns all instances in lexicographic order of their pits.
pub fn all() -> Vec<Board> {
    // In every pit, the beads beyond two are a digit of a number in base 3.
    let beads = |number: u32| {
        let digit = |pit| number / 3u32.pow((PITS - 1 - pit) as u32) % 3;
        std::array::from_fn(|pit| 2 + digit(pit) as u8)
    };
    let all = (0..3u32.pow(PITS as u32)).map(beads);
    let complete = all.filter(|beads: &[u8; PITS]| beads.iter().sum::<u8>() == BEADS);
    complete.filter_map(Board::new).collect()
}

/// Returns the instances up to rotation: from each class, the first instance in the order of
/// [`all`].
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
