//! The best card without regard to the bonus: a linear assignment problem, solved by shortest
//! augmenting paths (Jonker and Volgenant, "A shortest augmenting path algorithm for dense and
//! sparse linear assignment problems", 1987).
//!
//! Categories are matched with rounds one by one. A matched round has a price, its dual variable.
//! The length of the path from the new category over matched rounds to a free one is the loss of
//! the categories that are moved along it.

use crate::table::{GameScores, RollScores};
use common::yahtzee::{Card, ROUNDS};

const WIDTH: usize = 16;
/// One point in distances and prices. The lower bits contain the round, so that a minimum
/// identifies its round, and a free round wins a tie.
const ONE_POINT: i16 = 32;
/// Bit of the price of a matched round.
const MATCHED: i16 = 16;
const ROUND_BITS: i16 = MATCHED - 1;
/// A distance above that of any path; the sum of two does not overflow.
const INFINITE: i16 = 1 << 14;

/// Returns a card with the highest sum of the categories. `highest` is the highest score of each
/// category; categories in which no round scores get 0.
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
        // By round: distance, and the preceding category on the shortest path.
        let mut distance = [INFINITE; WIDTH];
        let mut predecessor = [0; WIDTH];
        // INFINITE for a settled round, which excludes it from the minimum.
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
