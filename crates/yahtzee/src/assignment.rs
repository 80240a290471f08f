//! Finds the best card if the bonus is ignored. This is a linear assignment problem, solved by
//! shortest augmenting paths (Jonker and Volgenant, "A shortest augmenting path algorithm for dense
//! and sparse linear assignment problems", 1987).
//!
//! Categories are matched with rounds one by one. A matched round has a price, its dual variable. A
//! path leads from the new category over matched rounds to a free round. Its length is the loss of
//! the categories that are moved along it.

use crate::table::{GameScores, RollScores};
use common::yahtzee::{Card, ROUNDS};

const WIDTH: usize = 16;
/// One point, in distances and prices. The lower bits contain the round. So a minimum identifies
/// its round, and a free round wins a tie.
const ONE_POINT: i16 = 32;
/// Bit that is set in the price of a matched round.
const MATCHED: i16 = 16;
const ROUND_BITS: i16 = MATCHED - 1;
/// A distance larger than that of any path. Adding the distance of a path does not overflow.
const INFINITE: i16 = 1 << 14;

/// Returns a card with the highest sum over the categories. `highest` is the highest score of each
/// category. A category in which no round scores gets 0.
pub fn solve(rows: &GameScores, highest: &RollScores) -> Card {
    let mut scores = [[0; WIDTH]; ROUNDS];
    for (round, row) in rows.iter().enumerate() {
        for (scores, &score) in scores.iter_mut().zip(*row) {
            scores[round] = i16::from(score) * ONE_POINT;
        }
    }
    let mut prices: [i16; WIDTH] =
        std::array::from_fn(|round| round as i16 + if round < ROUNDS { 0 } else { INFINITE });
    let mut category_of = [0; WIDTH];
    let mut round_of = [None; ROUNDS];
    for category in (0..ROUNDS).filter(|&category| highest[category] > 0) {
        // By round, the distance, and the preceding category on the shortest path.
        let mut distance = [INFINITE; WIDTH];
        let mut predecessor = [0; WIDTH];
        // INFINITE for a settled round, so that it is excluded from the minimum.
        let mut settled = [-INFINITE; WIDTH];
        let mut current = category;
        let mut base = 0;
        let shortest = loop {
            let mut shortest = INFINITE;
            for round in 0..WIDTH {
                let candidate = base + prices[round] - scores[current][round];
                // A mask instead of a branch, which would prevent vectorisation.
                let shorter = -i16::from(candidate < distance[round]);
                distance[round] = distance[round].min(candidate);
                predecessor[round] = (current as i16 & shorter) | (predecessor[round] & !shorter);
                shortest = shortest.min(distance[round].max(settled[round]));
            }
            if shortest & MATCHED == 0 {
                break shortest;
            }
            let round = usize::from((shortest & ROUND_BITS) as u16);
            settled[round] = INFINITE;
            current = category_of[round];
            base = shortest + scores[current][round] - prices[round];
        };
        for (price, distance) in prices.iter_mut().zip(distance) {
            *price += (points(shortest) - points(distance)).max(0);
        }
        // Every category on the path moves to the next round.
        let end = usize::from((shortest & ROUND_BITS) as u16);
        prices[end] |= MATCHED;
        let mut next = Some(end);
        while let Some(round) = next {
            category_of[round] = predecessor[round] as usize;
            next = round_of[category_of[round]].replace(round);
        }
    }
    let mut card = Card::default();
    for (category, round) in round_of.iter().enumerate() {
        card.scores[category] = round.map_or(0, |round: usize| rows[round][category]);
    }
    card
}

fn points(distance: i16) -> i16 {
    distance & -ONE_POINT
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the highest sum over all assignments, by sets of categories.
    fn highest_sum(rows: &[RollScores; ROUNDS]) -> u16 {
        let mut best = vec![0; 1 << ROUNDS];
        for set in 1..best.len() {
            let row = rows[set.count_ones() as usize - 1];
            best[set] = (0..ROUNDS)
                .filter(|category| set >> category & 1 == 1)
                .map(|category| best[set & !(1 << category)] + u16::from(row[category]))
                .max()
                .unwrap_or(0);
        }
        best[best.len() - 1]
    }

    fn row(score: impl Strategy<Value = u8>) -> impl Strategy<Value = RollScores> {
        prop::collection::vec(score, ROUNDS).prop_map(|scores| {
            let mut row = RollScores::default();
            row[..ROUNDS].copy_from_slice(&scores);
            row
        })
    }

    fn rows() -> impl Strategy<Value = [RollScores; ROUNDS]> {
        prop_oneof![
            prop::array::uniform13(row(0u8..=50)),
            prop::array::uniform13(row(0u8..=3)),
            prop::array::uniform13(row(prop_oneof![9 => Just(0), 1 => 0u8..=50])),
            // The same few rounds are best in every category.
            (row(48u8..=50), row(0u8..=1), 0..=ROUNDS).prop_map(|(high, low, count)| {
                std::array::from_fn(|round| if round < count { high } else { low })
            }),
        ]
    }

    proptest! {
        #[test]
        fn no_assignment_has_more_points(rows in rows()) {
            let mut highest = RollScores::default();
            for row in &rows {
                for (best, &score) in highest.iter_mut().zip(row) {
                    *best = score.max(*best);
                }
            }
            let card = solve(&rows.each_ref(), &highest);
            let sum: u16 = card.scores.iter().map(|&score| u16::from(score)).sum();
            prop_assert_eq!(sum, highest_sum(&rows));
        }
    }
}
