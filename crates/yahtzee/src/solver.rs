//! Finds the best card of each game by an assignment, or by subset tables if that fails.
//!
//! First, the assignment ignores the bonus. Its card is a best card if it earns the bonus, or if no
//! card of the game can earn it. This settles 49 of 50 games of random dice. The other games go
//! through the subset tables in batches.

use crate::assignment;
use crate::lanes::LANES;
use crate::split::SplitSolver;
use crate::table::{GameRolls, GameScores, RollScores, RollTable};
use common::yahtzee::{Card, BONUS_FROM, UPPER};

/// Returns a best card of each game. `split_solver` computes the tables where they are needed.
pub fn solve(split_solver: &mut SplitSolver, table: &RollTable, games: &[GameRolls]) -> Vec<Card> {
    let mut cards = Vec::with_capacity(games.len());
    let mut undecided = Vec::new();
    for game in games {
        let rows = table.scores_of(game);
        let highest = highest(&rows);
        let card = assignment::solve(&rows, &highest);
        if card.bonus() == 0 && may_earn_bonus(&highest) {
            undecided.push((cards.len(), rows));
        }
        cards.push(card);
    }
    for batch in undecided.chunks(LANES) {
        let solved = split_solver.solve(batch.iter().map(|(_, rows)| rows));
        for (&(index, _), card) in batch.iter().zip(solved) {
            cards[index] = card;
        }
    }
    cards
}

fn highest(rows: &GameScores) -> RollScores {
    let mut highest = RollScores::default();
    for row in rows {
        for (best, &score) in highest.iter_mut().zip(*row) {
            *best = score.max(*best);
        }
    }
    highest
}

/// Returns false if the sum of the highest upper scores is too low for the bonus.
fn may_earn_bonus(highest: &RollScores) -> bool {
    let upper: u16 = highest[..UPPER].iter().map(|&score| u16::from(score)).sum();
    upper >= BONUS_FROM
}
